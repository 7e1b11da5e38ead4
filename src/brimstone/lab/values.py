"""What positions are worth, and what can be done in them: whole arrays of views at a time."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from brimstone.bots import engine
from brimstone.chance import Draws, sources
from brimstone.compiling import row
from brimstone.games.contract import Setup
from brimstone.games.state import View, doors
from brimstone.lab.tables import list_moves, play_out, woven

ROWS = 256  # of a task


class Worth(NamedTuple):
    """By position and seat: the mean over imagined worlds."""

    won: Any  # parts of the win
    points: Any  # None where only chances are known


def legal_moves(setup: Setup, view: Any, seat: Any) -> tuple[Any, Any]:
    """How many legal moves each view's seat has, and these, a row each, filled up with -1."""
    counts, options = np.zeros(len(view), np.int64), np.full((len(view), setup.game.most_moves), -1, np.int64)
    woven(setup.game, list_moves)(view, np.asarray(seat), options, counts, row(setup.game.most_moves))
    return counts, options[:, : counts.max(initial=0)]


def value(
    setup: Setup,
    view: Any,
    seat: Any,
    *,
    policy: str = "random",
    worlds: int = 32,
    seed: int = 0,
    first: int = 0,
    workers: int | None = None,
) -> Worth:
    """What views are worth to every seat, over worlds that look like this from the view's seat.

    `random`: each world is played to its end at random. `master`: each seat's chance to win by the players' own
    engine. Row k is number `first` + k: the same rows in other batches have the same values.
    """
    seat = np.asarray(seat, np.int64)
    won, points = np.zeros((len(view), setup.seats)), np.zeros((len(view), setup.seats))

    def work(at: int) -> None:
        part = slice(at, at + ROWS)
        args = (setup, view[part], seat[part], first + at, worlds, seed, won[part], points[part])
        (by_playing if policy == "random" else by_engine)(*args)

    if policy not in ("random", "master"):
        raise ValueError(f"positions are valued by random or master, not by {policy!r}")
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        for done in [pool.submit(work, at) for at in range(0, len(view), ROWS)]:
            done.result()
    return Worth(won / worlds, points / worlds if policy == "random" else None)


def by_playing(setup: Setup, view: Any, seat: Any, first: int, worlds: int, seed: int, won: Any, points: Any) -> None:
    """Sums over worlds that are played to their end at random."""
    game, seats = setup.game, setup.seats
    woven(game, play_out)(
        view, seat, first, game.table.batch(1), sources(), seed, worlds, row(game.most_moves), row(seats), row(seats),
        won, points,
    )  # fmt: skip


def by_engine(setup: Setup, view: Any, seat: Any, first: int, worlds: int, seed: int, won: Any, _points: Any) -> None:
    """Sums over worlds of the chances that the engine gives everybody."""
    chances, entries = engine(setup.game).chances, doors(setup.game)
    for k in range(len(view)):
        draws = Draws(seed, first + k)
        cells = np.frombuffer(view[k].tobytes(), np.uint8).copy()
        for world in range(worlds):
            imagined = View(setup, cells, entries, int(seat[k])).imagine(draws)
            won[k] += chances(imagined, seed + world).win
