"""Who wins a battle: masses of dice totals weighed against each other, for any set of ranks.

`odds` is the table of `brimstone.bots.dice.odds`; of it only what is known before weighing is read: how ties and forced
rerolls end. Sets of positions are bits.
"""

from __future__ import annotations

import numpy as np

from brimstone.compiling import hot_rule, rule

TOTALS = 19  # 0 to 18
LOWS = 7
SETS = 64
BEST, SIMPLE = 0, 1  # how the Spielteufel decides a tie: by his chance, or always rolled again
NONE = -1
MEMBER = np.array([([k for k in range(6) if party >> k & 1] + [0] * 6)[:6] for party in range(SETS)])
SIZE = np.array([party.bit_count() for party in range(SETS)])


@rule
def below_it(mass, under):
    """For each total the mass below it."""
    for k in range(mass.shape[0]):
        under[k, 0] = 0.0
        for x in range(1, TOTALS):
            under[k, x] = under[k, x - 1] + mass[k, x - 1]


@hot_rule
def top_mass(mass, under, top, party, y):
    """The mass in which just the set `top` of `party` has y, the others less."""
    z = 1.0
    for m in range(SIZE[party]):
        k = MEMBER[party, m]
        z *= mass[k, y] if top >> k & 1 else under[k, y]
    return z


@hot_rule
def will_force(odds, style, party, top, low, s):
    """Does the Spielteufel, one of those on top with a total of s, make the others roll again?"""
    if top == 1 << odds.spiel:
        return False
    return style == SIMPLE or odds.forced[party, low, s, odds.spiel] > odds.tie[top, low, odds.spiel]


@rule
def weigh_battle(odds, style, party, low, mass, under, won):
    """won[i, x, w]: the mass of the others' dice with which w wins while i of the party has a total of x."""
    spiel, size = odds.spiel, SIZE[party]
    fights = spiel >= 0 and party >> spiel & 1
    for m in range(size):
        i = MEMBER[party, m]
        if fights and i == spiel:
            weigh_spiel(odds, style, party, low, mass, under, won)
        elif fights:
            weigh_rival(odds, style, party, low, mass, under, won, i)
        elif size == 2:
            weigh_pair(odds, party, low, mass, under, won, i, MEMBER[party, 1 - m])
        else:
            weigh_plain(odds, party, low, mass, under, won, i)


@hot_rule
def share_out(odds, ahead, low, z, won, i, x):
    """Divide a mass among those who may win when a set is ahead."""
    for m in range(SIZE[ahead]):
        w = MEMBER[ahead, m]
        won[i, x, w] += z * odds.tie[ahead, low, w]


@hot_rule
def copy_running(party, won, i, x):
    """Begin the row of x with row 0, a total that nobody has and where sums are kept."""
    for m in range(SIZE[party]):
        w = MEMBER[party, m]
        won[i, x, w] = won[i, 0, w]


@hot_rule
def clear_running(party, won, i):
    for m in range(SIZE[party]):
        won[i, 0, MEMBER[party, m]] = 0.0


@hot_rule
def weigh_pair(odds, party, low, mass, under, won, i, j):
    """The rows of one who fights one other, neither of them the Spielteufel."""
    mine, its = odds.tie[party, low, i], odds.tie[party, low, j]
    whole = under[j, odds.most] + mass[j, odds.most]
    for x in range(2, odds.most + 1):
        same = mass[j, x]
        won[i, x, i] = under[j, x] + same * mine
        won[i, x, j] = max(0.0, whole - under[j, x] - same) + same * its


@hot_rule
def weigh_plain(odds, party, low, mass, under, won, i):
    """The rows of one of a party without the Spielteufel."""
    others = party & ~(1 << i)
    clear_running(party, won, i)
    for y in range(odds.most, 1, -1):
        copy_running(party, won, i, y)  # somebody has more
        top = others
        while True:
            z = top_mass(mass, under, top, others, y)
            if z > 0.0:
                share_out(odds, top | 1 << i, low, z, won, i, y)
                share_out(odds, top, low, z, won, i, 0)
            if top == 0:
                break
            top = (top - 1) & others


@hot_rule
def force(odds, party, low, z, won, i, x, s):
    """Divide the mass in which the Spielteufel with s makes the others roll again."""
    for m in range(SIZE[party]):
        w = MEMBER[party, m]
        won[i, x, w] += z * odds.forced[party, low, s, w]


@hot_rule
def whole_mass(odds, mass, under, party):
    z = 1.0
    for m in range(SIZE[party]):
        k = MEMBER[party, m]
        z *= under[k, odds.most] + mass[k, odds.most]
    return z


@hot_rule
def weigh_spiel(odds, style, party, low, mass, under, won):
    """The Spielteufel's own rows: his rivals' mass by who is ahead of them."""
    spiel = odds.spiel
    rivals = party & ~(1 << spiel)
    whole = whole_mass(odds, mass, under, rivals)
    clear_running(party, won, spiel)
    for s in range(2, odds.most + 1):
        copy_running(party, won, spiel, s)
        forces = whole
        top = rivals
        while True:
            z = top_mass(mass, under, top, rivals, s)
            tied = top | 1 << spiel
            if z > 0.0 and not will_force(odds, style, party, tied, low, s):
                forces -= z
                share_out(odds, tied, low, z, won, spiel, s)
            if top == 0:
                break
            top = (top - 1) & rivals
        force(odds, party, low, max(0.0, forces), won, spiel, s, s)


@hot_rule
def weigh_rival(odds, style, party, low, mass, under, won, i):
    """The rows of a rival of the Spielteufel, by what the Spielteufel has."""
    spiel = odds.spiel
    others = party & ~(1 << spiel) & ~(1 << i)
    whole = whole_mass(odds, mass, under, others)
    clear_running(party, won, i)
    for s in range(2, odds.most + 1):  # he has less than the rival: he makes all roll again
        copy_running(party, won, i, s)
        force(odds, party, low, whole * mass[spiel, s], won, i, 0, s)
    clear_running(party, won, i)
    for s in range(odds.most, 1, -1):
        for m in range(SIZE[party]):
            w = MEMBER[party, m]
            won[i, s, w] += won[i, 0, w]
        if mass[spiel, s] <= 0.0:
            continue
        over, level = whole * mass[spiel, s], whole * mass[spiel, s]  # forced while the rival has less than s, just s
        top = others
        while True:
            z = mass[spiel, s] * top_mass(mass, under, top, others, s)
            if z > 0.0:
                tied = top | 1 << spiel
                if not will_force(odds, style, party, tied, low, s):
                    over -= z
                    share_out(odds, tied, low, z, won, i, 0)
                tied |= 1 << i
                if not will_force(odds, style, party, tied, low, s):
                    level -= z
                    share_out(odds, tied, low, z, won, i, s)
            if top == 0:
                break
            top = (top - 1) & others
        force(odds, party, low, max(0.0, over), won, i, 0, s)
        force(odds, party, low, max(0.0, level), won, i, s, s)


@rule
def weigh_wild(odds, party, low, mass, under, won, room, wild):
    """Mix into `won`, by how `wild` the Spielteufel is, that he makes the others roll again as often as not."""
    spiel = odds.spiel
    for m in range(SIZE[party]):
        i = MEMBER[party, m]
        weigh_plain(odds, party, low, mass, under, room, i)
        whole = whole_mass(odds, mass, under, party & ~(1 << i) & ~(1 << spiel))
        for v in range(SIZE[party]):
            w = MEMBER[party, v]
            again = 0.0
            for s in range(2, odds.most + 1):
                again += whole * mass[spiel, s] * odds.forced[party, low, s, w]
            for x in range(2, odds.most + 1):
                if i == spiel:
                    again = whole * odds.forced[party, low, x, w]
                won[i, x, w] = (1.0 - wild) * won[i, x, w] + wild * 0.5 * (room[i, x, w] + again)
