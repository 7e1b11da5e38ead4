"""The games through OpenSpiel: its own conformance tests, our trees, and secrecy."""

from __future__ import annotations

import pickle
import subprocess
import sys
import unittest
from collections import defaultdict
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough

from brimstone.games.contract import BadMove, BadSetup
from tests.envs.spiel import FULL, REDUCED, frozen, game_of_tree, states
from tests.games import referee

ROOT = referee.DATA.parents[2]
TREES = ("coal_two_pieces_of_coal", "coal_three_seats", "dice_one_item", "dice_two_places", "cards_four_seats")
SMALL = {name: text for name, text in REDUCED.items() if "-" not in name}

# --- OpenSpiel's own tests -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*REDUCED.values(), *FULL.values()], ids=[*REDUCED, *FULL])
def test_random_games_pass(text: str) -> None:
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("text", [*REDUCED.values(), FULL["coal-4"], FULL["dice-4"], FULL["cards-4"]])
def test_random_games_pass_when_written_down_and_read_again(text: str) -> None:
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def outcome_of(case: type[unittest.TestCase]) -> str:
    """What a class of OpenSpiel's tests finds: nothing, if all pass."""
    found = unittest.TestResult()
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    assert suite.countTestCases() >= 4
    suite.run(found)
    return "\n".join(text for _, text in (*found.failures, *found.errors))


@pytest.mark.parametrize("name", ["coal", "dice", "cards"])
def test_api_on_a_part_of_the_tree(name: str) -> None:
    """As its `api_test` does with every registered game: as it is loaded without parameters."""
    game_name = f"brimstone_{name}"
    members = {"game_name": game_name, "game": pyspiel.load_game(game_name)}
    assert outcome_of(type(name, (api_test.EnforceAPIOnPartialTreeBase,), members)) == ""


@pytest.mark.parametrize("tree", TREES)
def test_api_on_the_whole_tree_and_it_is_the_one_the_referee_counted(
    tree: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, counted = game_of_tree(tree), frozen(tree)["tree"]
    census = tuple(counted[what]["all"] for what in ("chances", "decisions", "ends"))
    stories = {
        (state.current_player(), state.information_state_string()) for state in states(game) if state.is_player_node()
    }
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, tree, census)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, tree, len(stories))
    assert outcome_of(type(tree, (api_test.EnforceAPIOnFullTreeBase,), {"game_name": tree, "game": game})) == ""


@pytest.mark.parametrize("name", SMALL)
def test_a_playthrough_is_the_frozen_one(name: str) -> None:
    """Made by `python -m tests.envs.playthroughs`."""
    expected, again = generate_playthrough.replay(str(ROOT / "tests" / "envs" / "data" / f"{name}.txt"))
    assert again == expected


@pytest.mark.parametrize("text", [FULL["coal-2"], FULL["dice-3"], FULL["cards-3"]])
def test_a_playthrough_of_a_whole_game_replays(text: str, tmp_path: Any) -> None:
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(text, None, seed=1), encoding="utf-8")
    expected, again = generate_playthrough.replay(str(file))
    assert "IsTerminal() = True" in expected
    assert again == expected


# --- what a seat knows -----------------------------------------------------------------------------------------------


def retold(game: Any, state: Any) -> list[list[str]]:
    """The stories of a state, told by the rules alone."""
    position = game.first.state.copy()
    stories: list[list[str]] = [[] for _ in range(position.setup.seats + 1)]
    for move in state.told.moves[len(game.first.moves) :]:
        for story, lines in zip(stories, position.tell(move), strict=True):
            story.extend(lines)
    return stories


@pytest.mark.parametrize("tree", TREES)
def test_information_states_separate_what_stories_separate(tree: str) -> None:
    game = game_of_tree(tree)
    by_story: dict[Any, set[Any]] = defaultdict(set)
    by_view: dict[Any, set[Any]] = defaultdict(set)
    seen = 0
    for state in states(game):
        stories = retold(game, state)
        for seat in range(0 if state.is_chance_node() else game.num_players()):
            tensor = tuple(state.information_state_tensor(seat))
            by_story[seat, tuple(stories[seat + 1])].add((state.information_state_string(seat), tensor))
            view = state.told.state.view(seat).key()
            observed = (state.observation_string(seat), tuple(state.observation_tensor(seat)))
            by_view[seat, view].add(observed)
            seen += 1
    for told in (by_story, by_view):
        assert all(len(found) == 1 for found in told.values())
        for part in range(2):
            assert len({next(iter(found))[part] for found in told.values()}) == len(told)
    assert len(by_story) < seen  # stories do come up again with another truth behind them


def test_a_bet_is_hidden_until_the_fists_open_and_then_known_for_good() -> None:
    state = pyspiel.load_game(SMALL["coal"]).new_initial_state()
    for words in ("start 1", "bet 20"):
        state.apply_action(state.string_to_action(words))
    mine, others = (state.told.story(seat).events for seat in (0, 1))
    assert others[1] == 1 != mine[1]
    state.apply_action(state.string_to_action("bet 0"))
    assert state.told.story(0).events == state.told.story(1).events
    assert "1: bet ??" in state.information_state_string(1)
    assert "1: bet 20" in state.information_state_string(0)


def test_the_dice_of_who_takes_an_item_alone_are_never_known() -> None:
    game = pyspiel.load_game(REDUCED["dice-round"])
    state = game.new_initial_state()
    for words in ("roll 1: 3 2 1", "roll 2: 2 1", "roll 3: 3 3", "claim 1", "claim 2", "claim 1"):
        state.apply_action(state.string_to_action(words))
    first, second = (state.told.story(seat).events for seat in (0, 1))
    at = len(game.first.moves)
    assert first[at + 1] == 1 != second[at + 1]  # the second seat's throw stays under its cup
    assert first[at + 2] == second[at + 2] != 1  # those of a battle lie open


def test_the_public_sees_no_hand() -> None:
    game = pyspiel.load_game(SMALL["cards"])
    kinds = pyspiel.PrivateInfoType
    public = game.make_py_observer(pyspiel.IIGObservationType(True, False, kinds.NONE))
    private = game.make_py_observer(pyspiel.IIGObservationType(False, False, kinds.SINGLE_PLAYER))
    state = game.new_initial_state()
    for words in ("dealer 3", "deal 1: 1 6", "deal 2: 2 5", "deal 3: 3 4"):
        state.apply_action(state.string_to_action(words))
    public.set_from(state, 0)
    assert not public.dict["hand"].any()
    private.set_from(state, 1)
    assert private.dict["hand"].nonzero()[1].tolist() == [2, 5]
    assert list(private.dict) == ["player", "hand"]
    with pytest.raises(ValueError, match="neither everybody's nor nobody's"):
        game.make_py_observer(pyspiel.IIGObservationType(True, False, kinds.ALL_PLAYERS))


# --- parameters ------------------------------------------------------------------------------------------------------


def test_what_cannot_be_played_is_refused_with_the_rules_words() -> None:
    with pytest.raises(BadSetup, match="without a bound"):
        pyspiel.load_game("brimstone_coal(rounds=-1)")
    with pytest.raises(BadSetup, match="without a bound"):
        pyspiel.load_game("brimstone_dice(rerolls=-1)")
    with pytest.raises(BadSetup, match="seats"):
        pyspiel.load_game("brimstone_cards(players=2)")
    with pytest.raises(BadSetup, match="different hands"):
        pyspiel.load_game("brimstone_cards(deal=hands)")
    with pytest.raises(BadSetup, match="utility cannot be 'fun'"):
        pyspiel.load_game("brimstone_cards(utility=fun)")
    with pytest.raises(BadMove, match="no move of coal"):
        pyspiel.load_game("brimstone_coal(opening=start 1; jump)")


def test_a_list_of_one_number_survives_being_written() -> None:
    game = pyspiel.load_game("brimstone_dice", {"players": 3, "gold": "1", "rerolls": 1})
    assert game.setup.options["gold"] == [1]
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert pickle.loads(pickle.dumps(game)).setup.options == game.setup.options


@pytest.mark.parametrize(("utility", "expected"), [("win", [0, 1, 0]), ("points", [-3, 0, -4]), ("lead", [-2, 7, -5])])
def test_utilities(utility: str, expected: list[float]) -> None:
    game = pyspiel.load_game(f"brimstone_cards(players=3,hand=2,goal=1,utility={utility})")
    state = game.new_initial_state()
    words = ("dealer 3", "deal 1: 1", "deal 1: 2", "deal 2: 3", "deal 2: 4", "deal 3: 5", "deal 3: 6")
    for said in (*words, "play 1", "play 3", "play 6", "play 5", "play 2", "play 4"):
        state.apply_action(state.string_to_action(said))
    assert state.is_terminal()
    assert state.returns() == pytest.approx(expected)


def test_without_openspiel_the_extra_is_named() -> None:
    program = "import sys; sys.modules['pyspiel'] = None; import brimstone.envs.openspiel"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode
    assert "pip install 'brimstone[openspiel]'" in done.stderr
