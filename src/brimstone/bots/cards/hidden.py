"""The rest of a round as one game with hidden hands: all deals that the public cannot rule out, solved together.

Worlds that are solved one by one, all hands open, let a player believe that everybody will see what it holds, and say
nothing of what its cards give away. Here every seat knows its own hand and what was played, and CFR+ (Tammelin 2014)
finds how often to play which card. The game begins with a trick, the first one from which on it is small enough, so
that all decisions of a round agree with each other, whoever asks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.cards.hidden_tree import (
    BEGINNING,
    LEAF,
    MOST_NODES,
    ROOT,
    TOP,
    enter_trick,
    key_of,
    list_deals,
    most_nodes,
    new_tree,
    plant,
    told,
    weigh_deals,
)
from brimstone.bots.cards.weights import desk_for, devils_desk
from brimstone.compiling import rule
from brimstone.games.cards import MOST_SEATS, Table

TIMES = 20  # through the tree, for each seat
KEPT = 8  # solved rests, of at most 4 MB each
SLIP = 0.02  # how often a hand trembles, so that nobody is lost after a card that is never played
RARE = 0.02  # shares below are never played: they are what is left of the first iterations,
SLACK = 0.2  # and so are cards that cost so many devils more than the best, where seldom anybody comes


# --- CFR+ ------------------------------------------------------------------------------------------------------------


@rule
def match(tree, sets, who, shares, slip):
    """Let a seat play each card as often as `shares` says, which need not sum to one; so often its hand slips."""
    for s in range(sets):
        if tree.owner[s] == who:
            total = 0.0
            for k in range(tree.first[s], tree.first[s + 1]):
                total += shares[k]
            even = 1.0 / (tree.first[s + 1] - tree.first[s])
            for k in range(tree.first[s], tree.first[s + 1]):
                tree.mix[k] = slip * even + (1 - slip) * (shares[k] / total if total > 0 else even)


@rule
def go_down(tree, nodes, who):
    """How likely every node is, split into the seat's own part, if its hand slips too, and all others'."""
    node = 0
    for d in range(len(tree.weights)):
        tree.mine[node] = 1.0
        tree.theirs[node] = tree.weights[d]
        node = tree.end[node]
    for node in range(nodes):
        if tree.who[node] != LEAF:
            info = tree.info[node]
            cards = tree.first[info + 1] - tree.first[info]
            child = node + 1
            if tree.who[node] == who:
                tree.reach[info] = tree.mine[node]
                for k in range(tree.first[info], tree.first[info + 1]):
                    tree.mine[child] = tree.mine[node] * (SLIP / cards + (1 - SLIP) * tree.mix[k])
                    tree.theirs[child] = tree.theirs[node]
                    child = tree.end[child]
            else:
                for k in range(tree.first[info], tree.first[info + 1]):
                    tree.mine[child] = tree.mine[node]
                    tree.theirs[child] = tree.theirs[node] * tree.mix[k]
                    child = tree.end[child]


@rule
def go_up(tree, nodes, sets, who):
    """What every node is worth to the seat, and into `gain` what each of its cards is worth, by how likely others let
    it come there.
    """
    tree.gain[: tree.first[sets]] = 0.0
    for node in range(nodes - 1, -1, -1):
        if tree.who[node] == LEAF:
            tree.worth[node] = tree.pay[who, node]
            continue
        info = tree.info[node]
        total = 0.0
        child = node + 1
        for k in range(tree.first[info], tree.first[info + 1]):
            total += tree.mix[k] * tree.worth[child]
            if tree.who[node] == who:
                tree.gain[k] += tree.theirs[node] * tree.worth[child]
            child = tree.end[child]
        tree.worth[node] = total


@rule
def learn(tree, sets, who, weight):
    """Correct a seat's regrets, and add its strategy to the sum."""
    for s in range(sets):
        if tree.owner[s] == who:
            mean = 0.0
            for k in range(tree.first[s], tree.first[s + 1]):
                mean += tree.mix[k] * tree.gain[k]
                tree.total[k] += weight * tree.reach[s] * tree.mix[k]
            for k in range(tree.first[s], tree.first[s + 1]):
                tree.regret[k] = max(0.0, tree.regret[k] + tree.gain[k] - mean)


@rule
def refine(tree, seats, nodes, sets, times_through):
    """So many iterations, the seats one after the other. Who does not learn at the moment may slip."""
    tree.regret[: tree.first[sets]] = 0.0
    tree.total[: tree.first[sets]] = 0.0
    for who in range(seats):
        match(tree, sets, who, tree.regret, SLIP)
    for step in range(times_through):
        for who in range(seats):
            match(tree, sets, who, tree.regret, 0.0)
            go_down(tree, nodes, who)
            go_up(tree, nodes, sets, who)
            learn(tree, sets, who, step + 1.0)
            match(tree, sets, who, tree.regret, SLIP)


@rule
def evaluate(tree, seats, nodes, sets, values):
    """What each card of each information set is worth to whoever is to play it, if all go on as they did on average
    over the iterations, but may slip; `mix` is that average afterwards.
    """
    for who in range(seats):
        match(tree, sets, who, tree.total, SLIP)
    for who in range(seats):
        match(tree, sets, who, tree.total, 0.0)
        go_down(tree, nodes, who)
        go_up(tree, nodes, sets, who)
        tree.reach[:sets] = 0.0
        for node in range(nodes):
            if tree.who[node] == who:
                tree.reach[tree.info[node]] += tree.theirs[node]
        for s in range(sets):
            if tree.owner[s] == who:
                for k in range(tree.first[s], tree.first[s + 1]):
                    values[k] = tree.gain[k] / tree.reach[s]
        match(tree, sets, who, tree.total, SLIP)
    for who in range(seats):
        match(tree, sets, who, tree.total, 0.0)


# --- asked -----------------------------------------------------------------------------------------------------------


class Start(NamedTuple):
    """Where a rest of a round begins: all that it hangs on."""

    seats: int
    hand: int  # cards, at the beginning of the round
    goal: int
    devils: tuple[int, ...]  # of the rounds before
    first: int  # leads the round
    plays: tuple[tuple[int, int], ...]  # seats and cards before it


class Rest(NamedTuple):
    """A solved rest of a round: for each information set how often its cards are played and what they are worth."""

    keys: Any  # in order
    which: Any  # information set has that key
    first: Any
    shares: Any
    values: Any

    def look_up(self, key: int) -> tuple[Any, Any]:
        """Shares and values of the playable cards, the lowest card first."""
        at = int(np.searchsorted(self.keys, key))
        assert self.keys[at] == key, "the tree lacks an information set"
        here = slice(self.first[self.which[at]], self.first[self.which[at] + 1])
        return self.shares[here], self.values[here]


@rule
def ask(ts, plays, count, most, hands):
    """The public's view at the start into `ts[ROOT]`, and every possible deal into `hands`; how many, 0 if too many."""
    enter_trick(ts, plays, count)
    return list_deals(ts[ROOT], most, hands)


@rule
def answer(ts, plays, count, desks, tree, times_through, values):
    """Solve the deals in `tree`; how many information sets."""
    weigh_deals(ts, plays, count, desks[0], tree)
    nodes, sets = plant(ts, desks[0], tree)
    refine(tree, ts[ROOT].seats, nodes, sets, times_through)
    evaluate(tree, ts[ROOT].seats, nodes, sets, values)
    return sets


def most_deals(start: Start) -> int:
    """How many deals there may be, if the rest is to be solved."""
    return MOST_NODES // most_nodes(start.seats, start.hand - len(start.plays) // start.seats)


@lru_cache(maxsize=KEPT)
def solved(start: Start, devils_only: bool) -> Rest | None:
    """The rest of a round that begins here; none if it is too large. It is the same for everybody, so it is kept."""
    most, left = most_deals(start), start.seats * start.hand - len(start.plays)
    tables = Table.batch(TOP + left + 1)
    desks = devils_desk(start.seats) if devils_only else desk_for(start.seats)
    Table.set(
        tables, seats=start.seats, hand_size=start.hand, goal=start.goal, first=start.first, devils=list(start.devils)
    )
    plays = np.array(start.plays, np.int64).reshape(-1, 2)
    hands = np.zeros((most, MOST_SEATS), np.int64)
    deals = ask(tables, plays, len(plays), most, hands)
    if deals == 0:
        return None
    tree = new_tree(hands[:deals], deals * most_nodes(start.seats, left // start.seats))
    values = np.zeros_like(tree.mix)
    sets = answer(tables, plays, len(plays), desks, tree, TIMES, values)
    order = np.argsort(tree.key[:sets])
    end = tree.first[sets]
    return Rest(tree.key[order], order, tree.first[: sets + 1].copy(), tree.mix[:end].copy(), values[:end].copy())


def find_rest(start: Start, devils_only: bool) -> tuple[Rest, int] | None:
    """The largest rest of the round that can be solved and begins with one of its tricks before or after the plays
    made; and how many plays there were before it.
    """
    for count in range(0, len(start.plays) + 1, start.seats):
        before = start._replace(plays=start.plays[:count])
        rest = solved(before, devils_only) if most_deals(before) else None
        if rest:
            return rest, count
    return None


def advised(start: Start, hand: int, devils_only: bool, devil: float) -> tuple[Any, Any] | None:
    """How often the seat on turn plays each card, and what each is worth to it; none while too many cards are out.

    `start` holds all plays of the round so far; `devil` is what one costs.
    """
    found = find_rest(start, devils_only)
    if not found:
        return None
    rest, count = found
    story = BEGINNING
    for _, card in start.plays[count:]:
        story = told(story, card)
    share, values = rest.look_up(key_of(story, hand))
    best = values.max()
    share = np.where((share < RARE) | (values < best - SLACK * devil), 0.0, share)
    if not share.any():
        share = (values == best).astype(float)
    return share / share.sum(), values
