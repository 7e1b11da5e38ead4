"""What a seat has been told, as lines and as numbers: an information state is made of nothing else.

An event is a move or an outcome. Its number is 0 while it has not happened, 1 where the seat was told `??`, else 2 +
its place among all moves and outcomes of the set-up. When the table opens bets or dice, those events get their number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from brimstone.games import find
from brimstone.games.contract import PUBLIC
from brimstone.games.state import State, start

NOTHING, HIDDEN, FIRST = 0, 1, 2
OWNER = re.compile(r"(?:chance: \w+ )?(\d): ")  # of what is hidden: `2: bet ??`, `chance: roll 2: ??`
SHOWN = re.compile(r"table: show (\d): (.*)")
BETS = "table: bets "


class Heard:
    """The story told to one listener."""

    __slots__ = ("covered", "events", "text")

    def __init__(self) -> None:
        self.text = ""
        self.events: list[int] = []
        self.covered: dict[int, int] = {}  # by its owner: where the last event stands that was hidden

    def copy(self) -> Heard:
        other = Heard.__new__(Heard)
        other.text, other.events, other.covered = self.text, self.events.copy(), self.covered.copy()
        return other

    def hear(self, lines: list[str], event: int, read: Any) -> None:
        """Lines about an event; `read` makes the number of an event out of words."""
        self.text += "\n".join(lines) + "\n"
        hidden = lines[0].endswith("??")
        if hidden:
            owner = OWNER.match(lines[0])
            assert owner is not None
            self.covered[int(owner[1])] = len(self.events)
        self.events.append(HIDDEN if hidden else event)
        for line in lines[1:]:
            self.uncover(line, read)

    def uncover(self, line: str, read: Any) -> None:
        """What the table opens is known from now on."""
        shown = SHOWN.fullmatch(line)
        if shown and int(shown[1]) in self.covered:
            self.events[self.covered.pop(int(shown[1]))] = read(f"roll {shown[1]}: {shown[2]}")
        elif line.startswith(BETS):
            bets = line.removeprefix(BETS).split()
            for owner, at in self.covered.items():
                self.events[at] = read(f"bet {bets[owner - 1]}")
            self.covered.clear()


def retold(game: str, seats: int, options: dict[str, Any], numbers: dict[int, int], moves: list[int]) -> Told:
    """A state that was taken apart to be kept or sent: all its moves once more."""
    told = Told(start(find(game), seats, options), numbers)
    for move in moves:
        told.play(move)
    return told


class Told:
    """A state with all its stories. They are told when they are asked for, so that who does not ask does not wait."""

    __slots__ = ("heard", "moves", "numbers", "state", "untold")

    def __init__(self, state: State, numbers: Mapping[int, int]) -> None:
        self.state, self.numbers = state, numbers
        self.moves: list[int] = []
        self.untold: list[tuple[State, int]] = []
        self.heard = [Heard() for _ in range(state.setup.seats + 1)]

    def copy(self) -> Told:
        other = Told.__new__(Told)
        other.state, other.numbers = self.state.copy(), self.numbers
        other.moves, other.untold = self.moves.copy(), self.untold.copy()
        other.heard = [heard.copy() for heard in self.heard]
        return other

    def __deepcopy__(self, _memo: Any) -> Told:
        return self.copy()

    def __reduce__(self) -> Any:
        setup = self.state.setup
        return retold, (setup.game.name, setup.seats, dict(setup.options), dict(self.numbers), self.moves)

    def play(self, move: int) -> None:
        """A legal move or possible outcome."""
        self.untold.append((self.state.copy(), move))
        self.moves.append(move)
        self.state.play(move)

    def story(self, seat: int = PUBLIC) -> Heard:
        """What a seat, or the public, has been told so far."""
        for k, (before, move) in enumerate(self.untold, 1):
            after = self.untold[k][0] if k < len(self.untold) else self.state
            lines = before.setup.game.told(before, move, after)
            for heard, told in zip(self.heard, lines, strict=True):
                heard.hear(told, self.numbers[move], self.read)
        self.untold.clear()
        return self.heard[seat + 1]

    def read(self, words: str) -> int:
        return self.numbers[self.state.setup.game.read(self.state.setup, words)]

    def words(self) -> str:
        """The whole truth: every move and outcome."""
        return "; ".join(map(self.state.say, self.moves))
