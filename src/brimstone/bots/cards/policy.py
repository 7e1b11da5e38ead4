"""The playout policy: a small net scores every playable card from what its seat may know; a softmax of the scores.

The net is distilled from the search's own decisions (see `train`). A seat's own hand and what is public go in,
nothing else.
"""

from __future__ import annotations

import math

import numpy as np

from brimstone.bots.cards.desk import ANY, FEATURES, THUMB
from brimstone.bots.cards.thumb import FAR, thumb
from brimstone.compiling import rule
from brimstone.games.bits import nth, size
from brimstone.games.cards import ALL, DEVILS, TRICK, UP, deck, lay, playable

ZERO = np.float32(0)


@rule
def power(base, times):
    """`base` to a whole power below 16."""
    square = base * base
    fourth = square * square
    result = base if times & 1 else 1.0
    result *= square if times & 2 else 1.0
    result *= fourth if times & 4 else 1.0
    return result * (fourth * fourth if times & 8 else 1.0)


@rule
def devils_in(cards):
    """The devils on a set of cards."""
    total = 0
    while cards != 0:
        total += DEVILS[nth(cards, 0)]
        cards &= cards - 1
    return total


@rule
def cards_above(card):
    return ALL & ~((2 << card) - 1)


@rule
def cards_below(card):
    return (1 << card) - 1


@rule
def describe_lead(t, seat, x, k, card, unseen, hand_devils, low_devils):
    """The features of leading a card."""
    hand = t.hand[seat]
    held = max(1, t.count[seat] - 1)
    hidden_cards = max(1, size(unseen))
    low = unseen & cards_below(card)
    high = unseen & cards_above(card)
    below = size(low) / hidden_cards
    above = 1.0 - below
    own = size(hand & cards_below(card)) / held
    devils = DEVILS[card] * 0.2
    void_low = 0
    void_high = 0
    miss_low = 0.0
    miss_high = 0.0
    blind_low = power(above, t.count[seat])  # at the lead all hold as many cards
    blind_high = power(below, t.count[seat])
    following = seat + 1 if seat + 1 < t.seats else 0
    for other in range(t.seats):
        if other != seat:
            no_low = t.maybe[other] & low == 0
            no_high = t.maybe[other] & high == 0
            void_low += no_low
            void_high += no_high
            if other == following:
                x[k, 7] = no_low
                x[k, 8] = no_high
            else:
                miss_low += 1.0 if no_low else blind_low
                miss_high += 1.0 if no_high else blind_high
    lower = hand & cards_below(card)
    higher = hand & cards_above(card)
    x[k, 0] = 1
    x[k, 1] = devils
    x[k, 2] = below
    x[k, 3] = abs(below - 0.5)
    x[k, 4] = own
    x[k, 5] = abs(own - 0.5)
    x[k, 6] = t.count[seat] / 9
    x[k, 9] = void_low / t.seats
    x[k, 10] = void_high / t.seats
    x[k, 11] = hand_devils / t.count[seat] * 0.2
    x[k, 12] = devils * abs(below - 0.5)
    x[k, 13] = size(low & cards_above(nth(lower, size(lower) - 1))) / hidden_cards if lower != 0 else below
    x[k, 14] = size(high & cards_below(nth(higher, 0))) / hidden_cards if higher != 0 else above
    x[k, 15] = low_devils * 0.1
    x[k, 16] = (hand_devils - low_devils - DEVILS[card]) * 0.1
    x[k, 17] = miss_low / t.seats
    x[k, 18] = miss_high / t.seats
    for f in range(19, FEATURES):
        x[k, f] = 0


@rule
def describe_follow(t, seat, x, k, card, unseen, hand_devils):
    """The features of laying a card after the lead."""
    hand = t.hand[seat]
    hidden_cards = max(1, size(unseen))
    up = (card > t.led) if t.direction == 0 else t.direction == UP
    side_cards = cards_above(t.led) if up else cards_below(t.led)
    follows = t.direction == 0 or side_cards >> card & 1 == 1
    away = abs(card - t.led)
    reach = away if follows else away + FAR
    winning = 8 * reach + seat > t.best
    beyond = cards_above(card) if (card > t.led) else cards_below(card)
    side_share = size(unseen & side_cards) / hidden_cards
    farther = size(unseen & beyond) / hidden_cards
    after = t.seats - 1 - t.laid
    misses = 0.0
    quiet = 1.0  # how likely nobody after goes farther, were all cards played blindly
    blind_miss = power(1.0 - side_share, t.count[seat])  # who comes after holds as many cards
    if follows:
        overtaken = farther / max(side_share, 0.01)
    else:
        overtaken = farther / max(1.0 - side_share, 0.01)
    other = seat
    for _ in range(after):
        other = other + 1 if other + 1 < t.seats else 0
        void = t.maybe[other] & unseen & side_cards == 0
        missed = 1.0 if void else blind_miss
        misses += missed
        quiet *= (1.0 - missed) * (1.0 - overtaken) if follows else 1.0 - missed * overtaken
    devils = DEVILS[card] * 0.2
    pot = t.pot * 0.1
    below = size(unseen & cards_below(card)) / hidden_cards
    takes = 1.0 if winning else 0.0
    standing = t.taken[seat] * 0.05
    x[k, 0] = 1
    x[k, 1] = devils
    x[k, 2] = pot
    x[k, 3] = takes
    x[k, 4] = follows
    x[k, 5] = farther
    x[k, 6] = side_share
    x[k, 7] = farther / side_share if follows and side_share > 0 else 0.0
    x[k, 8] = after / 5
    x[k, 9] = takes * quiet
    x[k, 10] = misses / 3
    x[k, 11] = away / (t.hand_size * t.seats)
    x[k, 12] = takes * quiet * pot
    x[k, 13] = takes * devils
    x[k, 14] = size(hand & cards_below(card)) / max(1, t.count[seat] - 1)
    x[k, 15] = abs(below - 0.5)
    x[k, 16] = t.count[seat] / 9
    x[k, 17] = below
    x[k, 18] = size(hand & side_cards) / t.count[seat]
    x[k, 19] = up
    x[k, 20] = standing
    x[k, 21] = (1.0 - takes) * devils
    x[k, 22] = hand_devils / t.count[seat] * 0.2
    x[k, 23] = takes * after / 5


@rule
def describe(t, seat, desk):
    """The features of every playable card, into `desk.x` for `desk.cards`; how many there are."""
    legal = playable(t, seat)
    hand = t.hand[seat]
    unseen = deck(t) & ~t.seen & ~hand
    hand_devils = devils_in(hand)
    low_devils = 0
    n = 0
    while legal != 0:
        card = nth(legal, 0)
        legal &= legal - 1
        desk.cards[n] = card
        if t.laid == 0:
            describe_lead(t, seat, desk.x, n, card, unseen, hand_devils, low_devils)
        else:
            describe_follow(t, seat, desk.x, n, card, unseen, hand_devils)
        low_devils += DEVILS[card]
        n += 1
    return n


@rule
def score(net, role, x, k):
    """What the net says of one card; its eight hidden values are spelled out, so that they stay in one register."""
    h0 = h1 = h2 = h3 = h4 = h5 = h6 = h7 = ZERO
    for f in range(FEATURES):
        value = x[k, f]
        h0 += value * net[role, f, 0]
        h1 += value * net[role, f, 1]
        h2 += value * net[role, f, 2]
        h3 += value * net[role, f, 3]
        h4 += value * net[role, f, 4]
        h5 += value * net[role, f, 5]
        h6 += value * net[role, f, 6]
        h7 += value * net[role, f, 7]
    return (
        max(h0, ZERO) * net[role, FEATURES, 0]
        + max(h1, ZERO) * net[role, FEATURES, 1]
        + max(h2, ZERO) * net[role, FEATURES, 2]
        + max(h3, ZERO) * net[role, FEATURES, 3]
        + max(h4, ZERO) * net[role, FEATURES, 4]
        + max(h5, ZERO) * net[role, FEATURES, 5]
        + max(h6, ZERO) * net[role, FEATURES, 6]
        + max(h7, ZERO) * net[role, FEATURES, 7]
    )


@rule
def shares(t, seat, desk):
    """How likely the policy plays each card: into `desk.p` for `desk.cards`; how many there are."""
    n = describe(t, seat, desk)
    role = min(t.laid, 2)
    most = -1e9
    for k in range(n):
        desk.p[k] = score(desk.net, role, desk.x, k)
        most = max(most, desk.p[k])
    total = 0.0
    for k in range(n):
        desk.p[k] = math.exp(desk.p[k] - most)
        total += desk.p[k]
    for k in range(n):
        desk.p[k] /= total
    return n


@rule
def simulated(t, seat, desk, luck):
    """The card a simulated seat plays, `luck` a random fraction."""
    kind = desk.kinds[seat]
    if kind == THUMB:
        return thumb(t, seat)
    legal = playable(t, seat)
    if legal & (legal - 1) == 0:
        return nth(legal, 0)
    if kind == ANY:
        return nth(legal, int(luck * size(legal)))
    n = shares(t, seat, desk)
    for k in range(n - 1):
        luck -= desk.p[k]
        if luck < 0:
            return desk.cards[k]
    return desk.cards[n - 1]


@rule
def play_out(t, desk):
    """Play the round to its end."""
    while t.phase == TRICK:
        seat = t.turn + 0  # a wider number: compiled once for all callers
        lay(t, simulated(t, seat, desk, desk.luck[t.tricks, seat]))


@rule
def play_trick_out(t, desk):
    """Play the trick to its end."""
    trick = t.tricks
    while t.phase == TRICK and t.tricks == trick:
        seat = t.turn + 0
        lay(t, simulated(t, seat, desk, desk.luck[trick, seat]))


@rule
def likeliness(t, seat, card, desk, kind, doubt):
    """How likely a seat of this kind plays this card here; a part `doubt` of it is anything."""
    legal = playable(t, seat)
    n = size(legal)
    if n == 1:
        return 1.0
    chance = 1.0 / n
    if kind == THUMB:
        chance = 1.0 if thumb(t, seat) == card else 0.0
    elif kind != ANY:
        shares(t, seat, desk)
        for k in range(n):
            if desk.cards[k] == card:
                chance = desk.p[k]
    return (1.0 - doubt) * chance + doubt / n
