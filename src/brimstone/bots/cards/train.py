"""Make the weights again: rounds by the search teach the policy, the better policy makes a better search, and so on;
then the rounds of the last generation, strung together at random into matches, teach what a standing is worth.

    .venv/bin/python -m brimstone.bots.cards.train [--quick]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from itertools import starmap
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.cards.desk import FEATURES, STANDING_FEATURES, new_desk
from brimstone.bots.cards.learning import learn_policy, learn_standing
from brimstone.bots.cards.lessons import give_lessons
from brimstone.bots.cards.matches import give_standings
from brimstone.bots.cards.search import LAYERS, RECORDS, new_room
from brimstone.bots.cards.weights import SHIPPED, blank_net
from brimstone.chance import Draws, sources
from brimstone.games.cards import MOST_CARDS, Table, devils_on

Progress = Callable[[float, str], None]
Each = Callable[[Callable[..., Any], Iterable[tuple[Any, ...]]], Iterable[Any]]  # results in the order of the tasks
SEATS = (4, 3, 5, 6)
FEWER = 2  # so many times fewer lessons for numbers of seats other than the first
GOAL = 100
WARMTH = 0.8  # devils: how softly lessons judge
SLICE = 500  # rounds between two reports


class Generation(NamedTuple):
    """How one generation of lessons is made."""

    lessons: int
    candidates: int
    worlds: int
    exact: int  # cards each from which the rest is solved
    weighed: int
    epochs: int


GENERATIONS = (
    Generation(8_000, 16, 16, 1, 0, 12),
    Generation(12_000, 20, 20, 1, 0, 12),
    Generation(30_000, 48, 24, 2, 1, 14),
)
QUICK = (Generation(600, 4, 4, 1, 0, 2), Generation(600, 8, 4, 1, 1, 2))
STANDINGS, QUICK_STANDINGS = 40_000, 1_000
MATCHES = 64  # simulated for each standing
DIGITS = 6  # behind the point: the last ones of all depend on the order in which a processor adds


class Lessons(NamedTuple):
    """What a generation has collected."""

    xs: Any
    roles: Any
    targets: Any
    taken: Any


def collect(seats: int, plan: Generation, net: Any, seed: int) -> Lessons:
    """One generation's lessons."""
    real, ts, rs = Table.batch(2), Table.batch(RECORDS), sources(2)
    out, counts = np.zeros((LAYERS, plan.worlds, MOST_CARDS)), np.zeros(plan.worlds, np.int64)
    numbers = np.array([plan.candidates, plan.worlds, plan.exact, plan.weighed])
    desks, room = new_desk(net), new_room(plan.candidates)
    parts: list[Lessons] = []
    done = first = 0
    while done < plan.lessons:
        rounds = min(SLICE, 1 + (plan.lessons - done) // (6 * seats))
        most = rounds * MOST_CARDS * seats
        xs = np.zeros((most, MOST_CARDS, FEATURES), np.float32)
        roles, targets = np.zeros(most, np.int64), np.zeros((most, MOST_CARDS))
        taken = np.zeros((rounds, seats), np.int64)
        found = give_lessons(
            real, ts, seats, MOST_CARDS, first, rounds, numbers, WARMTH, seed, desks, rs, room, out, counts,
            xs, roles, targets, taken,
        )  # fmt: skip
        parts.append(Lessons(xs[:found].copy(), roles[:found], targets[:found], taken))
        done, first = done + found, first + rounds
    return Lessons(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def standings_from(taken: Any, seats: int, count: int, seed: int) -> tuple[Any, Any]:
    """Standings met in simulated matches, and how often each seat won from them."""
    xs, targets = np.zeros((count, seats, STANDING_FEATURES)), np.zeros((count, seats))
    unit = sum(devils_on(card) for card in range(1, MOST_CARDS * seats + 1)) / seats
    give_standings(taken, seats, GOAL, unit, MATCHES, seed, sources(), xs, targets)
    return xs, targets


def taught(seats: int, seed: int, stage: int, plan: Generation, net: Any, last: bool, quick: bool) -> dict[str, Any]:
    """One generation for one number of seats: its arrays. The last one also teaches what a standing is worth."""
    lessons, draws = collect(seats, plan, net, seed + stage), Draws(seed, stage)
    learnt, losses = learn_policy(*lessons[:3], net, plan.epochs, draws)
    arrays = {f"net{seats}": learnt, f"loss{seats}": np.array(losses)}
    if last:
        standings = standings_from(lessons.taken, seats, QUICK_STANDINGS if quick else STANDINGS, seed)
        arrays[f"rates{seats}"], loss = learn_standing(*standings, 4 if quick else 30, draws)
        arrays[f"loss{seats}"] = np.array([*losses, loss])
    return arrays


def train(seed: int, out: Path, progress: Progress, quick: bool = False, each: Each = starmap) -> None:
    """Write the weights of every number of seats to `out`; what is there already of this seed is not made again.

    The numbers of seats do not need each other: `each` may carry them out at the same time.
    """
    plans = QUICK if quick else GENERATIONS
    draft = out.with_suffix(f".{seed}.draft.npz")
    arrays: dict[str, Any] = dict(np.load(draft)) if draft.exists() else {}
    stages = len(SEATS) * len(plans)
    for generation, plan in enumerate(plans):
        left = [seats for seats in SEATS if arrays.get(f"stage{seats}", 0) <= generation]
        last = generation == len(plans) - 1
        tasks = []
        for seats in left:
            stage = SEATS.index(seats) * len(plans) + generation
            fewer = plan if seats == SEATS[0] else plan._replace(lessons=plan.lessons // FEWER)
            tasks.append((seats, seed, stage, fewer, arrays.get(f"net{seats}", blank_net()), last, quick))
        for seats, learnt in zip(left, each(taught, tasks), strict=True):
            arrays |= learnt | {f"stage{seats}": np.array(generation + 1)}
            np.savez_compressed(draft, **arrays)
            done = sum(int(arrays.get(f"stage{other}", 0)) for other in SEATS)
            progress(done / stages, f"{seats} seats, generation {generation + 1}")
    kept = {name: np.round(arrays[name], DIGITS) for name in sorted(arrays) if name.startswith(("net", "rates"))}
    np.savez_compressed(out, **kept)
    draft.unlink()


if __name__ == "__main__":
    train(1, SHIPPED, lambda part, what: print(f"{part:6.1%} {what}", flush=True), "--quick" in sys.argv)
