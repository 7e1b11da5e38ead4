"""Make the shipped weights again: play, fit, play better, fit again, for each number of seats.

python -m brimstone.bots.dice.train
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import starmap
from pathlib import Path
from typing import Any

import numpy as np

from brimstone.bots.dice.layout import desk, laid_out
from brimstone.bots.dice.look import MINDS
from brimstone.bots.dice.odds import odds_for
from brimstone.bots.dice.selfplay import play_games
from brimstone.bots.dice.value import FEATURES, FILE, HIDDEN, WILD, Weights, name_of, read_weights, sheet
from brimstone.chance import sources
from brimstone.compiling import row
from brimstone.games import find
from brimstone.games.dice import MOST_MOVES
from brimstone.games.options import set_up

SEATS = (4, 3, 5, 6)
GENERATIONS = 4
FIRST_DEEP = 2  # the generation from which whole rounds are weighed, by one seat or by all
GAMES = {3: 12_000, 4: 12_000, 5: 7_000, 6: 4_000}  # a generation
DEEP = {3: 12_000, 4: 8_000, 5: 2_000}  # a deep generation; with six seats that would take too long
TABLES = 17  # a game at most, on average
EPOCHS = 8
BATCH = 1024
HEAT = 0.02
Progress = Callable[[float, str], None]
Pair = tuple[Weights, Weights]  # for tables where nobody is wild, and where somebody is
Each = Callable[[Callable[..., Any], Iterable[tuple[Any, ...]]], Iterable[Any]]  # results in the order of the tasks


def fresh(rng: np.random.Generator) -> Weights:
    """Weights that know nothing."""
    first = rng.normal(0, (2 / FEATURES) ** 0.5, (FEATURES, HIDDEN))
    return Weights(first, rng.normal(0, 0.05, HIDDEN), np.zeros(FEATURES), 0.5)


def games(seats: int, weights: Pair, quick: float, deep: bool, seed: int, count: int) -> tuple[Any, Any]:
    """The tables between the rounds of so many games, and who won each."""
    setup = set_up(find("dice"), seats, {})
    table, odds = setup.game.table, odds_for(setup)
    ts = table.batch(5)
    table.set(ts, 4, **setup.game.box(setup))
    features = np.zeros((count * TABLES, seats, FEATURES), np.float32)
    winners = np.zeros(count * TABLES, np.int64)
    rd = laid_out(odds, list(range(setup.game.box(setup)["places"] if deep else 1)))
    room = (sheet(), np.zeros(6), row(MOST_MOVES), rd, desk(), np.zeros((6, MINDS)))
    rows = play_games(odds, weights, ts, sources(), seed, count, quick, deep, HEAT, *room, features, winners)
    return features[:rows], winners[:rows]


def weights_of(values: list[Any]) -> Weights:
    """Weights whose error is not known yet."""
    first, last, straight = values
    return Weights(first, last, straight, 0.0)


def chances(weights: Weights, features: Any) -> tuple[Any, Any]:
    """Hidden units and chances of all seats of many tables."""
    hidden = np.maximum(features @ weights.first, 0)
    logits = hidden @ weights.last + features @ weights.straight
    grown = np.exp(logits - logits.max(axis=1, keepdims=True))
    return hidden, grown / grown.sum(axis=1, keepdims=True)


def gradients(weights: Weights, features: Any, winners: Any) -> list[Any]:
    """Of the mean surprise at who won."""
    hidden, win = chances(weights, features)
    wrong = win.copy()
    wrong[np.arange(len(winners)), winners] -= 1
    wrong /= len(winners)
    back = wrong[:, :, None] * weights.last * (hidden > 0)
    flat = features.reshape(-1, FEATURES)
    return [
        flat.T @ back.reshape(-1, HIDDEN),
        np.tensordot(wrong, hidden, axes=([0, 1], [0, 1])),
        flat.T @ wrong.reshape(-1),
    ]


def fit(weights: Weights, features: Any, winners: Any, rng: np.random.Generator, epochs: int) -> Weights:
    """Adam with a falling step; a tenth is kept back to measure the error."""
    kept = len(winners) // 10
    values = [weights.first.copy(), weights.last.copy(), weights.straight.copy()]
    means, squares = [np.zeros_like(v) for v in values], [np.zeros_like(v) for v in values]
    steps, step = epochs * max(1, (len(winners) - kept) // BATCH), 0
    for _ in range(epochs):
        order = kept + rng.permutation(len(winners) - kept)
        for at in range(0, len(order) - BATCH + 1, BATCH):
            step += 1
            rows = order[at : at + BATCH]
            rate = 3e-3 * (1 - step / (steps + 1)) + 1e-5
            for k, slope in enumerate(gradients(weights_of(values), features[rows], winners[rows])):
                means[k] = 0.9 * means[k] + 0.1 * slope
                squares[k] = 0.999 * squares[k] + 0.001 * slope**2
                grown = (means[k] / (1 - 0.9**step)) / (np.sqrt(squares[k] / (1 - 0.999**step)) + 1e-8)
                values[k] -= rate * grown
    fitted = weights_of(values)
    return fitted._replace(error=miscalibration(fitted, features[:kept], winners[:kept]))


def miscalibration(weights: Weights, features: Any, winners: Any) -> float:
    """How far stated chances are from what happens, root mean square over twenty classes of chances."""
    if not len(winners):
        return 0.5
    _, win = chances(weights, features)
    happened = np.zeros_like(win)
    happened[np.arange(len(winners)), winners] = 1
    bins = np.minimum((win * 20).astype(int), 19).ravel()
    size = np.bincount(bins, minlength=20)
    gap = (np.bincount(bins, win.ravel(), 20) - np.bincount(bins, happened.ravel(), 20)) / np.maximum(size, 1)
    return float(np.sqrt((size * gap**2).sum() / size.sum()))


def surprise(weights: Weights, features: Any, winners: Any) -> float:
    """The mean of -log of the chance stated for who won."""
    _, win = chances(weights, features)
    return float(-np.log(win[np.arange(len(winners)), winners] + 1e-12).mean())


def wild_tables(features: Any) -> Any:
    """Which tables have somebody who plays at random."""
    return features[:, :, WILD].any(axis=1)


def save(out: Path, kept: dict[str, Any]) -> None:
    """Write all at once, so that an interrupted run leaves a whole file."""
    half = out.with_suffix(".half.npz")
    np.savez_compressed(half, **kept)
    half.replace(out)


def taught(seats: int, seed: int, generation: int, quick: bool, before: Pair) -> tuple[Pair, list[str]]:
    """One generation for one number of seats: its weights, from how many tables, and how surprised they are."""
    share = 0.0 if generation == 0 else 0.75
    deep = generation >= FIRST_DEEP and seats in DEEP
    count = 60 if quick else (DEEP if deep else GAMES)[seats]
    features, winners = games(seats, before, share, deep, seed + 1000 * generation + seats, count)
    rng = np.random.default_rng((seed, seats, generation))
    wild = wild_tables(features)
    weights, said = [], []
    for one, rows in zip(before, (~wild, wild), strict=True):
        fitted = fit(one, features[rows], winners[rows], rng, 1 if quick else EPOCHS)
        weights.append(fitted)
        said.append(f"{rows.sum()} tables, surprise {surprise(fitted, features[rows], winners[rows]):.4f}")
    return (weights[0], weights[1]), said


def train(seed: int, out: Path, progress: Progress, quick: bool = False, each: Each = starmap) -> None:
    """Fit the values for every number of seats into the file `out`; goes on from its checkpoint beside it.

    The numbers of seats do not need each other: `each` may carry them out at the same time.
    """
    checkpoint = out.with_suffix(f".{seed}.part.npz")
    kept: dict[str, Any] = {}
    if checkpoint.exists():
        with np.load(checkpoint) as found:
            kept = dict(found)
    for generation in range(GENERATIONS):
        left = [seats for seats in SEATS if f"first{seats}g{generation}" not in kept]
        tasks = []
        for seats in left:
            if generation == 0:
                new = fresh(np.random.default_rng((seed, seats)))
                before = (new, new)
            else:
                names = [f"{name_of(seats, wild)}g{generation - 1}" for wild in (False, True)]
                before = (read_weights(kept, names[0]), read_weights(kept, names[1]))
            tasks.append((seats, seed, generation, quick, before))
        for seats, (weights, said) in zip(left, each(taught, tasks), strict=True):
            for wild, one in zip((False, True), weights, strict=True):
                name = f"{name_of(seats, wild)}g{generation}"
                kept |= {f"{part}{name}": getattr(one, part) for part in Weights._fields}
            save(checkpoint, kept)
            done = len(kept) / len(Weights._fields) / (2 * len(SEATS) * GENERATIONS)
            progress(0.99 * done, f"{seats} seats, generation {generation}: {said[0]}; with random players {said[1]}")
    last = {
        f"{part}{name_of(seats, wild)}": kept[f"{part}{name_of(seats, wild)}g{GENERATIONS - 1}"]
        for seats in SEATS
        for wild in (False, True)
        for part in Weights._fields
    }
    save(out, {name: np.asarray(value, np.float64) for name, value in last.items()})
    checkpoint.unlink()
    progress(1.0, f"written to {out.name}")


if __name__ == "__main__":
    train(1, FILE, lambda done, words: print(f"{done:4.0%} {words}", flush=True))
