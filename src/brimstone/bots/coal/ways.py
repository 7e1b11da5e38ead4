"""A seat's own way: the coal at which it stops and the stakes it repeats, learnt from nothing but what it has shown."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.coal.rounds import HEEDS, REPEATED, REPEATS, STOPS, THOUGHTS
from brimstone.games.coal import STEP

POINTS = np.arange(STEP, 31 * STEP, STEP)  # where a seat may stop
AGAIN = 4  # ways to do the same again
STRAY = 0.06  # a seat leaves its way this often
STALE = 0.8  # a stake weighs this much less with each further one
LONGEST = 12  # stakes remembered
NEAR = (0.64, 0.1, 0.05)  # how likely a stake is what the way says, a step to one side of it, two steps
UNSURE = (0.3, 0.5, 0.7, 0.85, 1.0, 1.15, 1.3, 1.6)  # of θ: stakes of a seat that has not staked yet


class Staked(NamedTuple):
    """A stake and what lay before the seat when it made it."""

    stake: int
    money: int
    highest: int  # of the bets in the round before
    usual: int  # θ of the oven


def again(past: Staked, money: int, highest: int, usual: int) -> list[int]:
    """The same again: the same amount, the same part of its money or of θ, as far from the highest bet before."""
    part = round(past.stake * money / past.money / STEP) * STEP
    of_usual = round(past.stake * usual / max(1, past.usual) / STEP) * STEP
    beside = highest + past.stake - past.highest if highest > 0 and past.highest > 0 else past.stake
    return [max(0, min(money, stake)) for stake in (past.stake, part, of_usual, beside)]


class Way:
    """What one seat does again and again."""

    def __init__(self) -> None:
        self.stops = np.full((2, len(POINTS)), 0.5 / len(POINTS))  # not heeding its unmet bet, or heeding it
        self.likes = np.full(AGAIN, 1 / AGAIN)  # of the ways to do the same again
        self.past: list[Staked] = []

    def see_draw(self, run: int, unmet: int, drew: bool) -> float:
        """How likely this was; learns from it."""
        goals = np.stack([POINTS, np.maximum(POINTS, unmet)])
        likely = np.where((run < goals) == drew, 1 - STRAY, STRAY)
        found = float((self.stops * likely).sum())
        self.stops = 0.99 * self.stops * likely / found + 0.01 * 0.5 / len(POINTS)
        return found

    def see_stake(self, now: Staked, wide: int) -> float:
        """How likely this stake was among `wide` that a seat may think of; learns from it."""
        found = 1 / wide
        if self.past:
            by_way = STRAY / wide + (1 - STRAY) * self.densities(now)
            found = float(self.likes @ by_way)
            self.likes = 0.95 * self.likes * by_way / found + 0.05 / AGAIN
        self.past = [*self.past, now][-LONGEST:]
        return found

    def weights(self) -> Any:
        """Of the stakes remembered."""
        fresh = STALE ** np.arange(len(self.past) - 1, -1, -1)
        return fresh / fresh.sum()

    def densities(self, now: Staked) -> Any:
        """How likely a stake is by each of the ways to do the same again."""
        said = np.array([again(past, now.money, now.highest, now.usual) for past in self.past])
        steps = np.minimum(np.abs(said - now.stake) // STEP, len(NEAR))
        return self.weights() @ np.array([*NEAR, 0.0])[steps]

    def thought(self, money: int, highest: int, usual: int) -> Any:
        """A row of what is thought of the seat, without the weights of its minds."""
        row = np.zeros(THOUGHTS)
        heeds = int(self.stops[1].sum() > self.stops[0].sum())
        row[HEEDS] = heeds
        row[STOPS] = POINTS[np.searchsorted(self.stops[heeds].cumsum(), self.stops[heeds].sum() / 2)]
        if not self.past:
            row[REPEATS:] = [min(money, int(part * usual) // STEP * STEP) for part in UNSURE]
            return row
        said = np.array([again(past, money, highest, usual) for past in self.past]).ravel()
        chance = (self.weights()[:, None] * self.likes).ravel()
        order = np.argsort(said, kind="stable")
        levels = (np.arange(REPEATED) + 0.5) / REPEATED
        at = np.minimum(np.searchsorted(chance[order].cumsum(), levels), len(said) - 1)
        row[REPEATS:] = said[order][at]
        return row
