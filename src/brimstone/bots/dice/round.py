"""The claims of a round as a game of hidden dice, solved by predictive CFR+ (Farina, Kroer and Sandholm 2021).

Each position claims once, knowing its class and the claims before it. What a way is worth when each battle has its
winner stands in `utility`; every iteration goes through all ways once, sums up the dice of all others exactly, and
corrects every information set's regrets.
"""

from __future__ import annotations

from brimstone.bots.dice.battles import BEST, LOWS, MEMBER, NONE, SIZE, TOTALS, weigh_battle, weigh_wild
from brimstone.bots.dice.layout import claim_of, row_of, set_battles
from brimstone.compiling import hot_rule, rule

ALL = -1  # positions
SELDOM = 0.01  # ways that happen less often are left out, at first; later fewer and fewer

# --- one time through all ways ---------------------------------------------------------------------------------------


@hot_rule
def usual(rd, k, row, a):
    """How often position k makes a claim, in whatever mind it is."""
    return rd.custom[row, a] + rd.trust[k] * rd.plan[row, a]


@hot_rule
def gather(odds, rd, d, way, first):
    """The masses of the classes of everybody from position `first` on, on a way."""
    for k in range(first, odds.n):
        a = claim_of(rd, odds.n, way, k)
        for x in range(TOTALS):
            d.base[k, x] = 0.0
        if k == odds.ober:
            for low in range(LOWS):
                d.bright[low] = 0.0
                for x in range(TOTALS):
                    d.golden[low, x] = 0.0
        d.sums[k] = 0.0
        row = row_of(odds, rd, way, k, 0)
        for c in range(odds.classes[k]):
            p = odds.chance[k, c] * usual(rd, k, row + c, a)
            d.base[k, odds.total[k, c]] += p
            d.sums[k] += p
            if k == odds.ober:
                d.golden[odds.low[k, c], odds.total[k, c]] += p
                d.bright[odds.low[k, c]] += p


@hot_rule
def first_change(rd, n, way):
    """The first position that claims something else than on the way before."""
    k = n - 1
    while k > 0 and way % rd.power[n - k] == 0:
        k -= 1
    return k


@hot_rule
def is_likely(odds, d, seldom):
    """Do all but the one who does it least claim like this often enough?"""
    least, others = 1.0, 1.0
    for k in range(odds.n):
        others *= max(least, d.sums[k])
        least = min(least, d.sums[k])
    return others > seldom


@rule
def go_through(odds, rd, d, known, prefix, seldom, only):
    """`rd.gain`: what every claim at every information set is worth against these strategies of the others.

    Each position follows `rd.plan` with the share `rd.trust`, else `rd.custom`. The first `known` positions have
    claimed as the digits of `prefix` say; known = 0 is the whole round. Ways more `seldom` than this are left out.
    Where `only` is a position, nobody else's claims are weighed; ALL weighs everybody's.
    """
    for row in range(rd.gain.shape[0]):
        for a in range(rd.places):
            rd.gain[row, a] = 0.0
    span = rd.power[odds.n - known]
    for way in range(prefix * span, (prefix + 1) * span):
        gather(odds, rd, d, way, first_change(rd, odds.n, way) if way > prefix * span else 0)
        if is_likely(odds, d, seldom):
            go_along(odds, rd, d, way, only)


@rule
def go_along(odds, rd, d, way, only):
    """Add what one way is worth, lowest gold dice one after the other where the Satansbraten fights."""
    battles = set_battles(odds, rd, d, way)
    lay_masses(odds, d)
    clear_hope(odds, d, False)
    if odds.satan < 0 or d.battle[odds.satan] == NONE:
        for b in range(battles):
            fight(odds, rd, d, b, 0)
        hope(odds, rd, d, way, battles, only)
        for k in range(odds.n):
            if only in (ALL, k):
                reap(odds, rd, d, way, 0, k)
        return
    whole = d.sums[odds.ober]
    for b in range(battles):
        if not is_golden(odds, d, b):
            fight(odds, rd, d, b, 0)
    for low in range(1, LOWS):
        if odds.low_chance[low] > 0.0:
            lay_low(odds, d, low)
            for b in range(battles):
                if is_golden(odds, d, b):
                    fight(odds, rd, d, b, low)
            hope(odds, rd, d, way, battles, only)
            for k in range(odds.n):
                if only in (ALL, k) and (k == odds.ober or is_golden(odds, d, d.battle[k])):
                    reap(odds, rd, d, way, low, k)
            clear_hope(odds, d, True)
    for k in range(odds.n):
        if only in (ALL, k) and k != odds.ober and not is_golden(odds, d, d.battle[k]):
            reap(odds, rd, d, way, 0, k)
    d.sums[odds.ober] = whole


@hot_rule
def is_golden(odds, d, b):
    """Does the lowest gold die count in a battle, or change with its dice?"""
    return b != NONE and (d.battle[odds.ober] == b or d.battle[odds.satan] == b)


@hot_rule
def lay_masses(odds, d):
    """Masses by total, whatever the lowest gold die is."""
    for k in range(odds.n):
        lay_under(odds, d, k, d.base[k], 0)


@hot_rule
def lay_under(odds, d, k, mass, low):
    """A position's masses, moved up by a gold die, and what lies below each."""
    below = 0.0
    for x in range(odds.most + 1):
        p = mass[x - low] if x >= low else 0.0
        d.mass[k, x] = p
        d.under[k, x] = below
        below += p


@hot_rule
def lay_low(odds, d, low):
    """Masses of Oberteufel and Satansbraten for one lowest gold die."""
    lay_under(odds, d, odds.satan, d.base[odds.satan], low)
    lay_under(odds, d, odds.ober, d.golden[low], 0)
    d.sums[odds.ober] = d.bright[low]


@hot_rule
def fight(odds, rd, d, b, low):
    """The masses with which each of a battle wins it."""
    party = d.party[b]
    weigh_battle(odds, BEST, party, low, d.mass, d.under, d.won)
    if odds.spiel >= 0 and party >> odds.spiel & 1 and rd.wild[odds.spiel] > 0.0:
        weigh_wild(odds, party, low, d.mass, d.under, d.won, d.room, rd.wild[odds.spiel])
    i = MEMBER[party, 0]
    for m in range(SIZE[party]):
        k = MEMBER[party, m]
        weight = 0.0
        for x in range(2, odds.most + 1):
            weight += d.mass[i, x] * d.won[i, x, k]
        d.weight[b, k] = weight


@hot_rule
def clear_hope(odds, d, golden):
    """Forget hopes: all, or only of those to whom the lowest gold die matters."""
    for k in range(odds.n):
        if not golden or k == odds.ober or is_golden(odds, d, d.battle[k]):
            for j in range(odds.n):
                d.hope[k, j] = 0.0


@hot_rule
def hope(odds, rd, d, way, battles, only):
    """Add to d.hope: a position's utility by the winner of its own battle, times the masses of all outside it."""
    n = odds.n
    for k in range(n):
        d.beside[k] = 1.0
        for j in range(n):
            if d.battle[j] == NONE and j != k:
                d.beside[k] *= d.sums[j]
    for outcome in range(rd.first[way + 1] - rd.first[way]):
        rest, whole = outcome, 1.0
        for b in range(battles):
            size = SIZE[d.party[b]]
            d.victor[b] = MEMBER[d.party[b], rest % size]
            whole *= d.weight[b, d.victor[b]]
            rest //= size
        for k in range(n):
            if only not in (ALL, k):
                continue
            winner, weight = k, whole
            if d.battle[k] != NONE:
                winner, weight = d.victor[d.battle[k]], 1.0
                for b in range(battles):
                    if d.battle[k] != b:
                        weight *= d.weight[b, d.victor[b]]
            d.hope[k, winner] += weight * d.beside[k] * rd.utility[rd.first[way] + outcome, k]


@hot_rule
def reap(odds, rd, d, way, low, k):
    """Add what this way is worth to the rows of position k's claim."""
    a = claim_of(rd, odds.n, way, k)
    row = row_of(odds, rd, way, k, 0)
    b = d.battle[k]
    for c in range(odds.classes[k]):
        if k == odds.ober and low > 0 and odds.low[k, c] != low:
            continue
        worth = 0.0
        if b == NONE:
            worth = d.hope[k, k]
        else:
            x = odds.total[k, c] + (low if k == odds.satan else 0)
            for m in range(SIZE[d.party[b]]):
                w = MEMBER[d.party[b], m]
                worth += d.won[k, x, w] * d.hope[k, w]
        rd.gain[row + c, a] += worth


# --- the solution ----------------------------------------------------------------------------------------------------


@rule
def follow_regrets(rd, first):
    """Each claim as often as it is regretted, if the next time is like the last; habits where nothing is."""
    for row in range(first, rd.plan.shape[0]):
        total = 0.0
        for a in range(rd.places):
            rd.plan[row, a] = max(0.0, rd.regret[row, a] + rd.lately[row, a])
            total += rd.plan[row, a]
        for a in range(rd.places):
            rd.plan[row, a] = rd.plan[row, a] / total if total > 0.0 else rd.habit[row, a]


@rule
def learn(rd, first, weight):
    """Correct the regrets and add this iteration's strategy to the average."""
    for row in range(first, rd.plan.shape[0]):
        expected = 0.0
        for a in range(rd.places):
            expected += rd.plan[row, a] * rd.gain[row, a]
        for a in range(rd.places):
            rd.lately[row, a] = rd.gain[row, a] - expected
            rd.regret[row, a] = max(0.0, rd.regret[row, a] + rd.lately[row, a])
            rd.mean[row, a] += weight * rd.plan[row, a]


@rule
def follow_mean(rd, first):
    """The average strategy into `rd.plan`."""
    for row in range(first, rd.plan.shape[0]):
        total = 0.0
        for a in range(rd.places):
            total += rd.mean[row, a]
        for a in range(rd.places):
            rd.plan[row, a] = rd.mean[row, a] / total if total > 0.0 else rd.habit[row, a]


@rule
def solve(odds, rd, d, done, iterations, known, prefix):
    """Go on for some iterations after the first `done`; the first `known` positions follow their habits."""
    first = rd.start[known]
    for row in range(first):
        for a in range(rd.places):
            rd.plan[row, a] = rd.habit[row, a]
    for i in range(done, done + iterations):
        follow_regrets(rd, first)
        go_through(odds, rd, d, known, prefix, SELDOM / (i + 1.0), ALL)
        learn(rd, first, (i + 1.0) ** 4)


@rule
def conclude(odds, rd, d, known, claimed, prefix, only):
    """The average strategy into `rd.plan`, and into `rd.gain` what claims are worth against it, to `only` one or ALL.

    Only claims after the first `claimed`, who have claimed as the digits of `prefix` say, are weighed.
    """
    follow_mean(rd, rd.start[known])
    go_through(odds, rd, d, claimed, prefix, 0.0, only)


@rule
def distance(odds, rd):
    """What all positions together could gain by each changing alone, after `solve` with full trust."""
    lost = 0.0
    for k in range(odds.n):
        for prefix in range(rd.power[k]):
            for c in range(odds.classes[k]):
                row = rd.start[k] + prefix * odds.classes[k] + c
                best, expected = rd.gain[row, 0], 0.0
                for a in range(rd.places):
                    best = max(best, rd.gain[row, a])
                    expected += rd.plan[row, a] * rd.gain[row, a]
                lost += odds.chance[k, c] * (best - expected)
    return lost


@rule
def reach(odds, rd, k, prefix):
    """How likely those before position k claim as the digits of `prefix` say."""
    likely = 1.0
    for j in range(k - 1, -1, -1):
        a, before = prefix % rd.places, prefix // rd.places
        share = 0.0
        for c in range(odds.classes[j]):
            share += odds.chance[j, c] * usual(rd, j, rd.start[j] + before * odds.classes[j] + c, a)
        likely *= share
        prefix = before
    return likely


@rule
def infer(odds, rd, d, claims, belief):
    """What claims tell of dice: belief[position, class] from `claims`, NONE for one that is not known."""
    for k in range(odds.n):
        for c in range(odds.classes[k]):
            belief[k, c] = 0.0
    for way in range(rd.ways):
        fits = True
        for k in range(odds.n):
            fits = fits and (claims[k] == NONE or claims[k] == claim_of(rd, odds.n, way, k))
        if not fits:
            continue
        gather(odds, rd, d, way, 0)
        for k in range(odds.n):
            others = 1.0
            for j in range(odds.n):
                others *= 1.0 if j == k else d.sums[j]
            a = claim_of(rd, odds.n, way, k)
            for c in range(odds.classes[k]):
                belief[k, c] += others * odds.chance[k, c] * usual(rd, k, row_of(odds, rd, way, k, c), a)
    for k in range(odds.n):
        total = 0.0
        for c in range(odds.classes[k]):
            total += belief[k, c]
        for c in range(odds.classes[k]):
            belief[k, c] = belief[k, c] / total if total > 0.0 else odds.chance[k, c]


@rule
def worth_of_all(odds, rd, out):
    """What the round is worth to each position, times how likely the claims made so far are."""
    for k in range(odds.n):
        out[k] = 0.0
        for prefix in range(rd.power[k]):
            for c in range(odds.classes[k]):
                row = rd.start[k] + prefix * odds.classes[k] + c
                for a in range(rd.places):
                    out[k] += odds.chance[k, c] * rd.plan[row, a] * rd.gain[row, a]
