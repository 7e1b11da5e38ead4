"""The rest of a round, once the bets lie open: who will draw how far, and what that is worth to everybody.

Seen from a seat that is about to draw, all that matters of the past is the highest coal kept and whose it is. `solve`
goes backwards through the turns over a coarse grid of that: every seat picks the goal that serves its own chance to
win, or the goal that its known habit picks. A row of values is one chance to win for each seat, then, if asked for,
five more that explain the asking seat's: stakes given back, then its own bet, coal bonus, piece bonus, pact added.
"""

from __future__ import annotations

import numpy as np

from brimstone.bots.coal.runs import BURN, CELLS, COIN, GOALS, cell_of, goal_of
from brimstone.bots.coal.worth import after_round
from brimstone.bots.coal.yardsticks import NAIVE_RUN, whole
from brimstone.compiling import rule
from brimstone.games.coal import BONUS, MOST_SEATS, PAY

RATIONAL, THUMB, NAIVE, RANDOM, OWN = range(5)  # minds; OWN has a way of its own, learnt from what it has shown
MINDS = 5
# What is thought of a seat is a row: the weights of its possible minds; of its own way the coal at which it stops and
# whether it draws on for an unmet bet (1 or 0); and some stakes it may make, each as likely.
STOPS, HEEDS, REPEATS, REPEATED = MINDS, MINDS + 1, MINDS + 2, 8
THOUGHTS = REPEATS + REPEATED
EXPLAINED = 5
MOST_CUTS = 32
MOST_ROWS = 1 + MOST_CUTS * MOST_SEATS
WIDTH = MOST_SEATS + EXPLAINED  # longest row


@rule
def more_pieces(most):
    """The chance, roughly, that the run of a seat that takes the lead later also has more pieces than `most`."""
    return 0.7 if most < 2 else max(0.0, 0.92 - 0.12 * most)


@rule
def make_cuts(t, bet, high, width, every, cuts):
    """The cells where the coarse grid is cut: at every bet, at the highest coal, here and there; returns how many."""
    marked = np.zeros(CELLS, np.int64)
    marked[0] = 1
    for cell in range(every, 3 * CELLS // 4 + 1, every):
        marked[cell] = 1
    if high > 0:
        marked[cell_of(high, width)] = 1
    for seat in range(whole(t.seats)):
        marked[goal_of(bet[seat], width)] = 1
    n = 0
    for cell in range(CELLS):
        if marked[cell] and n < MOST_CUTS:
            cuts[n] = cell
            n += 1
    return n


@rule
def settled(t, money, bet, boldest, highest, seat):
    """A seat's money when its bet is settled against the highest coal."""  # C6
    total = money[seat]
    if bet[seat] <= highest:
        total += 2 * bet[seat]
        if bet[seat] == boldest:
            total += bet[seat]
    return total


@rule
def value_end(t, money, bet, highest, coal, piece, w, me, explain, out):
    """The row of values of a round's end: `coal` and `piece` are the seats' parts of the two bonuses."""
    n = whole(t.seats)
    purse = np.empty(MOST_SEATS)
    found = np.empty(MOST_SEATS)
    boldest = 0
    for seat in range(n):
        boldest = max(boldest, bet[seat])
    for step in range(0 if explain else EXPLAINED, EXPLAINED + 1):
        for seat in range(n):
            purse[seat] = float(money[seat])
            if step == EXPLAINED or (step >= 1 and seat == me):
                purse[seat] = float(settled(t, money, bet, boldest, highest, seat))
            else:
                purse[seat] += bet[seat]
            if step >= 2:
                purse[seat] += BONUS * coal[seat]
            if step >= 3:
                purse[seat] += BONUS * piece[seat]
        after_round(t, purse, w, found)
        if step < EXPLAINED:
            out[n + step] = found[me]
    for seat in range(n):
        out[seat] = found[seat]


@rule
def pay_pacts(t, money, payer):
    """The payer turns up a devil."""  # C11
    for step in range(1, whole(t.seats)):
        holder = (payer + step) % whole(t.seats)
        if t.pact[holder]:
            money[holder] += PAY
            if money[payer] >= PAY:
                money[payer] -= PAY


@rule
def burn_effects(t, money, bet, w, effect):
    """effect[payer][seat]: what a devil for `payer` changes through pacts, in odds: times p·(1-p) it is a chance."""
    n = whole(t.seats)
    plain = np.empty(MOST_SEATS)
    purse = np.empty(MOST_SEATS)
    found = np.empty(MOST_SEATS)
    holders = 0
    for seat in range(n):
        holders += t.pact[seat]
    if holders == 0:
        return
    for payer in range(-1, n):
        for seat in range(n):
            purse[seat] = money[seat]
        if payer >= 0:
            pay_pacts(t, purse, payer)
        for seat in range(n):
            purse[seat] += bet[seat]
        after_round(t, purse, w, found)
        for seat in range(n):
            if payer < 0:
                plain[seat] = found[seat]
            else:
                change = (found[seat] - plain[seat]) / (plain[seat] * (1.0 - plain[seat]) + 0.01)
                effect[payer, seat] = min(1.0, max(-1.0, change))


@rule
def moved(chance, effect):
    """A chance after an effect in odds: what is decided stays so."""
    return chance + effect * chance * (1.0 - chance)


@rule
def fill_ends(t, first, money, bet, high, piece, most, width, cuts, count, w, me, explain, rows):
    """The values of all ends: row 0 for no coal at all, then by cut and owner of the highest coal."""
    n = whole(t.seats)
    coal = np.zeros(MOST_SEATS)
    part = np.zeros(MOST_SEATS)
    later = more_pieces(most)
    for place in range(-1, n):
        owner = (whole(t.starter) + place) % n
        for seat in range(n):
            coal[seat] = 1.0 if place >= 0 and seat == owner else 0.0
            part[seat] = 0.0 if place < 0 else piece[seat] if place < first else piece[seat] * (1.0 - later)
        if place >= first:
            part[owner] += later
        before = -1
        for c in range(count if place >= 0 else 1):
            highest = high if high > 0 and cell_of(high, width) == cuts[c] else max(1, cuts[c] * width)
            if place < 0:
                highest = 0
            met = 0
            for seat in range(n):
                if bet[seat] <= highest:
                    met += 1
            at = 1 + c * n + owner if place >= 0 else 0
            if met == before:
                for k in range(WIDTH):
                    rows[at, k] = rows[at - n, k]
            else:
                value_end(t, money, bet, highest, coal, part, w, me, explain, rows[at])
            before = met


@rule
def goal_by_habit(mind, thought, bet, highest, rule_of_thumb, width):
    """Where a seat of this mind stops, which does not look at chances."""
    unmet = bet if bet > highest else 0
    if mind == THUMB:
        return goal_of(unmet if unmet > 0 else rule_of_thumb, width)
    if mind == OWN:
        return goal_of(max(int(thought[STOPS]), unmet if thought[HEEDS] > 0.0 else 0), width)
    return goal_of(max(NAIVE_RUN, unmet), width) if mind == NAIVE else COIN


@rule
def add_goal(chance, goal, drawer, state, cut, count, n, after, effect, me, explain, weight, row):
    """Add to `row` what drawing to a goal leads to, times `weight`."""
    length = n + (EXPLAINED if explain else 0)
    kept = 0.0
    for c in range(count):
        p = chance[goal, c]
        kept += p
        if p == 0.0:
            continue
        mine = 1 + c * n + drawer
        for k in range(length):
            if c > cut:
                row[k] += weight * p * after[mine, k]
            elif c == cut:
                row[k] += weight * p * 0.5 * (after[mine, k] + after[state, k])
            else:
                row[k] += weight * p * after[state, k]
    burnt = weight * (1.0 - kept)
    for seat in range(n):
        row[seat] += burnt * moved(after[state, seat], effect[drawer, seat])
    if explain:
        for k in range(n, length):
            row[k] += burnt * after[state, k]
        row[length - 1] += burnt * (moved(after[state, me], effect[drawer, me]) - after[state, me])


@rule
def best_goal(chance, drawer, state, cut, count, goals, n, after, effect):
    """The goal that serves the drawer best."""
    best, most = 0, -1.0
    here = after[state, drawer]
    tie = 0.5 * (here + after[1 + max(cut, 0) * n + drawer, drawer])
    burnt = moved(here, effect[drawer, drawer])
    for g in range(count + 1):
        goal = goals[g]
        kept = 0.0
        value = 0.0
        for c in range(count):
            p = chance[goal, c]
            kept += p
            if c > cut:
                value += p * after[1 + c * n + drawer, drawer]
            else:
                value += p * (tie if c == cut else here)
        value += (1.0 - kept) * burnt
        if value > most:
            most = value
            best = goal
    return best


@rule
def gather(land, cuts, count, chance):
    """Chances of goals by coarse cell."""
    for goal in range(GOALS):
        for c in range(count):
            end = cuts[c + 1] if c + 1 < count else CELLS
            total = 0.0
            for cell in range(cuts[c], end):
                total += land[goal, cell]
            chance[goal, c] = total


@rule
def solve(t, first, money, bet, high, piece, most, width, cuts, count, lands, thumbs, minds, w, me, explain, rows):
    """The values before the turn of the seat in place `first`, by highest coal (a cut) and its owner, into rows[first].

    `money` is what is not staked, `piece` the seats' parts of the piece bonus as it stands with `most` pieces; lands[k]
    has the runs of the k-th seat to come, thumbs[k] its rule of thumb, minds[seat] what is thought of it.
    """
    n = whole(t.seats)
    effect = np.zeros((MOST_SEATS, MOST_SEATS))
    chance = np.zeros((GOALS, MOST_CUTS))
    goals = np.zeros(MOST_CUTS + 1, np.int64)
    burn_effects(t, money, bet, w, effect)
    fill_ends(t, first, money, bet, high, piece, most, width, cuts, count, w, me, explain, rows[n])
    least = 0
    if high > 0:
        while least + 1 < count and cuts[least + 1] <= cell_of(high, width):
            least += 1
    goals[count] = BURN
    for c in range(count):
        goals[c] = cuts[c]
    length = n + (EXPLAINED if explain else 0)
    for place in range(n - 1, first - 1, -1):
        drawer = (whole(t.starter) + place) % n
        gather(lands[place - first], cuts, count, chance)
        for cut in range(-1 if high == 0 else least, count):
            for earlier in range(1 if cut < 0 else place):
                owner = (whole(t.starter) + earlier) % n
                state = 0 if cut < 0 else 1 + cut * n + owner
                row = rows[place, state]
                for k in range(length):
                    row[k] = 0.0
                for mind in range(MINDS):
                    weight = minds[drawer, mind]
                    if weight <= 0.0:
                        continue
                    if mind == RATIONAL:
                        goal = best_goal(chance, drawer, state, cut, count, goals, n, rows[place + 1], effect)
                    else:
                        highest = 0 if cut < 0 else cuts[cut] * width
                        goal = goal_by_habit(mind, minds[drawer], bet[drawer], highest, thumbs[place - first], width)
                    add_goal(
                        chance, goal, drawer, state, cut, count, n, rows[place + 1], effect, me, explain, weight, row
                    )
