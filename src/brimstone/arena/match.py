"""One game between players: everybody hears its own story and sees its own view; all line-ups have the same chance."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from brimstone.arena.host import in_words
from brimstone.bots.player import Seated
from brimstone.bots.random import RandomPlayer
from brimstone.chance import Draws
from brimstone.compiling import COMPILED, row
from brimstone.games.contract import CHANCE, OVER, Result, Setup
from brimstone.games.state import State, View, ready

Sitter = Callable[[Setup, int, int], Seated]  # (setup, seat, seed)
ROUNDS = 1 << 16  # more than any game has


class Fate:
    """What chance does in game number `game` of `seed`: each round has a stream of its own, so that the deals, rolls
    and pieces of a round are the same whatever was played in the rounds before."""

    def __init__(self, seed: int, game: int) -> None:
        self.seed, self.game, self.round = seed, game, -1

    def draw(self, state: State) -> int:
        """An outcome at chance's turn."""
        if state.round != self.round:
            self.round = state.round
            self.draws = Draws(self.seed, self.game * ROUNDS + self.round)
        return state.draw(self.draws)


class Played(NamedTuple):
    """A game that has ended."""

    moves: list[int]
    result: Result


def play_game(setup: Setup, players: Sequence[Seated], seed: int, game: int) -> Played:
    """Play one game; the seats belong to the players in this order."""
    state, fate, moves = ready(setup), Fate(seed, game), []
    listeners = [player for player in players if listens(player)]
    while state.actor != OVER:
        who = state.actor
        move = fate.draw(state) if who == CHANCE else players[who].choose(state.view(who))
        moves.append(move)
        if listeners:
            told = state.tell(move)
            for player in listeners:
                for line in told[player.seat + 1]:
                    player.hear(line)
        else:
            state.play(move)
    result = state.result()
    assert result is not None
    for player in players:
        player.finish(result)
    return Played(moves, result)


def listens(player: Seated) -> bool:
    """Does it do anything with what it hears?"""
    known: bool | None = getattr(player, "listens", None)  # where the class does not tell
    return type(player).hear is not Seated.hear if known is None else known


ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # of an object in memory, another one in every game


class Foul(Exception):
    """What a player has done wrong, in a sentence without its full stop."""


class Fault(NamedTuple):
    """What a seat has done wrong, once and for all."""

    seat: int
    reason: str


class Guarded(Seated):
    """A player whose failure ends nothing: `random` goes on in its place, and what happened is kept as its fault."""

    def __init__(self, setup: Setup, seat: int, seed: int, maker: Sitter) -> None:
        super().__init__(setup, seat, seed)
        self.fault: Fault | None = None
        self.out = row(setup.game.most_moves)
        self.player: Seated = RandomPlayer(setup, seat, seed)
        with self.guard():
            self.player = maker(setup, seat, seed)
        self.listens = listens(self.player)

    @contextlib.contextmanager
    def guard(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            if self.fault is not None:
                raise  # the stand-in itself
            reason = str(error) if isinstance(error, Foul) else in_words(error)
            self.fault = Fault(self.seat, ADDRESS.sub("", reason))
            self.player = RandomPlayer(self.setup, self.seat, self.seed)

    def hear(self, line: str) -> None:
        with self.guard():
            self.player.hear(line)

    def choose(self, view: View) -> int:
        with self.guard():
            move = self.player.choose(view)
            if move in legal(view, self.seat, self.out):
                return move
            raise Foul(f"chose the move {move!r}, which is not legal")
        return self.player.choose(view)

    def finish(self, result: Result) -> None:
        with self.guard():
            self.player.finish(result)


def legal(view: View, seat: int, out: Any) -> list[int]:
    """A seat's legal moves; `out` is a row to list them in, which need not be made anew for every decision."""
    found = out[: view.doors.moves_at(view.cells, 0, seat, out)]
    return found.tolist() if COMPILED else found


def play_guarded(setup: Setup, makers: Sequence[Sitter], seeds: Sequence[int], seed: int, game: int) -> Judged:
    """Play one game to its end whatever the players do."""
    players = [Guarded(setup, seat, seeds[seat], maker) for seat, maker in enumerate(makers)]
    result = play_game(setup, players, seed, game).result
    faults = [player.fault for player in players if player.fault is not None]
    return judged(result, faults)


class Judged(NamedTuple):
    """A result in which whoever failed has lost."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    faults: tuple[Fault, ...]


def judged(result: Result, faults: Sequence[Fault]) -> Judged:
    """Seats with a fault share the last place and get the last seat's points; the others keep their order."""
    faulty = {fault.seat for fault in faults}
    seats = range(len(result.places))
    worst = result.points[max(seats, key=lambda seat: result.places[seat])]
    sound = [result.places[seat] for seat in seats if seat not in faulty]
    places = [
        1 + (len(sound) if seat in faulty else sum(place < result.places[seat] for place in sound)) for seat in seats
    ]
    points = [worst if seat in faulty else result.points[seat] for seat in seats]
    return Judged(tuple(places), tuple(points), tuple(faults))


def shares(result: Result) -> list[float]:
    """What each seat has won: 1, or a part of it where the win is shared."""
    winners = result.places.count(1)
    return [1 / winners if place == 1 else 0.0 for place in result.places]
