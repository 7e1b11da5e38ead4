"""What a battle leads to: items, steals, trades and swaps carried out, and what the table is worth then."""

from __future__ import annotations

from brimstone.bots.dice.battles import NONE, SIZE
from brimstone.bots.dice.value import points_now, value
from brimstone.compiling import put, rule
from brimstone.games.dice import (
    FEHLER,
    KINDS,
    NO_STEAL,
    NO_TRADE,
    PUTZ,
    STEAL_FROM,
    TRADE_WITH,
    can_be_stolen,
    can_be_traded,
    gain,
    is_loser,
    steal,
    swap,
    trade,
)

CHANCES, POINTS = 0, 1  # what a round is played for


@rule
def evaluate(w, aim, t, s):
    """What the end of a round is worth to each seat, into s.chances."""
    if aim == POINTS:
        points_now(t, s)
    else:
        value(w, t, s)


@rule
def liking(count, worth):
    """Roughly the points that so many of a kind are worth, hopes included."""
    return count * worth + count // 3 * 3 + (0.8 if count % 3 == 2 else 0.15 if count % 3 == 1 else 0.0)


@rule
def steal_gain(t, seat, other, kind):
    """What a steal brings, what it takes from the other counted by a third."""
    mine, its, worth = t.items[seat][kind], t.items[other][kind], t.value[kind]
    gained = liking(mine + 1, worth) - liking(mine, worth)
    return gained + 0.35 * (liking(its, worth) - liking(its - 1, worth))


@rule
def trade_gain(t, seat, other, mine, its):
    """What a trade brings, what it takes from the other counted by a third."""
    a, b = t.value[mine], t.value[its]
    own = liking(t.items[seat][mine] - 1, a) - liking(t.items[seat][mine], a)
    own += liking(t.items[seat][its] + 1, b) - liking(t.items[seat][its], b)
    foreign = liking(t.items[other][mine] + 1, a) - liking(t.items[other][mine], a)
    foreign += liking(t.items[other][its] - 1, b) - liking(t.items[other][its], b)
    return own - 0.35 * foreign


@rule
def likely_steal(t, seat):
    best, found = 0.0, NO_STEAL
    for other in range(t.seats):
        for kind in range(KINDS):
            if can_be_stolen(t, other, kind) and steal_gain(t, seat, other, kind) > best:
                best, found = steal_gain(t, seat, other, kind), STEAL_FROM + 16 * other + kind
    return found


@rule
def likely_trade(t, seat):
    best, found = 0.0, NO_TRADE
    for other in range(t.seats):
        if not is_loser(t, other):
            continue
        for mine in range(KINDS):
            for its in range(KINDS):
                if can_be_traded(t, other, mine, its) and trade_gain(t, seat, other, mine, its) > best:
                    best, found = trade_gain(t, seat, other, mine, its), TRADE_WITH + 256 * other + 16 * mine + its
    return found


@rule
def likely_deed(t, seat):
    """The steal or trade that a winner of a battle is likely to make."""
    if t.was[seat] == FEHLER:
        return likely_steal(t, seat)
    if t.was[seat] == PUTZ:
        return likely_trade(t, seat)
    return NO_STEAL


@rule
def do_deed(t, deed):
    if deed >= TRADE_WITH:
        trade(t, (deed - TRADE_WITH) >> 8, (deed >> 4) & 15, deed & 15)
    elif deed >= STEAL_FROM:
        steal(t, (deed - STEAL_FROM) >> 4, deed & 15)


@rule
def take(t, seat, place):
    gain(t, seat, t.open[place])
    t.open[place] = -1


@rule
def seats_of(t, party):
    """A set of positions as a set of seats."""
    seats = 0
    for k in range(t.seats):
        if party >> k & 1:
            seats |= 1 << t.order[k]
    return seats


@rule
def triumph(t, place, party, w, deed, partner):
    """Position w wins the battle for a place: item, deed and swap, the partner a seat or NONE."""
    seat = t.order[w]
    t.winner = seat
    t.party = seats_of(t, party)
    take(t, seat, place)
    do_deed(t, deed)
    if partner != NONE:
        swap(t, partner)


@rule
def plan_triumph(w, ts, i, j, place, party, k, aim, s):
    """What position k, winning a place against a party from ts[i], does: (deed, partner); ts[j], ts[j + 1] are room.

    First the deed or none, then the swap or none, each by its value.
    """
    seat = ts[i].order[k]
    put(ts, j, ts, i)
    triumph(ts[j], place, party, k, NO_STEAL, NONE)
    likely = likely_deed(ts[j], seat)
    deed, partner, best = NO_STEAL, NONE, -1.0
    for step in range(-2, ts[i].seats if aim == CHANCES else 0):
        if (step == -1 and likely < STEAL_FROM) or (step >= 0 and not is_loser(ts[j], step)):
            continue
        put(ts, j + 1, ts, j)
        if step == -1:
            do_deed(ts[j + 1], likely)
        elif step >= 0:
            swap(ts[j + 1], step)
        evaluate(w, aim, ts[j + 1], s)
        if s.chances[seat] > best + 1e-9:
            best = s.chances[seat]
            if step == -1:
                deed = likely
                put(ts, j, ts, j + 1)
            elif step >= 0:
                partner = step
    return deed, partner


@rule
def add_whims(w, ts, i, j, place, party, k, deed, partner, swaps, wild, s, out):
    """Add to `out` how chances change, times `wild`, if position k acts at random instead of as planned.

    It wins a place against a party from ts[i]; ts[j], ts[j + 1] are room. Each steal and each swap is as likely as
    none; what they change is added up. A trade at random changes little and is left out.
    """
    seats = ts[i].seats
    put(ts, j, ts, i)
    triumph(ts[j], place, party, k, deed, partner)
    evaluate(w, CHANCES, ts[j], s)
    for seat in range(seats):
        out[seat] -= wild * s.chances[seat]
    put(ts, j, ts, i)
    triumph(ts[j], place, party, k, NO_STEAL, NONE)
    evaluate(w, CHANCES, ts[j], s)
    losers = SIZE[party] - 1 if swaps else 0
    steals = count_steals(ts[j])
    for seat in range(seats):
        out[seat] += wild * s.chances[seat] * (1.0 - losers / (losers + 1.0) - steals / (steals + 1.0))
    for other in range(seats):
        if not is_loser(ts[j], other):
            continue
        if swaps:
            put(ts, j + 1, ts, j)
            swap(ts[j + 1], other)
            evaluate(w, CHANCES, ts[j + 1], s)
            for seat in range(seats):
                out[seat] += wild * s.chances[seat] / (losers + 1.0)
        for kind in range(KINDS):
            if steals > 0 and can_be_stolen(ts[j], other, kind):
                put(ts, j + 1, ts, j)
                steal(ts[j + 1], other, kind)
                evaluate(w, CHANCES, ts[j + 1], s)
                for seat in range(seats):
                    out[seat] += wild * s.chances[seat] / (steals + 1.0)


@rule
def count_steals(t):
    """How many steals the winner of a battle may choose from."""
    count = 0
    if t.was[t.winner] == FEHLER:
        for other in range(t.seats):
            for kind in range(KINDS):
                count += 1 if can_be_stolen(t, other, kind) else 0
    return count
