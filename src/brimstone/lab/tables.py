"""Many games side by side: chance and `random` play in compiled code until somebody else has to choose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.random import chooser
from brimstone.chance import aim, below, fraction
from brimstone.compiling import GIVEN, put, rule
from brimstone.games.contract import CHANCE, OVER, Game
from brimstone.games.state import woven_for

actor = begin = choose = imagine = moves = outcome = placing = play = view = ways = GIVEN

DECISIONS, OUTCOMES, ROUNDS = range(3)  # columns of `tally`


class Log(NamedTuple):
    """Decisions, a row each."""

    game: Any  # its place among the games side by side
    ply: Any
    seat: Any
    count: Any
    move: Any
    known: Any  # by views


def new_log(game: Game, rows: int) -> Log:
    """Room for so many."""
    game_of, ply, seat, count, move = np.zeros((5, rows), np.int64)
    return Log(game_of, ply, seat, count, move, game.table.batch(rows))


def as_bytes(column: Any) -> Any:
    """Records as lumps of bytes: NumPy copies them field by field, and leaves out the room between fields."""
    return np.ascontiguousarray(column).view(f"V{column.dtype.itemsize}") if column.dtype.names else column


def stacked(columns: Sequence[Any]) -> Any:
    """Arrays one after the other."""
    return np.concatenate([as_bytes(column) for column in columns]).view(columns[0].dtype)


def taken(column: Any, rows: Any) -> Any:
    """Some rows of an array."""
    return as_bytes(column)[rows].view(column.dtype)


def lay_out(ts, box, rs, ks, seed, keeping, first):
    """Games number `first` and on, each before its first move; `ks` will say which positions are kept."""
    for g in range(len(ts)):
        put(ts, g, box, 0)
        begin(ts[g])
        aim(rs[g], seed, first + g)
        aim(ks[g], keeping, first + g)


def lay_worlds(ts, views, seats, rs, seed, first):
    """Worlds number `first` and on, one imagined from each view; their chance goes on from there."""
    for g in range(len(ts)):
        aim(rs[g], seed, first + g)
        put(ts, g, views, g)
        imagine(ts[g], seats[g], rs[g])


def note(t, g, who, ply, log, rows, blank, out):
    """A decision that is about to be made, as row number `rows`."""
    put(log.known, rows, blank, 0)
    view(t, who, log.known[rows])
    log.game[rows] = g
    log.ply[rows] = ply
    log.seat[rows] = who
    log.count[rows] = moves(t, who, out)


def advance(ts, first, rs, compiled, tally, out, log, blank, keep, ks):
    """Play games on until a seat has to choose that is not `compiled`, or they are over; decisions go into the log.

    Returns how many rows of the log are filled, and the game to go on with when the log was full, else how many games
    there are. Nothing is logged where `keep`, the share of decisions that are kept, is 0.
    """
    rows = 0
    for g in range(first, len(ts)):
        t = ts[g]
        r = rs[g]
        who = actor(t)
        while who != OVER:
            if who == CHANCE:
                play(t, outcome(t, below(r, ways(t))))
                tally[g][OUTCOMES] += 1
            elif compiled[who] == 0:
                break
            else:
                if keep > 0.0 and rows == len(log.game):
                    return rows, g
                kept = keep > 0.0 and fraction(ks[g]) < keep
                if kept:
                    note(t, g, who, tally[g][DECISIONS], log, rows, blank, out)
                move = choose(t, who, out, r)
                if kept:
                    log.move[rows] = move
                    rows += 1
                tally[g][DECISIONS] += 1
                play(t, move)
            who = actor(t)
        tally[g][ROUNDS] = t.round
    return rows, len(ts)


def ask(ts, tally, log, options, blank, out):
    """Log every game in which somebody has to choose, with the legal moves; how many there are."""
    rows = 0
    for g in range(len(ts)):
        who = actor(ts[g])
        if who >= 0:
            note(ts[g], g, who, tally[g][DECISIONS], log, rows, blank, out)
            for k in range(options.shape[1]):
                options[rows][k] = out[k] if k < log.count[rows] else -1
            rows += 1
    return rows


def answer(ts, tally, log, chosen, keep, ks, kept):
    """Play what was chosen in these games; kept[k]: is the k-th position kept?"""
    for k in range(len(chosen)):
        g = log.game[k]
        log.move[k] = chosen[k]
        kept[k] = keep > 0.0 and fraction(ks[g]) < keep
        tally[g][DECISIONS] += 1
        play(ts[g], chosen[k])


def finish(ts, places, points, one_places, one_points):
    """How the games have ended."""
    for g in range(len(ts)):
        placing(ts[g], one_places, one_points)
        for seat in range(ts[g].seats):
            places[g][seat] = one_places[seat]
            points[g][seat] = one_points[seat]


def list_moves(views, seats, options, counts, out):
    """The legal moves of every view's seat."""
    for k in range(len(views)):
        counts[k] = moves(views[k], seats[k], out)
        for j in range(counts[k]):
            options[k][j] = out[j]


def play_out(views, seats, first, ts, rs, seed, worlds, out, one_places, one_points, won, points):
    """Imagine worlds for every view and play each to its end at random: sums of wins, in parts, and of points."""
    t = ts[0]
    for k in range(len(views)):
        aim(rs[0], seed, first + k)
        for _ in range(worlds):
            put(ts, 0, views, k)
            imagine(t, seats[k], rs[0])
            who = actor(t)
            while who != OVER:
                play(t, outcome(t, below(rs[0], ways(t))) if who == CHANCE else choose(t, who, out, rs[0]))
                who = actor(t)
            placing(t, one_places, one_points)
            winners = 0
            for seat in range(t.seats):
                winners += 1 if one_places[seat] == 1 else 0
            for seat in range(t.seats):
                won[k][seat] += 1.0 / winners if one_places[seat] == 1 else 0.0
                points[k][seat] += one_points[seat]


@rule
def keep_at(ks, i, keep):
    """Is the next decision of a game kept?"""
    return fraction(ks[i]) < keep


@cache
def woven(game: Game, function: Any) -> Any:
    """One of these functions for this game, compiled."""
    parts = {} if function is note else {"note": woven_for(game, note)}
    return woven_for(game, function, choose=chooser(game), **parts)
