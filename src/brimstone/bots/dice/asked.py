"""Small questions about a table, compiled, to be asked from Python."""

from __future__ import annotations

from brimstone.bots.dice.outcomes import CHANCES, evaluate, take
from brimstone.bots.dice.settle import battle_odds
from brimstone.bots.dice.thumb import class_of, position
from brimstone.compiling import rule
from brimstone.games.dice import ahead


@rule
def value_now(w, ts, i, s):
    evaluate(w, CHANCES, ts[i], s)


@rule
def take_now(ts, i, seat, place):
    take(ts[i], seat, place)


@rule
def swap_now(ts, i, seat, other):
    """Two seats swap ranks, as a winner and a loser may."""
    ts[i].rank[seat], ts[i].rank[other] = ts[i].rank[other], ts[i].rank[seat]


@rule
def where_at(odds, ts, seat):
    """Position and class of a seat."""
    return position(ts[0], seat), class_of(odds, ts[0], seat)


@rule
def wins_already(ts, seat):
    """Is a seat alone ahead in the battle that is on?"""
    return ahead(ts[0]) == 1 << seat


@rule
def odds_now(odds, ts, again, out):
    """Who wins the battle that is on, by position, if the Spielteufel has the others roll again or not."""
    battle_odds(odds, ts[0], again, out)
