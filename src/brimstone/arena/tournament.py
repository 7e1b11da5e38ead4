"""A contest between players on all cores.

    report = contest(setup, ["master", "thumb"], games=400, seed=7)
    print(report.of("master").low)

The same seed gives the same games on any number of workers. Whatever a player does wrong, the contest goes on.
"""

from __future__ import annotations

import contextlib
import os
import selectors
from collections import deque
from collections.abc import Callable, Generator, Sequence
from pathlib import Path

from brimstone.arena.cluster import Cluster
from brimstone.arena.entrants import BadContest, Cast, Entrant, Terms, check, entrants_of
from brimstone.arena.frames import Gone
from brimstone.arena.ledger import Ledger, heading
from brimstone.arena.lineups import games_of
from brimstone.arena.report import GameDone, Report, summed_up
from brimstone.arena.worker import Worker, can_travel, packed, play, play_some
from brimstone.bots import Maker
from brimstone.games.contract import Setup

Stopped = Callable[[], bool]
GLANCE = 0.2  # seconds between two looks whether to stop


class Interrupted(BadContest):
    """Stopped before there was anything to report."""


def contest(
    setup: Setup,
    players: Sequence[str | Maker | tuple[str, Maker]],
    games: int,
    seed: int,
    workers: int | None = None,
    effort: float = 1.0,
    *,
    limit: float = 5.0,
    door: bool = False,
    resume: Path | None = None,
    on: Cluster | None = None,
    progress: Callable[[int], None] = lambda done: None,
    stopped: Stopped = lambda: False,
) -> Report:
    """Play at least `games` games, whole deals, and report; if stopped before that, on the deals that are whole.

    On a cluster (`brimstone.arena.cluster`) the same games come out as here.

    A player is a name, FILE.py:Class, a maker or (name, maker). Makers that cannot travel to other processes play here.
    """
    entrants, terms = entrants_of(players), Terms(effort, limit, door)
    if games < 1:
        raise BadContest("a contest has at least one game.")
    check(setup, entrants, terms)
    block = games_of(len(entrants), setup.seats)
    wanted = -(-games // block) * block
    done: dict[int, GameDone] = {}
    with contextlib.ExitStack() as stack:
        keep = done.setdefault
        ledger = None
        if resume is not None:
            ledger = stack.enter_context(contextlib.closing(Ledger(resume, heading(setup, entrants, seed, terms))))
            done |= {game.game: game for game in ledger.games if game.game < wanted}
            if done:
                progress(len(done))
        todo = [game for game in range(wanted) if game not in done]
        if on is None:
            games_played = played(setup, entrants, terms, seed, todo, workers, stopped)
        else:
            games_played = played_on(on, setup, entrants, terms, seed, todo, block, stopped)
        for game in stack.enter_context(contextlib.closing(games_played)):
            keep(game.game, game)
            if ledger is not None:
                ledger.add(game)
            progress(1)
    deals = [[done[g] for g in range(first, first + block) if g in done] for first in range(0, wanted, block)]
    whole = [deal for deal in deals if len(deal) == block]
    if not whole:
        raise Interrupted(f"interrupted after {len(done)} games, before all {block} of a deal were done.")
    return summed_up(setup, [entrant.name for entrant in entrants], seed, whole)


def played(
    setup: Setup,
    entrants: Sequence[Entrant],
    terms: Terms,
    seed: int,
    games: Sequence[int],
    workers: int | None,
    stopped: Stopped,
) -> Generator[GameDone, None, None]:
    """The games as they are finished, until all are or `stopped`."""
    workers = min(workers or os.cpu_count() or 1, len(games))
    if workers > 1 and can_travel(entrants):
        yield from Crew(setup, entrants, terms, seed, workers).play(games, stopped)
        return
    with Cast(setup, entrants, terms) as cast:
        for game in games:
            if stopped():
                return
            yield play(cast, seed, game)


def played_on(
    on: Cluster,
    setup: Setup,
    entrants: Sequence[Entrant],
    terms: Terms,
    seed: int,
    games: Sequence[int],
    size: int,
    stopped: Stopped,
) -> Generator[GameDone, None, None]:
    """The games as a cluster plays them, so many to a task."""
    if not can_travel(entrants):
        raise BadContest("a player of a script's own making cannot travel to other machines.")
    contest = packed(setup, entrants, terms)
    tasks = [(contest, seed, games[k : k + size]) for k in range(0, len(games), size)]
    with contextlib.closing(on.spread(play_some, tasks, stopped)) as done:
        for some in done:
            yield from some


class Crew:
    """Workers. The first plays a game before the others begin: so what has to be compiled is compiled once."""

    def __init__(self, setup: Setup, entrants: Sequence[Entrant], terms: Terms, seed: int, size: int) -> None:
        self.size = size
        self.contest = (setup, entrants, terms, seed)
        self.workers: list[Worker] = []

    def play(self, games: Sequence[int], stopped: Stopped) -> Generator[GameDone, None, None]:
        todo, missing = deque(games), len(games)
        with selectors.DefaultSelector() as selector:
            try:
                self.enlarge(selector, 1)
                while missing and not stopped():
                    for key, _ in selector.select(GLANCE):
                        worker: Worker = key.data
                        game = self.hear(worker)
                        if todo:
                            worker.start(todo.popleft())
                        if game is not None:
                            missing -= 1
                            self.enlarge(selector, min(self.size, 1 + len(todo)))
                            yield game
            finally:
                for worker in self.workers:
                    worker.dismiss()
                for worker in self.workers:
                    worker.close()

    def enlarge(self, selector: selectors.BaseSelector, size: int) -> None:
        """Have at least this many workers."""
        while len(self.workers) < size:
            worker = Worker(*self.contest)
            self.workers.append(worker)
            selector.register(worker.inlet, selectors.EVENT_READ, worker)

    def hear(self, worker: Worker) -> GameDone | None:
        try:
            return worker.finished()
        except Gone:
            raise BadContest(
                f"a worker ended with code {worker.process.wait()}"
                f" {'before its first game' if worker.game is None else f'while it played game {worker.game + 1}'}."
            ) from None
