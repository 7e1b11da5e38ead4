"""What a player is: it hears the lines told to its seat, is shown its seat's view, and says what it would do.

    player = find(setup.game, "master")(setup, seat, seed)
    player.hear("2: bet 90")
    move = player.choose(state.view(seat))

A player is never handed a state. Its randomness comes from its seed and what it sees, so the same seed, lines and view
give the same move on any machine.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from brimstone.chance import Draws
from brimstone.games.contract import Result, Setup
from brimstone.games.state import View

LEVELS = ("child", "casual", "club", "expert", "master")
TASTES = ("plain", "gambler", "accountant", "spoiler", "friend")


class Manner(NamedTuple):
    """How a player thinks: how well, with what taste, and how much of it."""

    level: str = "master"
    taste: str = "plain"
    effort: float = (
        1.0  # worlds and iterations, times this: 1 for matches (a master's move 20 ms on average), more at a table
    )


class Fact(NamedTuple):
    """Something a player knows that helps to decide: a key of the language files, and what to fill in."""

    key: str
    numbers: Mapping[str, float | int | str]
    move: int | None = None  # that it is about; none if it holds whatever is done


@dataclass(frozen=True)
class Choice:
    """A legal move, weighed."""

    move: int
    value: float  # what it is worth: the chance to win the game, a shared win in parts
    share: float  # how often the player makes it here: 0 to 1
    parts: Mapping[str, float] = field(default_factory=dict)  # of the value, by key; they sum to it
    error: float = 0.0  # standard error of the value by what was drawn at random, 0 where nothing was
    estimated: bool = False  # not searched itself: value, parts and error lie between those of its neighbours


@dataclass(frozen=True)
class Thought:
    """All legal moves, weighed, and the facts behind it."""

    choices: tuple[Choice, ...]
    facts: tuple[Fact, ...] = ()

    @property
    def best(self) -> Choice:
        """The most valuable move."""
        return max(self.choices, key=lambda choice: choice.value)


class Seated(ABC):
    """Whoever decides for a seat during one game; it need not say why."""

    def __init__(self, setup: Setup, seat: int, seed: int) -> None:
        self.setup, self.seat, self.seed = setup, seat, seed

    def hear(self, line: str) -> None:  # noqa: B027 (a player may well be deaf)
        """A line of this seat's story."""

    @abstractmethod
    def choose(self, view: View) -> int:
        """The move it makes."""

    def finish(self, result: Result) -> None:  # noqa: B027
        """The game has ended."""

    def draws(self, view: View, purpose: int = 0) -> Draws:
        """Random numbers for this decision: by the player's seed and what it sees, nothing else."""
        return Draws(self.seed, zlib.crc32(view.key(), purpose))


class Player(Seated):
    """A mind that can say what it thinks of every move."""

    @abstractmethod
    def think(self, view: View) -> Thought:
        """Weigh every legal move of this seat."""

    def choose(self, view: View) -> int:
        """The move it makes: drawn by the shares of its thought."""
        choices = self.think(view).choices
        at = self.draws(view, 1).below(1 << 30) / (1 << 30)
        for choice in choices:
            at -= choice.share
            if at < 0:
                return choice.move
        return max(choices, key=lambda choice: choice.share).move


class Chances(NamedTuple):
    """Each seat's chance to win from a state, and the standard error of each."""

    win: tuple[float, ...]
    error: tuple[float, ...]
