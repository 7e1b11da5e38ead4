"""One person and some players around one game: who is told what, and what is written down."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, TypeVar

from brimstone.bots import Maker, UnknownPlayer, find
from brimstone.bots.player import Player, Thought
from brimstone.chance import Draws
from brimstone.games.contract import Setup
from brimstone.games.state import View, ready
from brimstone.record import Record, checked_name
from brimstone.terminal.saving import save

YOU = 0  # the person's seat
DEVILS = ("Soot", "Cinder", "Ember", "Flint", "Ash", "Poker", "Tinder", "Smoke", "Spark")
MOST_SEED = 2**62
COACH = "master"


def seat_names(setup: Setup, name: str, players: Sequence[str]) -> tuple[str, ...]:
    """The names for a record: the person's, then a devil's for each player, which also says who plays it."""
    if len(players) != setup.seats - 1:
        raise UnknownPlayer(f"{setup.seats} seats need {setup.seats - 1} other players, not {len(players)}")
    return (checked_name(name), *(f"{DEVILS[k]} ({player})" for k, player in enumerate(players)))


def players_of(record: Record) -> list[str]:
    """Who plays the other seats of a record that was made here; raises UnknownPlayer if that is not written there."""
    players = []
    for name in record.names[1:]:
        _, opened, rest = name.partition(" (")
        if not opened or not rest.endswith(")"):
            raise UnknownPlayer(f"the record does not say which player {name} is")
        players.append(rest[:-1])
    return players


T = TypeVar("T")


def in_thread(function: Callable[[], T]) -> asyncio.Future[T]:
    """Call a function in a thread that nobody has to wait for when the table is left."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.cancelled():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, error = None, None
        try:
            result = function()
        except BaseException as raised:
            error = raised
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, daemon=True).start()
    return future


class Mind:
    """A player that is made and asked in a thread, one question at a time, and hears its story before each."""

    def __init__(self, maker: Maker, setup: Setup, seat: int, seed: int) -> None:
        self.maker, self.setup, self.seat, self.seed = maker, setup, seat, seed
        self.unheard: list[str] = []
        self.player: Player | None = None

    def hear(self, lines: Sequence[str]) -> None:
        """Lines of its seat's story, kept until it is asked."""
        self.unheard += lines

    def choosing(self, view: View) -> Callable[[], int]:
        """What to call for its move."""
        lines = self.taken()
        return lambda: self.listening(lines).choose(view)

    def thinking(self, view: View) -> Callable[[], Thought]:
        """What to call for its thoughts on every legal move."""
        lines = self.taken()
        return lambda: self.listening(lines).think(view)

    def taken(self) -> list[str]:
        """What it has not heard yet: taken here and not in the thread, so that it hears no more than the view holds."""
        lines, self.unheard = self.unheard, []
        return lines

    def listening(self, lines: Sequence[str]) -> Player:
        """The player, made if need be, having heard these lines too."""
        if self.player is None:
            self.player = self.maker(self.setup, self.seat, self.seed)
        for line in lines:
            self.player.hear(line)
        return self.player


class Sitting:
    """A game that is being played; `past` are the moves of an interrupted one, to be played again first."""

    def __init__(
        self, setup: Setup, names: Sequence[str], players: Sequence[str], seed: int, past: Sequence[int] = ()
    ) -> None:
        self.setup, self.seed, self.past = setup, seed % MOST_SEED, list(past)
        self.state = ready(setup)
        self.record = Record(setup, tuple(names))
        self.draws = Draws(self.seed, len(past))  # chance goes on anew
        self.story: list[str] = []  # all lines told to the person
        self.minds = {
            seat: Mind(find(setup.game, player), setup, seat, self.seed_of(seat))
            for seat, player in enumerate(players, 1)
        }
        self.coach = self.find_coach()

    def seed_of(self, seat: int) -> int:
        """Every seat's player has a seed of its own."""
        return (self.seed + 1_000_003 * (seat + 1)) % MOST_SEED

    def find_coach(self) -> Mind | None:
        """A master who hears the person's story; None where the game has none."""
        game = self.setup.game
        if find_spec(f"brimstone.bots.{game.name}") is None:
            return None

        def make(setup: Setup, seat: int, seed: int) -> Player:  # when it is asked: loading a master takes a while
            return find(game, COACH)(setup, seat, seed)

        return Mind(make, self.setup, YOU, self.seed_of(YOU))

    def play(self, move: int) -> list[str]:
        """Play a move and write it down; the lines that the person is told."""
        told = self.state.tell(move)
        self.record.moves.append(move)
        for seat, mind in self.minds.items():
            mind.hear(told[1 + seat])
        if self.coach:
            self.coach.hear(told[1 + YOU])
        self.story += told[1 + YOU]
        return told[1 + YOU]

    def draw(self) -> int:
        """What chance does now."""
        return self.state.draw(self.draws)

    def view(self) -> View:
        """What the person may know."""
        return self.state.view(YOU)

    def save(self, file: Path) -> None:
        """Keep the record, unless less has been played again than it held before."""
        if len(self.record.moves) >= max(1, len(self.past)):
            save(self.record, file)


class Interrupted(NamedTuple):
    """A game to go on with."""

    sitting: Sitting
    file: Path
    words: str
