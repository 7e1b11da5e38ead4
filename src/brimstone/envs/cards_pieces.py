"""cards in numbers. A set of cards is 56 bytes, the card 34 at 34; what goes by seat is 8 bytes, seats 7 and 8 being
empty: so compiled code writes eight numbers as one word.
"""

from __future__ import annotations

import numpy as np

from brimstone.compiling import COMPILED, hot_rule
from brimstone.envs.encoding import Actions, Piece, Table
from brimstone.games.cards import DOWN, END, FIVES, MOST_SEATS, UP, playable

# SPREAD[b]: the eight bits of a byte as eight bytes
SPREAD = np.array([sum(1 << 8 * bit for bit in range(8) if byte >> bit & 1) for byte in range(256)], np.int64)
WORDS = 7  # of a set of cards
CARDS, SEATS = (8 * WORDS,), (8,)
FAR = 255  # devils that are missing, or more

if COMPILED:
    from numba.cpython.unsafe.numbers import leading_zeros, trailing_zeros

    @hot_rule
    def least_of(bits):
        """The smallest number in a set; 0 of an empty one."""
        return trailing_zeros(bits) & 63

    @hot_rule
    def most_of(bits):
        """The greatest number in a set; 63 of an empty one."""
        return (63 - leading_zeros(bits)) & 63

else:

    def least_of(bits):
        """The smallest number in a set; 0 of an empty one."""
        return max(0, (bits & -bits).bit_length() - 1)

    def most_of(bits):
        """The greatest number in a set; 63 of an empty one."""
        return bits.bit_length() - 1 & 63


@hot_rule
def spread(bits, out, i, at):
    """A set of cards, a byte for each."""
    for k in range(WORDS):
        out[i, at + k] = SPREAD[bits >> 8 * k & 255]


@hot_rule
def turned(word, seat, seats):
    """Bytes by seat, seat 0 first, so that `seat` comes first."""
    room = (1 << 8 * seats) - 1
    word &= room  # whatever stands there for seats that nobody has
    return (word >> 8 * seat | word << 8 * (seats - seat)) & room


@hot_rule
def fill_hand(v, seat, out, i, at):
    spread(v.hand[seat], out, i, at)


@hot_rule
def fill_seen(v, seat, out, i, at):
    spread(v.seen, out, i, at)


@hot_rule
def fill_trick(v, seat, out, i, at):
    word = np.int64(0)
    for s in range(MOST_SEATS):
        word |= np.int64(v.trick[s]) << 8 * s
    out[i, at] = turned(word, seat, v.seats)


@hot_rule
def fill_taken(v, seat, out, i, at):
    word = np.int64(0)
    for s in range(MOST_SEATS):
        word |= np.int64(v.taken[s]) << 8 * s
    out[i, at] = turned(word, seat, v.seats)


@hot_rule
def fill_missing(v, seat, out, i, at):
    word = np.int64(0)
    for s in range(MOST_SEATS):
        word |= np.int64(max(0, min(FAR, v.goal - v.devils[s]))) << 8 * s
    out[i, at] = turned(word, seat, v.seats)


@hot_rule
def fill_least(v, seat, out, i, at):
    word = np.int64(0)
    for s in range(MOST_SEATS):
        word |= least_of(v.maybe[s]) << 8 * s
    out[i, at] = turned(word, seat, v.seats)


@hot_rule
def fill_most(v, seat, out, i, at):
    word = np.int64(0)
    for s in range(MOST_SEATS):
        word |= most_of(v.maybe[s]) << 8 * s
    out[i, at] = turned(word, seat, v.seats)


@hot_rule
def fill_fives(v, seat, out, i, at):
    word = np.int64(0)
    for s in range(MOST_SEATS):
        word |= np.int64(v.maybe[s] & ~FIVES == 0) << 8 * s
    out[i, at] = turned(word, seat, v.seats)


@hot_rule
def fill_rest(v, seat, out, i, at):
    """The numbers that are one for the whole table."""
    word = np.int64(v.seats) | np.int64(v.laid) << 8 | np.int64(v.led) << 16
    word |= np.int64(v.direction == UP) << 24 | np.int64(v.direction == DOWN) << 32
    word |= np.int64(v.pot) << 40 | np.int64(v.tricks) << 48 | np.int64(v.phase == END) << 56
    out[i, at] = word


PIECES = (
    Piece("hand", CARDS, fill_hand, "my cards"),
    Piece("seen", CARDS, fill_seen, "cards played in this round"),
    Piece("trick", SEATS, fill_trick, "the card that each seat has laid, 0 for none", 54),
    Piece("taken", SEATS, fill_taken, "devils of this round", 87),
    Piece("missing", SEATS, fill_missing, "devils that are missing to the goal before this round, 255 for more", FAR),
    Piece("least", SEATS, fill_least, "the lowest card a seat may hold, by what it could not do; mine too", 63),
    Piece("most", SEATS, fill_most, "the highest", 63),
    Piece("fives", SEATS, fill_fives, "1 for a seat that can have no cards but those with five devils"),
    Piece(
        "table", (8,), fill_rest,
        "seats, cards laid in this trick, the card led, 1 if up, 1 if down, devils in the trick, tricks of this round,"
        " 1 if the game is over", 87,
    ),
)  # fmt: skip


@hot_rule
def move_of(seats, seat, action):
    return action


@hot_rule
def action_of(seats, seat, move):
    return move


@hot_rule
def mark(v, seat, out, i, room):
    spread(playable(v, seat), out, i, 0)


TABLE = Table(
    version=1,
    dtype="u1",
    stored="<i8",
    pieces=PIECES,
    actions=Actions(lambda setup: 55, move_of, action_of, mark, (("1 to 54", "play the card of this number"),)),
    blank=False,
    mask_stored="<i8",
    reads_only_views=True,
)
