"""How fast the rules are, on one core: random whole games, copies, and the way in from Python."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from brimstone.arena.simulate import tables
from brimstone.bots.random import chooser
from brimstone.chance import Draws, aim, below, sources
from brimstone.compiling import GIVEN, put, row, rule
from brimstone.games import NAMES, find
from brimstone.games.cards import DEAL, Table, deck
from brimstone.games.contract import CHANCE, OVER, Game, Setup
from brimstone.games.options import set_up
from brimstone.games.state import ready, woven_for

SEATS = 4
SECONDS = 1.0  # for each measurement

actor = begin = choose = further = outcome = play = ways = GIVEN


def count_moves(ts, rs, seed, games, out):
    """Play random games; how many decisions, and how many decisions and outcomes, a whole deal counted as one."""
    t = ts[0]
    r = rs[0]
    decisions = 0
    outcomes = 0
    for g in range(games):
        put(ts, 0, ts, 1)
        begin(t)
        aim(r, seed, g)
        who = actor(t)
        while who != OVER:
            if who == CHANCE:
                outcomes += 0 if further(t) else 1
                play(t, outcome(t, below(r, ways(t))))
            else:
                decisions += 1
                play(t, choose(t, who, out, r))
            who = actor(t)
    return decisions, decisions + outcomes


@rule
def never(t):
    return False


@rule
def further_card(t):
    """Is the next outcome a further card of a deal that has begun?"""
    return t.phase == DEAL and t.undealt != deck(t)


def copy_often(ts, times):
    """Copy records to and fro in an arena of 64, as search does."""
    for k in range(times):
        put(ts, (7 * k) & 63, ts, (13 * k + 1) & 63)


def best_time(work: Callable[[], Any]) -> float:
    """Seconds of the quickest of many runs: what the machine can do when nobody disturbs it."""
    end = time.perf_counter() + SECONDS
    times: list[float] = []
    while len(times) < 3 or time.perf_counter() < end:
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def rates(game: Game, setup: Setup, games: int) -> dict[str, float]:
    """Moves and decisions a second in random whole games."""
    counter = woven_for(game, count_moves, choose=chooser(game), further=further_card if game.table is Table else never)
    batch, source, out = tables(setup), sources(), row(game.most_moves)
    decisions, moves = counter(batch, source, 1, games, out)
    seconds = best_time(lambda: counter(batch, source, 1, games, out))
    return {"moves_per_s": moves / seconds, "decisions_per_s": decisions / seconds}


def costs(game: Game, setup: Setup) -> dict[str, float]:
    """What a copy and a move cost, compiled and from Python."""
    copier = woven_for(game, copy_often)
    batch = game.table.batch(64)
    copier(batch, 2)
    state, draws = ready(setup), Draws(1)

    def copy_from_python() -> None:
        for _ in range(10_000):
            state.copy()

    record: list[int] = []
    while state.actor != OVER:
        legal = state.moves()
        record.append(state.draw(draws) if state.actor == CHANCE else legal[draws.below(min(16, len(legal)))])
        state.play(record[-1])

    def play_from_python() -> None:
        fresh = ready(setup)
        for move in record:
            fresh.play(move)

    return {
        "state_bytes": game.table.dtype.itemsize,
        "copy_ns": best_time(lambda: copier(batch, 1_000_000)) * 1e3,
        "python_copy_us": best_time(copy_from_python) * 1e2,
        "python_move_us": best_time(play_from_python) / len(record) * 1e6,
    }


def measured(games: int = 2_000) -> dict[str, dict[str, float]]:
    """All measurements by game."""
    found = {}
    for name in NAMES:
        game = find(name)
        setup = set_up(game, SEATS, simulated=True)
        found[name] = rates(game, setup, games) | costs(game, setup)
    return found
