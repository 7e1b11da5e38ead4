"""Bets: what others are likely to stake, and what a round is worth once all have staked."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from brimstone.bots.coal.rounds import (
    MINDS,
    MOST_CUTS,
    MOST_ROWS,
    NAIVE,
    OWN,
    RATIONAL,
    REPEATED,
    REPEATS,
    THUMB,
    WIDTH,
    make_cuts,
    solve,
)
from brimstone.bots.coal.runs import CELLS, GOALS, cell_width, fill_turns
from brimstone.bots.coal.worth import INPUTS, inputs, learnt, pacts, soft
from brimstone.bots.coal.yardsticks import NAIVE_SWING, naive_stake, theta, thumb_stake, whole
from brimstone.bots.random import MOST_STAKE
from brimstone.chance import below, fraction
from brimstone.compiling import constants, rule
from brimstone.games.coal import MOST_SEATS, STEP

RATIOS = constants([0, 4, 8, 11, 14, 16, 18, 20, 22, 24, 27, 32, 40])  # usual stakes in twentieths of θ
STAKES = len(RATIOS)
SEEN = INPUTS + 3
HIDDEN = 16
POLICY_SIZE = SEEN * HIDDEN + HIDDEN + HIDDEN * STAKES + STAKES
TRUST = 6.0  # rounds after which a seat's own stakes weigh as much as what good players stake
EVERY = 5  # cells between the cuts of the coarse grid


@cache
def policy_weights(seats: int) -> Any:
    """The network that knows how good players stake, for this many seats."""
    return np.ascontiguousarray(learnt()["policy"][seats - 2])


@rule
def stake_of(t, seat, k, rule_of_thumb):
    """The k-th usual stake, as money allows."""
    return min(int(t.money[seat]), (int(RATIOS[k]) * rule_of_thumb // 20 + STEP // 2) // STEP * STEP)


@rule
def see(t, seat, x):
    """What the network sees of a seat that is to stake."""
    money = np.empty(MOST_SEATS)
    pact = np.empty(MOST_SEATS)
    order = np.empty(MOST_SEATS, np.int64)
    for other in range(whole(t.seats)):
        money[other] = t.money[other]
        at = other
        while at > 0 and money[order[at - 1]] < money[other]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = other
    pacts(t, money, pact)
    inputs(t, money, pact, order, whole(t.starter), seat, x)
    usual = theta(t)
    x[INPUTS] = min(2.0, 0.5 * money[seat] / max(usual, 1))
    x[INPUTS + 1] = 10.0 * usual / t.target
    richest = money[order[0]] if order[0] != seat else money[order[1]]
    x[INPUTS + 2] = min(2.0, 0.5 * richest / max(usual, 1))


@rule
def usual_stakes(t, seat, p, out):
    """out[k]: how often a good player takes the k-th usual stake here."""
    x = np.empty(SEEN)
    see(t, seat, x)
    bias = SEEN * HIDDEN + HIDDEN + HIDDEN * STAKES
    for k in range(STAKES):
        out[k] = p[bias + k]
    for h in range(HIDDEN):
        total = p[SEEN * HIDDEN + h]
        for k in range(SEEN):
            total += x[k] * p[k * HIDDEN + h]
        bent = soft(total)
        for k in range(STAKES):
            out[k] += bent * p[SEEN * HIDDEN + HIDDEN + h * STAKES + k]
    most = out[0]
    for k in range(1, STAKES):
        most = max(most, out[k])
    total = 0.0
    for k in range(STAKES):
        out[k] = np.exp(out[k] - most)
        total += out[k]
    for k in range(STAKES):
        out[k] /= total


@rule
def pick(weights, n, r):
    """An index below n, drawn by weights that sum to 1."""
    at = fraction(r)
    for k in range(n - 1):
        at -= weights[k]
        if at < 0:
            return k
    return n - 1


@rule
def guess_stake(t, seat, mind, thought, usual, r):
    """A stake that a seat of this mind may make; `thought` is what is thought of it, `usual` how good players stake."""
    if mind == OWN:
        return min(int(t.money[seat]), int(thought[REPEATS + below(r, REPEATED)]))
    if mind == RATIONAL:
        return stake_of(t, seat, pick(usual, STAKES, r), theta(t))
    if mind == THUMB:
        return thumb_stake(t, seat)
    if mind == NAIVE:
        swing = (below(r, 2 * NAIVE_SWING // STEP + 1) - NAIVE_SWING // STEP) * STEP
        return naive_stake(t, seat, swing)
    return below(r, min(MOST_STAKE, int(t.money[seat])) // STEP + 1) * STEP


@rule
def usual_shares(t, shown, p, usual):
    """usual[seat, k]: how often a seat is likely to take the k-th usual stake, by what it has shown and else as good
    players do."""
    for seat in range(whole(t.seats)):
        usual_stakes(t, seat, p, usual[seat])
        total = TRUST
        for k in range(STAKES):
            total += shown[seat, k]
        for k in range(STAKES):
            usual[seat, k] = (TRUST * usual[seat, k] + shown[seat, k]) / total


@rule
def guess_bets(t, minds, shown, p, known, r, profiles):
    """Profiles of bets: what is `known` (not -1) stays, the rest is guessed by the seats' minds and stakes shown."""
    usual = np.zeros((MOST_SEATS, STAKES))
    usual_shares(t, shown, p, usual)
    for k in range(len(profiles)):
        for seat in range(whole(t.seats)):
            if known[seat] >= 0:
                profiles[k, seat] = known[seat]
            else:
                profiles[k, seat] = guess_stake(t, seat, pick(minds[seat], MINDS, r), minds[seat], usual[seat], r)


@rule
def value_bets(t, bet, lands, thumbs, minds, w, width, me, explain, rows, out):
    """The row of values of a round with these bets."""
    money = np.empty(MOST_SEATS)
    piece = np.zeros(MOST_SEATS)
    cuts = np.zeros(MOST_CUTS, np.int64)
    for seat in range(whole(t.seats)):
        money[seat] = t.money[seat] - bet[seat]
    count = make_cuts(t, bet, 0, width, EVERY, cuts)
    solve(t, 0, money, bet, 0, piece, 0, width, cuts, count, lands, thumbs, minds, w, me, explain, rows)
    for k in range(WIDTH):
        out[k] = rows[0, 0, k]


@rule
def workspace():
    """Room for the solution of a round: runs by turn, rules of thumb by turn, rows of values."""
    lands = np.zeros((MOST_SEATS, GOALS, CELLS))
    thumbs = np.zeros(MOST_SEATS, np.int64)
    rows = np.zeros((MOST_SEATS + 1, MOST_ROWS, WIDTH))
    return lands, thumbs, rows


@rule
def open_round(t, lands, thumbs):
    """The runs of all seats from the oven as it is; returns the width of a cell."""
    width = cell_width(t)
    fill_turns(t, float(t.left[0]), float(t.pieces_left), whole(t.seats), width, lands)
    usual = theta(t)
    for k in range(whole(t.seats)):
        thumbs[k] = usual
    return width


@rule
def value_profiles(ts, known, minds, shown, w, p, rs, profiles, out):
    """out[profile]: everybody's chances if the bets are as known, and otherwise as guessed."""
    t = ts[0]
    lands, thumbs, rows = workspace()
    width = open_round(t, lands, thumbs)
    guess_bets(t, minds, shown, p, known, rs[0], profiles)
    for k in range(len(profiles)):
        value_bets(t, profiles[k], lands, thumbs, minds, w, width, 0, False, rows, out[k])
