"""Random legal play, many games at a time: the same seed gives the same games on any number of cores."""

from __future__ import annotations

import contextlib
import math
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from brimstone.arena.cluster import Cluster
from brimstone.arena.setups import described, restored
from brimstone.bots.random import chooser
from brimstone.chance import aim, below, sources
from brimstone.compiling import GIVEN, put, row
from brimstone.games.contract import CHANCE, OVER, Game, Setup
from brimstone.games.state import woven_for
from brimstone.record import Record, Written

CHUNK = 256  # games a task: short enough to be interrupted, long enough to be worth a thread
RECORDED_CHUNK = 32  # where each game's record is written
FAR_CHUNK = 64 * CHUNK  # for another machine: a second's work is worth sending

actor = begin = choose = outcome = placing = play = ways = GIVEN


def play_random(ts, rs, seed, first, games, out, tally, places, points, log):
    """Games number `first` and on, from the box in ts[1]; a row of `tally` for each, as `Tally` has it.

    As many of each game's moves as fit are written to `log`.
    """
    t = ts[0]
    r = rs[0]
    for g in range(games):
        put(ts, 0, ts, 1)
        begin(t)
        aim(r, seed, first + g)
        decisions = 0
        outcomes = 0
        who = actor(t)
        while who != OVER:
            move = outcome(t, below(r, ways(t))) if who == CHANCE else choose(t, who, out, r)
            if decisions + outcomes < len(log):
                log[decisions + outcomes] = move
            if who == CHANCE:
                outcomes += 1
            else:
                decisions += 1
            play(t, move)
            who = actor(t)
        placing(t, places, points)
        tally[g][0] = t.round
        tally[g][1] = decisions
        tally[g][2] = outcomes
        for seat in range(t.seats):
            tally[g][3 + seat] = places[seat]
            tally[g][3 + t.seats + seat] = points[seat]


@cache
def kernel(game: Game) -> Any:
    """`play_random` for this game, compiled."""
    return woven_for(game, play_random, choose=chooser(game))


def tables(setup: Setup) -> Any:
    """Two records: one to play on, and the box that every game begins with."""
    batch = setup.game.table.batch(2)
    setup.game.table.set(batch, 1, **setup.game.box(setup))
    return batch


class Tally(NamedTuple):
    """A run of games, an array entry or row for each."""

    rounds: Any
    decisions: Any
    outcomes: Any
    places: Any  # by seat
    points: Any


def run(setup: Setup, seed: int, first: int, games: int, log: Any = None) -> Tally:
    """Play games number `first` and on."""
    seats = setup.seats
    tally = np.zeros((games, 3 + 2 * seats), np.int64)
    out = row(setup.game.most_moves)
    log = row(0) if log is None else log
    kernel(setup.game)(tables(setup), sources(), seed, first, games, out, tally, row(seats), row(seats), log)
    return Tally(tally[:, 0], tally[:, 1], tally[:, 2], tally[:, 3 : 3 + seats], tally[:, 3 + seats :])


def record(setup: Setup, seed: int, game: int) -> Record:
    """The record of one of these games."""
    length, log = 1, row(0)
    while length > len(log):
        log = row(max(length, 1000))
        tally = run(setup, seed, game, 1, log)
        length = int(tally.decisions[0] + tally.outcomes[0])
    names = tuple(f"random {seat + 1}" for seat in range(setup.seats))
    return Record(setup, names, [int(move) for move in log[:length]])


def simulate(
    setup: Setup,
    seed: int,
    games: int,
    *,
    workers: int | None = None,
    records: Callable[[Written], None] | None = None,
    on: Cluster | None = None,
    progress: Callable[[int], None] = lambda done: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Tally]:
    """Play the games on all cores and yield their tallies in order, until all are played or `stopped`.

    Where records are written, one thread does it all: that is work for Python, and several only wait for each other at
    every move. Records are handed on in the same order: always those of the games in the
    tallies, whole. On a cluster (`brimstone.arena.cluster`) the same games come out.
    """
    workers = 1 if records else workers or os.cpu_count() or 1
    chunk = CHUNK if records is None else RECORDED_CHUNK
    if on is not None:
        shape, size = described(setup), chunk if records else FAR_CHUNK
        tasks = ((shape, seed, first, min(size, games - first), bool(records)) for first in range(0, games, size))
        with contextlib.closing(on.spread(work_far, tasks, stopped)) as done:
            for tally, written in done:
                yield handed_on(tally, written, records, progress)
        return

    def work(first: int, count: int) -> tuple[Tally, list[Written]]:
        return work_on(setup, seed, first, count, records is not None)

    kernel(setup.game)
    with ThreadPoolExecutor(workers) as pool:
        running: deque[Future[tuple[Tally, list[Written]]]] = deque()
        for first in range(0, games, chunk):
            running.append(pool.submit(work, first, min(chunk, games - first)))
            if len(running) > 2 * workers:
                yield finish(running.popleft(), records, progress)
            if stopped():
                break
        while running and not stopped():
            yield finish(running.popleft(), records, progress)
        for task in running:
            task.cancel()


def work_on(setup: Setup, seed: int, first: int, count: int, recorded: bool) -> tuple[Tally, list[Written]]:
    """Some of the games, and their records if they are wanted."""
    written = [record(setup, seed, first + g).written() for g in range(count)] if recorded else []
    return run(setup, seed, first, count), written


def work_far(shape: dict[str, Any], seed: int, first: int, count: int, recorded: bool) -> tuple[Tally, list[Written]]:
    """The same in a worker of a cluster."""
    return work_on(restored(shape), seed, first, count, recorded)


def finish(
    task: Future[tuple[Tally, list[Written]]],
    records: Callable[[Written], None] | None,
    progress: Callable[[int], None],
) -> Tally:
    return handed_on(*task.result(), records, progress)


def handed_on(
    tally: Tally,
    written: list[Written],
    records: Callable[[Written], None] | None,
    progress: Callable[[int], None],
) -> Tally:
    if records is not None:
        for text in written:
            records(text)
    progress(len(tally.rounds))
    return tally


@dataclass
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


def mean_of(values: Any) -> Estimate:
    mean = float(np.mean(values))
    spread = 1.96 * float(np.std(values)) / math.sqrt(len(values))
    return Estimate(mean, mean - spread, mean + spread)


def share_of(wins: float, games: int) -> Estimate:
    """A share of wins with its Wilson interval."""
    share, z = wins / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return Estimate(share, max(0.0, middle - spread), min(1.0, middle + spread))


def summary(tallies: list[Tally]) -> dict[str, Any]:
    """Lengths, points and win share by seat, each with its interval."""
    whole = Tally(*(np.concatenate(parts) for parts in zip(*tallies, strict=True)))
    games = len(whole.rounds)
    won = whole.places == 1
    shares = won / won.sum(axis=1, keepdims=True)  # a shared win counts in parts
    spans = {
        name: {"mean": float(values.mean()), "least": int(values.min()), "most": int(values.max())}
        for name, values in (("rounds", whole.rounds), ("decisions", whole.decisions), ("outcomes", whole.outcomes))
    }
    return {
        "games": games,
        **spans,
        "points": [vars(mean_of(column)) for column in whole.points.T],
        "win_share": [vars(share_of(float(column.sum()), games)) for column in shares.T],
    }
