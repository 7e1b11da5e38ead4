"""The search: every playable card in every picked world, played out by the policy or solved to the end of the round."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.cards.desk import DEPTH, THUMB
from brimstone.bots.cards.endgame import DEVILS_TAKEN, OWN_DEVILS, TAKER, TRICK_WORTH, solve
from brimstone.bots.cards.policy import play_out, play_trick_out
from brimstone.bots.cards.standing import worth
from brimstone.bots.cards.worlds import KINDS, imagine_worlds, pick_worlds
from brimstone.chance import aim, fraction
from brimstone.compiling import put, rule
from brimstone.games.bits import nth, size
from brimstone.games.cards import DEVILS, TRICK, lay, playable

# What a line brings, each a layer of `out`; rows are lines, columns cards
VALUE, AFTER_TRICK, OWN, TAKES, TRICK_DEVILS, FIRST_SEAT = range(6)  # FIRST_SEAT + s: the trick's devils if s takes it
LAYERS = 12
SCRATCH = 4  # the first record of the endgame's scratch paper
RECORDS = DEPTH
FEW_WORLDS = 16  # solved at least
THUMBS_TIME = 1.4  # how much longer each way takes where a seat plays by thumb
FEWEST_LINES = 25  # before a card may be given up
FAR_BEHIND = 2.5  # standard errors


class Room(NamedTuple):
    """Room for candidate worlds, and for what is found in them."""

    hands: Any
    kinds: Any
    weights: Any
    picked: Any
    slots: Any  # places of different worlds
    judged: Any  # by seat and kind of player, for one world
    tried: Any  # by card: in how many lines it was really played
    rivals: Any  # by card: the card it was behind when it was given up


def new_room(candidates: int) -> Room:
    """Room for so many candidate worlds."""
    return Room(
        np.zeros((candidates, 6), np.int64),
        np.zeros((candidates, 6), np.int64),
        np.zeros(candidates),
        np.zeros(candidates, np.int64),
        np.zeros(2 << candidates.bit_length(), np.int64),
        np.zeros((6, KINDS)),
        np.zeros(9, np.int64),
        np.zeros(9, np.int64),
    )


@rule
def draw_luck(desk, r):
    """New random fractions for a playout."""
    for trick in range(9):
        for seat in range(6):
            desk.luck[trick, seat] = fraction(r)


@rule
def note(out, row, k, seat, value, after_trick, own, taker, devils):
    """Write down what one line has brought."""
    out[VALUE, row, k] = value
    out[AFTER_TRICK, row, k] = after_trick
    out[OWN, row, k] = own
    out[TAKES, row, k] = taker == seat
    out[TRICK_DEVILS, row, k] = devils if taker == seat else 0
    for other in range(6):
        out[FIRST_SEAT + other, row, k] = devils if taker == other else 0


@rule
def play_line(ts, seat, card, desk, out, row, k):
    """Lay a card in the world `ts[1]` and play the round out by the policy."""
    put(ts, 2, ts, 1)
    t = ts[2]
    lay(t, card)
    if t.phase == TRICK and t.tricks == ts[1].tricks:
        play_trick_out(t, desk)
    taker = t.leader + 0  # who takes a trick leads on
    devils = t.devils[taker] + t.taken[taker] - ts[1].devils[taker] - ts[1].taken[taker]
    after_trick = desk.wins[worth(t, desk), seat]
    play_out(t, desk)
    note(out, row, k, seat, desk.wins[worth(t, desk), seat], after_trick, t.devils[seat], taker, devils)


@rule
def solve_line(ts, seat, card, desk, out, row, k):
    """Lay a card in the world `ts[1]` and solve the rest of the round."""
    put(ts, SCRATCH, ts, 1)
    t = ts[SCRATCH]
    pot = t.pot + DEVILS[card]
    lay(t, card)
    solve(ts, SCRATCH, ts[1].tricks, seat, desk)
    if t.phase == TRICK and t.tricks == ts[1].tricks:
        after_trick = desk.lines[SCRATCH, TRICK_WORTH]
        taker = int(desk.lines[SCRATCH, TAKER])
        devils = int(desk.lines[SCRATCH, DEVILS_TAKEN])
    else:
        after_trick = desk.wins[worth(t, desk), seat]
        taker = t.leader + 0
        devils = pot + 0
    own = int(desk.lines[SCRATCH, OWN_DEVILS])
    note(out, row, k, seat, desk.lines[SCRATCH, seat], after_trick, own, taker, devils)


@rule
def count_lines(t, kinds):
    """In how many ways the rest of the round can be played at most; a fraction's type, as it may be a huge number.

    Who plays by thumb has one way, which takes its time in each way of the others.
    """
    lines = 1.0
    for seat in range(t.seats):
        if kinds[seat] == THUMB:
            lines *= THUMBS_TIME
        else:
            for cards in range(2, t.count[seat] + 1):
                lines *= cards
    return lines


@rule
def count_ways(t, found, room):
    """In how many ways the rest of the round can be played in all picked worlds together."""
    total = 0.0
    for w in range(found):
        if room.picked[w] > 0:
            total += count_lines(t, room.kinds[w])
    return total


@rule
def enter_world(ts, w, desk, room):
    """Make `ts[1]` the w-th world."""
    put(ts, 1, ts, 0)
    for other in range(6):
        ts[1].hand[other] = room.hands[w, other]
        desk.kinds[other] = room.kinds[w, other]


@rule
def weigh(
    ts, seat, plays, heard, evidence, memory, candidates, worlds, exact, most, seed, game, desks, rs, room, out, counts
):
    """Weigh every playable card of the view `ts[0]`; fills `out` and `counts` line by line and says how many lines.

    `exact`: from so many cards each the rest is solved, and before that where all worlds together can be played in at
    most `most` ways. Every line has its own luck, the same for all cards.
    """
    r = rs[0]
    desk = desks[0]
    aim(r, seed, game)
    found = imagine_worlds(ts, seat, plays, heard, evidence, memory, candidates, desk, r, room)
    pick_worlds(room.weights, found, worlds, r, room.picked)
    ways = count_ways(ts[0], found, room)
    is_late = ts[0].hand_size - ts[0].tricks <= exact
    if is_late and ways > most:
        pick_worlds(room.weights, found, min(worlds, max(FEW_WORLDS, int(worlds * most / ways))), r, room.picked)
    if is_late or ways <= most:
        return solve_worlds(ts, seat, found, desk, room, out, counts)
    return play_worlds(ts, seat, found, worlds, desk, r, room, out, counts)


@rule
def solve_worlds(ts, seat, found, desk, room, out, counts):
    """One line for every picked world, solved; how many."""
    rows = 0
    for w in range(found):
        if room.picked[w] > 0:
            enter_world(ts, w, desk, room)
            counts[rows] = room.picked[w]
            solve_cards(ts, seat, desk, out, rows)
            rows += 1
    room.tried[:] = rows
    return rows


@rule
def play_worlds(ts, seat, found, worlds, desk, r, room, out, counts):
    """One line for every pick of a world, played out; how many. Cards far behind are given up after some lines."""
    legal = playable(ts[0], seat)
    cards = size(legal)
    alive = (1 << cards) - 1
    room.tried[:] = 0
    rows = 0
    for w in range(found):
        for _ in range(room.picked[w]):
            if rows in (worlds // 4, worlds // 2) and rows >= FEWEST_LINES:
                alive = give_up(out, rows, cards, alive, room.tried, room.rivals)
            enter_world(ts, w, desk, room)
            counts[rows] = 1
            draw_luck(desk, r)
            play_cards(ts, seat, legal, alive, desk, out, rows)
            rows += 1
    fill_lines(out, rows, cards, room.tried, room.rivals)
    return rows


@rule
def play_cards(ts, seat, legal, alive, desk, out, row):
    """A line in the world `ts[1]` for every playable card that is not given up."""
    k = 0
    while legal != 0:
        if alive >> k & 1:
            play_line(ts, seat, nth(legal, 0), desk, out, row, k)
        legal &= legal - 1
        k += 1


@rule
def solve_cards(ts, seat, desk, out, row):
    """A solved line in the world `ts[1]` for every playable card."""
    legal = playable(ts[1], seat)
    k = 0
    while legal != 0:
        solve_line(ts, seat, nth(legal, 0), desk, out, row, k)
        legal &= legal - 1
        k += 1


@rule
def total_of(out, layer, rows, k):
    """The sum of a layer over the first lines of a card."""
    total = 0.0
    for row in range(rows):
        total += out[layer, row, k]
    return total


@rule
def is_far_behind(out, rows, k, best):
    """Line by line, is a card so much worse than the best that luck hardly explains it?"""
    mean = (total_of(out, VALUE, rows, best) - total_of(out, VALUE, rows, k)) / rows
    spread = 0.0
    for row in range(rows):
        spread += (out[VALUE, row, best] - out[VALUE, row, k] - mean) ** 2
    return mean > 0 and mean * mean * rows * rows > FAR_BEHIND * FAR_BEHIND * spread


@rule
def give_up(out, rows, cards, alive, tried, rivals):
    """Note the cards that are far behind the best after so many lines; the cards that are left, as bits."""
    best = -1
    for k in range(cards):
        if alive >> k & 1 and (best < 0 or total_of(out, VALUE, rows, k) > total_of(out, VALUE, rows, best)):
            best = k
    for k in range(cards):
        if alive >> k & 1 and k != best and is_far_behind(out, rows, k, best):
            alive &= ~(1 << k)
            tried[k] = rows
            rivals[k] = best
    return alive


@rule
def fill_lines(out, rows, cards, tried, rivals):
    """Where a card was given up, its later lines are its rival's, as far apart as both were on average before.

    A rival was given up later, if at all: its lines are filled first.
    """
    for k in range(cards):
        if tried[k] == 0:
            tried[k] = rows
    for since in (rows // 2, rows // 4):
        for k in range(cards):
            if tried[k] == since and since < rows:
                rival = rivals[k]
                for layer in range(LAYERS):
                    apart = (total_of(out, layer, since, k) - total_of(out, layer, since, rival)) / since
                    for row in range(since, rows):
                        out[layer, row, k] = out[layer, row, rival] + apart


@rule
def worth_at(ts, i, seat, desks):
    """What the table `ts[i]` is worth to a seat."""
    return desks[0].wins[worth(ts[i], desks[0]), seat]
