"""Lessons for the net: rounds in which every seat plays by the search, with what the search thought of every card."""

from __future__ import annotations

import math

import numpy as np

from brimstone.bots.cards.desk import FEATURES
from brimstone.bots.cards.policy import describe
from brimstone.bots.cards.search import OWN, weigh
from brimstone.chance import aim, below
from brimstone.compiling import put, rule
from brimstone.games.bits import nth_by
from brimstone.games.cards import DEAL, TRICK, begin, deal, lay, moves, name_dealer, ways
from brimstone.games.cards import view as look

REAL, BLANK = 0, 1  # records of a lesson's own tables
WAYS = 64  # to play the rest of a round, for each imagined world: six seats with two cards each are solved


@rule
def deal_round(t, seats, hand, goal, r):
    """A table at the first lead of a first round."""
    t.seats = seats
    t.hand_size = hand
    t.goal = goal
    begin(t)
    name_dealer(t, below(r, seats))
    while t.phase == DEAL:
        deal(t, nth_by(t.undealt, t.undealt_tally, below(r, ways(t))))


@rule
def mean_own(out, counts, rows, k):
    """The devils the asking seat ends with after its k-th card, on average."""
    total = 0.0
    weight = 0
    for row in range(rows):
        total += counts[row] * out[OWN, row, k]
        weight += counts[row]
    return total / weight


@rule
def softly(own, n, warmth, target):
    """Into `target`: how often each card should be played, fewer devils more often; the best card's place."""
    best = 0
    for k in range(n):
        if own[k] < own[best]:
            best = k
    total = 0.0
    for k in range(n):
        target[k] = math.exp((own[best] - own[k]) / warmth)
        total += target[k]
    for k in range(n):
        target[k] /= total
    return best


@rule
def copy_lesson(t, seat, desk, xs, lesson):
    """Write down the features of all cards."""
    n = describe(t, seat, desk)
    for k in range(n):
        for f in range(FEATURES):
            xs[lesson, k, f] = desk.x[k, f]


@rule
def give_lessons(
    real, ts, seats, hand, first, rounds, plan, warmth, seed, desks, rs, room, out, counts, xs, roles, targets, taken
):
    """Play rounds by the search; returns how many lessons stand in `xs`, `roles` and `targets`.

    `plan`: candidates, worlds, cards each from which the rest is solved, and whether plays are weighed.
    """
    lessons = 0
    plays = np.zeros((54, 2), np.int64)
    legal = np.zeros(9, np.int64)
    own = np.zeros(9)
    evidence = np.zeros((6, 3))
    evidence[:, 1:] = -1e9
    for number in range(first, first + rounds):
        put(real, REAL, real, BLANK)
        t = real[REAL]
        aim(rs[1], seed, number)
        deal_round(t, seats, hand, 10000, rs[1])
        heard = 0
        while t.phase == TRICK:
            seat = t.turn + 0
            n = moves(t, seat, legal)
            card = legal[0]
            if n > 1 and lessons < len(roles):
                put(ts, 0, real, BLANK)
                look(t, seat, ts[0])
                rows = weigh(
                    ts, seat, plays, heard * plan[3], evidence, 1.0, plan[0], plan[1], plan[2], WAYS * plan[1], seed,
                    number * 64 + heard, desks, rs, room, out, counts,
                )  # fmt: skip
                for k in range(n):
                    own[k] = mean_own(out, counts, rows, k)
                card = legal[softly(own, n, warmth, targets[lessons])]
                copy_lesson(t, seat, desks[0], xs, lessons)
                roles[lessons] = min(t.laid, 2)
                lessons += 1
            plays[heard, 0] = seat
            plays[heard, 1] = card
            heard += 1
            lay(t, card)
        for seat in range(seats):
            taken[number - first, seat] = t.devils[seat]
    return lessons
