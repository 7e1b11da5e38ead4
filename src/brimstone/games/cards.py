"""Little Devils (Michael Feldkötter, 2012): take as few devils as you can. Paragraphs T1-T12: docs/rules/cards.en.md"""

from __future__ import annotations

import numpy as np

from brimstone.chance import below, fraction
from brimstone.compiling import constants, hot_rule, i8, i16, i64, rule, struct, u8
from brimstone.games.bits import nth, nth_by, size, tally, tally_without
from brimstone.games.contract import CHANCE, OVER, PUBLIC

# --- the cards -------------------------------------------------------------------------------------------------- T9

NONE = {1, 2, 14, 16, 24, 26, 34, 36, 44, 46}
TWO = {4, 12, 18, 22, 28, 32, 38, 42, 48}
THREE = {6, 8, 10, 20, 30, 40, 50, 52, 54}
FIVE = {15, 25, 35, 45}


def devils_on(card: int) -> int:
    """How many devils a card shows."""
    return 0 if card in NONE else 2 if card in TWO else 3 if card in THREE else 5 if card in FIVE else 1


DEVILS = constants([0] + [devils_on(card) for card in range(1, 55)])

# a set of cards is a set of bits, bit 34 for the card 34
ALL = (1 << 55) - 2
FIVES = sum(1 << card for card in FIVE)

MOST_SEATS = 6
MOST_CARDS = 9
UP, DOWN = 1, -1

DEALER, DEAL, TRICK, END = range(4)  # phases

# moves: a card is played under its own number, 1..54
FIRST_DEALER = 64  # + seat
DEALT = 128  # + 64 * seat + card


@struct
class Table:
    """The state of a game."""

    seats: u8
    hand_size: i8  # cards a hand
    goal: i16  # devils that end the game
    phase: i8
    round: i16
    first: u8  # leads the first trick of the round
    turn: u8  # is dealt to, or plays
    hand: i64[6]
    count: i8[6]  # cards in each hand
    undealt: i64
    undealt_tally: i64  # of `undealt`, carried along: counting anew for each card makes a deal half as long again
    seen: i64  # cards played this round
    maybe: i64[6]  # cards the seat may still hold, by what it could not do
    tricks: i8  # finished in this round
    trick: u8[6]  # the card each seat has laid, 0 for none
    laid: u8  # how many
    leader: u8
    led: u8  # the card led, 0 before that
    direction: i8  # UP, DOWN, 0 while open
    asked: i64  # the cards a hand must answer with while it has one of them
    taker: i8  # who takes the trick as it lies; -1 while only the lead lies
    best: i16  # his reach and seat in one number, 8 * reach + seat
    pot: i8  # devils in the trick
    last: u8[6]  # the trick before
    last_leader: u8
    last_taker: i8  # -1 before the first
    taken: i16[6]  # devils of this round
    devils: i16[6]  # devils of the finished rounds


@rule
def left_of(t, seat):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < t.seats else 0


@rule
def deck(t):
    """The cards in play, 1 to hand times seats."""  # T10
    return (1 << (t.hand_size * t.seats + 1)) - 2


# --- the deal ------------------------------------------------------------------------------------------------- T7, T10


@rule
def begin(t):
    t.phase = DEALER
    t.last_taker = -1
    t.taker = -1


@rule
def name_dealer(t, seat):  # T7
    t.first = left_of(t, seat)
    begin_round(t)


@rule
def begin_round(t):
    """All cards back into the deck; the hands, empty now, are dealt one after the other, the first seat's first."""
    t.phase = DEAL
    t.round += 1
    t.turn = 0
    t.tricks = 0
    t.seen = 0
    t.undealt = deck(t)
    t.undealt_tally = tally(t.undealt)
    t.last_taker = -1
    for seat in range(t.seats):
        t.maybe[seat] = t.undealt
        t.last[seat] = 0


@rule
def deal(t, card):  # T10
    seat = t.turn
    t.hand[seat] |= 1 << card
    t.undealt &= ~(1 << card)
    t.undealt_tally = tally_without(t.undealt_tally, card)
    t.count[seat] += 1
    if t.count[seat] == t.hand_size:
        t.turn += 1
        if t.turn == t.seats:
            t.phase = TRICK
            begin_trick(t, t.first)


# --- a trick ---------------------------------------------------------------------------------------------------------


@rule
def begin_trick(t, leader):
    t.leader = leader
    t.turn = leader
    t.laid = 0
    t.asked = ALL & ~FIVES  # T1
    t.direction = 0
    t.taker = -1
    t.best = 0
    t.pot = 0
    t.led = 0
    for seat in range(MOST_SEATS):
        t.trick[seat] = 0


@rule
def side(lead, direction):
    """All cards above or below the lead."""
    return ALL & ~((2 << lead) - 1) if direction == UP else (1 << lead) - 1


@rule
def playable(t, seat):
    """The cards a seat may play: what is asked for if it has that, else any."""  # T1, T3
    hand = t.hand[seat]
    wanted = hand & t.asked
    return wanted if wanted != 0 else hand


@hot_rule
def lay(t, card):
    """A seat plays a card."""
    seat = t.turn
    bit = 1 << card
    missed = t.asked & bit == 0  # T1, T3: it had nothing that was asked for
    t.maybe[seat] &= ~t.asked if missed else ALL
    t.hand[seat] ^= bit
    t.count[seat] -= 1
    t.seen |= bit
    t.trick[seat] = card
    t.laid += 1
    t.pot += DEVILS[card]
    if t.led == 0:
        t.led = card
        t.asked = ALL  # T2
    else:
        follow(t, seat, card, missed)
    t.turn = left_of(t, seat)
    if t.turn == t.leader:
        take(t)


@rule
def follow(t, seat, card, missed):
    """The second card sets the direction; the farthest from the lead takes the trick, first those who missed."""
    if t.direction == 0:
        t.direction = UP if card > t.led else DOWN  # T2
        t.asked = side(t.led, t.direction)  # T3, T5
    reach = abs(card - t.led) + (64 if missed else 0)  # T4: who could not follow comes before all who could
    t.best = max(t.best, 8 * reach + seat)  # no branch: it would be guessed wrong half the time
    t.taker = t.best & 7


@rule
def take(t):
    """The trick goes to its taker, face down, and he leads the next."""  # T4, T6, T7
    taker = t.best & 7
    t.taken[taker] += t.pot
    t.last_taker = taker
    t.last_leader = t.leader
    for seat in range(MOST_SEATS):
        t.last[seat] = t.trick[seat]
    begin_trick(t, taker)
    t.tricks += 1
    if t.tricks == t.hand_size:
        end_round(t)


# --- the end of a round and of the game ------------------------------------------------------------------------------


@rule
def end_round(t):  # T11
    most = 0
    for seat in range(t.seats):
        t.devils[seat] += t.taken[seat]
        t.taken[seat] = 0
        most = max(most, t.devils[seat])
    if most >= t.goal:
        t.phase = END  # T8
    else:
        t.first = left_of(t, t.first)  # T7
        begin_round(t)


@rule
def placing(t, places, points):  # T8
    for seat in range(t.seats):
        points[seat] = t.devils[seat]
        places[seat] = 1
        for other in range(t.seats):
            if t.devils[other] < t.devils[seat]:
                places[seat] += 1


# --- the contract ----------------------------------------------------------------------------------------------------


@rule
def actor(t):
    return t.turn if t.phase == TRICK else OVER if t.phase == END else CHANCE


@rule
def waiting(t):
    return 1 << t.turn if t.phase == TRICK else 0


@rule
def moves(t, seat, out):
    cards = playable(t, seat)
    n = 0
    for card in range(1, t.hand_size * t.seats + 1):
        if cards >> card & 1:
            out[n] = card
            n += 1
    return n


@rule
def places_left(t):
    """How many cards the hands still lack."""
    return (t.seats - t.turn) * t.hand_size - t.count[t.turn]


@rule
def ways(t):
    return t.seats if t.phase == DEALER else places_left(t)  # as many as are undealt, without counting those


@rule
def outcome(t, k):
    return FIRST_DEALER + k if t.phase == DEALER else DEALT + 64 * t.turn + nth_by(t.undealt, t.undealt_tally, k)


@hot_rule
def play(t, move):
    if t.phase == TRICK:
        lay(t, move & 63)
    elif t.phase == DEAL:
        deal(t, move & 63)
    else:
        name_dealer(t, move - FIRST_DEALER)


# --- what a seat knows -----------------------------------------------------------------------------------------------


@rule
def view(t, seat, v):  # T6: with a perfect memory everything but the other hands
    v.seats = t.seats
    v.hand_size = t.hand_size
    v.goal = t.goal
    v.phase = t.phase
    v.round = t.round
    v.first = t.first
    v.turn = t.turn
    v.seen = t.seen
    v.tricks = t.tricks
    v.laid = t.laid
    v.led = t.led
    v.leader = t.leader
    v.direction = t.direction
    v.asked = t.asked
    v.taker = t.taker
    v.best = t.best
    v.pot = t.pot
    v.last_leader = t.last_leader
    v.last_taker = t.last_taker
    for other in range(MOST_SEATS):
        v.count[other] = t.count[other]
        v.maybe[other] = t.maybe[other]
        v.trick[other] = t.trick[other]
        v.last[other] = t.last[other]
        v.taken[other] = t.taken[other]
        v.devils[other] = t.devils[other]
    if seat != PUBLIC:
        v.hand[seat] = t.hand[seat]


BLIND_TRIES = 30


@rule
def imagine(v, seat, r):
    """Deal the unseen cards: every deal that agrees with what each seat may hold is equally likely."""
    if v.phase in (DEAL, TRICK):
        for _ in range(BLIND_TRIES):
            if deal_blindly(v, seat, r):
                return
        deal_fitting(v, seat, r)


@rule
def unseen(v, seat):
    """The cards that are neither played nor in the seat's own hand."""
    own = 0 if seat == PUBLIC else v.hand[seat]
    return deck(v) & ~v.seen & ~own


@rule
def deal_blindly(v, seat, r):
    """Deal the unseen cards at random; does every seat get what it may hold?"""
    rest = unseen(v, seat)
    for other in range(v.seats):
        if other != seat:
            hand = 0
            for _ in range(v.count[other]):
                card = nth(rest, below(r, size(rest)))
                hand |= 1 << card
                rest &= ~(1 << card)
            if hand & ~v.maybe[other] != 0:
                return False
            v.hand[other] = hand
    v.undealt = rest
    v.undealt_tally = tally(rest)
    return True


@rule
def deal_fitting(v, seat, r):
    """Deal card by card, each seat as likely as there are ways to go on from there."""
    rest = unseen(v, seat)
    cards = size(rest)
    others = np.zeros(MOST_SEATS, np.int64)
    stride = np.zeros(MOST_SEATS, np.int64)
    holders = 0
    table = 1  # one column for each vector of room left; the last holder's room follows from the others'
    for other in range(v.seats):
        if other != seat and v.count[other] > 0:
            others[holders] = other
            stride[holders] = table
            table *= v.count[other] + 1
            holders += 1
            v.hand[other] = 0
    ways_on = count_deals(v, rest, others, stride, holders, table)
    column = table - 1
    for k in range(cards):
        card = nth(rest, k)
        left = fraction(r) * ways_on[k, column]
        chosen = 0
        for h in range(holders):
            other = others[h]
            if v.maybe[other] >> card & 1:
                ways_there = ways_on[k + 1, column - stride[h]]
                if ways_there > 0 and left >= 0:
                    chosen = h
                    left -= ways_there
        v.hand[others[chosen]] |= 1 << card
        column -= stride[chosen]


@rule
def count_deals(v, rest, others, stride, holders, table):
    """ways[k, column]: in how many ways the cards from the k-th on can be dealt into the room that is left."""
    cards = size(rest)
    ways_on = np.zeros((cards + 1, table))
    ways_on[cards, 0] = 1
    for k in range(cards - 1, -1, -1):
        card = nth(rest, k)
        for column in range(table):
            room_all = 0
            for h in range(holders):
                room_all += column // stride[h] % (v.count[others[h]] + 1)
            if room_all == cards - k:
                for h in range(holders):
                    room = column // stride[h] % (v.count[others[h]] + 1)
                    if room > 0 and v.maybe[others[h]] >> card & 1:
                        ways_on[k, column] += ways_on[k + 1, column - stride[h]]
    return ways_on
