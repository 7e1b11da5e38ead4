"""Simulated matches: rounds that were really played, drawn at random and shared out to the seats at random."""

from __future__ import annotations

import numpy as np

from brimstone.bots.cards.standing import describe_standing
from brimstone.chance import aim, below
from brimstone.compiling import rule


@rule
def add_round(vec, taken, seats, order, r):
    """Add the devils of some round, its seats in random order; the most devils anybody has now."""
    which = below(r, len(taken))
    most = 0
    for seat in range(seats):
        other = seat + below(r, seats - seat)
        order[seat], order[other] = order[other], order[seat]
        vec[seat] += taken[which, order[seat]]
        most = max(most, vec[seat])
    return most


@rule
def add_win(vec, seats, weight, target):
    """Share a win among those with the fewest devils."""
    fewest = vec[0]
    for seat in range(seats):
        fewest = min(fewest, vec[seat])
    winners = 0
    for seat in range(seats):
        winners += vec[seat] == fewest
    for seat in range(seats):
        if vec[seat] == fewest:
            target[seat] += weight / winners


@rule
def give_standings(taken, seats, goal, unit, matches, seed, rs, xs, targets):
    """Fill `xs` and `targets` with standings of random matches and how often each seat won from there."""
    r = rs[0]
    aim(r, seed, 0)
    vec = np.zeros(6, np.int64)
    trial = np.zeros(6, np.int64)
    order = np.arange(6)
    going = False
    for n in range(len(xs)):
        if not going:
            vec[:] = 0
        for seat in range(seats):
            describe_standing(vec, seats, goal, unit, seat, xs[n, seat])
        for _ in range(matches):
            trial[:] = vec
            while add_round(trial, taken, seats, order, r) < goal:
                pass
            add_win(trial, seats, 1.0 / matches, targets[n])
        going = add_round(vec, taken, seats, order, r) < goal
