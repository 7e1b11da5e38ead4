"""The claims of a round laid out as tables.

A *way* is one claim of everybody, its digits to base `places`, position 0 first; an *information set*, one row, is a
class and the claims before.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.dice.battles import LOWS, NONE, SETS, TOTALS
from brimstone.bots.dice.odds import Odds
from brimstone.compiling import hot_rule, rule

ROOM = 6  # records: the table a round begins with, and room to try things in


class Round(NamedTuple):
    """The claims of a round, laid out."""

    places: int  # that can be claimed
    where: Any  # [places] their numbers
    ways: int
    start: Any  # [n] each position's first row
    power: Any  # [n + 1] places ** k
    first: Any  # [ways + 1] each way's first row of utility
    utility: Any  # [outcome, n]
    regret: Any  # [row, places]
    lately: Any  # [row, places] regret of the last iteration alone
    plan: Any  # [row, places] this iteration's strategy
    mean: Any  # [row, places] the average strategy, not normalised
    gain: Any  # [row, places] what a claim is worth, times the others' share in getting there
    habit: Any  # [row, places] how somebody plays who does not think ahead
    thumb: Any  # [row] the claim by the rule of thumb
    custom: Any  # [row, places] what a position does while it does not follow the plan, times how often that is
    trust: Any  # [n] how often a position follows the plan
    deed: Any  # [places, set, n]
    partner: Any  # [places, set, n]
    shift: Any  # [places, set, n, n] of the logits
    whim: Any  # [places, set, n, n] of chances: that the winner may act at random
    wild: Any  # [n] how likely each position acts at random


class Desk(NamedTuple):
    """Room for one way."""

    base: Any  # [n, total] masses
    golden: Any  # [low, total] the Oberteufel's
    bright: Any  # [low] his mass
    mass: Any
    under: Any
    won: Any  # [n, total, n]
    party: Any  # [battle]
    lone: Any  # [n] the place's index, NONE in a battle
    battle: Any  # [n] index, NONE for a lone claim
    weight: Any  # [battle, n] the mass with which each wins
    hope: Any  # [n, n] a position's expected utility, by the winner of its battle
    sums: Any  # [n] mass of each position
    victor: Any  # [battle] who wins it
    beside: Any  # [n] the mass of all lone positions but this
    logits: Any
    chances: Any
    room: Any  # [n, total, n] as `won`


def desk() -> Desk:
    """Room for one way, for one thread."""
    return Desk(
        base=np.zeros((6, TOTALS)), golden=np.zeros((LOWS, TOTALS)), bright=np.zeros(LOWS),
        mass=np.zeros((6, TOTALS)), under=np.zeros((6, TOTALS)), won=np.zeros((6, TOTALS, 6)),
        party=np.zeros(6, np.int64), lone=np.zeros(6, np.int64), battle=np.zeros(6, np.int64),
        weight=np.zeros((6, 6)), hope=np.zeros((6, 6)), sums=np.zeros(6), victor=np.zeros(6, np.int64),
        beside=np.zeros(6), logits=np.zeros(6), chances=np.zeros(6), room=np.zeros((6, TOTALS, 6)),
    )  # fmt: skip


def laid_out(odds: Odds, where: list[int]) -> Round:
    """An empty round in which these places can be claimed."""
    n, places = odds.n, len(where)
    power = places ** np.arange(n + 1)
    rows = odds.classes[:n] * power[:n]
    first = np.zeros(places**n + 1, np.int64)
    count_outcomes(n, places, first)
    count = int(rows.sum())
    regret, lately, plan, mean, gain, habit, custom = (np.zeros((count, places)) for _ in range(7))
    return Round(
        places=places, where=np.array(where, np.int64), ways=places**n,
        start=np.concatenate(([0], np.cumsum(rows)[:-1])), power=power, first=first,
        utility=np.zeros((int(first[-1]), n)),
        regret=regret, lately=lately, plan=plan, mean=mean, gain=gain, habit=habit,
        thumb=np.zeros(count, np.int64), custom=custom, trust=np.ones(n),
        deed=np.zeros((places, SETS, n), np.int64), partner=np.zeros((places, SETS, n), np.int64),
        shift=np.zeros((places, SETS, n, n)), whim=np.zeros((places, SETS, n, n)), wild=np.zeros(n),
    )  # fmt: skip


@rule
def count_outcomes(n, places, first):
    count = np.zeros(places, np.int64)
    for way in range(len(first) - 1):
        for a in range(places):
            count[a] = 0
        rest = way
        for _ in range(n):
            count[rest % places] += 1
            rest //= places
        outcomes = 1
        for a in range(places):
            outcomes *= max(1, count[a])
        first[way + 1] = first[way] + outcomes


@hot_rule
def claim_of(rd, n, way, k):
    """What position k claims."""
    return way // rd.power[n - 1 - k] % rd.places


@hot_rule
def row_of(odds, rd, way, k, klass):
    """Position k's information set on a way."""
    return rd.start[k] + way // rd.power[odds.n - k] * odds.classes[k] + klass


@rule
def present(rd, prefix, k, a):
    """Who of the k before has claimed place a, by the digits of their claims."""
    found = 0
    for j in range(k - 1, -1, -1):
        if prefix % rd.places == a:
            found |= 1 << j
        prefix //= rd.places
    return found


@hot_rule
def set_battles(odds, rd, d, way):
    """Who fights whom on a way: the number of battles."""
    battles = 0
    for a in range(rd.places):
        party = 0
        for k in range(odds.n):
            if claim_of(rd, odds.n, way, k) == a:
                party |= 1 << k
        alone = party & (party - 1) == 0
        if party and not alone:
            d.party[battles] = party
        for k in range(odds.n):
            if party >> k & 1:
                d.lone[k] = a if alone else NONE
                d.battle[k] = NONE if alone else battles
        battles += 0 if alone else 1
    return battles
