"""What a game promises. Prose and laws: docs/contract.md; a whole small example: examples/pig.py.

A game's rules are functions on its record `t` (see `brimstone.compiling`), each compiled with `@rule`. Seats are
0..n-1 in Python and 1..n wherever a person reads them.

    BrimstoneError
    ├── UnknownGame     no such game
    ├── BadSetup        seats or options that cannot be played
    ├── BadMove         words that are no move, or not now
    └── BadRecord       a record that does not hold (brimstone.record)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from brimstone.games.options import Option
    from brimstone.games.state import State, View

CHANCE = -1  # the actor while a piece turns, a die rolls, a card is dealt
OVER = -2  # the actor when the game has ended
PUBLIC = -1  # the seat of somebody who only watches


class BrimstoneError(Exception):
    """Something a person asked for cannot be; its text says why."""


class UnknownGame(BrimstoneError):
    """There is no such game."""


class Refusal(BrimstoneError):
    """Why not, by which paragraph of the rules, and what would be allowed."""

    def __init__(self, reason: str, paragraph: str = "", allowed: Sequence[str] = (), option: str = "") -> None:
        self.reason, self.paragraph, self.allowed = reason, paragraph, tuple(allowed)
        self.option = option  # the one that is wrong, if one is
        super().__init__(str(self))

    def __str__(self) -> str:
        cited = f" ({self.paragraph})" if self.paragraph else ""
        allowed = f" Allowed: {', '.join(self.allowed)}." if self.allowed else ""
        return f"{self.reason}{cited}.{allowed}"


class BadSetup(Refusal):
    """Seats or options that cannot be played."""


class BadMove(Refusal):
    """Words that are no move, or not now."""


class Result(NamedTuple):
    """How a game ended."""

    places: tuple[int, ...]  # by seat; ties share a place: 1, 1, 3
    points: tuple[int, ...]  # by seat
    reason: str


@dataclass(frozen=True)
class Setup:
    """A game made ready: how many seats, and every option, defaults filled in."""

    game: Game
    seats: int
    options: Mapping[str, Any]


def plain_board(view: View) -> list[str]:
    """What a person may see, name by name."""
    return [f"{name}: {value}" for name, value in view.shown().items()]


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game: its rules, compiled, and its words."""

    # what it is
    name: str  # the word for it in commands and records
    title: str
    seats: range  # how many can play
    seats_paragraph: str
    version: int  # of the rules: a record of another version is refused
    options: tuple[Option, ...]
    table: Any  # the Struct of a state, and of a view: a view is a table with holes

    # rules, compiled
    begin: Any  # begin(t): from the fields `box` has set to the first move
    actor: Any  # actor(t) -> seat, CHANCE or OVER
    waiting: Any  # waiting(t) -> the seats that may choose now, as bits
    moves: Any  # moves(t, seat, out) -> how many; of a waiting seat, from a state or from its own view
    most_moves: int  # length of `out`
    ways: Any  # ways(t) -> in how many equally likely ways chance can go on
    outcome: Any  # outcome(t, k) -> which outcome the k-th of them is; several may be the same
    play: Any  # play(t, move): a legal move or possible outcome; does not check again
    view: Any  # view(t, seat, v): copies what `seat` may know into the blank record `v`
    imagine: Any  # imagine(v, seat, r): fills the holes of a view by chance, others' choices being uninformative
    placing: Any  # placing(t, places, points): at the end

    # words
    check: Callable[[int, Mapping[str, Any]], None]  # raises BadSetup where options contradict each other
    box: Callable[[Setup], dict[str, Any]]  # the fields of a new record
    say: Callable[[Setup, int], str]  # a move or outcome in words
    read: Callable[[Setup, str], int]  # and back; raises BadMove
    why_not: Callable[[State, int, int], tuple[str, str]]  # (reason, paragraph), of a seat's move or CHANCE's outcome
    told: Callable[[State, int, State], list[list[str]]]  # lines for the public, then for each seat
    shown: Callable[[View, bool], dict[str, Any]]  # what a person's screen may show of a view
    facts: Callable[[State], dict[str, Any]]  # after a round, for records
    reason: Callable[[State], str]  # why the game ended
    offer: Callable[[Setup, Sequence[int]], list[str]]  # legal moves in words, ranges drawn together
    bundled: tuple[str, ...] = ()  # first words of outcomes that share a line of a record
    board: Callable[[View], list[str]] = plain_board  # what `shown` shows, as a few lines of text for a person
