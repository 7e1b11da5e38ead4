"""What the scenes of all games share: a look at the table, frames, inks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from brimstone.games.contract import Setup

EMBER, BRASS, BONE, ASH = "#f08a3c", "#d9b15c", "#efe6d5", "#8d8577"
FROST, IMP = "#8fcdf0", "#bf9bf5"
SEAT_INKS = ("#efe6d5", "#f08a3c", "#8fcdf0", "#bf9bf5", "#9ccf7f", "#e98ba5")  # beside the number, never alone
DEVIL = "ψ"

QUICK, NORMAL, LONG = 0.5, 1.0, 2.0  # how long a frame rests, times the pace


@dataclass(frozen=True)
class Look:
    """What one person sees: the rulebook's share of the view, and everybody's name."""

    setup: Setup
    names: Sequence[str]
    me: int
    shown: dict[str, Any]
    board: Sequence[str] = ()  # the same as lines of text
    actor: int = -1  # the seat that is on turn, -1 for none
    picked: int | None = None  # the move under the cursor
    legal: frozenset[int] = frozenset()
    heard: Sequence[str] = ()  # the last lines told

    def name(self, seat: int) -> str:
        """A seat in a sentence."""
        return "you" if seat == self.me else self.names[seat].partition(" (")[0]

    def Name(self, seat: int) -> str:
        """A seat at the beginning of a sentence."""
        return "You" if seat == self.me else self.name(seat)

    def does(self, seat: int, verb: str, other: str | None = None) -> str:
        """A seat and what it does: “You draw”, “Soot draws”."""
        return f"{self.Name(seat)} {verb}" if seat == self.me else f"{self.Name(seat)} {other or verb + 's'}"

    def row(self, seat: int, width: int) -> Text:
        """The head of a seat's row: is it on turn, its number, its name."""
        on = seat == self.actor
        style = f"bold {SEAT_INKS[seat % len(SEAT_INKS)]}"
        text = Text(f"{'▶' if on else ' '}{seat + 1} ", style)
        text.append(self.name(seat)[: width - 4], f"{style} underline" if on else style)
        return fitted(text, width)


@dataclass(frozen=True)
class Frame:
    """What is seen and said for a moment."""

    said: Sequence[str] = ()
    rest: float = NORMAL  # times the pace; 0 goes on at once
    shown: dict[str, Any] | None = None  # instead of what lies there after the move
    status: str = ""


@dataclass(frozen=True)
class Scene:
    """How a game looks and sounds."""

    ink: str
    draw: Callable[[Look, int], list[Text]]  # the table, for a width
    tell: Callable[[Look, Look, list[str]], list[Frame]]  # look before and after a move, lines told of it
    table: Callable[[Look, list[str]], Iterator[str]]  # after a move, what the table did of itself, in sentences
    gloss: Callable[[Look, int], str]  # what a move means, beside its words
    rules: str  # in short


def fitted(text: Text, width: int) -> Text:
    """Exactly so wide."""
    text.truncate(width, overflow="ellipsis", pad=True)
    return text


def cell(words: str, width: int, style: str = "") -> Text:
    """Some words in so much room."""
    return fitted(Text(words, style), width)


def beside(*parts: Text | str | tuple[str, str]) -> Text:
    """One line of several parts."""
    return Text.assemble(*parts)


def listed(words: Sequence[str]) -> str:
    """a, b and c."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def plural(n: int, one: str, many: str | None = None) -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"


def spoken(line: str) -> tuple[int | None, str]:
    """A told line as the seat that spoke it, None for chance and the table, and its words."""
    by, _, words = line.partition(": ")
    return (int(by) - 1 if by.isdigit() else None), words
