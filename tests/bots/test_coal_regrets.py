"""Bets of coal by regret matching: the steps on games that are solved by hand, and what comes out at the table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from brimstone.bots.coal import player
from brimstone.bots.coal.mind import levelled
from brimstone.bots.coal.outlook import laid, rational
from brimstone.bots.coal.regrets import add_regrets, clear_faint, drop_worst, match_regrets, strategy
from brimstone.bots.coal.rounds import RATIONAL, THUMB, WIDTH
from brimstone.bots.coal.stakes import STAKES, policy_weights
from brimstone.bots.coal.worth import weights
from brimstone.bots.player import Manner
from brimstone.chance import Draws
from brimstone.games.coal import MOST_SEATS
from brimstone.games.state import State, start
from tests.games.variants import COAL


def shares_of(regret: Any, dropped: Any) -> Any:
    out = np.zeros(len(regret))
    strategy(regret, len(regret), dropped, out)
    return out


def test_shares_go_by_regrets_and_without_any_all_are_equal() -> None:
    dropped = np.array([0, 0, 1, 0])
    assert shares_of(np.array([1.0, 3.0, 9.0, 0.0]), dropped).tolist() == [0.25, 0.75, 0.0, 0.0]
    assert shares_of(np.zeros(4), dropped) == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])


def test_regrets_are_against_the_strategy_and_never_below_nothing() -> None:
    regret = np.array([0.5, 0.5, 7.0])
    add_regrets(np.array([1.0, 0.0, 99.0]), 3, np.array([0, 0, 1]), np.array([0.25, 0.75, 0.0]), regret)
    assert regret.tolist() == [1.25, 0.25, 7.0]  # the strategy was worth 0.25; the third is dropped
    add_regrets(np.array([1.0, 0.0, 99.0]), 3, np.array([0, 0, 1]), np.array([1.0, 0.0, 0.0]), regret)
    assert regret.tolist() == [1.25, 0.0, 7.0]


def test_two_seats_that_match_regrets_find_the_equilibrium() -> None:
    # Matching pennies in which a match of heads wins 3: both show heads in 1 of 3.
    wins = np.array([[3.0, -1.0], [-1.0, 1.0]])
    none = np.zeros(2, np.int64)
    regret, total = np.zeros((2, 2)), np.zeros((2, 2))
    for at in range(1, 4001):
        one, two = shares_of(regret[0], none), shares_of(regret[1], none)
        add_regrets(wins @ two, 2, none, one, regret[0])
        add_regrets(-one @ wins, 2, none, two, regret[1])
        total += at * np.array([one, two])
    assert total[:, 0] / total.sum(axis=1) == pytest.approx([1 / 3, 1 / 3], abs=0.01)


def test_the_worst_drop_out() -> None:
    dropped = np.array([0, 0, 1, 0, 0])
    drop_worst(np.array([0.3, 0.1, 9.0, 0.2, 0.2]), 5, 2, dropped)
    assert dropped.tolist() == [0, 1, 1, 0, 1]


def test_faint_shares_are_cleared() -> None:
    average = np.array([6.0, 0.1, 4.0])
    clear_faint(average)
    assert average.tolist() == [0.6, 0.0, 0.4]


def test_stakes_that_dropped_out_are_judged_by_the_rounds_they_were_in() -> None:
    out = np.zeros((3, 3, WIDTH))
    out[:, 0, 0], out[:, 1, 0] = [0.1, 0.5, 0.6], [0.3, 0.7, 0.8]  # tried throughout: 0.4 and 0.6 on average
    out[0, 2, 0] = 0.1  # tried once, 0.1 below the two
    rows, errors = levelled(out, np.array([3, 3, 1]), 0)
    assert rows[:, 0] == pytest.approx([0.4, 0.6, 0.4])
    assert errors == pytest.approx([0, 0, 0])


def betting(seats: int, money: int = 200) -> State:
    state = start(COAL, seats, {"money": money})
    state.play("start 1")
    return state


def matched(state: State, me: int, stakes: list[int], minds: Any, rounds: int) -> tuple[Any, Any]:
    """Values and shares of stakes."""
    seats = state.setup.seats
    out, tried, average = np.zeros((rounds, len(stakes), WIDTH)), np.zeros(len(stakes), np.int64), np.zeros(len(stakes))
    match_regrets(
        laid(state), me, np.array(stakes, np.int64), minds, np.zeros((MOST_SEATS, STAKES)), weights(seats),
        policy_weights(seats), Draws(3).sources, False, out, tried, average,
    )  # fmt: skip
    return levelled(out, tried, me)[0][:, me], average


def test_against_known_stakes_the_best_answer_is_taken() -> None:
    minds = rational()
    minds[1:, RATIONAL], minds[1:, THUMB] = 0, 1
    stakes = list(range(0, 210, 10))
    values, average = matched(betting(3), 0, stakes, minds, 40)
    assert average.sum() == pytest.approx(1)
    assert average @ values > values.max() - 1e-3
    assert np.argsort(values)[-3:].tolist().count(int(np.argmax(average))) == 1
    assert values.max() - values.min() > 0.01  # there was something to find


def test_the_master_bets_as_regret_matching_says() -> None:
    state = betting(4)
    thought = player(state.setup, 0, 5, Manner()).think(state.view(0))
    shares = np.array([choice.share for choice in thought.choices])
    values = np.array([choice.value for choice in thought.choices])
    assert shares @ values > values.mean() + 0.005
    taken = shares[shares > 0]
    assert taken.min() >= 0.4 * taken.max() - 1e-9
    moves = {player(state.setup, 0, seed, Manner()).choose(state.view(0)) for seed in range(6)}
    assert len(moves) > 1  # bets are mixed: nobody can answer a known stake
