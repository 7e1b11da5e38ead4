"""What every outcome of every way is worth: deeds and swaps planned, then the table judged."""

from __future__ import annotations

from typing import Any

from brimstone.bots.dice.battles import MEMBER, NONE, SIZE
from brimstone.bots.dice.layout import Desk, Round, claim_of, present, set_battles
from brimstone.bots.dice.odds import Odds
from brimstone.bots.dice.outcomes import CHANCES, add_whims, evaluate, plan_triumph, take, triumph
from brimstone.bots.dice.value import Sheet, Weights, is_over, judge_logits, squash, winner_now
from brimstone.compiling import put, rule

EXACT_SEATS = 5  # with more, what several battles do together is added up in logits


@rule
def plan_deeds(odds, rd, w, ts, s, aim, swaps, known, prefix):
    """What each winner of each battle that is still possible does, from the table in ts[0]."""
    t = ts[0]
    for k in range(odds.n):
        rd.wild[k] = s.wild[t.order[k]] if aim == CHANCES else 0.0
    for a in range(rd.places):
        there = present(rd, prefix, known, a)
        for late in range(1 << (odds.n - known)):
            party = there | late << known
            for m in range(SIZE[party]):
                k = MEMBER[party, m]
                rd.deed[a, party, k], rd.partner[a, party, k] = 0, NONE
                if SIZE[party] > 1:
                    deed, partner = plan_triumph(w, ts, 0, 2, rd.where[a], party, k, aim, s)
                    partner = partner if swaps else NONE
                    rd.deed[a, party, k], rd.partner[a, party, k] = deed, partner
                    if rd.wild[k] > 0.0:
                        fill_whim(rd, w, ts, s, a, party, k, swaps)


@rule
def fill_whim(rd, w, ts, s, a, party, k, swaps):
    """`rd.whim` of a winner."""
    for seat in range(ts[0].seats):
        s.whim[seat] = 0.0
    plan = rd.deed[a, party, k], rd.partner[a, party, k]
    add_whims(w, ts, 0, 2, rd.where[a], party, k, *plan, swaps, rd.wild[k], s, s.whim)
    for j in range(ts[0].seats):
        rd.whim[a, party, k, j] = s.whim[ts[0].order[j]]


@rule
def fill_shifts(odds, rd, w, ts, s):
    """How each winner of each place shifts the logits; the empty set stands for where they start from."""
    n = odds.n
    for a in range(rd.places):
        for party in range(1 << n):
            for m in range(max(1, SIZE[party])):
                k = MEMBER[party, m]
                put(ts, 1, ts, 0)
                if party:
                    triumph(ts[1], rd.where[a], party, k, rd.deed[a, party, k], rd.partner[a, party, k])
                judge_logits(w, ts[1], s)
                for j in range(n):
                    start = rd.shift[a, 0, 0, j] if party else 0.0
                    rd.shift[a, party, k, j] = s.logits[ts[0].order[j]] - start


@rule
def may_end(t, n):
    """Could this round end the game?"""
    most, lying = 0, 0
    for seat in range(t.seats):
        most = max(most, t.held[seat])
    for place in range(t.places):
        lying += 1 if t.open[place] >= 0 else 0
    return most + 2 >= t.goal or (t.stock_left == 0 and lying <= n)


@rule
def fill_utility(odds, rd, d, w, ts, s, aim, known, prefix):
    """`rd.utility` of the ways that are still possible from the table in ts[0], deeds and shifts being known."""
    n = odds.n
    additive = n > EXACT_SEATS and aim == CHANCES
    ending = may_end(ts[0], n)
    span = rd.power[n - known]
    for way in range(prefix * span, (prefix + 1) * span):
        battles = set_battles(odds, rd, d, way)
        for outcome in range(rd.first[way + 1] - rd.first[way]):
            row = rd.first[way] + outcome
            over = False
            if ending or not additive:
                carry_out(odds, rd, d, ts, way, battles, outcome)
                over = is_over(ts[1])
            if additive and not over:
                add_shifts(odds, rd, d, way, battles, outcome)
                for k in range(n):
                    rd.utility[row, k] = d.chances[k]
            elif additive:
                for k in range(n):
                    rd.utility[row, k] = 0.0
                    if ts[1].order[k] == winner_now(ts[1]):
                        rd.utility[row, k] = 1.0
            else:
                evaluate(w, aim, ts[1], s)
                for k in range(n):
                    rd.utility[row, k] = s.chances[ts[1].order[k]]
                over = is_over(ts[1])
            if aim == CHANCES and not over:
                add_whims_of(odds, rd, d, way, battles, outcome, row)


def prepare(
    odds: Odds, rd: Round, d: Desk, w: Weights, ts: Any, s: Sheet, aim: int, swaps: bool, known: int, prefix: int
) -> None:
    """The utilities of the round of the table in ts[0], whose first positions claimed as the digits of `prefix` say."""
    plan_deeds(odds, rd, w, ts, s, aim, swaps, known, prefix)
    if odds.n > EXACT_SEATS and aim == CHANCES:
        fill_shifts(odds, rd, w, ts, s)
    fill_utility(odds, rd, d, w, ts, s, aim, known, prefix)


@rule
def add_whims_of(odds, rd, d, way, battles, outcome, row):
    """Add to a row of `rd.utility` what the whims of the winners change."""
    for b in range(battles):
        party = d.party[b]
        k = MEMBER[party, outcome % SIZE[party]]
        outcome //= SIZE[party]
        if rd.wild[k] > 0.0:
            a = claim_of(rd, odds.n, way, k)
            for j in range(odds.n):
                rd.utility[row, j] += rd.whim[a, party, k, j]


@rule
def carry_out(odds, rd, d, ts, way, battles, outcome):
    """Make ts[1] the table of ts[0] after a way and its outcome."""
    put(ts, 1, ts, 0)
    for k in range(odds.n):
        if d.lone[k] != NONE:
            take(ts[1], ts[1].order[k], rd.where[d.lone[k]])
    for b in range(battles):
        party = d.party[b]
        k = MEMBER[party, outcome % SIZE[party]]
        outcome //= SIZE[party]
        a = claim_of(rd, odds.n, way, k)
        triumph(ts[1], rd.where[a], party, k, rd.deed[a, party, k], rd.partner[a, party, k])


@rule
def add_shifts(odds, rd, d, way, battles, outcome):
    """The chances of all positions after a way and its outcome, their logits shifted one thing after the other."""
    n = odds.n
    for j in range(n):
        d.logits[j] = rd.shift[0, 0, 0, j]
    for k in range(n):
        if d.lone[k] != NONE:
            for j in range(n):
                d.logits[j] += rd.shift[d.lone[k], 1 << k, k, j]
    for b in range(battles):
        party = d.party[b]
        k = MEMBER[party, outcome % SIZE[party]]
        outcome //= SIZE[party]
        a = claim_of(rd, n, way, k)
        for j in range(n):
            d.logits[j] += rd.shift[a, party, k, j]
    squash(d.logits, n, d.chances)


@rule
def fill_wins_of(odds, rd, d, k):
    """`rd.utility` of position k: 1 where it wins the item it claims, else 0."""
    for way in range(rd.ways):
        battles = set_battles(odds, rd, d, way)
        for outcome in range(rd.first[way + 1] - rd.first[way]):
            wins = 1.0 if d.battle[k] == NONE else 0.0
            rest = outcome
            for b in range(battles):
                size = SIZE[d.party[b]]
                if MEMBER[d.party[b], rest % size] == k:
                    wins = 1.0
                rest //= size
            rd.utility[rd.first[way] + outcome, k] = wins
