"""The rest of a round as a tree: every deal that the public cannot rule out, and every way to play it."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.cards.desk import GOOD
from brimstone.bots.cards.policy import likeliness
from brimstone.bots.cards.standing import MIX, worth
from brimstone.bots.cards.worlds import DOUBT, rewind
from brimstone.compiling import hot_rule, put, rule, times
from brimstone.games.bits import nth, size
from brimstone.games.cards import TRICK, deck, lay, playable

MOST_NODES = 750_000  # three seats with three cards each, if nothing is known of them, are 725,760 at most
LEAF = -1
ROOT, TOP = 1, 4  # records: the first trick as the public sees it, and the first of the scratch paper
HARDLY = 1e-6  # how likely a deal is at least beside the likeliest: whoever holds it must play on too
EMPTY = 0  # a slot without an information set
BEGINNING = (
    1 << 62
)  # the plays since the root, as one number, before the first; not 1: with card 1 it would be 0 for good


class Tree(NamedTuple):
    """Room for the game: a row for each node, the nodes below a node right after it; and its information sets."""

    hands: Any  # by deal and seat
    weights: Any  # by deal
    who: Any  # the seat that decides, or LEAF
    info: Any  # its information set
    end: Any  # the first node that is not below this one
    pay: Any  # by seat, of leaves
    mine: Any  # how likely the seat that learns plays this far, if chance and the others do
    theirs: Any  # how likely the others and chance do
    worth: Any  # to the seat that learns
    slots: Any  # keys of information sets, by hash
    named: Any  # the information set in a slot
    key: Any  # of an information set
    owner: Any  # the seat whose set it is
    first: Any  # where its cards begin in what follows; the next one's are after its last
    reach: Any  # how likely its owner plays this far
    regret: Any
    gain: Any
    mix: Any  # how often each card is played
    total: Any  # the same, summed up over time


def most_nodes(seats: int, cards: int) -> int:
    """How many nodes a deal of so many cards each may have: whoever decides has two ways or more, so that fewer nodes
    are decisions than are ends, and there are no more ends than orders of all hands.
    """
    return 2 * math.factorial(cards) ** seats


def new_tree(hands: Any, nodes: int) -> Tree:
    """Room for these deals and so many nodes."""
    slots = 2 << nodes.bit_length()
    return Tree(
        hands, np.zeros(len(hands)),
        np.zeros(nodes, np.int8), np.zeros(nodes, np.int32), np.zeros(nodes, np.int32),
        np.zeros((6, nodes), np.float32),
        np.zeros(nodes, np.float32), np.zeros(nodes, np.float32), np.zeros(nodes, np.float32),
        np.zeros(slots, np.int64), np.zeros(slots, np.int32),
        np.zeros(nodes, np.int64), np.zeros(nodes, np.int8), np.zeros(nodes + 1, np.int32), np.zeros(nodes),
        np.zeros(nodes), np.zeros(nodes), np.zeros(nodes), np.zeros(nodes),
    )  # fmt: skip


# --- the deals -------------------------------------------------------------------------------------------------------


@rule
def enter_trick(ts, plays, count):
    """Make `ts[1]` what the public saw of the view `ts[0]` after the first so many plays of the round."""
    rewind(ts, ROOT, 0, plays, count)
    t = ts[ROOT]
    for k in range(count):
        lay(t, plays[k, 1])
    for seat in range(t.seats):
        t.hand[seat] = 0


@rule
def list_deals(t, most, hands):
    """Fill `hands` with every deal of the cards that are out which agrees with what the seats could not do; how many.

    More than `most` count as none.
    """
    rest = deck(t) & ~t.seen
    cards = size(rest)
    holder = np.full(cards, -1, np.int64)
    room = np.zeros(6, np.int64)
    hand = np.zeros(6, np.int64)
    for seat in range(t.seats):
        room[seat] = t.count[seat]
    found = 0
    k = 0
    while k >= 0:
        card = nth(rest, k)
        seat = holder[k]
        if seat >= 0:
            room[seat] += 1
            hand[seat] ^= 1 << card
        seat += 1
        while seat < t.seats and (room[seat] == 0 or t.maybe[seat] >> card & 1 == 0):
            seat += 1
        if seat == t.seats:
            holder[k] = -1
            k -= 1
            continue
        holder[k] = seat
        room[seat] -= 1
        hand[seat] |= 1 << card
        if k + 1 < cards:
            k += 1
        else:
            if found == most:
                return 0
            hands[found] = hand
            found += 1
    return found


@rule
def weigh_deals(ts, plays, count, desk, tree):
    """How likely each deal is, by how likely good players make the first plays of the round with it."""
    deals = len(tree.weights)
    most = -1e300
    for d in range(deals):
        put(ts, TOP, ts, 0)
        t = ts[TOP]
        for seat in range(t.seats):
            t.hand[seat] = tree.hands[d, seat]
        rewind(ts, TOP + 1, TOP, plays, count)
        start = ts[TOP + 1]
        tree.weights[d] = 0.0
        for k in range(count):
            tree.weights[d] += math.log(likeliness(start, plays[k, 0], plays[k, 1], desk, GOOD, DOUBT))
            lay(start, plays[k, 1])
        most = max(most, tree.weights[d])
    total = 0.0
    for d in range(deals):
        tree.weights[d] = max(math.exp(tree.weights[d] - most), HARDLY)
        total += tree.weights[d]
    for d in range(deals):
        tree.weights[d] /= total


# --- the tree --------------------------------------------------------------------------------------------------------


@hot_rule
def told(story, card):
    """The plays since the root with one more, as one number."""
    mixed = times(story ^ card, MIX)
    return mixed ^ (mixed >> 29)


@rule
def settle(t, story):
    """Play on as long as nobody has a choice; the plays since the root."""
    while t.phase == TRICK:
        cards = playable(t, t.turn)
        if cards & (cards - 1) != 0:
            return story
        card = nth(cards, 0)
        lay(t, card)
        story = told(story, card)
    return story


@hot_rule
def key_of(story, hand):
    """The name of the information set of who has heard these plays and holds this hand."""
    return told(story, hand) | 1  # never EMPTY


@hot_rule
def slot_of(tree, key):
    """Where in `slots` the key stands or would stand."""
    slot = (key >> 20) & (len(tree.slots) - 1)
    while tree.slots[slot] != EMPTY and tree.slots[slot] != key:
        slot = (slot + 1) & (len(tree.slots) - 1)
    return slot


@rule
def info_of(tree, t, story, sets):
    """The information set of whoever is on turn; `sets`, and a new one, if it has not been met before."""
    seat = t.turn + 0
    key = key_of(story, t.hand[seat])
    slot = slot_of(tree, key)
    if tree.slots[slot] == EMPTY:
        tree.slots[slot] = key
        tree.named[slot] = sets
        tree.key[sets] = key
        tree.owner[sets] = seat
        tree.first[sets + 1] = tree.first[sets] + size(playable(t, seat))
    return tree.named[slot]


@rule
def close_node(ts, i, node, desk, tree):
    """The round is over: count it."""
    slot = worth(ts[i], desk)
    tree.who[node] = LEAF
    tree.end[node] = node + 1
    for seat in range(ts[i].seats):
        tree.pay[seat, node] = desk.wins[slot, seat]


@rule
def grow(ts, node, sets, desk, tree):
    """Add the tree of the deal `ts[4]` from this node on; how many nodes and information sets there are afterwards."""
    path = np.zeros(32, np.int64)
    stories = np.zeros(32, np.int64)
    i = TOP
    stories[0] = BEGINNING
    fresh = True
    while i >= TOP:
        if fresh:
            stories[i - TOP] = settle(ts[i], stories[i - TOP])
            path[i - TOP] = node
            desk.left[i] = 0
            if ts[i].phase != TRICK:
                close_node(ts, i, node, desk, tree)
            else:
                info = info_of(tree, ts[i], stories[i - TOP], sets)
                sets = max(sets, info + 1)
                tree.who[node] = ts[i].turn
                tree.info[node] = info
                desk.left[i] = playable(ts[i], ts[i].turn)
            node += 1
            fresh = False
        if desk.left[i] != 0:
            card = nth(desk.left[i], 0)
            desk.left[i] &= desk.left[i] - 1
            put(ts, i + 1, ts, i)
            lay(ts[i + 1], card)
            stories[i + 1 - TOP] = told(stories[i - TOP], card)
            i += 1
            fresh = True
        else:
            tree.end[path[i - TOP]] = node
            i -= 1
    return node, sets


@rule
def plant(ts, desk, tree):
    """The trees of all deals, one after the other; how many nodes and information sets."""
    node = 0
    sets = 0
    for d in range(len(tree.weights)):
        put(ts, TOP, ts, ROOT)
        for seat in range(ts[ROOT].seats):
            ts[TOP].hand[seat] = tree.hands[d, seat]
        node, sets = grow(ts, node, sets, desk, tree)
    return node, sets
