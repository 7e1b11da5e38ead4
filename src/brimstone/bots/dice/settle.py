"""Decisions after the claims: every way the battles can still go, by exact odds, and what the table is worth then."""

from __future__ import annotations

import numpy as np

from brimstone.bots.dice.battles import BEST, MEMBER, NONE, SIZE, TOTALS, below_it, weigh_battle, weigh_wild
from brimstone.bots.dice.outcomes import (
    CHANCES,
    add_whims,
    do_deed,
    evaluate,
    plan_triumph,
    triumph,
)
from brimstone.bots.dice.value import is_over
from brimstone.compiling import put, rule
from brimstone.games.dice import (
    AGAIN,
    FORCE,
    NO_SWAP,
    SWAP,
    SWAP_WITH,
    ahead,
    is_loser,
    swap,
)


@rule
def positions_of(t, seats):
    """A set of seats as a set of positions."""
    found = 0
    for k in range(t.seats):
        if seats >> t.order[k] & 1:
            found |= 1 << k
    return found


@rule
def low_now(odds, t):
    """The lowest gold die, which lies open after the claims."""
    return t.dice[t.ober][2] if odds.satan >= 0 else 0


@rule
def believe(odds, t, belief, d):
    """Masses of totals: certain where dice are known, else by belief about classes."""
    low = low_now(odds, t)
    for k in range(odds.n):
        extra = low if k == odds.satan else 0
        for x in range(TOTALS):
            d.mass[k, x] = 0.0
        dice = t.dice[t.order[k]]
        if dice[0] > 0:
            d.mass[k, dice[0] + dice[1] + extra] = 1.0
        else:
            for c in range(odds.classes[k]):
                d.mass[k, odds.total[k, c] + extra] += belief[k, c]
    below_it(d.mass, d.under)


@rule
def pending(odds, t, d):
    """The battles still to come, into d.party: how many."""
    battles = 0
    for place in range(t.places):
        party = 0
        for k in range(odds.n):
            if t.claim[t.order[k]] == place:
                party |= 1 << k
        if party:
            d.party[battles] = party
            d.lone[battles] = place
            battles += 1
    return battles


@rule
def weigh_rest(odds, w, ts, i, belief, d, s, share, out):
    """Add to `out`, times `share`, each seat's chance to win from ts[i], when the battles still to come are fought.

    ts[i + 1] to ts[i + 3] are room.
    """
    battles = pending(odds, ts[i], d)
    outcomes = 1
    for b in range(battles):
        outcomes *= SIZE[d.party[b]]
    if battles:
        believe(odds, ts[i], belief, d)
    for b in range(battles):
        party = d.party[b]
        weigh_battle(odds, BEST, party, low_now(odds, ts[i]), d.mass, d.under, d.won)
        wild = s.wild[ts[i].order[odds.spiel]] if odds.spiel >= 0 and party >> odds.spiel & 1 else 0.0
        if wild > 0.0:
            weigh_wild(odds, party, low_now(odds, ts[i]), d.mass, d.under, d.won, d.room, wild)
        first = MEMBER[party, 0]
        for k in range(odds.n):
            d.weight[b, k] = 0.0
            if party >> k & 1:
                for x in range(TOTALS):
                    d.weight[b, k] += d.mass[first, x] * d.won[first, x, k]
    for outcome in range(outcomes):
        put(ts, i + 1, ts, i)
        for seat in range(ts[i].seats):
            s.later[seat] = s.whim[seat]
        weight = share
        rest = outcome
        for b in range(battles):
            party, place = d.party[b], d.lone[b]
            k = MEMBER[party, rest % SIZE[party]]
            rest //= SIZE[party]
            weight *= d.weight[b, k]
            if weight > 0.0:
                deed, partner = plan_triumph(w, ts, i + 1, i + 2, place, party, k, CHANCES, s)
                wild = s.wild[ts[i].order[k]]
                if wild > 0.0:
                    add_whims(w, ts, i + 1, i + 2, place, party, k, deed, partner, True, wild, s, s.later)
                triumph(ts[i + 1], place, party, k, deed, partner)
        if weight > 0.0:
            evaluate(w, CHANCES, ts[i + 1], s)
            over = is_over(ts[i + 1])
            for seat in range(ts[i].seats):
                out[seat] += weight * (s.chances[seat] + (0.0 if over else s.later[seat]))


@rule
def battle_odds(odds, t, again, out):
    """Who wins the battle in which the Spielteufel decides, by position."""
    party = positions_of(t, t.party)
    spiel = odds.spiel
    low = low_now(odds, t)
    total = t.dice[t.order[spiel]][0] + t.dice[t.order[spiel]][1]
    top = positions_of(t, ahead(t))
    for k in range(odds.n):
        out[k] = odds.forced[party, low, total, k] if again else odds.tie[top, low, k]


@rule
def best_swap(w, ts, i, j, seat, s):
    """Swap ranks in ts[i] as it is best for the winner; ts[j] is room."""
    best, partner = -1.0, NONE
    for other in range(-1, ts[i].seats):
        if other >= 0 and not is_loser(ts[i], other):
            continue
        put(ts, j, ts, i)
        if other >= 0:
            swap(ts[j], other)
        evaluate(w, CHANCES, ts[j], s)
        if s.chances[seat] > best + 1e-9:
            best, partner = s.chances[seat], other
    if partner != NONE:
        swap(ts[i], partner)


@rule
def carry_on(odds, w, ts, move, k, d, s):
    """Make ts[1] the table of ts[0] after a move, position k winning the battle where one is on."""
    t = ts[0]
    put(ts, 1, ts, 0)
    for seat in range(t.seats):
        s.whim[seat] = 0.0
    if t.phase == FORCE:
        place, party = np.int64(t.place), positions_of(t, t.party)
        deed, partner = plan_triumph(w, ts, 0, 2, place, party, k, CHANCES, s)
        wild = s.wild[t.order[k]]
        if wild > 0.0:
            add_whims(w, ts, 0, 2, place, party, k, deed, partner, True, wild, s, s.whim)
        triumph(ts[1], place, party, k, deed, partner)
    elif t.phase == SWAP:
        if move != NO_SWAP:
            swap(ts[1], move - SWAP_WITH)
    else:
        do_deed(ts[1], move)
        best_swap(w, ts, 1, 2, np.int64(t.turn), s)


@rule
def weigh_moves(odds, w, ts, moves, count, belief, d, s, values):
    """Each seat's chance to win the game after each move of the actor of ts[0], a decision after the claims."""
    forcing = ts[0].phase == FORCE
    for m in range(count):
        if forcing:
            battle_odds(odds, ts[0], moves[m] == AGAIN, d.chances)
        for k in range(odds.n if forcing else 1):
            share = d.chances[k] if forcing else 1.0
            if share > 0.0:
                carry_on(odds, w, ts, moves[m], k, d, s)
                weigh_rest(odds, w, ts, 1, belief, d, s, share, values[m])
