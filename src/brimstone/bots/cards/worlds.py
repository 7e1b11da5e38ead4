"""Worlds that look like the view: dealt by what is known for certain, weighed by how likely the seen plays were."""

from __future__ import annotations

import math

import numpy as np

from brimstone.bots.cards.desk import GOOD
from brimstone.bots.cards.policy import likeliness
from brimstone.bots.cards.standing import MIX
from brimstone.chance import below, fraction
from brimstone.compiling import put, rule, times
from brimstone.games.bits import nth, size
from brimstone.games.cards import (
    BLIND_TRIES,
    TRICK,
    begin_round,
    begin_trick,
    count_deals,
    deal_blindly,
    lay,
    unseen,
)

DOUBT = 0.1  # of the policy as a picture of others: a play counts for at least this part of an even chance
KINDS = 3
UNLIKELY = 0.1  # a kind with a smaller chance is not reckoned with: who has shown nothing yet plays well
RULED_OUT = 25.0  # of the logarithms of two kinds' likeliness: a kind this far behind is not looked at


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
        t.taken[seat] = 0
    for k in range(heard):
        t.hand[plays[k, 0]] |= 1 << plays[k, 1]
    begin_trick(t, t.first)


@rule
def follow_plays(ts, i, seat, plays, heard, desk, evidence, judged):
    """Into `judged`: `evidence`, and how well each kind of player explains each other seat's plays of this round in
    the world that begins as `ts[i]`; kinds that the evidence rules out are left out.
    """
    t = ts[i]
    for other in range(t.seats):
        for kind in range(KINDS):
            judged[other, kind] = evidence[other, kind]
    for k in range(heard):
        who = plays[k, 0]
        card = plays[k, 1]
        if who != seat:
            top = max(evidence[who, 0], evidence[who, 1], evidence[who, 2])
            for kind in range(KINDS):
                if evidence[who, kind] > top - RULED_OUT:
                    judged[who, kind] += math.log(likeliness(t, who, card, desk, kind, DOUBT))
        lay(t, card)


@rule
def log_total(logs):
    """The logarithm of a sum of parts that are given as logarithms."""
    top = max(logs[0], logs[1], logs[2])
    total = 0.0
    for kind in range(KINDS):
        total += math.exp(logs[kind] - top)
    return top + math.log(total)


@rule
def log_weight(ts, i, seat, plays, heard, desk, evidence, judged):
    """The logarithm of how likely the others' plays of this round were in the world that begins as `ts[i]`, whoever
    they may be; `judged` says afterwards who they may be.
    """
    follow_plays(ts, i, seat, plays, heard, desk, evidence, judged)
    total = 0.0
    for other in range(ts[i].seats):
        if other != seat:
            total += log_total(judged[other]) - log_total(evidence[other])
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
def guess_kinds(seats, seat, judged, r, kinds):
    """Draw how each other seat plays, by how it was judged; what is unlikely is left aside."""
    for other in range(seats):
        kinds[other] = GOOD
        if other != seat:
            total = log_total(judged[other])
            left = fraction(r)
            for kind in range(KINDS):
                chance = math.exp(judged[other, kind] - total)
                if left >= 0 and chance > UNLIKELY:
                    kinds[other] = kind
                    left -= chance


@rule
def list_holders(v, seat, others, stride):
    """The other seats that hold cards, and for each the step between columns of `count_deals`; how many seats."""
    holders = 0
    columns = 1
    for other in range(v.seats):
        if other != seat and v.count[other] > 0:
            others[holders] = other
            stride[holders] = columns
            columns *= v.count[other] + 1
            holders += 1
    stride[holders] = columns
    return holders


@rule
def deal_by(v, rest, others, stride, holders, ways_on, r):
    """Deal card by card, each seat as likely as there are ways to go on from there."""
    for h in range(holders):
        v.hand[others[h]] = 0
    column = stride[holders] - 1
    for k in range(size(rest)):
        card = nth(rest, k)
        left = fraction(r) * ways_on[k, column]
        chosen = 0
        for h in range(holders):
            if left >= 0 and v.maybe[others[h]] >> card & 1 and column // stride[h] % (v.count[others[h]] + 1) > 0:
                ways_there = ways_on[k + 1, column - stride[h]]
                if ways_there > 0:
                    chosen = h
                    left -= ways_there
        v.hand[others[chosen]] |= 1 << card
        column -= stride[chosen]


@rule
def dealt_blindly(v, seat, r):
    """Deal the unseen cards at random; has some deal of a few agreed with what each seat may hold?"""
    tries = 1
    while not deal_blindly(v, seat, r):
        if tries == BLIND_TRIES:
            return False
        tries += 1
    return True


@rule
def deal_worlds(ts, seat, memory, candidates, r, hands):
    """Fill `hands` with worlds for the view `ts[0]`: all that agree with what is certain are equally likely.

    Where few blind deals agree, the ways to deal are counted once for all worlds.
    """
    others = np.zeros(7, np.int64)
    stride = np.zeros(7, np.int64)
    ways_on = np.zeros((1, 1))
    holders = 0
    put(ts, 1, ts, 0)
    t = ts[1]
    for k in range(candidates):
        if memory < 1:
            imagine_loosely(t, seat, memory, r)
        elif holders > 0 or not dealt_blindly(t, seat, r):
            rest = unseen(t, seat)
            if holders == 0:
                holders = list_holders(t, seat, others, stride)
                ways_on = count_deals(t, rest, others, stride, holders, stride[holders])
            deal_by(t, rest, others, stride, holders, ways_on, r)
        for other in range(6):
            hands[k, other] = t.hand[other]


@rule
def same_world(hands, k, j):
    """Are two worlds the same?"""
    apart = 0
    for other in range(6):
        apart |= hands[k, other] ^ hands[j, other]
    return apart == 0


@rule
def place_of(hands, k, slots):
    """Where in `slots` the world k stands or would stand."""
    mixed = 0
    for other in range(6):
        mixed = times(mixed ^ hands[k, other], MIX)
    place = (mixed >> 30) & (len(slots) - 1)
    while slots[place] >= 0 and not same_world(hands, k, slots[place]):
        place = (place + 1) & (len(slots) - 1)
    return place


@rule
def merge_worlds(hands, candidates, slots, weights):
    """Move different worlds to the front, how often each was dealt into `weights`; how many there are."""
    slots[:] = -1
    found = 0
    for k in range(candidates):
        place = place_of(hands, k, slots)
        if slots[place] < 0:
            slots[place] = found
            weights[found] = 0.0
            for other in range(6):
                hands[found, other] = hands[k, other]
            found += 1
        weights[slots[place]] += 1.0
    return found


@rule
def imagine_worlds(ts, seat, plays, heard, evidence, memory, candidates, desk, r, room):
    """Fill `room` with different worlds for the view `ts[0]`, their weights and who plays how in them; how many worlds.

    `heard` 0: weigh nothing but how often a world was dealt.
    """
    deal_worlds(ts, seat, memory, candidates, r, room.hands)
    found = merge_worlds(room.hands, candidates, room.slots, room.weights)
    t = ts[1]
    most = -1e300
    for k in range(found):
        room.weights[k] = math.log(room.weights[k])
        if heard > 0:
            for other in range(6):
                t.hand[other] = room.hands[k, other]
            rewind(ts, 3, 1, plays, heard)
            room.weights[k] += log_weight(ts, 3, seat, plays, heard, desk, evidence, room.judged)
            guess_kinds(t.seats, seat, room.judged, r, room.kinds[k])
        else:
            guess_kinds(t.seats, seat, evidence, r, room.kinds[k])
        most = max(most, room.weights[k])
    total = 0.0
    for k in range(found):
        room.weights[k] = math.exp(room.weights[k] - most)
        total += room.weights[k]
    for k in range(found):
        room.weights[k] /= total
    return found


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
