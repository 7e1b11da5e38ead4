"""Auf Teufel komm raus (Tanja & Sara Engel, 2013): bet on how much coal one seat will pull from the devil's oven.

Paragraphs C1-C22: docs/rules/coal.en.md.
"""

from __future__ import annotations

from brimstone.chance import below
from brimstone.compiling import hot_rule, i8, i16, i32, rule, struct, u8
from brimstone.games.contract import CHANCE, OVER

# --- the box ------------------------------------------------------------------------------------------------ C16-C19

MOST_SEATS = 6
MOST_NUMBERS = 8  # different numbers on the coal
MOST_FIELDS = 12  # number fields on the money track
DEVIL = 0  # the kind of a piece: the devil, then the numbers from the least up
STEP = 10  # all money is a multiple of it
BONUS = 50  # C8
PAY = 50  # C11

STARTER, BET, DRAW, TURN, END = range(5)  # phases: TURN while a piece is being turned over
TARGET_REACHED, ROUND_LIMIT = 1, 2  # why it ended

# moves
DRAW_ON, STOP = 0, 1
FIRST_SEAT = 2  # + seat: chance names the first starting seat
PIECE = 8  # + kind: chance turns a piece over
STAKE = 32  # + money / STEP


@struct
class Table:
    """The state of a game."""

    seats: u8
    target: i32  # money that ends the game
    oven: i8  # the oven is low with this many pieces or fewer
    rounds: i16  # round limit, 0 for none
    kinds: u8  # of pieces, the devil among them
    value: i16[9]  # by kind
    box: i8[9]  # how many of each kind there are
    fields: u8
    track: i32[12]  # the number fields; the first is the upper end of the lowest
    phase: i8
    why: i8  # it ended
    round: i16
    starter: u8
    turn: u8  # who bets next, or draws
    drawn: i8  # seats that have had their turn at the oven
    left: i8[9]  # pieces in the oven, by kind
    pieces_left: i16  # all together
    money: i32[6]  # unstaked
    bet: i32[6]  # -1 for not yet, or not known
    run: i32  # coal turned up in this turn
    run_pieces: i8
    coal: i32[6]  # kept in this round
    pieces: i8[6]
    pawn: i8[6]  # position on the track
    pact: i8[6]
    last_bet: i32[6]  # of the round before, as everybody saw
    last_coal: i32[6]
    last_pieces: i8[6]


@rule
def left_of(t, seat):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < t.seats else 0


# --- set-up ----------------------------------------------------------------------------------------------------------


@rule
def begin(t):
    fill_oven(t)
    place_pawns(t)  # C10
    t.phase = STARTER


@rule
def fill_oven(t):
    t.pieces_left = 0
    for kind in range(t.kinds):
        t.left[kind] = t.box[kind]
        t.pieces_left += t.box[kind]


@rule
def name_starter(t, seat):  # C14
    t.starter = seat
    begin_round(t)


@rule
def begin_round(t):
    t.round += 1
    t.drawn = 0
    for seat in range(MOST_SEATS):
        t.coal[seat] = 0
        t.pieces[seat] = 0
        t.bet[seat] = -1
    t.phase = BET
    t.turn = 0
    pass_the_penniless(t)


# --- phase 1: bets ---------------------------------------------------------------------------------------------------


@rule
def pass_the_penniless(t):
    """Seats without money do not bet; when all have had their say, the fists open."""  # C1
    while t.turn < t.seats and t.money[t.turn] == 0:
        t.bet[t.turn] = 0
        t.turn += 1
    if t.turn == t.seats:
        open_fists(t)


@rule
def stake(t, amount):  # C1: in secret, so the purse does not change yet (C12)
    t.bet[t.turn] = amount
    t.turn += 1
    pass_the_penniless(t)


@rule
def open_fists(t):
    """All bets are shown and leave the purses."""  # C1
    for seat in range(t.seats):
        t.money[seat] -= t.bet[seat]
    t.turn = t.starter
    t.phase = DRAW


# --- phase 2: pulling coal out of the fire ---------------------------------------------------------------------------


@rule
def may_stop(t):  # C3
    return t.run_pieces > 0


@rule
def turn_up(t, kind):
    t.left[kind] -= 1
    t.pieces_left -= 1
    if kind == DEVIL:
        burn(t)
    else:
        t.run += t.value[kind]
        t.run_pieces += 1
        t.phase = DRAW  # C3: stop or draw again
        if t.pieces_left == 0:
            keep(t)  # C5: as if he had stopped


@rule
def keep(t):
    """The run is the seat's coal of this round."""
    t.coal[t.turn] = t.run
    t.pieces[t.turn] = t.run_pieces
    end_turn(t)


@rule
def burn(t):
    """A devil: the run is lost, every other pact holder is paid at once."""  # C4, C11
    payer = t.turn
    holder = left_of(t, payer)
    while holder != payer:
        if t.pact[holder]:
            t.money[holder] += PAY
            if t.money[payer] >= PAY:  # else the bank pays
                t.money[payer] -= PAY
        holder = left_of(t, holder)
    end_turn(t)


@rule
def end_turn(t):
    t.run = 0
    t.run_pieces = 0
    t.drawn += 1
    if t.drawn == t.seats or t.pieces_left == 0:  # C20, C5
        settle(t)
    else:
        t.turn = left_of(t, t.turn)
        t.phase = DRAW


# --- phase 3: winnings -----------------------------------------------------------------------------------------------


@rule
def handed_back(bet, highest, boldest):  # C6, C7
    """What the bank hands back for a bet, the stake included; for a bet of 0 that is nothing (C2)."""
    if bet > highest:
        return 0
    return 3 * bet if bet == boldest else 2 * bet


@rule
def bonus(kept, most):  # C8
    """What the bank pays for this much coal, or so many pieces, where the most that one seat kept is `most`."""
    return BONUS if most > 0 and kept == most else 0


@rule
def settle(t):
    highest = 0  # coal of one seat
    most = 0  # pieces of one seat
    boldest = 0  # bet
    for seat in range(t.seats):
        highest = max(highest, t.coal[seat])
        most = max(most, t.pieces[seat])
        boldest = max(boldest, t.bet[seat])
    for seat in range(t.seats):
        bet = t.bet[seat]
        t.money[seat] += handed_back(bet, highest, boldest)
        t.money[seat] += bonus(t.coal[seat], highest) + bonus(t.pieces[seat], most)
        t.last_bet[seat] = bet
        t.last_coal[seat] = t.coal[seat]
        t.last_pieces[seat] = t.pieces[seat]
    place_pawns(t)
    end_round(t)


# --- phase 4: pawns and the pact -------------------------------------------------------------------------------------


@rule
def position(t, money):
    """Where a pawn stands: 2k on the k-th number field, 2k-1 in the gap below it."""  # C9, C18
    field = 0
    while field < t.fields - 1 and money > t.track[field]:
        field += 1
    return 2 * field - 1 if field > 0 and money < t.track[field] else 2 * field


@rule
def place_pawns(t):
    """Every pawn to its owner's money; the poorest make a pact with the devil."""  # C9, C10
    hindmost = 2 * MOST_FIELDS
    there = 0
    for seat in range(t.seats):
        t.pawn[seat] = position(t, t.money[seat])
        if t.pawn[seat] < hindmost:
            hindmost = t.pawn[seat]
            there = 0
        if t.pawn[seat] == hindmost:
            there += 1
    for seat in range(t.seats):
        alone = t.pawn[seat] == hindmost and there == 1
        t.pact[seat] = 1 if alone or t.pawn[seat] == 0 else 0


# --- the next round, or the end --------------------------------------------------------------------------------------


@rule
def oven_is_low(t):  # C19, C5
    return t.pieces_left <= t.oven


@rule
def end_round(t):
    richest = 0
    for seat in range(t.seats):
        richest = max(richest, t.money[seat])
    if richest >= t.target:  # C13
        t.why = TARGET_REACHED
        t.phase = END
    elif t.round == t.rounds:  # C15
        t.why = ROUND_LIMIT
        t.phase = END
    else:
        if oven_is_low(t):
            fill_oven(t)
        t.starter = left_of(t, t.starter)  # C14
        begin_round(t)


@rule
def placing(t, places, points):  # C13, C21
    for seat in range(t.seats):
        points[seat] = t.money[seat]
        places[seat] = 1
        for other in range(t.seats):
            if t.money[other] > t.money[seat]:
                places[seat] += 1


# --- the contract ----------------------------------------------------------------------------------------------------


@rule
def actor(t):
    return t.turn if t.phase == BET or t.phase == DRAW else OVER if t.phase == END else CHANCE


@rule
def waiting(t):
    if t.phase == DRAW:
        return 1 << t.turn
    seats = 0
    if t.phase == BET:
        for seat in range(t.seats):
            if t.bet[seat] < 0 and t.money[seat] > 0:
                seats |= 1 << seat
    return seats


@rule
def moves(t, seat, out):
    if t.phase == BET:  # C1, C2
        n = t.money[seat] // STEP + 1
        for k in range(n):
            out[k] = STAKE + k
        return n
    out[0] = DRAW_ON
    out[1] = STOP
    return 2 if may_stop(t) else 1


@rule
def ways(t):
    return t.seats if t.phase == STARTER else t.pieces_left


@rule
def outcome(t, k):
    if t.phase == STARTER:
        return FIRST_SEAT + k
    kind = 0
    while k >= t.left[kind]:
        k -= t.left[kind]
        kind += 1
    return PIECE + kind


@hot_rule
def play(t, move):
    if t.phase == TURN:
        turn_up(t, move - PIECE)
    elif t.phase == DRAW:
        if move == DRAW_ON:
            t.phase = TURN
        else:
            keep(t)
    elif t.phase == BET:
        stake(t, (move - STAKE) * STEP)
    else:
        name_starter(t, move - FIRST_SEAT)


# --- what a seat knows -----------------------------------------------------------------------------------------------


@rule
def view(t, seat, v):  # C12: with a perfect memory everything but the closed fists
    v.seats = t.seats
    v.target = t.target
    v.oven = t.oven
    v.rounds = t.rounds
    v.kinds = t.kinds
    v.fields = t.fields
    v.phase = t.phase
    v.why = t.why
    v.round = t.round
    v.starter = t.starter
    v.turn = t.turn
    v.drawn = t.drawn
    v.pieces_left = t.pieces_left
    v.run = t.run
    v.run_pieces = t.run_pieces
    for field in range(MOST_FIELDS):
        v.track[field] = t.track[field]
    for kind in range(MOST_NUMBERS + 1):
        v.value[kind] = t.value[kind]
        v.box[kind] = t.box[kind]
        v.left[kind] = t.left[kind]
    for other in range(MOST_SEATS):
        v.money[other] = t.money[other]
        v.coal[other] = t.coal[other]
        v.pieces[other] = t.pieces[other]
        v.pawn[other] = t.pawn[other]
        v.pact[other] = t.pact[other]
        v.last_bet[other] = t.last_bet[other]
        v.last_coal[other] = t.last_coal[other]
        v.last_pieces[other] = t.last_pieces[other]
        open_hand = t.phase != BET or other == seat or t.money[other] == 0
        v.bet[other] = t.bet[other] if open_hand else -1


@rule
def imagine(v, seat, r):
    """What lies in the closed fists: any bet its owner can pay, each as likely."""
    if v.phase == BET:
        for other in range(v.turn):
            if v.bet[other] < 0:
                v.bet[other] = below(r, v.money[other] // STEP + 1) * STEP
