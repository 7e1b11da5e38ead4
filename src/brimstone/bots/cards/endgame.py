"""Exact endgames: max^n in a known world. Every seat plays the card that is best for itself by the worth of the
standing after the round; of equally good cards, the lowest. A seat that is taken for `thumb` plays by thumb.
"""

from __future__ import annotations

from brimstone.bots.cards.desk import THUMB
from brimstone.bots.cards.standing import worth, worth_of_vec
from brimstone.bots.cards.thumb import thumb
from brimstone.compiling import put, rule
from brimstone.games.bits import nth
from brimstone.games.cards import DEVILS, TRICK, lay, left_of, playable

# A row of `desk.lines`: what the line is worth to seats 0 to 5, and of the trick in which it began:
TRICK_WORTH = 6  # what the table is worth to the asking seat after that trick
TAKER = 7
DEVILS_TAKEN = 8  # by that taker
OWN_DEVILS = 9  # of the asking seat after the round
LINE = 10

MISSED = 64  # who could not follow reaches farther than all who could


@rule
def put_last_trick(t, vec):
    """The devils by seat after the last trick of a round, in which nobody has a choice."""  # T2-T4
    for seat in range(t.seats):
        vec[seat] = t.devils[seat] + t.taken[seat]
    led = nth(t.hand[t.leader], 0)
    pot = DEVILS[led] + 0
    best = 0
    upwards = True
    seat = left_of(t, t.leader + 0)
    for follower in range(1, t.seats):
        card = nth(t.hand[seat], 0)
        above = card > led
        if follower == 1:
            upwards = above
        reach = abs(card - led) + (0 if above == upwards else MISSED)
        best = max(best, 8 * reach + seat)
        pot += DEVILS[card]
        seat = left_of(t, seat)
    vec[best & 7] += pot


@rule
def close_leaf(t, i, asker, desk):
    """The round is over, or its last trick is about to be led: count it."""
    if t.phase == TRICK:
        put_last_trick(t, desk.vec)
    else:
        for seat in range(t.seats):
            desk.vec[seat] = t.devils[seat]
    slot = worth_of_vec(t, desk)
    for seat in range(t.seats):
        desk.lines[i, seat] = desk.wins[slot, seat]
    desk.lines[i, OWN_DEVILS] = desk.vec[asker]


@rule
def close_line(ts, i, trick, asker, desk):
    """All that follows a card is known in `desk.lines[i + 1]`: keep it if it is the first or better."""
    t = ts[i]
    after = ts[i + 1]
    if t.tricks == trick and (after.tricks != trick or after.phase != TRICK):
        taker = after.leader  # who takes a trick leads on
        desk.lines[i + 1, TRICK_WORTH] = desk.wins[worth(after, desk), asker]
        desk.lines[i + 1, TAKER] = taker
        desk.lines[i + 1, DEVILS_TAKEN] = after.devils[taker] + after.taken[taker] - t.devils[taker] - t.taken[taker]
    seat = t.turn
    if desk.fresh[i] == 1 or desk.lines[i + 1, seat] > desk.lines[i, seat]:
        desk.fresh[i] = 0
        for k in range(LINE):
            desk.lines[i, k] = desk.lines[i + 1, k]


@rule
def is_leaf(t, trick):
    """Is nothing left to decide? The trick in which the line began is played card by card in any case."""
    return t.phase != TRICK or (t.laid == 0 and t.tricks == t.hand_size - 1 and t.tricks > trick)


@rule
def open_node(ts, i, trick, desk):
    """Begin with the position `ts[i]`."""
    seat = ts[i].turn + 0
    desk.fresh[i] = 1
    desk.left[i] = 0
    if not is_leaf(ts[i], trick):
        desk.left[i] = 1 << thumb(ts[i], seat) if desk.kinds[seat] == THUMB else playable(ts[i], seat)


@rule
def solve(ts, top, trick, asker, desk):
    """Solve the position `ts[top]` into `desk.lines[top]`; the records after it are scratch paper.

    A loop and not a recursion: Numba's cache cannot keep functions that call themselves.
    """
    i = top
    open_node(ts, i, trick, desk)
    while True:
        if desk.left[i] != 0:
            card = nth(desk.left[i], 0)
            desk.left[i] &= desk.left[i] - 1
            put(ts, i + 1, ts, i)
            lay(ts[i + 1], card)
            i += 1
            open_node(ts, i, trick, desk)
        else:
            if is_leaf(ts[i], trick):
                close_leaf(ts[i], i, asker, desk)
            if i == top:
                return
            i -= 1
            close_line(ts, i, trick, asker, desk)
