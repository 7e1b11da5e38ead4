"""Worlds that look like the view: dealt by what is known for certain, weighed by how likely the seen plays were."""

from __future__ import annotations

import math

from brimstone.bots.cards.desk import GOOD
from brimstone.bots.cards.policy import likeliness
from brimstone.chance import below, fraction
from brimstone.compiling import put, rule
from brimstone.games.bits import nth, size
from brimstone.games.cards import TRICK, begin_round, begin_trick, imagine, lay, unseen

DOUBT = 0.1  # of the policy as a picture of others: a play counts for at least this part of an even chance
KINDS = 3


@rule
def forgotten(v, memory, r):
    """Cards of earlier tricks that a forgetful seat takes for still out."""
    old = v.seen
    for seat in range(v.seats):
        for card in (v.trick[seat], v.last[seat]):
            if card > 0:
                old &= ~(1 << card)
    lost = 0
    while old != 0:
        bit = old & -old
        old ^= bit
        if fraction(r) >= memory:
            lost |= bit
    return lost


@rule
def imagine_loosely(v, seat, memory, r):
    """Deal the other hands as a forgetful seat would: some played cards are still out, nothing was concluded."""
    rest = unseen(v, seat) | forgotten(v, memory, r)
    for other in range(v.seats):
        if other != seat:
            hand = 0
            for _ in range(v.count[other]):
                card = nth(rest, below(r, size(rest)))
                hand |= 1 << card
                rest &= ~(1 << card)
            v.hand[other] = hand


@rule
def rewind(ts, i, j, plays, heard):
    """Make of the world `ts[j]` the beginning `ts[i]` of its round."""
    put(ts, i, ts, j)
    t = ts[i]
    begin_round(t)
    t.phase = TRICK
    for seat in range(t.seats):
        t.hand[seat] = ts[j].hand[seat]
        t.count[seat] = t.hand_size
    for k in range(heard):
        t.hand[plays[k, 0]] |= 1 << plays[k, 1]
    begin_trick(t, t.first)


@rule
def log_weight(ts, i, seat, plays, heard, desk):
    """The logarithm of how likely the others' plays of this round were in the world that begins as `ts[i]`."""
    t = ts[i]
    total = 0.0
    for k in range(heard):
        who = plays[k, 0]
        card = plays[k, 1]
        if who != seat:
            total += math.log(likeliness(t, who, card, desk, desk.kinds[who], DOUBT))
        lay(t, card)
    return total


@rule
def study(ts, i, seat, plays, heard, desk, evidence):
    """Add to `evidence` how well each kind of player explains each other seat's plays of a finished round."""
    t = ts[i]
    for k in range(heard):
        who = plays[k, 0]
        card = plays[k, 1]
        if who != seat:
            for kind in range(KINDS):
                evidence[who, kind] += math.log(likeliness(t, who, card, desk, kind, DOUBT))
        lay(t, card)


@rule
def study_at(ts, seat, plays, heard, desks, evidence):
    """Study a finished round, `ts[0]` being any table of this game with its round's first leader."""
    for other in range(ts[0].seats):
        ts[0].hand[other] = 0
    rewind(ts, 1, 0, plays, heard)
    study(ts, 1, seat, plays, heard, desks[0], evidence)


@rule
def guess_kinds(seats, seat, evidence, r, desk):
    """Draw how each other seat plays, by the evidence."""
    for other in range(seats):
        desk.kinds[other] = GOOD
        if other != seat:
            top = max(evidence[other, 0], evidence[other, 1], evidence[other, 2])
            total = 0.0
            for kind in range(KINDS):
                total += math.exp(evidence[other, kind] - top)
            left = fraction(r) * total
            for kind in range(KINDS):
                if left >= 0:
                    desk.kinds[other] = kind
                    left -= math.exp(evidence[other, kind] - top)


@rule
def imagine_worlds(ts, seat, plays, heard, evidence, memory, candidates, desk, r, hands, kinds, weights):
    """Fill `hands`, `kinds` and `weights` with candidate worlds for the view `ts[0]`; heard 0: weigh nothing."""
    t = ts[1]
    most = -1e300
    for k in range(candidates):
        put(ts, 1, ts, 0)
        if memory < 1:
            imagine_loosely(t, seat, memory, r)
        else:
            imagine(t, seat, r)
        guess_kinds(t.seats, seat, evidence, r, desk)
        weights[k] = 0.0
        if heard > 0:
            rewind(ts, 3, 1, plays, heard)
            weights[k] = log_weight(ts, 3, seat, plays, heard, desk)
        most = max(most, weights[k])
        for other in range(t.seats):
            hands[k, other] = t.hand[other]
            kinds[k, other] = desk.kinds[other]
    total = 0.0
    for k in range(candidates):
        weights[k] = math.exp(weights[k] - most)
        total += weights[k]
    for k in range(candidates):
        weights[k] /= total


@rule
def pick_worlds(weights, candidates, worlds, r, times_picked):
    """Pick `worlds` of the candidates by their weights, evenly spaced from a random start."""
    at = fraction(r)
    gone = 0.0
    for k in range(candidates):
        gone += weights[k] * worlds
        times_picked[k] = 0
        while at < gone and at < worlds:
            times_picked[k] += 1
            at += 1.0
