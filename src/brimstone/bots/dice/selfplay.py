"""Fast games for training: quick looks at claims, values for the rest; and the tables between their rounds."""

from __future__ import annotations

import math

from brimstone.bots.dice.look import RANDOM, RATIONAL, fill_customs, fill_habits, look
from brimstone.bots.dice.outcomes import CHANCES, likely_deed
from brimstone.bots.dice.round import conclude, reach
from brimstone.bots.dice.settle import best_swap
from brimstone.bots.dice.thumb import choose as thumb_choose
from brimstone.bots.dice.thumb import class_of, position
from brimstone.bots.dice.utility import fill_utility, plan_deeds
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
    moves,
    outcome,
    play,
    ways,
)

PEERS = 0.8  # of the games in which nobody plays at random, those among equals


@rule
def soft_choice(values, count, heat, r):
    """One of the values, the better the more often; `heat` says how different two must be."""
    most = values[0]
    for a in range(1, count):
        most = max(most, values[a])
    total = 0.0
    for a in range(count):
        total += math.exp((values[a] - most) / heat)
    left = fraction(r) * total
    for a in range(count - 1):
        left -= math.exp((values[a] - most) / heat)
        if left < 0.0:
            return a
    return count - 1


@rule
def quick_claim(odds, w, ts, seat, heat, s, out, r):
    """A claim by a quick look."""
    t = ts[0]
    for place in range(t.places):
        out[place] = -1.0
    look(odds, w, ts, position(t, seat), class_of(odds, t, seat), s, out)
    found = soft_choice(out, t.places, heat, r)
    while t.open[found] < 0:
        found = soft_choice(out, t.places, heat, r)
    return CLAIM_AT + found


@rule
def round_claim(odds, w, ts, rd, d, seat, heat, s, minds, r):
    """A claim by what the round is worth if the others follow their habits, or claim at random where they are wild."""
    t = ts[0]
    k, prefix = position(t, seat), 0
    for j in range(k):
        prefix = prefix * rd.places + t.claim[t.order[j]]
    for other in range(t.seats):
        minds[other, RATIONAL], minds[other, RANDOM] = 1.0 - s.wild[other], s.wild[other]
    fill_habits(odds, rd, t)
    fill_customs(odds, rd, t, minds)
    plan_deeds(odds, rd, w, ts, s, CHANCES, True, k, prefix)
    fill_utility(odds, rd, d, w, ts, s, CHANCES, k, prefix)
    conclude(odds, rd, d, 0, k, prefix, k)
    mine = rd.start[k] + prefix * odds.classes[k] + class_of(odds, t, seat)
    likely = reach(odds, rd, k, prefix)
    for a in range(rd.places):
        rd.gain[mine, a] /= likely
    return CLAIM_AT + soft_choice(rd.gain[mine], rd.places, heat, r)


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
def cast_seats(t, quick, deep, s, r):
    """Who plays at random, also into s.wild: nobody, some, or all but one; who takes quick looks, who weighs rounds.

    Where nobody plays at random most games are among equals: what a lead is worth depends on who has to be beaten.
    """
    mood, alone, peers = below(r, 10), below(r, t.seats), fraction(r) < PEERS
    everybody = (1 << t.seats) - 1
    sharp, wilds = 0, 0
    for seat in range(t.seats):
        wild = seat != alone and ((mood < 2 and below(r, 3) == 0) or 2 <= mood < 6)
        s.wild[seat] = 1.0 if wild else 0.0
        if wild:
            wilds |= 1 << seat
        elif fraction(r) < quick:
            sharp |= 1 << seat
    if wilds == 0 and peers and quick > 0.0:
        return wilds, everybody, everybody if deep else 0
    if deep:
        return wilds, sharp | 1 << alone, 1 << alone
    return wilds, sharp, 0


@rule
def game_move(odds, w, ts, sharp, heat, s, out, legal, r):
    """The next move of a game in ts[0], by whose turn it is."""
    t = ts[0]
    if chance_is_on(t):
        return outcome(t, below(r, ways(t)))
    if s.wild[t.turn] > 0.0:
        return legal[below(r, moves(t, t.turn, legal))]
    if sharp >> t.turn & 1:
        return quick_move(odds, w, ts, t.turn, heat, s, out, r)
    if t.phase == CLAIM and fraction(r) < 0.05:
        return quick_claim(odds, w, ts, t.turn, 1.0, s, out, r)
    return thumb_choose(odds, t, t.turn)


@rule
def play_games(odds, ws, ts, rs, seed, games, quick, deep, heat, s, out, legal, rd, d, minds, features, winners):
    """Games from the box in ts[4]; each table between rounds into `features`, its game's winner into `winners`.

    Seats play by thumb, at random, or with the chance `quick` by quick looks; where it is `deep` one of them weighs
    the whole round `rd`, or all. They judge by the first of the weights, or by the second where somebody is wild.
    Returns how many tables there are.
    """
    r = rs[0]
    rows = 0
    for g in range(games):
        put(ts, 0, ts, 4)
        t = ts[0]
        begin(t)
        aim(r, seed, g)
        begun, last = rows, 0
        wilds, sharp, weighs = cast_seats(t, quick, deep, s, r)
        w = ws[1 if wilds else 0]
        while t.phase != END and rows + 1 < len(winners):
            if t.round != last:
                last = t.round
                describe(t, s)
                for seat in range(t.seats):
                    for j in range(FEATURES):
                        features[rows, seat, j] = s.features[seat, j]
                rows += 1
            if t.phase == CLAIM and weighs >> t.turn & 1:
                play(t, round_claim(odds, w, ts, rd, d, t.turn, heat / 4.0, s, minds, r))
            else:
                play(t, game_move(odds, w, ts, sharp, heat, s, out, legal, r))
        if t.phase != END:
            return begun
        for row in range(begun, rows):
            winners[row] = winner_now(t)
    return rows
