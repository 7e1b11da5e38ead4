"""The `random` player: any legal move, each as likely; at coal it stakes no more than 150.

`choose(t, seat, out, r)` is compiled and reads nothing but what the seat's view holds too, so simulations may hand
it the state itself.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from brimstone.bots.player import Choice, Player, Thought
from brimstone.chance import Draws, below
from brimstone.compiling import GIVEN, hot_rule, row, rule
from brimstone.games import cards, coal
from brimstone.games.bits import nth, size
from brimstone.games.cards import playable
from brimstone.games.coal import BET, STAKE, STEP, may_stop
from brimstone.games.contract import Game
from brimstone.games.state import View, woven_for

MOST_STAKE = 150  # C15: uniformly random stakes would practically never end a game

moves = one = GIVEN


def choose(t, seat, out, r):
    """Any legal move."""
    return out[below(r, moves(t, seat, out))]


@rule
def choose_coal(t, seat, out, r):
    if t.phase == BET:
        return STAKE + below(r, min(MOST_STAKE, t.money[seat]) // STEP + 1)
    return below(r, 2) if may_stop(t) else 0


@hot_rule
def choose_cards(t, seat, out, r):
    """The same as `choose`, without listing the cards."""
    hand = playable(t, seat)
    return nth(hand, below(r, size(hand)))


@cache
def chooser(game: Game) -> Any:
    """`random` for this game, compiled."""
    return {coal.Table: choose_coal, cards.Table: choose_cards}.get(game.table) or woven_for(game, choose)


def choose_at(ts, i, seat, out, rs, j):
    """The same for a batch and an index."""
    return choose(one(ts, i), seat, out, rs[j])


@cache
def door(game: Game) -> Any:
    """`random` for this game, for a batch and an index."""
    return woven_for(game, choose_at, choose=chooser(game))


class RandomPlayer(Player):
    """Any legal move, each as likely."""

    def think(self, view: View) -> Thought:
        legal = view.moves()
        if self.setup.game.table is coal.Table and view["phase"] == BET:
            legal = [move for move in legal if (move - STAKE) * STEP <= MOST_STAKE]
        return Thought(tuple(Choice(move, 0.0, 1 / len(legal)) for move in legal))

    def choose(self, view: View) -> int:
        return pick(view, self.draws(view))


def pick(view: View, draws: Draws) -> int:
    """The move of the seat that has this view."""
    out = row(view.setup.game.most_moves)
    return int(door(view.setup.game)(view.cells, 0, view.seat, out, draws.sources, 0))
