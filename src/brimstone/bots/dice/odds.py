"""Exact odds of battles: who wins, for any set of ranks, with dice known, unknown or weighed.

Players of a round are counted by rank, the best first: *position* 0 is the best rank in play, whoever has it. What a
player's dice mean is their *class*: their sum, and for the Oberteufel also his lowest die where a Satansbraten counts
it. A *low* of 1 to 6 is that die; low 0 means that nobody counts it. Sets of positions are bits.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.dice.battles import LOWS, MEMBER, NONE, SETS, TOTALS, below_it, top_mass, weigh_battle
from brimstone.compiling import rule
from brimstone.games.contract import Setup
from brimstone.games.dice import BLACK, GOLD, GREY, OBER, SATAN

CLASSES = 56


class Odds(NamedTuple):
    """Everything about the dice of one set-up. Arrays are by position first."""

    n: int
    ober: int  # positions, NONE if not in play
    spiel: int
    fehler: int
    putz: int
    spring: int
    satan: int
    most: int  # the highest total
    classes: Any  # [n] how many
    total: Any  # [n, class] the sum of the dice, without the gold die
    low: Any  # [n, class]
    chance: Any  # [n, class]
    klass: Any  # [n, total, low]
    prior: Any  # [low, n, total] chances of totals, gold die included; the Oberteufel's with this low
    low_chance: Any  # [low]
    tie: Any  # [set, low, n] who wins when this set has the same total
    forced: Any  # [set, low, the Spielteufel's total, n] who wins when all his opponents roll again
    win: Any  # [style, n, class, set] the chance to win against this set, its dice unknown


@rule
def roll_prior(ranks, sides, face, odds):
    """Classes and their chances, from the faces of the dice."""
    for k in range(odds.n):
        dice = GOLD if ranks[k] == OBER else GREY if ranks[k] == SATAN else BLACK
        s = sides[dice]
        thirds = s if dice == GOLD else 1
        part = 1.0 / (s * s * thirds)
        for throw in range(s * s * thirds):
            a, b = face[dice, throw % s], face[dice, throw // s % s]
            c = face[dice, throw // s // s] if dice == GOLD else 0
            least = min(a, b, c)
            total = a + b + c - least if dice == GOLD else a + b
            low = least if dice == GOLD and odds.satan >= 0 else 0
            at = odds.klass[k, total, low]
            if at < 0:
                at = odds.classes[k]
                odds.classes[k] += 1
                odds.klass[k, total, low] = at
                odds.total[k, at] = total
                odds.low[k, at] = low
            odds.chance[k, at] += part
    for k in range(odds.n):
        for c in range(odds.classes[k]):
            p, total = odds.chance[k, c], odds.total[k, c]
            odds.prior[0, k, total] += p
            if k == odds.ober:
                odds.low_chance[odds.low[k, c]] += p
                if odds.low[k, c] > 0:
                    odds.prior[odds.low[k, c], k, total] += p
            else:
                for low in range(1, LOWS):
                    odds.prior[low, k, total + low if k == odds.satan else total] += p


@rule
def tie_winner(odds, top):
    """Who wins a tie at once: one alone, or the Springteufel; NONE if it is rolled again."""
    if top & (top - 1) == 0:
        return MEMBER[top, 0]
    return odds.spring if odds.spring >= 0 and top >> odds.spring & 1 else NONE


@rule
def rolled_again(odds, party, low, before, under, out):
    """Who wins when `party` rolls: into `out`, ties decided by `before`; the chance that all tie again is returned."""
    loop = 0.0
    for k in range(odds.n):
        out[k] = 0.0
    golden = odds.ober >= 0 and party >> odds.ober & 1
    first, last = (1, LOWS) if golden and odds.satan >= 0 else (low, low + 1)
    for new_low in range(first, last):
        mass = odds.prior[new_low]
        below_it(mass, under)
        for y in range(1, TOTALS):
            top = party
            while top:
                z = top_mass(mass, under, top, party, y)
                if z > 0.0:
                    winner = tie_winner(odds, top)
                    if winner >= 0:
                        out[winner] += z
                    elif top == party:
                        loop += z
                    else:
                        for k in range(odds.n):
                            out[k] += z * before[top, new_low, k]
                top = (top - 1) & party
    return loop


@rule
def fill_ties(odds, rerolls):
    """`odds.tie`: without a limit by solving for the loop, with one by counting the rerolls up."""
    under = np.zeros((6, TOTALS))
    out = np.zeros(6)
    before = np.zeros((SETS, LOWS, 6))
    for party in range(1, 1 << odds.n):
        winner = tie_winner(odds, party)
        winner = MEMBER[party, 0] if winner < 0 else winner
        for low in range(LOWS):
            odds.tie[party, low, winner] = 1.0
    for _ in range(rerolls if rerolls >= 0 else 1):
        for party in range(1, 1 << odds.n):
            for low in range(LOWS):
                for k in range(odds.n):
                    before[party, low, k] = odds.tie[party, low, k]
        for party in range(1, 1 << odds.n):
            if tie_winner(odds, party) >= 0:
                continue
            for low in range(LOWS):
                if (low == 0) != (odds.satan < 0):
                    continue
                if rerolls >= 0:
                    loop = rolled_again(odds, party, low, before, under, out)
                    for k in range(odds.n):
                        odds.tie[party, low, k] = out[k] + loop * before[party, low, k]
                else:  # smaller sets have smaller numbers: they are done
                    loop = rolled_again(odds, party, low, odds.tie, under, out)
                    for k in range(odds.n):
                        if loop < 1.0 - 1e-12:
                            odds.tie[party, low, k] = out[k] / (1.0 - loop)
    if odds.satan >= 0:  # where nobody counts the low it does not matter which
        for party in range(1, 1 << odds.n):
            for k in range(odds.n):
                odds.tie[party, 0, k] = odds.tie[party, 1, k]


@rule
def fill_forced(odds):
    """`odds.forced`: the Spielteufel keeps his total, all others of the party roll."""
    under = np.zeros((6, TOTALS))
    mass = np.zeros((6, TOTALS))
    for party in range(1, 1 << odds.n):
        if odds.spiel < 0 or party >> odds.spiel & 1 == 0 or party & (party - 1) == 0:
            continue
        golden = odds.ober >= 0 and party >> odds.ober & 1
        for low in range(LOWS):
            first, last = (1, LOWS) if golden and odds.satan >= 0 else (low, low + 1)
            for new_low in range(first, last):
                for s in range(2, TOTALS):
                    for k in range(odds.n):
                        for x in range(TOTALS):
                            mass[k, x] = odds.prior[new_low, k, x]
                    for x in range(TOTALS):
                        mass[odds.spiel, x] = 1.0 if x == s else 0.0
                    below_it(mass, under)
                    for y in range(1, TOTALS):
                        top = party
                        while top:
                            z = top_mass(mass, under, top, party, y)
                            if z > 0.0:
                                for k in range(odds.n):
                                    odds.forced[party, low, s, k] += z * odds.tie[top, new_low, k]
                            top = (top - 1) & party


@rule
def fill_wins(odds):
    """`odds.win`: own dice known, the others' not."""
    under = np.zeros((6, TOTALS))
    won = np.zeros((6, TOTALS, 6))
    for style in range(2):
        for party in range(1, 1 << odds.n):
            counted = odds.satan >= 0 and party >> odds.satan & 1
            golden = odds.ober >= 0 and party >> odds.ober & 1
            for low in range(1 if counted else 0, LOWS if counted else 1):
                if counted and odds.low_chance[low] == 0.0:
                    continue
                below_it(odds.prior[low], under)
                weigh_battle(odds, style, party, low, odds.prior[low], under, won)
                weight = 1.0 if golden or not counted else odds.low_chance[low]
                for k in range(odds.n):
                    if party >> k & 1 == 0:
                        continue
                    for c in range(odds.classes[k]):
                        total = odds.total[k, c] + (low if k == odds.satan else 0)
                        if k == odds.ober and counted and odds.low[k, c] != low:
                            continue
                        odds.win[style, k, c, party & ~(1 << k)] += weight * won[k, total, k]


@cache
def made(ranks: tuple[int, ...], faces: tuple[tuple[int, ...], ...], rerolls: int) -> Odds:
    """The odds for these ranks, the best first, and faces of gold, black and grey dice."""
    ober, spiel, fehler, putz, spring, satan = (
        ranks.index(rank) if rank in ranks else NONE for rank in range(OBER, SATAN + 1)
    )
    pairs = [2 * max(shown, default=0) for shown in faces]
    lowest = max(faces[GOLD]) if satan >= 0 else 0
    odds = Odds(
        n=len(ranks), ober=ober, spiel=spiel, fehler=fehler, putz=putz, spring=spring, satan=satan,
        most=max(pairs[GOLD], pairs[BLACK], pairs[GREY] + lowest),
        classes=np.zeros(6, np.int64), total=np.zeros((6, CLASSES), np.int64), low=np.zeros((6, CLASSES), np.int64),
        chance=np.zeros((6, CLASSES)), klass=np.full((6, TOTALS, LOWS), NONE, np.int64),
        prior=np.zeros((LOWS, 6, TOTALS)), low_chance=np.zeros(LOWS), tie=np.zeros((SETS, LOWS, 6)),
        forced=np.zeros((SETS, LOWS, TOTALS, 6)), win=np.zeros((2, 6, CLASSES, SETS)),
    )  # fmt: skip
    face = np.zeros((3, 6), np.int64)
    for dice, shown in enumerate(faces):
        face[dice, : len(shown)] = shown
    roll_prior(np.array(ranks, np.int64), np.array([len(shown) for shown in faces], np.int64), face, odds)
    fill_ties(odds, rerolls)
    fill_forced(odds)
    fill_wins(odds)
    return odds


def odds_for(setup: Setup) -> Odds:
    """The odds of a set-up."""
    box = setup.game.box(setup)
    ranks = tuple(rank for rank in range(OBER, SATAN + 1) if box["ranks_left"] >> rank & 1)
    faces = tuple(tuple(box["face"][dice][: box["sides"][dice]]) for dice in range(3))
    return made(ranks, faces, box["rerolls"])


@rule
def chance_with_comers(odds, style, k, klass, there, joins):
    """The chance of position k to win where some are already, if each still to come joins with this chance."""
    later = odds.n - 1 - k
    chance = 0.0
    for comers in range(1 << later):
        weight = 1.0
        for j in range(later):
            weight *= joins if comers >> j & 1 else 1.0 - joins
        chance += weight * odds.win[style, k, klass, there | comers << (k + 1)]
    return chance
