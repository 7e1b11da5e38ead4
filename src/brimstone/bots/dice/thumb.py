"""The `thumb` player: the best item times the chance to win it, exact against who is there, even for who may come.

`choose(odds, t, seat)` is compiled and reads nothing but what the seat's view holds too, so simulations may hand it the
state itself.
"""

from __future__ import annotations

from brimstone.bots.dice.battles import SIMPLE
from brimstone.bots.dice.odds import chance_with_comers, odds_for
from brimstone.bots.player import Choice, Player, Thought
from brimstone.compiling import constants, rule
from brimstone.games.contract import Setup
from brimstone.games.dice import (
    AGAIN,
    CLAIM,
    CLAIM_AT,
    FORCE,
    KINDS,
    NO_STEAL,
    NO_SWAP,
    NO_TRADE,
    STAND,
    STEAL,
    STEAL_FROM,
    SWAP_WITH,
    TRADE,
    TRADE_WITH,
    ahead,
    can_be_stolen,
    can_be_traded,
    is_loser,
)
from brimstone.games.state import View

ESTEEM = constants(
    (0, 6, 4, 2, 1, 3, 5)
)  # by rank: Oberteufel, Satansbraten, Spielteufel, Springteufel, Fehler-, Putz-


@rule
def position(t, seat):
    """The seat's place in the order of ranks."""
    k = 0
    while t.order[k] != seat:
        k += 1
    return k


@rule
def class_of(odds, t, seat):
    """The class of a seat's known dice."""
    k = position(t, seat)
    low = t.dice[seat][2] if k == odds.ober and odds.satan >= 0 else 0
    return odds.klass[k, t.dice[seat][0] + t.dice[seat][1], low]


@rule
def warmth(t, seat, kind):
    """The points that one more of a kind brings a seat."""
    return t.value[kind] + (3 if t.items[seat][kind] % 3 == 2 else 0)


@rule
def open_places(t):
    n = 0
    for place in range(t.places):
        if t.open[place] >= 0:
            n += 1
    return n


@rule
def there(t, place):
    """The positions that have claimed a place."""
    found = 0
    for k in range(t.claimed):
        if t.claim[t.order[k]] == place:
            found |= 1 << k
    return found


@rule
def chance_at(odds, t, k, klass, place, style, joins):
    """The chance of position k to win a place, if each rank still to come joins with this chance."""
    return chance_with_comers(odds, style, k, klass, there(t, place), joins)


@rule
def best_claim(odds, t, seat):
    k, klass = position(t, seat), class_of(odds, t, seat)
    joins = 1.0 / open_places(t)
    best, found = -1.0, 0
    for place in range(t.places):
        if t.open[place] >= 0:
            worth = warmth(t, seat, t.open[place]) * chance_at(odds, t, k, klass, place, SIMPLE, joins)
            if worth > best + 1e-12:
                best, found = worth, place
    return CLAIM_AT + found


@rule
def best_steal(t, seat):
    """What completes his triple, else what breaks a loser's, else the first there is."""
    best, found = -1, NO_STEAL
    for other in range(t.seats):
        for kind in range(KINDS):
            if can_be_stolen(t, other, kind):
                good = 2 if t.items[seat][kind] % 3 == 2 else 1 if t.items[other][kind] % 3 == 0 else 0
                if good > best:
                    best, found = good, STEAL_FROM + 16 * other + kind
    return found


@rule
def best_trade(t, seat):
    """His least valuable item for a loser's most valuable, if that is worth more."""
    best, found = 0, NO_TRADE
    for other in range(t.seats):
        for mine in range(KINDS):
            for its in range(KINDS):
                if can_be_traded(t, other, mine, its) and t.value[its] - t.value[mine] > best:
                    best, found = t.value[its] - t.value[mine], TRADE_WITH + 256 * other + 16 * mine + its
    return found


@rule
def best_swap(t, seat):
    """With the loser of the most esteemed rank, if it is above his own."""
    best, found = ESTEEM[t.rank[seat]], NO_SWAP
    for other in range(t.seats):
        if is_loser(t, other) and ESTEEM[t.rank[other]] > best:
            best, found = ESTEEM[t.rank[other]], SWAP_WITH + other
    return found


@rule
def choose(odds, t, seat):
    """The move of a seat that has to decide."""
    if t.phase == CLAIM:
        return best_claim(odds, t, seat)
    if t.phase == FORCE:
        return STAND if ahead(t) == 1 << seat else AGAIN
    if t.phase == STEAL:
        return best_steal(t, seat)
    if t.phase == TRADE:
        return best_trade(t, seat)
    return best_swap(t, seat)


@rule
def choose_at(odds, ts, i, seat):
    return choose(odds, ts[i], seat)


class Thumb(Player):
    """Follows the rule of thumb."""

    def __init__(self, setup: Setup, seat: int, seed: int) -> None:
        super().__init__(setup, seat, seed)
        self.odds = odds_for(setup)
        self.batch = setup.game.table.batch(1)

    def choose(self, view: View) -> int:
        self.setup.game.table.lay(self.batch, 0, view.cells)
        return int(choose_at(self.odds, self.batch, 0, self.seat))

    def think(self, view: View) -> Thought:
        chosen = self.choose(view)
        return Thought(tuple(Choice(move, 0.0, float(move == chosen)) for move in view.moves()))
