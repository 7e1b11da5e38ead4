"""The search: every playable card in every picked world, played out by the policy or solved to the end of the round."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.cards.endgame import DEVILS_TAKEN, OWN_DEVILS, TAKER, TRICK_WORTH, solve
from brimstone.bots.cards.policy import play_out, play_trick_out
from brimstone.bots.cards.standing import worth
from brimstone.bots.cards.worlds import imagine_worlds, pick_worlds
from brimstone.chance import aim, fraction
from brimstone.compiling import put, rule
from brimstone.games.bits import nth
from brimstone.games.cards import DEVILS, TRICK, lay, playable

# What a line brings, each a layer of `out`; rows are lines, columns cards
VALUE, AFTER_TRICK, OWN, TAKES, TRICK_DEVILS, FIRST_SEAT = range(6)  # FIRST_SEAT + s: the trick's devils if s takes it
LAYERS = 12
SCRATCH = 4  # the first record of the endgame's scratch paper
RECORDS = SCRATCH + 40


class Room(NamedTuple):
    """Room for candidate worlds."""

    hands: Any
    kinds: Any
    weights: Any
    picked: Any


def new_room(candidates: int) -> Room:
    """Room for so many candidate worlds."""
    return Room(
        np.zeros((candidates, 6), np.int64),
        np.zeros((candidates, 6), np.int64),
        np.zeros(candidates),
        np.zeros(candidates, np.int64),
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
def weigh(
    ts, seat, plays, heard, evidence, memory, candidates, worlds, exact, seed, game, desks, rs, room, out, counts
):
    """Weigh every playable card of the view `ts[0]`; fills `out` and `counts` line by line and says how many lines.

    `exact`: from so many cards each the rest is solved. Every line has its own luck, the same for all cards.
    """
    r = rs[0]
    desk = desks[0]
    aim(r, seed, game)
    imagine_worlds(ts, seat, plays, heard, evidence, memory, candidates, desk, r, room.hands, room.kinds, room.weights)
    pick_worlds(room.weights, candidates, worlds, r, room.picked)
    rows = 0
    for w in range(candidates):
        if room.picked[w] > 0:
            put(ts, 1, ts, 0)
            for other in range(6):
                ts[1].hand[other] = room.hands[w, other]
                desk.kinds[other] = room.kinds[w, other]
            if ts[1].hand_size - ts[1].tricks <= exact:
                counts[rows] = room.picked[w]
                try_cards(ts, seat, True, desk, out, rows)
                rows += 1
            else:
                for _ in range(room.picked[w]):
                    counts[rows] = 1
                    draw_luck(desk, r)
                    try_cards(ts, seat, False, desk, out, rows)
                    rows += 1
    return rows


@rule
def try_cards(ts, seat, exact, desk, out, row):
    """One line for every playable card in the world `ts[1]`."""
    cards = playable(ts[1], seat)
    k = 0
    while cards != 0:
        card = nth(cards, 0)
        cards &= cards - 1
        if exact:
            solve_line(ts, seat, card, desk, out, row, k)
        else:
            play_line(ts, seat, card, desk, out, row, k)
        k += 1


@rule
def worth_at(ts, i, seat, desks):
    """What the table `ts[i]` is worth to a seat."""
    return desks[0].wins[worth(ts[i], desks[0]), seat]
