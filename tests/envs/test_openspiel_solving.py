"""OpenSpiel's solvers and search on the reduced games, beside our own solvers: a fast version of
proofs/exploitability.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, mcts
from open_spiel.python.policy import Policy, UniformRandomPolicy

from brimstone.bots.cards import solved
from brimstone.bots.cards.weights import devils_desk
from brimstone.bots.coal.draws import APART, value_draws
from brimstone.bots.coal.outlook import laid, rational
from brimstone.bots.coal.worth import chips
from brimstone.bots.dice.exploit import puzzle
from brimstone.games.cards import devils_on
from proofs.coal_regret import Solver
from proofs.exploitability import (
    CARDS_AIM,
    CHIP,
    COAL_AIM,
    DICE_AIM,
    Mix,
    Strategy,
    Tree,
    chip_counter,
    claiming,
    devil_counter,
    ready_to_claim,
    thinking,
)
from tests.envs.spiel import REDUCED

COAL = (
    "brimstone_coal(players=2,pieces=devil:1 10:1 50:1,money=50,target=1000,track=50 1000,oven=0,rounds=1,"
    "opening=start 1,utility=points)"
)
DICE = REDUCED["dice-round"].replace("1 2 3", "1 2")
DEALT = "dealer 3; deal 1: 1; deal 1: 6; deal 1: 8; deal 2: 2; deal 2: 4; deal 2: 9; deal 3: 3; deal 3: 5; deal 3: 7"


class Ours(Policy):  # type: ignore[misc]
    """A strategy for OpenSpiel's algorithms in Python."""

    def __init__(self, game: Any, strategy: Strategy) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.strategy = strategy

    def action_probabilities(self, state: Any, _player: int | None = None) -> Mix:
        return {action: self.strategy(state).get(action, 0.0) for action in state.legal_actions()}


def test_its_cfr_in_python_solves_a_game_of_coal() -> None:
    game = pyspiel.load_game(REDUCED["coal"])
    solver = cfr.CFRPlusSolver(game)
    first = exploitability.exploitability(game, UniformRandomPolicy(game))
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.02 < first


def test_its_cfr_in_c_plus_plus_walks_our_states() -> None:
    game = pyspiel.load_game(REDUCED["coal"])
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.tabular_average_policy()) < 0.02


def test_a_tree_on_paper_is_the_game() -> None:
    """NashConv of the same policy, in Python state by state and in C++ on the written tree."""
    game = pyspiel.load_game(COAL)
    tree = Tree(game)
    by_states = exploitability.nash_conv(game, Ours(game, uniform))
    assert tree.nash_conv(tree.policy(uniform)) == pytest.approx(by_states, abs=1e-9)


@pytest.mark.parametrize("iterations", [1, 5, 100])
def test_our_distance_from_equilibrium_at_dice_is_its_nash_conv(iterations: int) -> None:
    game = pyspiel.load_game(DICE)
    task = puzzle(ready_to_claim(game))
    task.refine(0, iterations)
    believed = task.distance()
    tree = Tree(game)
    assert tree.nash_conv(tree.policy(claiming(task))) == pytest.approx(believed, abs=1e-9)
    assert (believed <= DICE_AIM) == (iterations == 100)


def test_the_master_of_coal_can_hardly_be_exploited() -> None:
    tree = Tree(pyspiel.load_game(COAL))
    assert tree.nash_conv(tree.policy(thinking(chip_counter(1.0)))) <= COAL_AIM
    assert tree.nash_conv(tree.policy(uniform)) > COAL_AIM


def test_the_master_of_cards_with_two_cards_each_can_hardly_be_exploited() -> None:
    tree = Tree(pyspiel.load_game(REDUCED["cards-round"].replace("hand=3", "hand=2")))
    assert tree.nash_conv(tree.policy(thinking(devil_counter(1.0)))) <= CARDS_AIM
    assert tree.nash_conv(tree.policy(uniform)) > 3 * CARDS_AIM


def uniform(state: Any) -> Mix:
    actions = state.legal_actions()
    return {action: 1 / len(actions) for action in actions}


def test_our_draws_at_coal_are_its_best_responses_and_have_its_values() -> None:
    """After the bets a round has no secrets: backward induction, ours by the rules and OpenSpiel's."""
    game = pyspiel.load_game(COAL.replace("opening=start 1", "opening=start 1; bet 50; bet 20"))
    tree, state = Tree(game), game.first.state
    best = tree.policy(thinking(chip_counter(1.0)))
    assert tree.nash_conv(best) == pytest.approx(0, abs=1e-6)
    found = pyspiel.expected_returns(tree.game.new_initial_state(), best, -1, True)
    assert (Solver(state, chips(CHIP)).row(state) - 0.5) / CHIP == pytest.approx(found, abs=1e-6)


def test_the_last_seats_values_at_coal_are_its_values() -> None:
    game = pyspiel.load_game(COAL.replace("opening=start 1", "opening=start 1; bet 50; bet 20; draw; coal 10; stop"))
    tree, draw, stop = Tree(game), np.zeros(2), np.zeros(2)
    value_draws(laid(game.first.state), rational(), chips(CHIP), APART, False, False, draw, stop)
    best = tree.policy(thinking(chip_counter(1.0)))
    found = pyspiel.expected_returns(tree.game.new_initial_state(), best, -1, True)
    assert (draw - 0.5) / CHIP == pytest.approx(np.array(found), abs=1e-6)


def test_our_endgames_of_cards_are_equilibria_and_have_their_values() -> None:
    """With one deal alone in the tree everybody knows all hands: max^n is an equilibrium."""
    game = pyspiel.load_game(f"brimstone_cards(players=3,hand=3,goal=1,opening={DEALT},utility=points)")

    def exact(state: Any) -> Mix:
        worth = {card: row[state.current_player()] for card, row in solved(state.told.state, devils_desk).items()}
        return {state.get_game().action_of[max(worth, key=lambda card: worth[card])]: 1.0}

    tree = Tree(game)
    policy = tree.policy(exact)
    assert tree.nash_conv(policy) == pytest.approx(0, abs=1e-6)
    assert tree.nash_conv(tree.policy(uniform)) > 1
    best = max(solved(game.first.state, devils_desk).values(), key=lambda row: row[game.first.state.actor])
    share = sum(devils_on(card) for card in range(1, 10)) / 3
    found = np.array(pyspiel.expected_returns(tree.game.new_initial_state(), policy, -1, True))
    assert found - found[0] == pytest.approx((np.array(best) - best[0]) * share, abs=1e-5)


@pytest.mark.parametrize("name", ["coal", "dice", "cards"])
def test_its_tree_search_plays_a_game_through(name: str) -> None:
    game = pyspiel.load_game(REDUCED[name])
    luck = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(outcomes, p=chances)))
        else:
            root = bot.mcts_search(state)
            assert root.explore_count == 20 or len(state.legal_actions()) == 1 or root.outcome is not None
            state.apply_action(root.best_child().action)
            decisions += 1
    assert decisions >= 3
    assert sum(state.returns()) == pytest.approx(1)


def test_its_tree_search_stops_where_drawing_can_only_lose() -> None:
    opening = "start 1; bet 0; bet 50; draw; devil; draw; coal 50"
    game = pyspiel.load_game(COAL.replace("opening=start 1", f"opening={opening}").replace("devil:1", "devil:9"))
    luck = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 200, 200, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    state = game.new_initial_state()
    assert state.action_to_string(bot.mcts_search(state).best_child().action) == "stop"
