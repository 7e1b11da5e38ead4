"""Dice Devils (Reinhard Mensen, 2013): roll in secret, grab what warms you, fight for it, swap ranks.

Paragraphs D1-D18: docs/rules/dice.en.md.
"""

from __future__ import annotations

from brimstone.chance import below
from brimstone.compiling import i8, i16, rule, struct
from brimstone.games.contract import CHANCE, OVER

# --- the box ----------------------------------------------------------------------------------------------- D14, D15

MOST_SEATS = 6
MOST_PLACES = 6  # for open items
KINDS = 11  # of items
OBER, SPIEL, FEHLER, PUTZ, SPRING, SATAN = range(1, 7)  # ranks
GOLD, BLACK, GREY = range(3)  # dice
MOST_FACES = 6

RANKS, OPEN, ROLL, REROLL, CLAIM, FORCE, STEAL, TRADE, SWAP, END = range(10)  # phases, those of chance first
GOAL_REACHED, NO_ITEMS = 1, 2  # why it ended

# moves
CLAIM_AT = 0  # + place
STAND, AGAIN = 8, 9
NO_STEAL, NO_TRADE, NO_SWAP = 10, 11, 12
SWAP_WITH = 16  # + seat
STEAL_FROM = 32  # + 16 * seat + kind
RANK_TO = 128  # + 8 * seat + rank
OPEN_AT = 192  # + 16 * place + kind
TRADE_WITH = 512  # + 256 * seat + 16 * my kind + its kind
ROLLED = 2048  # + 343 * seat + dice, the highest first, as digits to base 7
MOST_MOVES = 1 + 5 * KINDS * (KINDS - 1)


@struct
class Table:
    """The state of a game. Sets of seats are bits."""

    seats: i8
    goal: i8  # items that end the game
    rerolls: i8  # of a tie, -1 for as many as it takes
    places: i8  # for open items
    copies: i8[11]  # of each kind of item
    value: i8[11]
    sides: i8[3]  # of gold, black and grey dice
    face: i8[3, 6]
    phase: i8
    why: i8  # it ended
    round: i16
    ending: i8  # somebody has held enough items
    ranks_left: i8  # not dealt yet
    rank: i8[6]  # now
    was: i8[6]  # at the beginning of the round: the one that counts in it
    order: i8[6]  # seats by rank, the best first
    ober: i8  # the Oberteufel's seat in this round, -1 for none
    stock: i8[11]  # items not opened yet
    stock_left: i16  # all together
    open: i8[6]  # the kind that lies at each place, -1 for none
    items: i8[6, 11]  # of each seat, by kind
    held: i8[6]  # how many
    dice: i8[6, 3]  # the highest first, 0 for none or not known
    shown: i8[6]  # are they open?
    rolled: i8  # how many have rolled in this round
    claimed: i8  # how many have claimed
    claim: i8[6]  # the place each seat claims, -1 for none or dealt with
    turn: i8  # who is dealt to, rolls or decides
    place: i8  # of the battle, -1 for none
    party: i8  # all seats of the battle
    rivals: i8  # those who can still win it
    again: i8  # those who still have to roll again
    ties: i8  # rolled again so far
    winner: i8


NOBODY = -1


@rule
def best_of(t, seats):
    """Of some seats, at least one, the one with the best rank in this round."""
    k = 0
    while seats >> t.order[k] & 1 == 0:
        k += 1
    return t.order[k]


@rule
def is_one(seats):
    """Is it one seat alone?"""
    return seats != 0 and seats & (seats - 1) == 0


@rule
def ranked(t, seats, rank):
    """Of some seats the one with this rank in this round."""
    for seat in range(t.seats):
        if seats >> seat & 1 and t.was[seat] == rank:
            return seat
    return NOBODY


# --- set-up ----------------------------------------------------------------------------------------------------------


@rule
def begin(t):
    for kind in range(KINDS):
        t.stock[kind] = t.copies[kind]
        t.stock_left += t.copies[kind]
    for place in range(MOST_PLACES):
        t.open[place] = -1
    t.phase = RANKS
    clear_round(t)


@rule
def take_rank(t, rank):  # D1: the first seat draws first
    t.rank[t.turn] = rank
    t.ranks_left &= ~(1 << rank)
    t.turn += 1
    if t.turn == t.seats:
        begin_round(t)


# --- step 1: new items ------------------------------------------------------------------------------------------ D17


@rule
def clear_round(t):
    t.turn = 0
    t.rolled = 0
    t.claimed = 0
    t.ober = -1
    for seat in range(MOST_SEATS):
        t.claim[seat] = -1
        t.shown[seat] = 0
        for die in range(3):
            t.dice[seat][die] = 0
    clear_battle(t)


@rule
def begin_round(t):
    clear_round(t)
    t.round += 1
    n = 0
    for rank in range(OBER, SATAN + 1):
        for seat in range(t.seats):
            if t.rank[seat] == rank:
                t.order[n] = seat
                n += 1
    for seat in range(t.seats):
        t.was[seat] = t.rank[seat]
        if t.rank[seat] == OBER:
            t.ober = seat
    t.phase = OPEN
    open_or_roll(t)


@rule
def free_place(t):
    """The first place without an item; -1 if there is none."""
    for place in range(t.places):
        if t.open[place] < 0:
            return place
    return -1


@rule
def open_or_roll(t):  # D2: open what there is, up to the limit
    if free_place(t) < 0 or t.stock_left == 0:
        t.phase = ROLL
        t.turn = t.order[0]


@rule
def open_item(t, kind):
    t.open[free_place(t)] = kind
    t.stock[kind] -= 1
    t.stock_left -= 1
    open_or_roll(t)


# --- step 2: rolling -------------------------------------------------------------------------------------------------


@rule
def dice_of(rank):
    """Which dice a rank rolls."""  # D15
    return GOLD if rank == OBER else GREY if rank == SATAN else BLACK


@rule
def throws(t, seat):
    """In how many ways its dice can fall."""
    sides = t.sides[dice_of(t.was[seat])]
    return sides * sides * sides if t.was[seat] == OBER else sides * sides


@rule
def throw(t, seat, k):
    """The k-th way its dice can fall, the highest die first, as digits to base 7."""
    dice = dice_of(t.was[seat])
    sides = t.sides[dice]
    a = t.face[dice][k % sides]
    b = t.face[dice][k // sides % sides]
    c = t.face[dice][k // sides // sides] if dice == GOLD else 0
    high = max(a, b, c)
    low = min(a, b, c)
    return 49 * high + 7 * (a + b + c - high - low) + low


@rule
def lay_dice(t, seat, digits):
    t.dice[seat][0] = digits // 49
    t.dice[seat][1] = digits // 7 % 7
    t.dice[seat][2] = digits % 7


@rule
def roll(t, digits):  # D3: all at once and in secret; chance takes the ranks in turn
    lay_dice(t, t.turn, digits)
    t.rolled += 1
    if t.rolled < t.seats:
        t.turn = t.order[t.rolled]
    else:
        t.phase = CLAIM
        t.turn = t.order[0]


# --- step 3: claims --------------------------------------------------------------------------------------------------


@rule
def claim(t, place):  # D3: best rank first
    t.claim[t.turn] = place
    t.claimed += 1
    if t.claimed < t.seats:
        t.turn = t.order[t.claimed]
    else:
        if t.ober >= 0:
            t.shown[t.ober] = 1  # D4
        take_lone_claims(t)
        next_battle(t)


@rule
def take_lone_claims(t):  # D4
    for place in range(t.places):
        if is_one(claimants(t, place)):
            take_item(t, best_of(t, claimants(t, place)), place)


@rule
def claimants(t, place):
    """The seats that claim a place."""
    seats = 0
    for seat in range(t.seats):
        if t.claim[seat] == place:
            seats |= 1 << seat
    return seats


@rule
def take_item(t, seat, place):
    gain(t, seat, t.open[place])
    t.open[place] = -1
    t.claim[seat] = -1


@rule
def gain(t, seat, kind):
    t.items[seat][kind] += 1
    t.held[seat] += 1
    if t.held[seat] >= t.goal:
        t.ending = 1  # D10


# --- step 4: battles -------------------------------------------------------------------------------------------------


@rule
def clear_battle(t):
    t.place = -1
    t.party = 0
    t.rivals = 0
    t.ties = 0
    t.winner = -1


@rule
def next_battle(t):
    """The Oberteufel's first, then by the best rank taking part."""  # D5
    clear_battle(t)
    for k in range(t.seats):
        seat = t.order[k]
        if t.claim[seat] >= 0:
            begin_battle(t, t.claim[seat])
            return
    end_round(t)


@rule
def begin_battle(t, place):
    t.place = place
    t.party = claimants(t, place)
    t.rivals = t.party
    for seat in range(t.seats):
        if t.party >> seat & 1:
            t.shown[seat] = 1
            t.claim[seat] = -1
    player = ranked(t, t.party, SPIEL)
    if player != NOBODY:
        t.phase = FORCE  # D6
        t.turn = player
    else:
        judge(t)


@rule
def roll_again(t, seats):
    """These seats roll again, the best rank first."""
    t.again = seats
    t.phase = REROLL
    t.turn = best_of(t, seats)


@rule
def reroll(t, digits):  # D7: the Oberteufel all three, the gold dice nobody else's
    lay_dice(t, t.turn, digits)
    t.again &= ~(1 << t.turn)
    if t.again != 0:
        t.turn = best_of(t, t.again)
    else:
        judge(t)


@rule
def total(t, seat):  # D7
    dice = t.dice[seat][0] + t.dice[seat][1]  # the Oberteufel's best two: the highest lie first
    return dice + t.dice[t.ober][2] if t.was[seat] == SATAN else dice


@rule
def ahead(t):
    """The rivals with the highest total."""
    best = 0
    seats = 0
    for seat in range(t.seats):
        if t.rivals >> seat & 1:
            points = total(t, seat)
            if points > best:
                best = points
                seats = 0
            if points == best:
                seats |= 1 << seat
    return seats


@rule
def judge(t):
    """The highest total wins; a tie goes to the Springteufel or is rolled again."""  # D6
    t.rivals = ahead(t)
    lucky = ranked(t, t.rivals, SPRING)
    if lucky != NOBODY:
        win(t, lucky)
    elif is_one(t.rivals) or t.ties == t.rerolls:  # D13
        win(t, best_of(t, t.rivals))
    else:
        t.ties += 1
        roll_again(t, t.rivals)


@rule
def win(t, seat):
    """The item; then what the winner's rank allows; then the swap of ranks."""  # D8
    t.winner = seat
    t.turn = seat
    take_item(t, seat, t.place)
    t.phase = SWAP
    if t.was[seat] == FEHLER and can_steal(t):
        t.phase = STEAL
    if t.was[seat] == PUTZ and can_trade(t):
        t.phase = TRADE


@rule
def is_loser(t, seat):
    """Every other seat of the battle, also one that fell out before a reroll."""  # D8
    return t.party >> seat & 1 == 1 and seat != t.winner


@rule
def can_be_stolen(t, seat, kind):
    return is_loser(t, seat) and t.value[kind] == 1 and t.items[seat][kind] > 0


@rule
def can_be_traded(t, seat, mine, its):  # D8: a kind for itself is no trade
    return is_loser(t, seat) and mine != its and t.items[t.winner][mine] > 0 and t.items[seat][its] > 0


@rule
def can_steal(t):
    for seat in range(t.seats):
        for kind in range(KINDS):
            if can_be_stolen(t, seat, kind):
                return True
    return False


@rule
def can_trade(t):
    for seat in range(t.seats):
        for mine in range(KINDS):
            for its in range(KINDS):
                if can_be_traded(t, seat, mine, its):
                    return True
    return False


@rule
def steal(t, seat, kind):  # D8, D10
    t.items[seat][kind] -= 1
    t.held[seat] -= 1
    gain(t, t.winner, kind)


@rule
def trade(t, seat, mine, its):  # D8
    t.items[t.winner][mine] -= 1
    t.items[seat][mine] += 1
    t.items[seat][its] -= 1
    t.items[t.winner][its] += 1


@rule
def swap(t, seat):  # D8, D9: it counts from the next round on
    mine = t.rank[t.winner]
    t.rank[t.winner] = t.rank[seat]
    t.rank[seat] = mine


# --- step 5: the next round, or the end ------------------------------------------------------------------------------


@rule
def nothing_is_left(t):
    """No item to open and none open."""
    if t.stock_left > 0:
        return False
    for place in range(t.places):
        if t.open[place] >= 0:
            return False
    return True


@rule
def end_round(t):
    if t.ending:  # D10
        t.why = GOAL_REACHED
        t.phase = END
    elif nothing_is_left(t):  # D2
        t.why = NO_ITEMS
        t.phase = END
    else:
        begin_round(t)


@rule
def score(t, seat):  # D11
    points = 0
    for kind in range(KINDS):
        points += t.items[seat][kind] * t.value[kind] + t.items[seat][kind] // 3 * 3
    return points


@rule
def goes_before(t, seat, other):
    """More points; on a tie the Springteufel, then the better rank."""  # D12
    mine, its = score(t, seat), score(t, other)
    if mine != its:
        return mine > its
    if t.rank[seat] == SPRING or t.rank[other] == SPRING:
        return t.rank[seat] == SPRING
    return t.rank[seat] < t.rank[other]


@rule
def placing(t, places, points):
    for seat in range(t.seats):
        points[seat] = score(t, seat)
        places[seat] = 1
        for other in range(t.seats):
            if other != seat and goes_before(t, other, seat):
                places[seat] += 1


# --- the contract ----------------------------------------------------------------------------------------------------


@rule
def chance_is_on(t):
    return t.phase <= REROLL


@rule
def actor(t):
    return CHANCE if chance_is_on(t) else OVER if t.phase == END else t.turn


@rule
def waiting(t):
    return 0 if chance_is_on(t) or t.phase == END else 1 << t.turn


@rule
def moves(t, seat, out):
    n = 0
    if t.phase == CLAIM:  # D3
        for place in range(t.places):
            if t.open[place] >= 0:
                out[n] = CLAIM_AT + place
                n += 1
    elif t.phase == FORCE:  # D6
        out[0] = STAND
        out[1] = AGAIN
        n = 2
    elif t.phase == STEAL:  # D8
        out[0] = NO_STEAL
        n = 1
        for other in range(t.seats):
            for kind in range(KINDS):
                if can_be_stolen(t, other, kind):
                    out[n] = STEAL_FROM + 16 * other + kind
                    n += 1
    elif t.phase == TRADE:  # D8
        out[0] = NO_TRADE
        n = 1
        for other in range(t.seats):
            for mine in range(KINDS):
                for its in range(KINDS):
                    if can_be_traded(t, other, mine, its):
                        out[n] = TRADE_WITH + 256 * other + 16 * mine + its
                        n += 1
    else:  # D8
        out[0] = NO_SWAP
        n = 1
        for other in range(t.seats):
            if is_loser(t, other):
                out[n] = SWAP_WITH + other
                n += 1
    return n


@rule
def ways(t):
    if t.phase == RANKS:
        return t.seats - t.turn
    if t.phase == OPEN:
        return t.stock_left
    return throws(t, t.turn)


@rule
def outcome(t, k):
    if t.phase == RANKS:
        rank = OBER
        while k > 0 or t.ranks_left >> rank & 1 == 0:
            k -= t.ranks_left >> rank & 1
            rank += 1
        return RANK_TO + 8 * t.turn + rank
    if t.phase == OPEN:
        kind = 0
        while k >= t.stock[kind]:
            k -= t.stock[kind]
            kind += 1
        return OPEN_AT + 16 * free_place(t) + kind
    return ROLLED + 343 * t.turn + throw(t, t.turn, k)


@rule
def play(t, move):
    if t.phase == ROLL:
        roll(t, (move - ROLLED) % 343)
    elif t.phase == CLAIM:
        claim(t, move - CLAIM_AT)
    elif t.phase == SWAP:
        if move != NO_SWAP:
            swap(t, move - SWAP_WITH)
        next_battle(t)
    elif t.phase == OPEN:
        open_item(t, move & 15)
    elif t.phase == FORCE:
        if move == AGAIN:
            roll_again(t, t.party & ~(1 << t.turn))
        else:
            judge(t)
    elif t.phase == REROLL:
        reroll(t, (move - ROLLED) % 343)
    elif t.phase == STEAL:
        t.phase = SWAP
        if move != NO_STEAL:
            steal(t, (move - STEAL_FROM) >> 4, move & 15)
    elif t.phase == TRADE:
        t.phase = SWAP
        if move != NO_TRADE:
            trade(t, (move - TRADE_WITH) >> 8, (move >> 4) & 15, move & 15)
    else:
        take_rank(t, move & 7)


# --- what a seat knows -----------------------------------------------------------------------------------------------


@rule
def view(t, seat, v):  # D3-D5: everything but the dice under the other cups
    v.seats = t.seats
    v.goal = t.goal
    v.rerolls = t.rerolls
    v.places = t.places
    v.phase = t.phase
    v.why = t.why
    v.round = t.round
    v.ending = t.ending
    v.ranks_left = t.ranks_left
    v.ober = t.ober
    v.stock_left = t.stock_left
    v.rolled = t.rolled
    v.claimed = t.claimed
    v.turn = t.turn
    v.place = t.place
    v.party = t.party
    v.rivals = t.rivals
    v.again = t.again
    v.ties = t.ties
    v.winner = t.winner
    for dice in range(3):
        v.sides[dice] = t.sides[dice]
        for side in range(MOST_FACES):
            v.face[dice][side] = t.face[dice][side]
    for place in range(MOST_PLACES):
        v.open[place] = t.open[place]
    for kind in range(KINDS):
        v.copies[kind] = t.copies[kind]
        v.value[kind] = t.value[kind]
        v.stock[kind] = t.stock[kind]
    for other in range(MOST_SEATS):
        v.rank[other] = t.rank[other]
        v.was[other] = t.was[other]
        v.order[other] = t.order[other]
        v.held[other] = t.held[other]
        v.shown[other] = t.shown[other]
        v.claim[other] = t.claim[other]
        for kind in range(KINDS):
            v.items[other][kind] = t.items[other][kind]
        if t.shown[other] or other == seat:
            for die in range(3):
                v.dice[other][die] = t.dice[other][die]


@rule
def imagine(v, seat, r):
    """What lies under the other cups: any throw of their dice."""
    for k in range(v.rolled):
        other = v.order[k]
        if other != seat and v.shown[other] == 0:
            lay_dice(v, other, throw(v, other, below(r, throws(v, other))))
