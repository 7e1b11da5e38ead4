"""A process that plays games of a contest, one at a time, as it is told."""

from __future__ import annotations

import marshal
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from brimstone.arena.entrants import Cast, Entrant, Terms
from brimstone.arena.frames import Gone, Pipes
from brimstone.arena.lineups import games_of, lineups
from brimstone.arena.report import GameDone
from brimstone.arena.setups import described, restored
from brimstone.games.contract import Setup

PATIENCE = 2.0  # seconds a worker has to end, from when it is dismissed
COMMAND = [sys.executable, "-P", "-m", "brimstone.arena.worker"]


def play(cast: Cast, seed: int, game: int) -> GameDone:
    """Game number `game` of a contest."""
    players, seats = len(cast.entrants), cast.setup.seats
    deal, k = divmod(game, games_of(players, seats))
    lineup = lineups(players, seats, deal)[k]
    judged = cast.play(lineup, seed, deal)
    return GameDone(game, lineup, judged.places, judged.points, tuple((seat, reason) for seat, reason in judged.faults))


def can_travel(entrants: Sequence[Entrant]) -> bool:
    """Can the players be made in another process? Not those of a script's own making."""
    try:
        return all("__main__" not in str(getattr(e.maker, "__module__", "")) for e in entrants if pickle.dumps(e))
    except (pickle.PicklingError, AttributeError, TypeError):
        return False


hired: dict[bytes, Cast] = {}  # in a worker of a cluster: the players of the contest it plays for


def play_some(contest: bytes, seed: int, games: Sequence[int]) -> list[GameDone]:
    """Some games of a contest that was packed with `packed`; the players stay for the next ones."""
    if contest not in hired:
        for cast in hired.values():
            cast.__exit__()
        hired.clear()
        setup, entrants, terms = pickle.loads(contest)
        hired[contest] = Cast(restored(setup), entrants, terms)
    return [play(hired[contest], seed, game) for game in games]


def packed(setup: Setup, entrants: Sequence[Entrant], terms: Terms) -> bytes:
    """A contest as bytes, for another machine."""
    return pickle.dumps((described(setup), list(entrants), terms))


class Worker:
    """The near end: a process and the game it is playing."""

    def __init__(self, setup: Setup, entrants: Sequence[Entrant], terms: Terms, seed: int) -> None:
        self.process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the arena
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.inlet = self.process.stdout.fileno()
        self.pipes = Pipes(self.inlet, self.process.stdin.fileno())
        self.game: int | None = None
        makers = pickle.dumps([tuple(entrant) for entrant in entrants])
        self.pipes.send(marshal.dumps((sys.path, described(setup), makers, tuple(terms), seed)))

    def start(self, game: int) -> None:
        """Play this one."""
        self.game = game
        self.pipes.send(marshal.dumps(game))

    def finished(self) -> GameDone | None:
        """What it has to say: a game, or that it is ready for the first."""
        found: Any = marshal.loads(self.pipes.receive())
        return None if found is None else GameDone(*found)

    def dismiss(self) -> None:
        """Let it end, and its bots with it, however deep in thought they are."""
        self.process.terminate()

    def close(self) -> None:
        """Wait until it has ended, but not for long."""
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()


def main() -> None:
    """Play what comes in, until nothing comes any more."""
    pipes = Pipes(os.dup(0), os.dup(1))
    os.dup2(2, 1)  # what a player prints must not get among the games
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that the cast is dismissed
    paths, setup, entrants, terms, seed = marshal.loads(pipes.receive())
    sys.path[:] = paths
    with Cast(restored(setup), [Entrant(*row) for row in pickle.loads(entrants)], Terms(*terms)) as cast:
        pipes.send(marshal.dumps(None))
        try:
            while True:
                pipes.send(marshal.dumps(tuple(play(cast, seed, marshal.loads(pipes.receive())))))
        except Gone:
            return


if __name__ == "__main__":
    main()
