"""What a position between rounds is worth: each seat's chance to win, by a small network fitted to self-play.

Each seat is judged by the same weights from what it has, what the others have, how near the end is and how *wild* the
seats are, how likely to play at random; the seats' logits make the chances. Weights are kept apart for each number of
seats, and for tables where somebody is wild.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from brimstone.compiling import rule
from brimstone.games.dice import KINDS, goes_before, nothing_is_left, score

FEATURES = 43
HIDDEN = 32
WILD = 34  # the feature that says how wild a seat is itself
FILE = Path(__file__).with_name("values.npz")


class Weights(NamedTuple):
    """One network: features to hidden units to a logit."""

    first: Any  # [feature, hidden]
    last: Any  # [hidden]
    straight: Any  # [feature] past the hidden units
    error: float  # how far stated chances are from what happens, root mean square


class Sheet(NamedTuple):
    """Room to compute in."""

    wild: Any  # [seat] how likely it plays at random: known before anything is judged
    points: Any  # [seat]
    pairs: Any
    singles: Any
    wants: Any
    features: Any  # [seat, feature]
    hidden: Any
    logits: Any
    chances: Any
    whim: Any  # [seat] how chances change if the winner of the battle that is on acts at random
    later: Any  # [seat] and the winners of later ones


def sheet() -> Sheet:
    """Room to compute in, for one thread."""
    wild, points, pairs, singles, wants, logits, chances, whim, later = (np.zeros(6) for _ in range(9))
    room = np.zeros((6, FEATURES)), np.zeros(HIDDEN)
    return Sheet(wild, points, pairs, singles, wants, *room, logits, chances, whim, later)


@rule
def prospects(t, s):
    """Points of each seat, and what it may still complete."""
    for seat in range(t.seats):
        points, pairs, singles = 0.0, 0.0, 0.0
        for kind in range(KINDS):
            count = t.items[seat][kind]
            if count == 0:
                continue
            points += count * t.value[kind] + count // 3 * 3
            if count % 3 == 2:
                pairs += min(t.stock[kind], 3) / 3.0
            elif count % 3 == 1 and t.stock[kind] >= 2:
                singles += min(t.stock[kind], 5) / 5.0
        want = 0.0
        for place in range(t.places):
            kind = t.open[place]
            if kind >= 0:
                want = max(want, t.value[kind] + (3.0 if t.items[seat][kind] % 3 == 2 else 0.0))
        s.points[seat] = points
        s.pairs[seat] = pairs
        s.singles[seat] = singles
        s.wants[seat] = want


@rule
def describe(t, s):
    """The features of every seat."""
    prospects(t, s)
    goal = float(t.goal)
    most = 0
    for seat in range(t.seats):
        most = max(most, t.held[seat])
    for seat in range(t.seats):
        f = s.features[seat]
        for j in range(FEATURES):
            f[j] = 0.0
        best, second, total, held, full, pairs, wild = -1, -1, 0.0, 0, 0, 0.0, 0.0
        for other in range(t.seats):
            if other == seat:
                continue
            total += s.points[other]
            wild += s.wild[other] / (t.seats - 1)
            held = max(held, t.held[other])
            full += 1 if t.held[other] >= t.goal - 1 else 0
            pairs = max(pairs, s.pairs[other])
            if best < 0 or s.points[other] > s.points[best]:
                second = best
                best = other
            elif second < 0 or s.points[other] > s.points[second]:
                second = other
        mine = s.points[seat]
        f[0] = 1.0
        f[1] = mine / 10.0
        f[2] = t.held[seat] / goal
        f[3] = s.pairs[seat] / 2.0
        f[4] = s.singles[seat] / 3.0
        f[5] = (mine - s.points[best]) / 5.0
        f[6] = (mine - s.points[second]) / 5.0
        f[7] = (mine - total / (t.seats - 1)) / 5.0
        f[8] = most / goal
        f[9] = held / goal
        f[10] = t.held[best] / goal
        f[11] = 1.0 if t.held[seat] >= t.goal - 1 else 0.0
        f[12] = float(full)
        f[13] = pairs / 2.0
        f[14] = s.pairs[best] / 2.0
        f[15] = s.wants[seat] / 5.0
        f[16] = s.wants[best] / 5.0
        f[17] = f[5] * f[8]
        f[18] = max(0.0, f[5]) * f[8] * f[8]
        f[19] = min(0.0, f[5]) * f[8] * f[8]
        f[20] = s.singles[best] / 3.0
        f[21] = f[7] * f[8]
        f[21 + t.rank[seat]] = 1.0
        if t.rank[best] > 0:
            f[27 + t.rank[best]] = 1.0
        f[WILD] = s.wild[seat]
        f[35] = wild
        f[36] = s.wild[best]
        if t.rank[seat] > 0:
            f[36 + t.rank[seat]] = wild


@rule
def judge_logits(w, t, s):
    """The logit of every seat."""
    describe(t, s)
    for seat in range(t.seats):
        f = s.features[seat]
        for h in range(HIDDEN):
            s.hidden[h] = 0.0
        logit = 0.0
        for j in range(FEATURES):
            x = f[j]
            if x != 0.0:
                logit += x * w.straight[j]
                for h in range(HIDDEN):
                    s.hidden[h] += x * w.first[j, h]
        for h in range(HIDDEN):
            logit += max(0.0, s.hidden[h]) * w.last[h]
        s.logits[seat] = logit


@rule
def squash(logits, n, out):
    """Chances from logits."""
    most = logits[0]
    for k in range(1, n):
        most = max(most, logits[k])
    total = 0.0
    for k in range(n):
        out[k] = math.exp(logits[k] - most)
        total += out[k]
    for k in range(n):
        out[k] /= total


@rule
def is_over(t):
    """Does the game end with this round?"""
    return t.ending != 0 or nothing_is_left(t)


@rule
def winner_now(t):
    """Who wins if it is scored now."""
    first = 0
    for seat in range(1, t.seats):
        if goes_before(t, seat, first):
            first = seat
    return first


@rule
def value(w, t, s):
    """Each seat's chance to win from the end of a round, into s.chances."""
    if is_over(t):
        for seat in range(t.seats):
            s.chances[seat] = 0.0
        s.chances[winner_now(t)] = 1.0
    else:
        judge_logits(w, t, s)
        squash(s.logits, t.seats, s.chances)


@rule
def points_now(t, s):
    """The points of each seat, where points are the aim, into s.chances."""
    for seat in range(t.seats):
        s.chances[seat] = score(t, seat)


def read_weights(kept: Mapping[str, Any], name: str) -> Weights:
    """The weights with this name in a file."""
    first, last, straight, error = (kept[f"{part}{name}"] for part in Weights._fields)
    return Weights(first, last, straight, float(error))


def name_of(seats: int, wild: bool) -> str:
    """What the weights for this many seats are called in a file."""
    return f"{seats}{'wild' if wild else ''}"


@cache
def weights_for(seats: int, wild: bool = False, file: Path = FILE) -> Weights:
    """The weights for this many seats, nobody or somebody of them wild, as shipped."""
    with np.load(file) as kept:
        return read_weights(kept, name_of(seats, wild))
