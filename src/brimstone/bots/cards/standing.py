"""What a standing is worth: each seat's chance to win the match from the devils after a round.

A small net gives every seat a mark, and a softmax of the marks is the chance; a finished match is counted out. The
net learns from simulated matches whose rounds were played by good players. Devils are measured in a seat's mean
share of a round, so that one net serves every goal and hand size.
"""

from __future__ import annotations

import math

from brimstone.bots.cards.desk import KEPT, STANDING_FEATURES, STANDING_HIDDEN
from brimstone.bots.cards.policy import devils_in
from brimstone.compiling import rule, times
from brimstone.games.cards import TRICK, deck

MOST_DEVILS = 1100  # nobody ever has as many: 6 of them fit into one number
MIX = 0x9E3779B97F4A7C15 - 2**64


@rule
def put_standing(t, vec):
    """The devils by seat, those still out in this round shared out evenly."""
    rest = 0
    if t.phase == TRICK:
        rest = devils_in(deck(t))
        for seat in range(t.seats):
            rest -= t.taken[seat]
    for seat in range(t.seats):
        vec[seat] = t.devils[seat] + t.taken[seat] + rest // t.seats


@rule
def describe_standing(vec, seats, goal, unit, seat, sx):
    """The features of one seat's standing."""
    most = 0
    total = 0
    rival = MOST_DEVILS * 2
    for other in range(seats):
        most = max(most, vec[other])
        total += vec[other]
        if other != seat:
            rival = min(rival, vec[other])
    spread = 0.0
    ahead = 0.0
    for other in range(seats):
        gap = (vec[other] - vec[seat]) / unit
        spread += abs(gap)
        if other != seat and gap < 0:
            ahead += 1
    left = (goal - most) / unit
    sharp = 1 / math.sqrt(left + 0.4)
    mean_gap = (vec[seat] - total / seats) / unit
    gap = (vec[seat] - rival) / unit
    sx[0] = 1
    sx[1] = mean_gap
    sx[2] = gap
    sx[3] = (most - vec[seat]) / unit
    sx[4] = left * 0.2
    sx[5] = sharp
    sx[6] = mean_gap * sharp
    sx[7] = gap * sharp
    sx[8] = spread / seats
    sx[9] = ahead / seats


@rule
def standing_mark(rates, sx):
    """What the net says of one seat's standing; the last row of `rates` is the output."""
    total = 0.0
    for h in range(STANDING_HIDDEN):
        value = 0.0
        for f in range(STANDING_FEATURES):
            value += sx[f] * rates[f, h]
        total += math.tanh(value) * rates[STANDING_FEATURES, h]
    return total


@rule
def fill_wins(seats, goal, unit, desk, slot):
    """Each seat's chance to win from the standing `desk.vec`, or minus its devils in mean shares of a round."""
    vec = desk.vec
    wins = desk.wins
    most = 0
    fewest = MOST_DEVILS * 2
    for seat in range(seats):
        most = max(most, vec[seat])
        fewest = min(fewest, vec[seat])
    total = 0.0
    if desk.devils_only == 1:
        for seat in range(seats):
            wins[slot, seat] = -vec[seat] / unit
        return
    if most >= goal:
        for seat in range(seats):
            wins[slot, seat] = 1.0 if vec[seat] == fewest else 0.0
            total += wins[slot, seat]
    else:
        top = -1e9
        for seat in range(seats):
            describe_standing(vec, seats, goal, unit, seat, desk.sx)
            desk.marks[seat] = standing_mark(desk.rates, desk.sx)
            top = max(top, desk.marks[seat])
        for seat in range(seats):
            wins[slot, seat] = math.exp(desk.marks[seat] - top)
            total += wins[slot, seat]
    for seat in range(seats):
        wins[slot, seat] /= total


@rule
def worth(t, desk):
    """Where in `desk.wins` stands what the table is worth to each seat if the round's rest falls evenly."""
    put_standing(t, desk.vec)
    return worth_of_vec(t, desk)


@rule
def worth_of_vec(t, desk):
    """Where in `desk.wins` stands what the standing `desk.vec` is worth to each seat."""
    key = 0
    for seat in range(t.seats):
        key = key * MOST_DEVILS + desk.vec[seat]
    key = key * 2 + 1
    slot = (times(key, MIX) >> 40) & (KEPT - 1)
    if desk.keys[slot] != key:
        desk.keys[slot] = key
        unit = max(0.5, devils_in(deck(t)) / t.seats)
        fill_wins(t.seats, t.goal, unit, desk, slot)
    return slot
