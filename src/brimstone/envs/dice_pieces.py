"""dice in numbers: what is a kind, a rank or a place is a row with a single 1 in it, or with none."""

from __future__ import annotations

from brimstone.compiling import GIVEN, hot_rule
from brimstone.envs.encoding import Actions, Piece, Table, hot_weave
from brimstone.games.dice import (
    CLAIM,
    CLAIM_AT,
    END,
    KINDS,
    MOST_PLACES,
    MOST_SEATS,
    NO_STEAL,
    SATAN,
    STAND,
    STEAL_FROM,
    SWAP_WITH,
    TRADE_WITH,
    moves,
)  # fmt: skip
from brimstone.games.dice_words import MOST_COPIES

SEATS = (MOST_SEATS,)
OTHERS = MOST_SEATS - 1
PHASES = END - CLAIM + 1  # those in which somebody can look: claim, force, steal, trade, swap, over
MOST_TIES = 100

# actions
CLAIMS = 1  # + place
STANDS, ROLLS_AGAIN, STEALS_NOTHING, TRADES_NOTHING, KEEPS_RANK = range(7, 12)
SWAPS = 12  # + steps to the seat - 1
STEALS = SWAPS + OTHERS  # + KINDS * (steps - 1) + kind
TRADES = STEALS + OTHERS * KINDS  # + KINDS * (KINDS * (steps - 1) + mine) + its
ALL = TRADES + OTHERS * KINDS * KINDS

flag = GIVEN


@hot_rule
def around(v, seat, k):
    """The k-th seat clockwise from a seat, k being less than all."""
    return seat + k if seat + k < v.seats else seat + k - v.seats  # a division would take ten times as long


def fill_flags(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = flag(v, around(v, seat, k))


@hot_rule
def plays(v, seat):
    return 1


@hot_rule
def decides(v, seat):
    return v.turn == seat and v.phase >= CLAIM and v.phase < END


@hot_rule
def has_shown(v, seat):
    return v.shown[seat]


@hot_rule
def fights(v, seat):
    return v.party >> seat & 1


@hot_rule
def can_win(v, seat):
    return v.rivals >> seat & 1


@hot_rule
def has_won(v, seat):
    return v.winner == seat


def flags(name, asked, about):
    """A piece: a question answered for every seat."""
    return Piece(name, SEATS, hot_weave(fill_flags, name, flag=asked), about)


@hot_rule
def fill_phase(v, seat, out, i, at):
    if v.phase >= CLAIM:
        out[i, at + v.phase - CLAIM] = 1


@hot_rule
def fill_open(v, seat, out, i, at):
    for place in range(v.places):
        if v.open[place] >= 0:
            out[i, at + KINDS * place + v.open[place]] = 1


@hot_rule
def fill_stock(v, seat, out, i, at):
    for kind in range(KINDS):
        out[i, at + kind] = v.stock[kind]


@hot_rule
def fill_items(v, seat, out, i, at):
    for k in range(v.seats):
        for kind in range(KINDS):
            out[i, at + KINDS * k + kind] = v.items[around(v, seat, k)][kind]


@hot_rule
def fill_rank(v, seat, out, i, at):
    for k in range(v.seats):
        rank = v.rank[around(v, seat, k)]
        if rank > 0:
            out[i, at + SATAN * k + rank - 1] = 1


@hot_rule
def fill_was(v, seat, out, i, at):
    for k in range(v.seats):
        rank = v.was[around(v, seat, k)]
        if rank > 0:
            out[i, at + SATAN * k + rank - 1] = 1


@hot_rule
def fill_dice(v, seat, out, i, at):
    for k in range(v.seats):
        for die in range(3):
            out[i, at + 3 * k + die] = v.dice[around(v, seat, k)][die]


@hot_rule
def fill_claim(v, seat, out, i, at):
    for k in range(v.seats):
        place = v.claim[around(v, seat, k)]
        if place >= 0:
            out[i, at + MOST_PLACES * k + place] = 1


@hot_rule
def fill_place(v, seat, out, i, at):
    if v.place >= 0:
        out[i, at + v.place] = 1


@hot_rule
def fill_ending(v, seat, out, i, at):
    out[i, at] = v.ending


@hot_rule
def fill_ties(v, seat, out, i, at):
    out[i, at] = min(MOST_TIES, v.ties)


PIECES = (
    Piece("phase", (PHASES,), fill_phase, "1 for what is decided: claim, reroll, steal, trade, swap; or for the end"),
    flags("seats", plays, "1 for every seat that plays"),
    flags("turn", decides, "1 for the seat that decides"),
    Piece("open", (MOST_PLACES, KINDS), fill_open, "the kind of the item that lies at each place"),
    Piece("stock", (KINDS,), fill_stock, "items not opened yet, by kind", MOST_COPIES),
    Piece("items", (MOST_SEATS, KINDS), fill_items, "what each seat has, by kind", MOST_COPIES),
    Piece("rank", (MOST_SEATS, SATAN), fill_rank, "each seat's rank, the Oberteufel's first"),
    Piece("was", (MOST_SEATS, SATAN), fill_was, "the rank that counts in this round"),
    Piece("dice", (MOST_SEATS, 3), fill_dice, "the highest first, 0 for none or under a cup", 6),
    flags("shown", has_shown, "1 for dice that lie open"),
    Piece("claim", (MOST_SEATS, MOST_PLACES), fill_claim, "the place that each seat claims"),
    Piece("place", (MOST_PLACES,), fill_place, "where the battle is"),
    flags("party", fights, "1 for the seats of the battle"),
    flags("rivals", can_win, "1 for those who can still win it"),
    flags("winner", has_won, "1 for who has won it"),
    Piece("ending", (1,), fill_ending, "1 once somebody has held enough items"),
    Piece("ties", (1,), fill_ties, "ties rolled again in this battle, 100 for more", MOST_TIES),
)  # fmt: skip


@hot_rule
def steps(seats, seat, other):
    """How many seats clockwise the other sits."""
    return (other - seat) % seats


@hot_rule
def move_of(seats, seat, action):
    if action >= TRADES:
        k = action - TRADES
        other = (seat + 1 + k // (KINDS * KINDS)) % seats
        return TRADE_WITH + 256 * other + 16 * (k // KINDS % KINDS) + k % KINDS
    if action >= STEALS:
        k = action - STEALS
        return STEAL_FROM + 16 * ((seat + 1 + k // KINDS) % seats) + k % KINDS
    if action >= SWAPS:
        return SWAP_WITH + (seat + 1 + action - SWAPS) % seats
    if action >= STEALS_NOTHING:
        return NO_STEAL + action - STEALS_NOTHING
    if action >= STANDS:
        return STAND + action - STANDS
    return CLAIM_AT + action - CLAIMS


@hot_rule
def action_of(seats, seat, move):
    if move >= TRADE_WITH:
        k = move - TRADE_WITH
        return TRADES + KINDS * (KINDS * (steps(seats, seat, k >> 8) - 1) + (k >> 4 & 15)) + (k & 15)
    if move >= STEAL_FROM:
        k = move - STEAL_FROM
        return STEALS + KINDS * (steps(seats, seat, k >> 4) - 1) + (k & 15)
    if move >= SWAP_WITH:
        return SWAPS + steps(seats, seat, move - SWAP_WITH) - 1
    if move >= NO_STEAL:
        return STEALS_NOTHING + move - NO_STEAL
    if move >= STAND:
        return STANDS + move - STAND
    return CLAIMS + move - CLAIM_AT


@hot_rule
def mark(v, seat, out, i, room):
    for k in range(moves(v, seat, room)):
        out[i, action_of(v.seats, seat, room[k])] = 1


TABLE = Table(
    version=1,
    dtype="u1",
    stored="u1",
    pieces=PIECES,
    actions=Actions(
        lambda setup: ALL, move_of, action_of, mark,
        (
            ("1 to 6", "claim the place of this number"),
            ("7, 8", "stand, reroll"),
            ("9, 10, 11", "steal nothing, trade nothing, keep rank"),
            ("12 + k", "swap with the seat k + 1 steps clockwise"),
            ("17 + 11 k + i", "steal item i from it"),
            ("72 + 121 k + 11 j + i", "trade my item j for its item i"),
        ),
    ),
    blank=True,
)  # fmt: skip
