"""A quick look at the claims of a round: what each place promises, without asking what the others think.

Also the *habits* of those who do not think ahead: they like what warms them times their chance to get it. Who claims
like this has one of four MINDS: it thinks as we do, follows habits, follows the rule of thumb, or claims at random.
"""

from __future__ import annotations

import math

from brimstone.bots.dice.battles import BEST, SIMPLE
from brimstone.bots.dice.layout import present
from brimstone.bots.dice.odds import chance_with_comers
from brimstone.bots.dice.outcomes import CHANCES, evaluate, take
from brimstone.bots.dice.thumb import warmth
from brimstone.compiling import put, rule
from brimstone.games.dice import gain, swap

RATIONAL, HABIT, THUMB, RANDOM = range(4)
MINDS = 4
CALM = 0.35  # points: how far apart two claims must be that habits tell them apart


@rule
def fill_habits(odds, rd, t):
    """`rd.habit`: claims by what they bring, the better the more often; and `rd.thumb`, the claim that brings most."""
    joins = 1.0 / rd.places
    for k in range(odds.n):
        for prefix in range(rd.power[k]):
            for c in range(odds.classes[k]):
                row = rd.start[k] + prefix * odds.classes[k] + c
                most, best = 0.0, -1.0
                for a in range(rd.places):
                    there = present(rd, prefix, k, a)
                    warm = warmth(t, t.order[k], t.open[rd.where[a]])
                    rd.habit[row, a] = warm * chance_with_comers(odds, BEST, k, c, there, joins)
                    most = max(most, rd.habit[row, a])
                    worth = warm * chance_with_comers(odds, SIMPLE, k, c, there, joins)
                    if worth > best + 1e-12:
                        best, rd.thumb[row] = worth, a
                total = 0.0
                for a in range(rd.places):
                    rd.habit[row, a] = math.exp((rd.habit[row, a] - most) / CALM)
                    total += rd.habit[row, a]
                for a in range(rd.places):
                    rd.habit[row, a] /= total


@rule
def fill_customs(odds, rd, t, minds):
    """`rd.trust` and `rd.custom` by how likely each seat has each of the MINDS."""
    for k in range(odds.n):
        mind = minds[t.order[k]]
        rd.trust[k] = mind[RATIONAL]
        for prefix in range(rd.power[k]):
            for c in range(odds.classes[k]):
                row = rd.start[k] + prefix * odds.classes[k] + c
                for a in range(rd.places):
                    rd.custom[row, a] = mind[HABIT] * rd.habit[row, a] + mind[RANDOM] / rd.places
                rd.custom[row, rd.thumb[row]] += mind[THUMB]


@rule
def habits_at(odds, rd, ts):
    """Habits at the table in ts[0]."""
    fill_habits(odds, rd, ts[0])


@rule
def customs_at(odds, rd, ts, minds):
    fill_customs(odds, rd, ts[0], minds)


@rule
def look(odds, w, ts, k, klass, s, out):
    """What each place of the table in ts[0] promises position k, as its chance to win the game; ts[1] is room.

    Each rank still to come joins with even chances; effects of items and ranks are added up.
    """
    t = ts[0]
    seat, n, places = t.order[k], odds.n, 0
    for place in range(t.places):
        places += 1 if t.open[place] >= 0 else 0
    base = 0.0
    for place in range(-1, t.places):
        if place >= 0 and t.open[place] < 0:
            continue
        there = 0
        for j in range(k):
            if place >= 0 and t.claim[t.order[j]] == place:
                there |= 1 << j
        own, loss, prize, rivals, change, share = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for step in range(2 * n):  # ours alone; then each rival's swap with us, and its taking the item
            j = step // 2
            if step == 1 or (place < 0 and step > 0):
                continue
            rival = j - 1 if j <= k else j
            if step > 1 and rival < k and there >> rival & 1 == 0:
                continue
            put(ts, 1, ts, 0)
            if step == 0 and place >= 0:
                take(ts[1], seat, place)
            elif step % 2 == 0 and step > 0:
                ts[1].winner = seat
                swap(ts[1], t.order[rival])
            elif step > 0:
                gain(ts[1], t.order[rival], t.open[place])
            evaluate(w, CHANCES, ts[1], s)
            found = s.chances[seat] - base
            if place < 0:
                base = s.chances[seat]
            elif step == 0:
                own = found
            elif step % 2 == 0:
                change = found
                share = 1.0 if rival < k else 1.0 / places
                prize = max(prize, change * share)
            else:
                loss += share * (max(0.0, -change) - found)
                rivals += share
        if place >= 0:
            chance = chance_with_comers(odds, BEST, k, klass, there, 1.0 / places)
            out[place] = base + chance * (own + prize) - (1.0 - chance) * loss / max(1.0, rivals)
