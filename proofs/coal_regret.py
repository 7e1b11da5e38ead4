"""What the master of coal loses by its draws against exact solutions of the rest of the round.

    python proofs/coal_regret.py [--positions 100] [--seats 4] [--seed 1]

Positions come from games of players that stake and stop at random around the rule of thumb, the oven filled later:
the last seat's decisions, and those of seats that one or two others follow, with so few pieces left that the
round can be solved. Solved means: by recursion over the rules, every seat making the move that is best for itself
(max^n), what the round leaves valued by the master's own network, or in money. The master knows that the others play
well. The last seat's moves must be exact, by the rules alone; its values (in the tests equal to the rules' to 1e-12)
then serve to solve earlier seats' positions. The regret of a move is how much less it is worth than the best.
"""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.coal.draws import APART, value_draws
from brimstone.bots.coal.outlook import laid, rational
from brimstone.bots.coal.worth import after_round, chips, weights
from brimstone.bots.coal.yardsticks import theta_at
from brimstone.chance import Draws
from brimstone.compiling import rule
from brimstone.games import find
from brimstone.games.coal import BET, DRAW, DRAW_ON, MOST_SEATS, STEP, STOP
from brimstone.games.contract import CHANCE, OVER
from brimstone.games.state import State, start

COAL = find("coal")
CHIP = 1e-5  # what a chip is worth to a master that counts chips
AIMS = {"chance": 0.002, "chips": 1.0}
OVEN = 8  # filled again with this many pieces or fewer
FEW = (12, 16, 12)  # pieces left at most, by how many seats follow


class Regret(NamedTuple):
    """Of many choices, in chances to win or in chips."""

    mean: float
    worst: float
    other: int  # moves that were not the best
    positions: int


@rule
def worth_at(ts: Any, money: Any, w: Any, out: Any) -> None:
    after_round(ts[0], money, w, out)


def worth_after(state: State, w: Any) -> Any:
    """What the end of a round is worth to everybody."""
    batch, out = laid(state), np.zeros(MOST_SEATS)
    if state.actor != OVER:  # the next starting seat has been named already
        COAL.table.set(batch, 0, starter=(state["starter"] - 1) % state.setup.seats, round=state.round - 1)
    worth_at(batch, np.array(state["money"], np.float64), w, out)
    return out[: state.setup.seats]


def after(state: State, move: int) -> State:
    copy = state.copy()
    copy.play(move)
    return copy


class Solver:
    """Everybody's values when all play their best until the round ends."""

    def __init__(self, state: State, w: Any) -> None:
        self.round, self.w, self.memo = state.round, w, dict[bytes, Any]()
        self.by_rules = is_last(state)  # else the last seat's values, which are exact, are the master's

    def row(self, state: State) -> Any:
        """One value for each seat."""
        if state.actor == OVER or state.round != self.round:
            return worth_after(state, self.w)
        key = state.key()
        if key not in self.memo:
            self.memo[key] = self.found(state)
        return self.memo[key]

    def found(self, state: State) -> Any:
        if state.actor == CHANCE:
            odds = state.odds()
            rows = [weight * self.row(after(state, move)) for move, weight in odds]
            return sum(rows) / sum(weight for _, weight in odds)
        if is_last(state) and not self.by_rules:
            draw, _ = valued(state, self.w, state.setup.seats)
            return draw  # its turn begins: it must
        return max((self.row(after(state, move)) for move in state.moves()), key=lambda row: row[state.actor])


def is_last(state: State) -> bool:
    return bool(state["drawn"] + 1 == state.setup.seats)


def valued(state: State, w: Any, length: int) -> tuple[Any, Any]:
    """What the master thinks that drawing and stopping are worth: to everybody, or (length 1) to itself."""
    draw, stop = np.zeros(length), np.zeros(length)
    value_draws(laid(state), rational(), w, APART, False, length == 1, draw, stop)
    return draw, stop


def random_move(state: State, draws: Draws) -> int | str:
    """Around the rule of thumb: a stake of 0.4 to 1.4 θ, a stop from 0.4 to 1.4 θ."""
    usual = int(theta_at(laid(state))) * (4 + draws.below(11)) // 10
    if state["phase"] == BET:
        return f"bet {min(state['money'][state.actor], usual // STEP * STEP)}"
    return STOP if STOP in state.moves() and state["run"] >= usual else DRAW_ON


def positions(seats: int, following: int, wanted: int, seed: int) -> list[State]:
    """Decisions between drawing and stopping of seats that so many others follow; one of a round at most."""
    found: list[State] = []
    draws = Draws(seed, following)
    while len(found) < wanted:
        state, taken = start(COAL, seats, {"oven": OVEN}), 0
        while state.actor != OVER and len(found) < wanted:
            if state.actor == CHANCE:
                state.play(state.draw(draws))
                continue
            few = state["pieces_left"] <= FEW[following] and state["drawn"] + 1 + following == seats
            if state["phase"] == DRAW and few and STOP in state.moves() and taken < state.round:
                taken = state.round
                found.append(state.copy())
            state.play(random_move(state, draws))
    return found


def regret(state: State, w: Any, wanted: Any = None) -> float:
    """How much less the move of a master that wants this, or else what counts, is worth than the best."""
    draw, stop = valued(state, w if wanted is None else wanted, 1)
    solver = Solver(state, w)
    exact = [float(solver.row(after(state, move))[state.actor]) for move in (DRAW_ON, STOP)]
    return max(exact) - exact[DRAW_ON if draw[0] > stop[0] else STOP]


def regrets(seats: int, following: int, wanted: int, seed: int, unit: str) -> Regret:
    """Over positions of games with these seats."""
    w, one = (chips(CHIP), CHIP) if unit == "chips" else (weights(seats), 1.0)
    found = np.array([regret(state, w) for state in positions(seats, following, wanted, seed)]) / one
    return Regret(float(found.mean()), float(found.max()), int((found > 1e-9 / one).sum()), wanted)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100, help="of each kind; a quarter where two seats follow")
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 4])
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    missed = 0
    for seats in asked.seats:
        for following in range(min(3, seats)):
            for unit, aim in AIMS.items():
                wanted = asked.positions if following < 2 else max(1, asked.positions // 4)
                found = regrets(seats, following, wanted, asked.seed, unit)
                reached = found.mean <= aim if following else found.other == 0
                missed += not reached
                print(
                    f"coal   {seats} seats, {following} follow, {found.positions} positions: {found.other} moves not"
                    f" the best, regret {found.mean:.5f} {unit} on average, {found.worst:.5f} at most;"
                    f" aim {aim if following else 'exact'}: {'reached' if reached else 'NOT reached'}",
                    flush=True,
                )
    return min(missed, 1)


if __name__ == "__main__":
    raise SystemExit(main())
