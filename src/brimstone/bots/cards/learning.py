"""How the nets learn: plain gradient descent with momentum of both kinds (Adam), on arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from brimstone.bots.cards.desk import FEATURES, HIDDEN, ROLES, STANDING_FEATURES, STANDING_HIDDEN
from brimstone.chance import Draws

BATCH = 512


def random_weights(draws: Draws, *shape: int) -> Any:
    """Small random numbers around 0."""
    numbers = [draws.below(1 << 20) / (1 << 19) - 1 for _ in range(int(np.prod(shape)))]
    return np.reshape(numbers, shape) * (1.7 / np.sqrt(shape[0]))


def shuffled(n: int, draws: Draws) -> Any:
    """The numbers 0 to n-1 in random order."""
    keys = np.arange(n, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(draws.below(1 << 30) << 20)
    keys ^= keys >> np.uint64(29)
    keys *= np.uint64(0xBF58476D1CE4E5B9)
    keys ^= keys >> np.uint64(32)
    return np.argsort(keys, kind="stable")


class Adam:
    """Steps downhill for a list of arrays, which it changes in place."""

    def __init__(self, arrays: list[Any]) -> None:
        self.arrays, self.steps = arrays, 0
        self.mean = [np.zeros_like(array) for array in arrays]
        self.square = [np.zeros_like(array) for array in arrays]

    def step(self, slopes: list[Any], rate: float) -> None:
        """One step against the slopes."""
        self.steps += 1
        for k, slope in enumerate(slopes):
            self.mean[k] += 0.1 * (slope - self.mean[k])
            self.square[k] += 0.01 * (slope * slope - self.square[k])
            fair_mean = self.mean[k] / (1 - 0.9**self.steps)
            fair_square = self.square[k] / (1 - 0.99**self.steps)
            self.arrays[k] -= rate * fair_mean / (np.sqrt(fair_square) + 1e-8)


def softmax(marks: Any, real: Any) -> Any:
    """Shares by row over the columns that are real."""
    marks = np.where(real, marks, -1e9)
    shares = np.exp(marks - marks.max(axis=1, keepdims=True)) * real
    return shares / shares.sum(axis=1, keepdims=True)


def learn(x: Any, target: Any, inner: Any, outer: Any, epochs: int, draws: Draws, bend: str) -> float:
    """Fit a net to target shares by rows of alternatives; `bend` is `relu` or `tanh`. Returns the last epoch's loss."""
    adam = Adam([inner, outer])
    batches = max(1, len(x) // BATCH)
    loss = 0.0
    for epoch in range(epochs):
        order = shuffled(len(x), draws)
        loss = 0.0
        for b in range(batches):
            chosen = order[b * BATCH : (b + 1) * BATCH]
            rows, goal = x[chosen].astype(np.float64), target[chosen]
            real = np.abs(rows).sum(axis=2) > 0
            raw = rows @ inner
            bent = np.maximum(raw, 0) if bend == "relu" else np.tanh(raw)
            shares = softmax(bent @ outer, real)
            loss -= float((goal * np.log(shares + 1e-12)).sum() / len(chosen)) / batches
            off = (shares - goal) / len(chosen)
            back = off[:, :, None] * outer * ((raw > 0) if bend == "relu" else 1 - bent * bent)
            slopes = [np.einsum("naf,nah->fh", rows, back, optimize=True), np.einsum("na,nah->h", off, bent)]
            progress = (epoch * batches + b) / (epochs * batches)
            adam.step(slopes, 0.01 * (1 - progress) + 0.0003)
    return loss


def learn_policy(xs: Any, roles: Any, targets: Any, old: Any, epochs: int, draws: Draws) -> tuple[Any, list[float]]:
    """A policy's net fitted to lessons, from the old one on if that knows anything; and the loss by role."""
    net = np.zeros((ROLES, FEATURES + 1, HIDDEN))
    losses = []
    for role in range(ROLES):
        inner, outer = old[role, :FEATURES].astype(np.float64), old[role, FEATURES].astype(np.float64)
        if not np.any(outer):
            inner, outer = random_weights(draws, FEATURES, HIDDEN), random_weights(draws, HIDDEN)
        mine = roles == role
        losses.append(learn(xs[mine], targets[mine], inner, outer, epochs, draws, "relu"))
        net[role, :FEATURES], net[role, FEATURES] = inner, outer
    return net.astype(np.float32), losses


def learn_standing(xs: Any, targets: Any, epochs: int, draws: Draws) -> tuple[Any, float]:
    """The standing's net fitted to simulated matches; and the loss."""
    inner = random_weights(draws, STANDING_FEATURES, STANDING_HIDDEN)
    outer = random_weights(draws, STANDING_HIDDEN)
    loss = learn(xs, targets, inner, outer, epochs, draws, "tanh")
    return np.concatenate([inner, outer[None]]), loss
