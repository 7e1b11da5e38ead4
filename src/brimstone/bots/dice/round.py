"""The claims of a round as a game of hidden dice, solved by CFR+ (O. Tammelin 2014).

Each position claims once, knowing its class and the claims before it. What a way is worth when each battle has its
winner stands in `utility`; every iteration goes through all ways once, sums up the dice of all others exactly, and
corrects every information set's regrets.
"""

from __future__ import annotations

from brimstone.bots.dice.layout import claim_of, row_of, set_battles
from brimstone.bots.dice.odds import BEST, LOWS, MEMBER, NONE, SIZE, TOTALS, below_it, weigh_battle
from brimstone.compiling import rule

# --- one time through all ways ---------------------------------------------------------------------------------------


@rule
def gather(odds, rd, d, way, known, trust, slip):
    """The masses of everybody's classes on a way; False where two or more never claim like this."""
    never = 0
    for k in range(odds.n):
        a = claim_of(rd, odds.n, way, k)
        for x in range(TOTALS):
            d.base[k, x] = 0.0
        if k == odds.ober:
            for low in range(LOWS):
                for x in range(TOTALS):
                    d.golden[low, x] = 0.0
        d.sums[k] = 0.0
        for c in range(odds.classes[k]):
            row = row_of(odds, rd, way, k, c)
            share = rd.habit[row, a] if k < known else trust * rd.plan[row, a] + slip * rd.habit[row, a]
            if share > 0.0:
                p = odds.chance[k, c] * share
                d.base[k, odds.total[k, c]] += p
                d.sums[k] += p
                if k == odds.ober:
                    d.golden[odds.low[k, c], odds.total[k, c]] += p
        never += 1 if d.sums[k] == 0.0 else 0
    return never < 2


@rule
def go_through(odds, rd, d, known, prefix, trust, slip):
    """`rd.gain`: what every claim at every information set is worth against these strategies of the others.

    The others follow `rd.plan` with the share `trust`, their habits with the share `slip`. The first `known` positions
    have claimed as the digits of `prefix` say, by habit; known = 0 is the whole round.
    """
    for row in range(rd.gain.shape[0]):
        for a in range(rd.places):
            rd.gain[row, a] = 0.0
    span = rd.power[odds.n - known]
    for way in range(prefix * span, (prefix + 1) * span):
        if not gather(odds, rd, d, way, known, trust, slip):
            continue
        battles = set_battles(odds, rd, d, way)
        counted = odds.satan >= 0 and d.battle[odds.satan] != NONE
        for low in range(1 if counted else 0, LOWS if counted else 1):
            if counted and odds.low_chance[low] == 0.0:
                continue
            shift_masses(odds, d, low)
            below_it(d.mass, d.under)
            for b in range(battles):
                if low <= 1 or d.battle[odds.ober] == b or d.battle[odds.satan] == b:
                    fight(odds, d, b, low)
            hope(odds, rd, d, way, battles)
            reap(odds, rd, d, way, low)


@rule
def shift_masses(odds, d, low):
    """Masses by total for one lowest gold die."""
    for k in range(odds.n):
        for x in range(TOTALS):
            d.mass[k, x] = d.base[k, x]
    if low > 0:
        for x in range(TOTALS):
            d.mass[odds.satan, x] = d.base[odds.satan, x - low] if x >= low else 0.0
        d.sums[odds.ober] = 0.0
        for x in range(TOTALS):
            d.mass[odds.ober, x] = d.golden[low, x]
            d.sums[odds.ober] += d.golden[low, x]


@rule
def fight(odds, d, b, low):
    """The masses with which each of a battle wins it."""
    party = d.party[b]
    weigh_battle(odds, BEST, party, low, d.mass, d.under, d.won)
    i = MEMBER[party, 0]
    for k in range(odds.n):
        d.weight[b, k] = 0.0
        if party >> k & 1:
            for x in range(TOTALS):
                d.weight[b, k] += d.mass[i, x] * d.won[i, x, k]


@rule
def hope(odds, rd, d, way, battles):
    """d.hope: a position's utility by the winner of its own battle, times the masses of all outside it."""
    n = odds.n
    for k in range(n):
        for j in range(n):
            d.hope[k, j] = 0.0
    for outcome in range(rd.first[way + 1] - rd.first[way]):
        row = rd.first[way] + outcome
        for k in range(n):
            weight = 1.0
            winner = k
            rest = outcome
            for b in range(battles):
                size = SIZE[d.party[b]]
                victor = MEMBER[d.party[b], rest % size]
                rest //= size
                if d.battle[k] == b:
                    winner = victor
                else:
                    weight *= d.weight[b, victor]
            for j in range(n):
                if d.battle[j] == NONE and j != k:
                    weight *= d.sums[j]
            d.hope[k, winner] += weight * rd.utility[row, k]


@rule
def reap(odds, rd, d, way, low):
    """Add what this way is worth to the rows of everybody's claim."""
    for k in range(odds.n):
        a = claim_of(rd, odds.n, way, k)
        for c in range(odds.classes[k]):
            if k == odds.ober and low > 0 and odds.low[k, c] != low:
                continue
            worth = 0.0
            if d.battle[k] == NONE:
                worth = d.hope[k, k]
            else:
                x = odds.total[k, c] + (low if k == odds.satan else 0)
                for w in range(odds.n):
                    worth += d.won[k, x, w] * d.hope[k, w]
            rd.gain[row_of(odds, rd, way, k, c), a] += worth


# --- the solution ----------------------------------------------------------------------------------------------------


@rule
def follow_regrets(rd):
    """Each claim as often as it is regretted."""
    for row in range(rd.plan.shape[0]):
        total = 0.0
        for a in range(rd.places):
            total += rd.regret[row, a]
        for a in range(rd.places):
            rd.plan[row, a] = rd.regret[row, a] / total if total > 0.0 else 1.0 / rd.places


@rule
def learn(rd, weight):
    """Correct the regrets and add this iteration's strategy to the average."""
    for row in range(rd.plan.shape[0]):
        expected = 0.0
        for a in range(rd.places):
            expected += rd.plan[row, a] * rd.gain[row, a]
        for a in range(rd.places):
            rd.regret[row, a] = max(0.0, rd.regret[row, a] + rd.gain[row, a] - expected)
            rd.mean[row, a] += weight * rd.plan[row, a]


@rule
def follow_mean(rd):
    """The average strategy into `rd.plan`."""
    for row in range(rd.plan.shape[0]):
        total = 0.0
        for a in range(rd.places):
            total += rd.mean[row, a]
        for a in range(rd.places):
            rd.plan[row, a] = rd.mean[row, a] / total if total > 0.0 else 1.0 / rd.places


@rule
def solve(odds, rd, d, done, iterations, ends, known, prefix, trust, slip):
    """Go on for some iterations after the first `done`.

    If it `ends` here, the average strategy is left in `rd.plan`, and what claims are worth against it in `rd.gain`.
    """
    for i in range(done, done + iterations + ends):
        if i < done + iterations:
            follow_regrets(rd)
        else:
            follow_mean(rd)
        go_through(odds, rd, d, known, prefix, trust, slip)
        if i < done + iterations:
            learn(rd, (i + 1.0) * (i + 1.0))


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
def reach(odds, rd, k, prefix, known, trust, slip):
    """How likely those before position k claim as the digits of `prefix` say."""
    likely = 1.0
    for j in range(k - 1, -1, -1):
        a, before = prefix % rd.places, prefix // rd.places
        share = 0.0
        for c in range(odds.classes[j]):
            row = rd.start[j] + before * odds.classes[j] + c
            usual = rd.habit[row, a]
            share += odds.chance[j, c] * (usual if j < known else trust * rd.plan[row, a] + slip * usual)
        likely *= share
        prefix = before
    return likely


@rule
def infer(odds, rd, d, claims, known, trust, slip, belief):
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
        gather(odds, rd, d, way, known, trust, slip)
        for k in range(odds.n):
            others = 1.0
            for j in range(odds.n):
                others *= 1.0 if j == k else d.sums[j]
            a = claim_of(rd, odds.n, way, k)
            for c in range(odds.classes[k]):
                row = row_of(odds, rd, way, k, c)
                usual = rd.habit[row, a]
                share = usual if k < known else trust * rd.plan[row, a] + slip * usual
                belief[k, c] += others * odds.chance[k, c] * share
    for k in range(odds.n):
        total = 0.0
        for c in range(odds.classes[k]):
            total += belief[k, c]
        for c in range(odds.classes[k]):
            belief[k, c] = belief[k, c] / total if total > 0.0 else odds.chance[k, c]


@rule
def worth_of_all(odds, rd, known, out):
    """What the round is worth to each position, times how likely the claims of the first `known` are."""
    for k in range(odds.n):
        out[k] = 0.0
        for prefix in range(rd.power[k]):
            for c in range(odds.classes[k]):
                row = rd.start[k] + prefix * odds.classes[k] + c
                for a in range(rd.places):
                    share = rd.habit[row, a] if k < known else rd.plan[row, a]
                    out[k] += odds.chance[k, c] * share * rd.gain[row, a]
