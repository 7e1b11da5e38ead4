"""coal in numbers: money as it is counted, a row of six for what goes by seat."""

from __future__ import annotations

from brimstone.compiling import hot_rule
from brimstone.envs.encoding import Actions, Piece, Table
from brimstone.games.coal import BET, DRAW, DRAW_ON, END, MOST_NUMBERS, MOST_SEATS, STAKE, STEP, STOP

KINDS = MOST_NUMBERS + 1
SEATS = (MOST_SEATS,)
MOST_MONEY = 50_000  # a purse: three times a stake below 10,000, and change; coal: 100 pieces of 500
MOST_PIECES = 100

DRAWS, STOPS, BETS = 1, 2, 3  # actions


@hot_rule
def around(v, seat, k):
    """The k-th seat clockwise from a seat, k being less than all."""
    return seat + k if seat + k < v.seats else seat + k - v.seats  # a division would take ten times as long


@hot_rule
def fill_phase(v, seat, out, i, at):
    out[i, at] = v.phase == BET
    out[i, at + 1] = v.phase == DRAW
    out[i, at + 2] = v.phase == END


@hot_rule
def fill_seats(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = 1


@hot_rule
def fill_starter(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = around(v, seat, k) == v.starter


@hot_rule
def fill_turn(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = v.phase == DRAW and around(v, seat, k) == v.turn


@hot_rule
def fill_drawn(v, seat, out, i, at):
    out[i, at] = v.drawn


@hot_rule
def fill_round(v, seat, out, i, at):
    out[i, at] = v.round
    out[i, at + 1] = v.rounds - v.round if v.rounds > 0 else 0


@hot_rule
def fill_left(v, seat, out, i, at):
    for kind in range(KINDS):
        out[i, at + kind] = v.left[kind]


@hot_rule
def fill_run(v, seat, out, i, at):
    out[i, at] = v.run
    out[i, at + 1] = v.run_pieces


@hot_rule
def fill_money(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = v.money[around(v, seat, k)]


@hot_rule
def fill_bet(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = v.bet[around(v, seat, k)]


@hot_rule
def fill_coal(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = v.coal[around(v, seat, k)]


@hot_rule
def fill_pieces(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = v.pieces[around(v, seat, k)]


@hot_rule
def fill_pawn(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = v.pawn[around(v, seat, k)]


@hot_rule
def fill_pact(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = v.pact[around(v, seat, k)]


@hot_rule
def fill_last_bet(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = v.last_bet[around(v, seat, k)]


@hot_rule
def fill_last_coal(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = v.last_coal[around(v, seat, k)]


@hot_rule
def fill_last_pieces(v, seat, out, i, at):
    for k in range(v.seats):
        out[i, at + k] = v.last_pieces[around(v, seat, k)]


PIECES = (
    Piece("phase", (3,), fill_phase, "1 while bets are made; while coal is drawn; when the game is over"),
    Piece("seats", SEATS, fill_seats, "1 for every seat that plays"),
    Piece("starter", SEATS, fill_starter, "1 for the starting seat of this round"),
    Piece("turn", SEATS, fill_turn, "1 for the seat at the oven"),
    Piece("drawn", (1,), fill_drawn, "seats that have had their turn at the oven", MOST_SEATS),
    Piece("round", (2,), fill_round, "its number; how many are left after it, 0 where there is no limit", 1 << 15),
    Piece("left", (KINDS,), fill_left, "pieces in the oven: devils, then by number from the least up", MOST_PIECES),
    Piece("run", (2,), fill_run, "coal turned up in this turn; pieces of it", MOST_MONEY),
    Piece("money", SEATS, fill_money, "in the purse; stakes leave it when all bets are made", MOST_MONEY),
    Piece("bet", SEATS, fill_bet, "of this round; -1 for none yet, or in a closed fist", MOST_MONEY, -1),
    Piece("coal", SEATS, fill_coal, "kept in this round", MOST_MONEY),
    Piece("pieces", SEATS, fill_pieces, "pieces of it", MOST_PIECES),
    Piece("pawn", SEATS, fill_pawn, "place on the track: 2k on number field k, 2k - 1 in the gap below it", 24),
    Piece("pact", SEATS, fill_pact, "1 with a pact with the devil"),
    Piece("last_bet", SEATS, fill_last_bet, "of the round before", MOST_MONEY),
    Piece("last_coal", SEATS, fill_last_coal, "of the round before", MOST_MONEY),
    Piece("last_pieces", SEATS, fill_last_pieces, "of the round before", MOST_PIECES),
)  # fmt: skip


@hot_rule
def move_of(seats, seat, action):
    return STAKE + action - BETS if action >= BETS else DRAW_ON if action == DRAWS else STOP


@hot_rule
def action_of(seats, seat, move):
    return BETS + move - STAKE if move >= STAKE else DRAWS if move == DRAW_ON else STOPS


@hot_rule
def mark(v, seat, out, i, room):
    if v.phase == BET:
        for k in range(v.money[seat] // STEP + 1):
            out[i, BETS + k] = 1
    else:
        out[i, DRAWS] = 1
        out[i, STOPS] = v.run_pieces > 0


TABLE = Table(
    version=1,
    dtype="<i4",
    stored="<i4",
    pieces=PIECES,
    # Who has as much as the target has won: nobody stakes that.
    actions=Actions(
        lambda setup: BETS + setup.options["target"] // STEP, move_of, action_of, mark,
        (("1", "draw"), ("2", "stop"), ("3 + k", "bet 10 k")),
    ),
    blank=True,
)  # fmt: skip
