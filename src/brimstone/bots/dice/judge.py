"""Each seat's chance to win from a whole state, under good play from there on."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from brimstone.bots.dice.asked import value_now
from brimstone.bots.dice.layout import ROOM, desk, laid_out
from brimstone.bots.dice.levels import FEWEST, MOST_WAYS, STEPS, WHOLE_ROUND
from brimstone.bots.dice.look import customs_at, habits_at
from brimstone.bots.dice.odds import CLASSES, odds_for
from brimstone.bots.dice.outcomes import CHANCES
from brimstone.bots.dice.round import ALL, conclude, solve, worth_of_all
from brimstone.bots.dice.settle import weigh_moves
from brimstone.bots.dice.study import PRIOR
from brimstone.bots.dice.thumb import class_of
from brimstone.bots.dice.utility import prepare
from brimstone.bots.dice.value import sheet, weights_for
from brimstone.bots.player import Chances
from brimstone.chance import Draws
from brimstone.compiling import row, rule
from brimstone.games.contract import CHANCE, OVER
from brimstone.games.dice import CLAIM, OPEN, RANKS, REROLL, ROLL
from brimstone.games.state import State

SAMPLES = 24  # of chance, where rolls or ranks are still to fall


@rule
def know_dice(odds, ts, chance):
    """Chances of classes when all dice lie open."""
    for k in range(odds.n):
        for c in range(odds.classes[k]):
            chance[k, c] = 0.0
        chance[k, class_of(odds, ts[0], ts[0].order[k])] = 1.0


class Judge:
    """Judges states of one set-up."""

    def __init__(self, state: State, effort: float) -> None:
        self.setup, self.effort = state.setup, effort
        self.odds = odds_for(state.setup)
        self.weights = weights_for(state.setup.seats)
        self.ts = state.setup.game.table.batch(ROOM)
        self.desk, self.sheet = desk(), sheet()

    def judge(self, state: State) -> Any:
        """The chances where chance has nothing to roll before the next decision, or a round has not begun."""
        seats = self.setup.seats
        self.setup.game.table.lay(self.ts, 0, state.cells)
        if state["phase"] == CLAIM:
            return self.judge_claims(state)
        if state["phase"] in (OPEN, ROLL):
            value_now(self.weights, self.ts, 0, self.sheet)
            return self.sheet.chances[:seats].copy()
        moves = state.moves()
        values, out = np.zeros((len(moves), 6)), row(len(moves))
        out[:] = moves
        belief = np.zeros((6, CLASSES))
        weigh_moves(self.odds, self.weights, self.ts, out, len(moves), belief, self.desk, self.sheet, values)
        return values[np.argmax(values[:, state.actor]), :seats]

    def judge_claims(self, state: State) -> Any:
        odds, seats = self.odds, self.setup.seats
        where = [place for place in range(state["places"]) if state["open"][place] >= 0]
        if len(where) ** seats > MOST_WAYS:
            value_now(self.weights, self.ts, 0, self.sheet)
            return self.sheet.chances[:seats].copy()
        rd, known, prefix = laid_out(odds, where), state["claimed"], 0
        for seat in state["order"][:known]:
            prefix = prefix * len(where) + where.index(state["claim"][seat])
        span = (0, 0) if seats <= WHOLE_ROUND else (known, prefix)
        habits_at(odds, rd, self.ts)
        customs_at(odds, rd, self.ts, np.tile(np.array(PRIOR), (seats, 1)))
        prepare(odds, rd, self.desk, self.weights, self.ts, self.sheet, CHANCES, True, *span)
        tries = int(self.effort * STEPS / len(where) ** (seats - span[0]))
        if tries >= FEWEST:
            solve(odds, rd, self.desk, 0, tries, *span)
        rd.trust[:], rd.custom[:] = 1.0, 0.0
        opened = odds._replace(chance=np.zeros_like(odds.chance))
        know_dice(odds, self.ts, opened.chance)
        conclude(opened, rd, self.desk, 0, known, prefix, ALL)
        worth = np.zeros(6)
        worth_of_all(opened, rd, worth)
        win = np.zeros(seats)
        for k, seat in enumerate(state["order"][:seats]):
            win[seat] = worth[k]
        return win


def chances(state: State, seed: int, effort: float = 1.0) -> Chances:
    """Each seat's chance to win from a state under good play; at the end the exact result."""
    seats = state.setup.seats
    if state.actor == OVER:
        result = state.result()
        assert result is not None
        return Chances(tuple(float(place == 1) for place in result.places), (0.0,) * seats)
    judge = Judge(state, effort)
    if state["phase"] not in (RANKS, REROLL):
        win = judge.judge(state)
        return Chances(tuple(map(float, win / win.sum())), (judge.weights.error,) * seats)
    draws, samples = Draws(seed, 0), []
    for _ in range(max(4, int(SAMPLES * effort))):
        there = state.copy()
        while there.actor == CHANCE and there["phase"] in (RANKS, REROLL):
            there.play(there.draw(draws))
        samples.append(judge.judge(there))
    worths = np.array(samples)
    worths /= worths.sum(axis=1, keepdims=True)
    spread = worths.std(axis=0) / math.sqrt(len(worths))
    error = np.hypot(spread, judge.weights.error)
    return Chances(tuple(map(float, worths.mean(axis=0))), tuple(map(float, error)))
