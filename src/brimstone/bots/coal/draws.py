"""Draw or stop: dynamic programming over all multisets of pieces that the seat may still draw.

For the last seat of a round every end is settled to the coin, so its moves are exact for the given worth of money. For
an earlier seat, what stopping or burning leads to comes from `rounds.solve`, once for each number of pieces drawn.
"""

from __future__ import annotations

import numpy as np

from brimstone.bots.coal.rounds import (
    EXPLAINED,
    MOST_CUTS,
    MOST_ROWS,
    WIDTH,
    burn_effects,
    make_cuts,
    moved,
    pay_pacts,
    solve,
    value_end,
)
from brimstone.bots.coal.runs import CELLS, DEEPEST, GOALS, cell_of, cell_width, fill_turns
from brimstone.bots.coal.yardsticks import coal_left, grain, highest_coal, theta, whole
from brimstone.compiling import rule
from brimstone.games.coal import DEVIL, MOST_NUMBERS, MOST_SEATS

MOST_SETS = 200_000  # multisets looked at; with more kinds of coal than the box has, deep runs are cut off
FINE_EVERY = 2  # cells between cuts
APART = 8  # further pieces by which runs are told apart, at most


@rule
def most_pieces(t):
    most = 0
    for seat in range(whole(t.seats)):
        most = max(most, int(t.pieces[seat]))
    return most


@rule
def bonus_parts(t, seat_coal, seat_pieces, coal, piece):
    """Who gets the two bonuses, if the seat on turn keeps this."""  # C8
    highest = max(highest_coal(t), seat_coal)
    most = max(most_pieces(t), seat_pieces)
    for seat in range(whole(t.seats)):
        kept = seat_coal if seat == whole(t.turn) else int(t.coal[seat])
        held = seat_pieces if seat == whole(t.turn) else int(t.pieces[seat])
        coal[seat] = 1.0 if highest > 0 and kept == highest else 0.0
        piece[seat] = 1.0 if most > 0 and held == most else 0.0


@rule
def value_last(t, coal_kept, pieces_kept, burnt, bet, w, explain, out):
    """The row of values if the seat on turn, the last of the round, ends its turn so."""
    money = np.empty(MOST_SEATS)
    coal = np.zeros(MOST_SEATS)
    piece = np.zeros(MOST_SEATS)
    for seat in range(whole(t.seats)):
        money[seat] = t.money[seat]
    bonus_parts(t, coal_kept, pieces_kept, coal, piece)
    highest = max(highest_coal(t), coal_kept)
    before = 0.0
    column = whole(t.seats) + EXPLAINED - 1
    for paid in range(1 if burnt and explain else 0, -1, -1):
        if burnt and paid == 0:
            pay_pacts(t, money, whole(t.turn))
        value_end(t, money, bet, highest, coal, piece, w, whole(t.turn), explain, out)
        if paid:
            before = out[column]
    if burnt and explain:
        out[column - 1] = before


@rule
def owner_of_highest(t):
    """The first seat in drawing order that has kept the most coal."""
    highest = highest_coal(t)
    for place in range(t.drawn):
        seat = (whole(t.starter) + place) % whole(t.seats)
        if t.coal[seat] == highest:
            return seat
    return whole(t.starter)


@rule
def group_last(t, bet, step, by_coal, by_pieces):
    """Runs of the last seat that settle alike are one group: by bets met, and below, level with or above the best."""
    high = highest_coal(t)
    most = most_pieces(t)
    for k in range(len(by_pieces)):
        pieces = int(t.run_pieces) + k
        by_pieces[k] = 0 if pieces < most else 1 if pieces == most else 2
    for s in range(len(by_coal)):
        kept = int(t.run) + s * step
        met = 0
        for seat in range(whole(t.seats)):
            met += 1 if bet[seat] <= max(high, kept) else 0
        by_coal[s] = 3 * met + (0 if kept < high else 1 if kept == high else 2)


@rule
def fill_last(t, bet, step, by_coal, by_pieces, w, explain, stops, burns):
    """What stopping and burning is worth to the last seat, exactly."""
    group_last(t, bet, step, by_coal, by_pieces)
    most = most_pieces(t)
    for more in range(3):
        pieces = max(0, most - 1 + more)
        before = -1
        for s in range(-1, len(by_coal)):
            if s < 0:
                value_last(t, 0, 0, True, bet, w, explain, burns[more])
            elif by_coal[s] != before:
                before = by_coal[s]
                value_last(t, int(t.run) + s * step, pieces, False, bet, w, explain, stops[more, before])


@rule
def group_earlier(t, step, width, apart, by_coal, by_pieces):
    """Runs of an earlier seat: by cell of the coal grid, and by pieces still drawn."""
    high = highest_coal(t)
    for k in range(len(by_pieces)):
        by_pieces[k] = min(k, apart)
    for s in range(len(by_coal)):
        kept = int(t.run) + s * step
        by_coal[s] = CELLS if kept < high else CELLS + 1 if kept == high else cell_of(kept, width)


@rule
def spread_stops(rows, cuts, count, n, me, best, stops):
    """Stops by cell from rows by cut: above the best so far, then below it, then level with it."""
    at = 0
    for cell in range(CELLS):
        while at + 1 < count and cuts[at + 1] <= cell:
            at += 1
        for c in range(WIDTH):
            stops[cell, c] = rows[1 + at * n + me, c]
    at = (best - 1) // n if best > 0 else 0
    for c in range(WIDTH):
        stops[CELLS, c] = rows[best, c]
        stops[CELLS + 1, c] = 0.5 * (rows[best, c] + rows[1 + at * n + me, c])


@rule
def fill_earlier(t, bet, step, minds, w, apart, explain, by_coal, by_pieces, stops, burns):
    """What stopping and burning is worth to a seat that others follow."""
    n, me, first = whole(t.seats), whole(t.turn), t.drawn + 1
    width = cell_width(t)
    group_earlier(t, step, width, apart, by_coal, by_pieces)
    high = highest_coal(t)
    lands = np.zeros((MOST_SEATS, GOALS, CELLS))
    thumbs = np.full(MOST_SEATS, theta(t), np.int64)
    rows = np.zeros((MOST_SEATS + 1, MOST_ROWS, WIDTH))
    coal = np.zeros(MOST_SEATS)
    piece = np.zeros(MOST_SEATS)
    cuts = np.zeros(MOST_CUTS, np.int64)
    money = np.empty(MOST_SEATS)
    effect = np.zeros((MOST_SEATS, MOST_SEATS))
    for seat in range(n):
        money[seat] = t.money[seat]
    if explain:
        burn_effects(t, money, bet, w, effect)
    count = make_cuts(t, bet, high, width, FINE_EVERY, cuts)
    best = 0
    if high > 0:
        at = 0
        while at + 1 < count and cuts[at + 1] <= cell_of(high, width):
            at += 1
        best = 1 + at * n + owner_of_highest(t)
    devils = float(t.left[DEVIL])
    for case in range(2 * min(apart + 1, len(by_pieces))):
        k, burnt = case // 2, case % 2
        kept = 0 if burnt else int(t.run_pieces) + k
        bonus_parts(t, 1 - burnt, kept, coal, piece)
        fill_turns(t, max(0.0, devils - burnt), max(0.0, float(t.pieces_left - k - burnt)), n - first, width, lands)
        most = max(most_pieces(t), kept)
        if burnt:
            pay_pacts(t, money, me)
        solve(t, first, money, bet, high, piece, most, width, cuts, count, lands, thumbs, minds, w, me, explain, rows)
        for seat in range(n):
            money[seat] = t.money[seat]
        if burnt:
            for c in range(WIDTH):
                burns[k, c] = rows[first, best, c]
                if explain and n <= c < n + EXPLAINED - 1:
                    burns[k, c] += rows[first, best, me] - moved(rows[first, best, me], effect[me, me])
        else:
            spread_stops(rows[first], cuts, count, n, me, best, stops[k])


@rule
def bounded(t, bounds):
    """How many pieces of each number are looked at; returns the number of multisets."""
    for kind in range(1, whole(t.kinds)):
        bounds[kind] = t.left[kind]
    while True:
        sets = 1
        widest = 1
        for kind in range(1, whole(t.kinds)):
            sets *= bounds[kind] + 1
            if bounds[kind] > bounds[widest]:
                widest = kind
        if sets <= MOST_SETS:
            return sets
        bounds[widest] -= 1


@rule
def settled_runs(by_coal, by_pieces, coal, count, devils, last):
    """Can nothing more be gained by drawing on?"""
    if not last:
        return count >= DEEPEST
    return devils > 0 and by_coal[coal] == by_coal[-1] and by_pieces[count] == by_pieces[-1]


@rule
def step_back(drawn, bounds, steps, kinds, coal, count):
    """The multiset before this one; returns its coal and its number of pieces."""
    for kind in range(1, kinds):
        if drawn[kind] > 0:
            drawn[kind] -= 1
            return coal - steps[kind], count - 1
        drawn[kind] = bounds[kind]
        coal += bounds[kind] * steps[kind]
        count += bounds[kind]
    return coal, count


@rule
def best_draws(t, step, by_coal, by_pieces, stops, burns, from_column, length, mine, last, draw, stop):
    """The row of values of drawing now, and best play after it, into `draw`; of stopping into `stop`.

    Rows are the columns `from_column` and on; column `mine` of them decides. A multiset is a number: counts by kind,
    the least kind changing fastest.
    """
    kinds = whole(t.kinds)
    bounds = np.zeros(MOST_NUMBERS + 1, np.int64)
    stride = np.zeros(MOST_NUMBERS + 1, np.int64)
    drawn = np.zeros(MOST_NUMBERS + 1, np.int64)
    steps = np.zeros(MOST_NUMBERS + 1, np.int64)
    in_oven = np.zeros(MOST_NUMBERS + 1, np.int64)
    sets = bounded(t, bounds)
    values = np.empty((sets, length))
    total, coal, count = 1, 0, 0
    for kind in range(1, kinds):
        stride[kind] = total
        total *= bounds[kind] + 1
        drawn[kind] = bounds[kind]
        in_oven[kind] = t.left[kind]
        steps[kind] = int(t.value[kind]) // step
        coal += drawn[kind] * steps[kind]
        count += drawn[kind]
    devils = float(t.left[DEVIL])
    pieces_left = int(t.pieces_left)
    for at in range(sets - 1, -1, -1):
        s, k = by_coal[coal], by_pieces[count]
        left = pieces_left - count
        must = count + t.run_pieces == 0
        if left == 0 or (not must and settled_runs(by_coal, by_pieces, coal, count, devils, last)):
            burning = left > 0 and last and burns[k, from_column + mine] > stops[k, s, from_column + mine]
            for c in range(length):
                values[at, c] = burns[k, from_column + c] if burning else stops[k, s, from_column + c]
        else:
            for c in range(length):
                draw[c] = devils / left * burns[k, from_column + c]
            for kind in range(1, kinds):
                more = in_oven[kind] - drawn[kind]
                if more > 0:
                    p = more / left
                    if drawn[kind] < bounds[kind]:
                        child = at + stride[kind]
                        for c in range(length):
                            draw[c] += p * values[child, c]
                    else:
                        beyond, further = by_coal[coal + steps[kind]], by_pieces[count + 1]
                        for c in range(length):
                            draw[c] += p * stops[further, beyond, from_column + c]
            drawing = must or draw[mine] > stops[k, s, from_column + mine]
            for c in range(length):
                values[at, c] = draw[c] if drawing else stops[k, s, from_column + c]
        if at > 0:
            coal, count = step_back(drawn, bounds, steps, kinds, coal, count)
    if settled_runs(by_coal, by_pieces, 0, 0, devils, last):
        devil = devils / pieces_left
        for c in range(length):
            draw[c] = devil * burns[by_pieces[0], from_column + c] + (1.0 - devil) * values[0, c]
    for c in range(length):
        stop[c] = stops[by_pieces[0], by_coal[0], from_column + c]


@rule
def value_draws(ts, minds, w, apart, explain, narrow, draw, stop):
    """Rows of values of drawing and of stopping for the seat on turn; `narrow` rows hold its own chance only.

    A seat that others follow tells runs apart by up to `apart` further pieces.
    """
    t = ts[0]
    step = grain(t)
    coal = coal_left(t) // step
    by_coal = np.zeros(coal + 1, np.int64)
    by_pieces = np.zeros(int(t.pieces_left) + 2, np.int64)
    bet = np.zeros(MOST_SEATS, np.int64)
    for seat in range(whole(t.seats)):
        bet[seat] = t.bet[seat]
    stops = np.zeros((APART + 1, CELLS + 2, WIDTH))
    burns = np.zeros((APART + 1, WIDTH))
    last = t.drawn + 1 == whole(t.seats)
    if last:
        fill_last(t, bet, step, by_coal, by_pieces, w, explain, stops, burns)
    else:
        fill_earlier(t, bet, step, minds, w, min(apart, APART), explain, by_coal, by_pieces, stops, burns)
    first, length, mine = 0, len(draw), whole(t.turn)
    if narrow:
        first, length, mine = mine, 1, 0
    best_draws(t, step, by_coal, by_pieces, stops, burns, first, length, mine, last, draw, stop)
