"""Choosing a move by keys: a list to walk, a number to dial or type, or the move in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from rich.text import Text
from textual.events import Key
from textual.message import Message
from textual.widget import Widget

from brimstone.games.contract import Setup
from brimstone.terminal.scenes.look import ASH, BONE, BRASS, EMBER, beside, cell

RESERVED = "clpqr"  # keys of the table
LETTERS = "abdefghijkmnostuvwxyz"
GRACE = 0.35  # seconds in which Enter still means “skip the pause”
MOST_TYPED = 60
LEAP = 10  # steps that Page Up and Page Down take


@dataclass(frozen=True)
class Offer:
    """A legal move with its words, what they mean just now, and the key that plays it."""

    move: int
    words: str
    gloss: str = ""
    key: str = ""


def shortcuts(words: Sequence[str]) -> list[str]:
    """A key for each move: its own digit if all numbers are single digits, a letter of its words, none for numbers."""
    ends = [re.search(r"(\d+)$", text) for text in words]
    numbers = [end[1] for end in ends if end]
    if any(len(number) > 1 for number in numbers):
        return [""] * len(words)
    if len(set(numbers)) == len(numbers):
        keys = [end[1] if end else "" for end in ends]
    else:
        keys = [""] * len(words)
    for k, text in enumerate(words):
        free = [letter for letter in text + LETTERS if letter in LETTERS and letter not in keys]
        keys[k] = keys[k] or (free[0] if free else "")
    return keys


def is_range(setup: Setup, moves: Sequence[int]) -> bool:
    """Are the moves one range of numbers, such as coal's bets?"""
    return len(moves) > 1 and len(setup.game.offer(setup, moves)) == 1


class Chooser(Widget, can_focus=True):
    """The legal moves; silent while there are none."""

    class Chosen(Message):
        """A move was chosen."""

        def __init__(self, move: int) -> None:
            super().__init__()
            self.move = move

    class Typed(Message):
        """Words were typed that may mean a move."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    class Moved(Message):
        """The cursor stands on another move."""

        def __init__(self, move: int) -> None:
            super().__init__()
            self.move = move

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.offers: list[Offer] = []
        self.ranged = False
        self.at = 0
        self.typed: str | None = None
        self.asking = False  # whether a large stake is meant
        self.opened, self.grace = 0.0, 0.0
        self.note: list[str] = []
        self.weights: dict[int, str] = {}  # what the coach thinks of each move

    # --- what there is to choose ---

    def offer(self, offers: Sequence[Offer], ranged: bool, grace: float) -> None:
        """Let somebody choose; Enter counts only after `grace` seconds."""
        self.offers, self.ranged, self.note = list(offers), ranged, []
        self.at = len(offers) // 4 if ranged else 0
        self.typed, self.asking, self.weights = None, False, {}
        self.opened, self.grace = monotonic(), grace
        self.border_title = "your move" if not ranged else f"your {self.verb()}"
        self.changed()

    def close(self, note: Sequence[str] = ()) -> None:
        """Nothing to choose; a few lines instead."""
        self.offers, self.note, self.typed, self.asking = [], list(note), None, False
        self.border_title = "moves"
        self.refresh()

    def weigh(self, weights: dict[int, str]) -> None:
        """Write beside each move what the coach thinks of it; nothing takes it away."""
        self.weights = weights
        self.refresh()

    def verb(self) -> str:
        return self.offers[0].words.split()[0]

    def number(self, offer: Offer) -> int:
        return int(offer.words.split()[-1])

    def changed(self) -> None:
        self.refresh()
        if self.offers:
            self.post_message(self.Moved(self.offers[self.at].move))

    # --- keys ---

    def on_key(self, event: Key) -> None:
        if not self.offers:
            return
        taken = self.type_on(event) if self.typed is not None else self.walk(event)
        if taken:
            event.stop()
            event.prevent_default()

    def walk(self, event: Key) -> bool:
        """A key while nothing is being typed; was it for us?"""
        step = -1 if self.ranged else 1  # up is more money, but the line above
        strides = {"down": step, "up": -step, "right": 1, "left": -1}
        strides |= {"pagedown": step * LEAP, "pageup": -step * LEAP, "home": -len(self.offers), "end": len(self.offers)}
        if event.key in strides:
            self.go(self.at + strides[event.key])
        elif event.key == "enter":
            self.enter()
        elif event.key == "escape" and self.asking:
            self.asking = False
            self.changed()
        elif event.character and event.character in "/:":
            self.typed = ""
            self.refresh()
        elif event.character and (keyed := [o for o in self.offers if o.key == event.character.lower()]):
            self.post_message(self.Chosen(keyed[0].move))
        elif event.character and event.character.isdecimal():
            self.typed = ""
            return self.type_on(event)
        else:
            return False
        return True

    def go(self, at: int) -> None:
        self.at = max(0, min(len(self.offers) - 1, at))
        self.asking = False
        self.changed()

    def enter(self) -> None:
        """Choose the move under the cursor; a stake of more than half asks once more."""
        if monotonic() - self.opened < self.grace:
            return
        if self.ranged and 2 * self.at > len(self.offers) - 1 and not self.asking:
            self.asking = True
            self.refresh()
        else:
            self.post_message(self.Chosen(self.offers[self.at].move))

    def type_on(self, event: Key) -> bool:
        assert self.typed is not None
        if event.key == "enter":
            words, self.typed = self.typed, None
            self.submit(words.strip())
        elif event.key == "escape" or (event.key == "backspace" and not self.typed):
            self.typed = None
        elif event.key == "backspace":
            self.typed = self.typed[:-1]
        elif event.is_printable and event.character and len(self.typed) < MOST_TYPED:
            self.typed += event.character
            self.find_typed()
        else:
            return False
        self.refresh()
        return True

    def find_typed(self) -> None:
        """Put the cursor on the first move that goes on like what has been typed."""
        assert self.typed is not None
        for k, offer in enumerate(self.offers):
            if offer.words.startswith(self.typed) or offer.words.split()[-1] == self.typed:
                self.at = k
                self.changed()
                return

    def submit(self, words: str) -> None:
        """Words as they stand, a bare number with the verb that numbers go with."""
        if not words:
            return
        if words.isdecimal():
            verbs = {o.words.rpartition(" ")[0] for o in self.offers if o.words.split()[-1].isdecimal()}
            words = f"{verbs.pop()} {words}" if len(verbs) == 1 else words
        exact = [k for k, offer in enumerate(self.offers) if offer.words == words]
        if exact and self.ranged:  # the same question for a large stake, however it was named
            self.at, self.grace = exact[0], 0
            self.changed()
            self.enter()
        else:
            self.post_message(self.Typed(words))

    # --- looks ---

    def render(self) -> Text:
        width, height = self.size
        lines = self.lines(width, max(1, height - (self.typed is not None)))
        if self.typed is not None:
            lines = lines[: height - 1]
            lines += [Text("")] * (height - 1 - len(lines))
            lines.append(beside(("› ", f"bold {BRASS}"), (self.typed, "bold"), ("▁", "blink")))
        return Text("\n").join(lines)

    def lines(self, width: int, height: int) -> list[Text]:
        if not self.offers:
            return [Text(line) for line in self.note]
        if self.ranged:
            return self.dial(width)
        first = max(0, min(self.at - height // 2, len(self.offers) - height))
        room = max(len(offer.words) for offer in self.offers)
        return [self.line(k, room, width) for k in range(first, min(len(self.offers), first + height))]

    def line(self, k: int, room: int, width: int) -> Text:
        offer, here = self.offers[k], k == self.at
        keyed = cell(offer.key, 2, BRASS) if any(o.key for o in self.offers) else Text("")
        weight = self.weights.get(offer.move, "")
        line = beside(("▶ " if here else "  ", BRASS), keyed, (f"{offer.words:<{room}}  ", BONE))
        line.append(f"{weight}  " if weight else "", BRASS).append(offer.gloss, ASH)
        line.truncate(width, overflow="ellipsis", pad=True)
        return Text(line.plain, f"bold reverse {BONE}") if here else line

    def dial(self, width: int) -> list[Text]:
        """A number, where it lies in its range, and how to turn it."""
        here, low, high = (self.number(self.offers[k]) for k in (self.at, 0, -1))
        if self.asking:
            return [
                Text(f"{here} is more than half of it.", f"bold {EMBER}"),
                Text(f"Enter: yes, {self.verb()} {here}"),
                Text("Esc: think again"),
            ]
        move = self.offers[self.at].move
        room = max(4, width - len(f"{low}  {high}") - 2)
        at = round((room - 1) * self.at / max(1, len(self.offers) - 1))
        step = self.number(self.offers[1]) - low
        return [
            beside((f"▶ {self.verb()} {here}", f"bold {BRASS}"), (f"   {self.weights.get(move, 'Enter')}", ASH)),
            beside(
                (f"{low} ", ASH),
                ("━" * at, EMBER),
                ("◆", f"bold {BRASS}"),
                ("─" * (room - 1 - at), ASH),
                (f" {high}", ASH),
            ),
            Text(f"↑ ↓ {step}   PgUp PgDn {step * LEAP}", ASH),
            Text("or type a number", ASH),
        ]
