"""Fast games for training: quick looks at claims, values for the rest; and the tables between their rounds."""

from __future__ import annotations

import math

from brimstone.bots.dice.look import look
from brimstone.bots.dice.outcomes import likely_deed
from brimstone.bots.dice.settle import best_swap
from brimstone.bots.dice.thumb import choose as thumb_choose
from brimstone.bots.dice.thumb import class_of, position
from brimstone.bots.dice.value import FEATURES, describe, winner_now
from brimstone.chance import aim, below, fraction
from brimstone.compiling import put, rule
from brimstone.games.dice import (
    CLAIM,
    CLAIM_AT,
    END,
    NO_SWAP,
    NO_TRADE,
    STEAL,
    STEAL_FROM,
    SWAP,
    SWAP_WITH,
    TRADE,
    begin,
    chance_is_on,
    outcome,
    play,
    ways,
)


@rule
def quick_claim(odds, w, ts, seat, heat, s, out, r):
    """A claim by a quick look; `heat` says how different two places must be."""
    t = ts[0]
    look(odds, w, ts, position(t, seat), class_of(odds, t, seat), s, out)
    most = -1.0
    for place in range(t.places):
        if t.open[place] >= 0:
            most = max(most, out[place])
    total = 0.0
    for place in range(t.places):
        if t.open[place] >= 0:
            out[place] = math.exp((out[place] - most) / heat)
            total += out[place]
    left = fraction(r) * total
    found = 0
    for place in range(t.places):
        if t.open[place] >= 0:
            found = place
            left -= out[place]
            if left < 0.0:
                break
    return CLAIM_AT + found


@rule
def quick_move(odds, w, ts, seat, heat, s, out, r):
    """The move of a seat by quick looks and values."""
    t = ts[0]
    if t.phase == CLAIM:
        return quick_claim(odds, w, ts, seat, heat, s, out, r)
    if t.phase in (STEAL, TRADE):
        deed = likely_deed(t, seat)
        return NO_TRADE if t.phase == TRADE and deed < STEAL_FROM else deed
    if t.phase == SWAP:
        put(ts, 1, ts, 0)
        best_swap(w, ts, 1, 2, seat, s)
        for other in range(t.seats):
            if other != seat and ts[1].rank[other] != t.rank[other]:
                return SWAP_WITH + other
        return NO_SWAP
    return thumb_choose(odds, t, seat)


@rule
def play_games(odds, w, ts, rs, seed, first, games, quick, heat, s, out, features, winners):
    """Games from the box in ts[3]; each table between rounds into `features`, its game's winner into `winners`.

    Seats play by thumb, or with the chance `quick` by quick looks. Returns how many tables there are.
    """
    r = rs[0]
    rows = 0
    for g in range(games):
        put(ts, 0, ts, 3)
        t = ts[0]
        begin(t)
        aim(r, seed, first + g)
        begun, last = rows, 0
        sharp = 0
        for seat in range(t.seats):
            if fraction(r) < quick:
                sharp |= 1 << seat
        while t.phase != END and rows + 1 < len(winners):
            if t.round != last:
                last = t.round
                describe(t, s)
                for seat in range(t.seats):
                    for j in range(FEATURES):
                        features[rows, seat, j] = s.features[seat, j]
                rows += 1
            if chance_is_on(t):
                play(t, outcome(t, below(r, ways(t))))
            elif sharp >> t.turn & 1:
                play(t, quick_move(odds, w, ts, t.turn, heat, s, out, r))
            elif t.phase == CLAIM and fraction(r) < 0.05:
                play(t, quick_claim(odds, w, ts, t.turn, 1.0, s, out, r))
            else:
                play(t, thumb_choose(odds, t, t.turn))
        if t.phase != END:
            return begun
        for row in range(begun, rows):
            winners[row] = winner_now(t)
    return rows
