"""What a known state is worth: counted at the end, solved near the end of a round, else played out by the policy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from brimstone.bots.cards.desk import lines_of
from brimstone.bots.cards.endgame import solve
from brimstone.bots.cards.policy import play_out
from brimstone.bots.cards.search import RECORDS, draw_luck
from brimstone.bots.cards.standing import worth
from brimstone.bots.cards.weights import desk_for
from brimstone.bots.player import Chances
from brimstone.chance import aim, below, sources
from brimstone.compiling import put, rule
from brimstone.games.cards import DEAL, DEALER, TRICK, Table, outcome, play, ways
from brimstone.games.contract import OVER
from brimstone.games.state import State

PLAYOUTS = 400  # for a state, at effort 1
SOLVED_FROM = 3  # cards each


@rule
def add_playouts(ts, playouts, seed, desks, rs, sums, squares):
    """Play the state `ts[0]` to the end of its round so many times; add up what each seat has of it."""
    r = rs[0]
    desk = desks[0]
    aim(r, seed, 0)
    for seat in range(6):
        desk.kinds[seat] = 0
    t = ts[1]
    for _ in range(playouts):
        put(ts, 1, ts, 0)
        while t.phase in (DEALER, DEAL):
            play(t, outcome(t, below(r, ways(t))))
        draw_luck(desk, r)
        play_out(t, desk)
        slot = worth(t, desk)
        for seat in range(t.seats):
            sums[seat] += desk.wins[slot, seat]
            squares[seat] += desk.wins[slot, seat] ** 2


@rule
def solve_at(ts, desks):
    """Solve the state `ts[0]` into the first of the lines of `desks[0]`."""
    solve(ts, 0, ts[0].tricks + 0, 0, desks[0])


def is_solvable(state: State) -> bool:
    """Is the rest of the round short enough to be solved?"""
    return state["phase"] == TRICK and state.setup.options["hand"] - state["tricks"] <= SOLVED_FROM


def chances(state: State, seed: int, effort: float = 1.0) -> Chances:
    """Each seat's chance to win from a full state under good play."""
    seats = state.setup.seats
    if state.actor == OVER:
        result = state.result()
        assert result is not None
        winners = result.places.count(1)
        return Chances(tuple((place == 1) / winners for place in result.places), (0.0,) * seats)
    tables, desks = Table.batch(RECORDS), desk_for(seats)
    Table.lay(tables, 0, state.cells)
    if is_solvable(state):
        solve_at(tables, desks)
        return Chances(tuple(float(win) for win in lines_of(desks)[0, :seats]), (0.0,) * seats)
    playouts = max(2, round(PLAYOUTS * effort))
    sums, squares = np.zeros(seats), np.zeros(seats)
    add_playouts(tables, playouts, seed, desks, sources(), sums, squares)
    means = sums / playouts
    spread = np.maximum(squares / playouts - means**2, 0)
    return Chances(tuple(map(float, means)), tuple(math.sqrt(part / (playouts - 1)) for part in spread))


def solved(state: State, new_desks: Callable[[int], Any] = desk_for) -> dict[int, tuple[float, ...]]:
    """For every legal card what it is worth to each seat, exactly, if all play by max^n to the end of the round.

    What a standing is worth is said by the desk that is made for the number of seats.
    """
    found = {}
    for move in state.moves():
        after = state.copy()
        after.play(move)
        tables, desks = Table.batch(RECORDS), new_desks(state.setup.seats)
        Table.lay(tables, 0, after.cells)
        solve_at(tables, desks)
        found[move] = tuple(float(win) for win in lines_of(desks)[0, : state.setup.seats])
    return found
