"""Fitting the two small networks of coal with NumPy: what money is worth, and how good players stake."""

from __future__ import annotations

from typing import Any

import numpy as np

from brimstone.bots.coal.stakes import HIDDEN, SEEN, STAKES
from brimstone.bots.coal.worth import FIRST, INPUTS, SECOND

MOST_BATCH, LEAST_BATCH = 512, 32
RATE = 3e-3


def bend(a: Any) -> Any:
    return a / (1 + np.abs(a))


def slope(a: Any) -> Any:
    return 1 / (1 + np.abs(a)) ** 2


def softmax(scores: Any) -> Any:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def fresh(shapes: list[tuple[int, ...]], draws: np.random.Generator) -> list[Any]:
    """Weights to begin with."""
    return [draws.normal(size=shape) / np.sqrt(shape[0]) if len(shape) > 1 else np.zeros(shape) for shape in shapes]


WORTH_SHAPES: list[tuple[int, ...]] = [(INPUTS, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND, 1)]
POLICY_SHAPES: list[tuple[int, ...]] = [(SEEN, HIDDEN), (HIDDEN,), (HIDDEN, STAKES), (STAKES,)]


def flat(parts: list[Any]) -> Any:
    """Weights in the order in which compiled code reads them."""
    return np.concatenate([np.asarray(part, np.float64).ravel() for part in parts])


def parted(row: Any, shapes: list[tuple[int, ...]]) -> list[Any]:
    """And back."""
    parts, at = [], 0
    for shape in shapes:
        size = int(np.prod(shape))
        parts.append(row[at : at + size].reshape(shape).astype(np.float64))
        at += size
    return parts


def worth_step(parts: list[Any], x: Any, wanted: Any) -> tuple[float, list[Any]]:
    """Loss and its slopes for positions x (positions, seats, INPUTS) and wanted chances."""
    w1, b1, w2, b2, v = parts
    a1 = x @ w1 + b1
    h1 = bend(a1)
    a2 = h1 @ w2 + b2
    h2 = bend(a2)
    chances = softmax((h2 @ v)[..., 0])
    loss = -float((wanted * np.log(chances + 1e-12)).sum(axis=1).mean())
    d = ((chances - wanted) / len(x))[..., None]
    dv = (h2 * d).sum(axis=(0, 1))[:, None]
    d2 = d * v[:, 0] * slope(a2)
    flat1, flat2 = h1.reshape(-1, FIRST), d2.reshape(-1, SECOND)
    d1 = (d2 @ w2.T * slope(a1)).reshape(-1, FIRST)
    return loss, [x.reshape(-1, INPUTS).T @ d1, d1.sum(0), flat1.T @ flat2, flat2.sum(0), dv]


def policy_step(parts: list[Any], x: Any, wanted: Any) -> tuple[float, list[Any]]:
    """Loss and its slopes for what seats see, x (seats, SEEN), and wanted shares of stakes."""
    w1, b1, w2, b2 = parts
    a1 = x @ w1 + b1
    h1 = bend(a1)
    shares = softmax(h1 @ w2 + b2)
    loss = -float((wanted * np.log(shares + 1e-12)).sum(axis=1).mean())
    d = (shares - wanted) / len(x)
    d1 = d @ w2.T * slope(a1)
    return loss, [x.T @ d1, d1.sum(0), h1.T @ d, d.sum(0)]


def fit(step: Any, parts: list[Any], x: Any, wanted: Any, epochs: int, draws: np.random.Generator) -> float:
    """Improve weights in place by Adam, the rate falling to nothing; returns the mean loss of the last epoch."""
    first = [np.zeros_like(part) for part in parts]
    second = [np.zeros_like(part) for part in parts]
    batches = max(1, len(x) // min(MOST_BATCH, max(LEAST_BATCH, len(x) // 80)))
    done, losses = 0, [0.0]
    for _ in range(epochs):
        losses = []
        for rows in np.array_split(draws.permutation(len(x)), batches):
            loss, slopes = step(parts, x[rows], wanted[rows])
            done += 1
            rate = RATE * (1 - (done - 1) / (epochs * batches))
            for k, g in enumerate(slopes):
                first[k] += 0.1 * (g - first[k])
                second[k] += 0.01 * (g * g - second[k])
                spread = np.sqrt(second[k] / (1 - 0.99**done)) + 1e-8
                parts[k] -= rate * first[k] / (1 - 0.9**done) / spread
            losses.append(loss)
    return float(np.mean(losses))
