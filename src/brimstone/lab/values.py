"""What positions are worth, and what can be done in them: whole arrays of views at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from brimstone.bots import engine
from brimstone.chance import Draws, sources
from brimstone.compiling import row
from brimstone.envs.checks import MOST_SEED, BadCall, at_least, checked_seed
from brimstone.games.contract import Setup
from brimstone.lab.chunks import Played, parts_of_win, view_of, worlds_in_step, worlds_one_by_one
from brimstone.lab.policies import RANDOM, Named, Policy, by_seat
from brimstone.lab.tables import as_bytes, list_moves, play_out, taken, woven
from brimstone.lab.threads import in_order

ROWS = 256  # of a task of compiled playouts
WORLDS, FEW = 2048, 32  # of any other task; of one in which players think
ENGINE = "master"


class Worth(NamedTuple):
    """By position and seat: the mean over imagined worlds."""

    won: Any  # parts of the win
    points: Any  # None where only chances are known


class Sums(NamedTuple):
    """Over some worlds of the rows `at` and on, by row and seat."""

    at: int
    won: Any
    points: Any


class Asked(NamedTuple):
    """Positions that are to be valued."""

    setup: Setup
    view: Any
    seat: Any
    first: int  # the number of the first row
    worlds: int  # of each row
    seed: int


def legal_moves(setup: Setup, view: Any, seat: Any) -> tuple[Any, Any]:
    """How many legal moves each view's seat has, and these, a row each, filled up with -1."""
    view, seat = checked(setup, view, seat)
    counts, options = np.zeros(len(view), np.int64), np.full((len(view), setup.game.most_moves), -1, np.int64)
    woven(setup.game, list_moves)(view, seat, options, counts, row(setup.game.most_moves))
    return counts, options[:, : counts.max(initial=0)]


def checked(setup: Setup, view: Any, seat: Any) -> tuple[Any, Any]:
    """Views and their seats as compiled code takes them; raises BadCall."""
    view, seat = np.asarray(view), np.asarray(seat)
    if view.dtype != setup.game.table.dtype or view.ndim != 1:
        raise BadCall(f"views must be a row of records of {setup.game.name}, as lab.positions has them.")
    if (view["seats"] != setup.seats).any():
        raise BadCall(f"views must be of tables with {setup.seats} seats, as the set-up has.")
    if seat.shape != view.shape or (seat.size and seat.dtype.kind not in "iu"):
        raise BadCall(
            f"{len(view)} views need as many seats, as whole numbers, not {seat.dtype} of shape {seat.shape}."
        )
    wrong = seat[(seat < 0) | (seat >= setup.seats)]
    if wrong.size:
        raise BadCall(f"a seat must be from 0 to {setup.seats - 1}, not {wrong[0]}.")
    return as_bytes(view).view(view.dtype), seat.astype(np.int64)


def value(
    setup: Setup,
    view: Any,
    seat: Any,
    *,
    policy: Policy | Sequence[Policy] = RANDOM,
    worlds: int = 32,
    seed: int = 0,
    first: int = 0,
    workers: int | None = None,
) -> Worth:
    """What views are worth to every seat, over worlds that look like this from the view's seat.

    Each world is played to its end by the policy. Only `master`, for all seats, is something else: each seat's chance
    to win by the players' own engine. Row k is number `first` + k: the same rows in other batches have the same values.
    """
    view, seat = checked(setup, view, seat)
    worlds, seed, first = at_least(worlds, 1, "worlds"), checked_seed(seed), at_least(first, 0, "first")
    won, points = np.zeros((len(view), setup.seats)), np.zeros((len(view), setup.seats))
    for part in in_order(tasks_of(Asked(setup, view, seat, first, worlds, seed), policy), workers):
        rows = slice(part.at, part.at + len(part.won))
        won[rows] += part.won
        points[rows] += part.points
    return Worth(won / worlds, None if policy == ENGINE else points / worlds)


def tasks_of(asked: Asked, policy: Policy | Sequence[Policy]) -> Iterator[Callable[[], Sums]]:
    """All worlds, in parts whose size hangs on nothing but the policy."""
    if policy == ENGINE:
        return (partial(by_engine, asked, at) for at in range(0, len(asked.view), FEW))
    seated = by_seat(asked.setup, policy)
    if all(each == RANDOM for each in seated):
        return (partial(by_playing, asked, at) for at in range(0, len(asked.view), ROWS))
    thinking = any(isinstance(each, Named) for each in seated)
    work, size = (worlds_one_by_one, FEW) if thinking else (worlds_in_step, WORLDS)
    parts = spans(len(asked.view), asked.worlds, size)
    return (partial(by_policies, asked, start, end, work, seated) for start, end in parts)


def spans(rows: int, worlds: int, size: int) -> Iterator[tuple[int, int]]:
    """All worlds of all rows, counted through, in parts: some whole rows, or a piece of one, always cut alike."""
    step = max(1, size // worlds)
    for at in range(0, rows, step):
        end = min(at + step, rows) * worlds
        for start in range(at * worlds, end, size):
            yield start, min(start + size, end)


def by_playing(asked: Asked, at: int) -> Sums:
    """Over worlds that are played to their end at random."""
    game, seats, view = asked.setup.game, asked.setup.seats, asked.view[at : at + ROWS]
    sums = Sums(at, np.zeros((len(view), seats)), np.zeros((len(view), seats)))
    woven(game, play_out)(
        view, asked.seat[at : at + ROWS], asked.first + at, game.table.batch(1), sources(), asked.seed, asked.worlds,
        row(game.most_moves), row(seats), row(seats), sums.won, sums.points,
    )  # fmt: skip
    return sums


def by_engine(asked: Asked, at: int) -> Sums:
    """Over worlds, the chances that the engine gives everybody."""
    chances, view = engine(asked.setup.game).chances, asked.view[at : at + FEW]
    won = np.zeros((len(view), asked.setup.seats))
    for k in range(len(view)):
        draws, known = Draws(asked.seed, asked.first + at + k), view_of(asked.setup, view[k], int(asked.seat[at + k]))
        for world in range(asked.worlds):
            won[k] += chances(known.imagine(draws), (asked.seed + world) & MOST_SEED).win
    return Sums(at, won, np.zeros_like(won))


def by_policies(asked: Asked, start: int, end: int, work: Callable[..., Played], seated: Sequence[Any]) -> Sums:
    """Over some worlds of all rows, counted through, that are played to their end by policies."""
    rows = np.arange(start, end) // asked.worlds
    first = asked.first * asked.worlds + start
    done = work(asked.setup, seated, asked.seed, first, taken(asked.view, rows), asked.seat[rows])
    at = int(rows[0])
    sums = Sums(at, *np.zeros((2, int(rows[-1]) + 1 - at, asked.setup.seats)))
    np.add.at(sums.won, rows - at, parts_of_win(done.places))
    np.add.at(sums.points, rows - at, done.points)
    return sums
