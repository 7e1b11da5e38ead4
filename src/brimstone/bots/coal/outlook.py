"""Each seat's chance to win from a whole position, everybody playing well."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from brimstone.bots.coal.draws import APART, value_draws
from brimstone.bots.coal.rounds import RATIONAL, THOUGHTS, WIDTH
from brimstone.bots.coal.stakes import STAKES, policy_weights, value_profiles
from brimstone.bots.coal.worth import weights
from brimstone.bots.player import Chances
from brimstone.chance import Draws
from brimstone.games.coal import BET, END, FIRST_SEAT, MOST_SEATS, STARTER, TURN, Table
from brimstone.games.state import State

PROFILES = 64  # guessed bets at effort 1 with two seats; fewer with more


def rational() -> Any:
    minds = np.zeros((MOST_SEATS, THOUGHTS))
    minds[:, RATIONAL] = 1
    return minds


def chances(state: State, seed: int, effort: float = 1.0) -> Chances:
    """Each seat's chance to win, a shared win in parts; at the end of a game the result."""
    seats = state.setup.seats
    if state["phase"] == END:
        return settled(state)
    if state["phase"] == STARTER:
        begun = [state.copy() for _ in range(seats)]
        for seat, copy in enumerate(begun):
            copy.play(FIRST_SEAT + seat)
        found = [chances(copy, seed, effort / seats) for copy in begun]
        win = np.mean([each.win for each in found], axis=0)
        error = np.sqrt(np.sum([np.square(each.error) for each in found], axis=0)) / seats
    else:
        win, error = (before_bets if state["phase"] == BET else within_turn)(state, seed, effort)
    win = np.maximum(win, 0.0)
    return Chances(tuple(float(p) for p in win / win.sum()), tuple(float(e) for e in error))


def settled(state: State) -> Chances:
    result = state.result()
    assert result is not None
    winners = result.places.count(1)
    return Chances(tuple(1 / winners if place == 1 else 0.0 for place in result.places), (0.0,) * state.setup.seats)


def before_bets(state: State, seed: int, effort: float) -> tuple[Any, Any]:
    """Over the bets that are not in yet."""
    seats = state.setup.seats
    count = max(2, int(PROFILES * effort * 4 / seats**2))
    known = np.array(state["bet"], np.int64)
    profiles, out = np.zeros((count, MOST_SEATS), np.int64), np.zeros((count, WIDTH))
    sources = Draws(seed, zlib.crc32(state.key())).sources
    shown = np.zeros((MOST_SEATS, STAKES))
    value_profiles(laid(state), known, rational(), shown, weights(seats), policy_weights(seats), sources, profiles, out)
    return out[:, :seats].mean(axis=0), out[:, :seats].std(axis=0) / np.sqrt(count)


def within_turn(state: State, seed: int, effort: float) -> tuple[Any, Any]:
    """From a seat's turn: it plays its best."""
    seats = state.setup.seats
    draw, stop = np.zeros(seats), np.zeros(seats)
    value_draws(laid(state), rational(), weights(seats), APART, False, False, draw, stop)
    mine = state["turn"]
    must_draw = state["phase"] == TURN or state["run_pieces"] == 0
    return draw if must_draw or draw[mine] > stop[mine] else stop, np.zeros(seats)


def laid(state: State) -> Any:
    """A state as a batch of one."""
    batch = Table.batch(1)
    Table.lay(batch, 0, state.cells)
    return batch
