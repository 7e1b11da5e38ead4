"""Gymnasium: one learner, many tables; both play the same games from the same seed."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import brimstone.envs.gymnasium
from brimstone.bots import UnknownPlayer
from brimstone.chance import Draws, sources
from brimstone.envs.batch import aim_all, pick
from brimstone.envs.checks import BadCall
from brimstone.envs.gymnasium import TableEnv, TablesEnv
from brimstone.games import NAMES, find
from brimstone.games.contract import BadSetup

TABLES = [(name, seats) for name in NAMES for seats in find(name).seats]
every_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
every_game = pytest.mark.parametrize("name", NAMES)
SHORT: dict[str, dict[str, Any]] = {"coal": {"rounds": 2}, "dice": {"goal": 3}, "cards": {"goal": 20}}


def any_legal(mask: Any, dice: np.random.Generator) -> int:
    """A legal action; at coal a small bet, so that purses last."""
    legal = np.flatnonzero(mask)
    return int(legal[dice.integers(min(16, len(legal)))])


@every_table
@pytest.mark.parametrize("kind", ["", "-selfplay"])
def test_check_env_without_a_warning(name: str, seats: int, kind: str) -> None:
    made = gymnasium.make(f"brimstone/{name}{kind}-v1", seats=seats)
    check_env(made.unwrapped, skip_render_check=True)
    made.close()


@every_game
@pytest.mark.parametrize("mode", ["human", "ansi", "rgb_array"])
def test_the_table_is_drawn(name: str, mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = TableEnv(name, render_mode=mode)
    table.reset(seed=1)
    title, found = find(name).title, table.render()
    if mode == "human":
        assert found is None
        assert title in capsys.readouterr().out
    elif mode == "ansi":
        assert title in found
    else:
        assert found.shape == (400, 960, 3)
        assert len(np.unique(found)) > 20


def agree(ours: dict[str, Any], single: dict[str, Any]) -> None:
    """What single tables are told stands in our infos too, for the same tables; but for the reason in words."""
    for key in single.keys() - {"reason", "_reason", "final_obs"}:
        if key == "final_info":
            agree(ours[key], single[key])
        elif key.startswith("_"):
            np.testing.assert_array_equal(ours[key], single[key])
        else:
            here = single[f"_{key}"]
            np.testing.assert_array_equal(ours[key][here], np.stack(list(single[key][here])))
            if key in ("places", "points", "illegal"):
                assert not ours[key][~here].any()


def compare(name: str, seats: int, opponents: str | None, mode: AutoresetMode) -> None:
    """Gymnasium's own vector environment of single tables is the measure."""
    more: dict[str, Any] = {"opponents": opponents, "reward": "places", **SHORT[name]}
    number, ends = 3, 0
    ours = TablesEnv(name, number, seats, autoreset_mode=mode, **more)
    single = SyncVectorEnv([lambda: TableEnv(name, seats, **more)] * number, autoreset_mode=mode)
    dice = np.random.default_rng(3)
    (obs, told), (expected, expected_told) = ours.reset(seed=5), single.reset(seed=5)
    agree(told, expected_told)
    for step in range(150):
        np.testing.assert_array_equal(obs, expected)
        np.testing.assert_array_equal(told["action_mask"], np.stack(expected_told["action_mask"]))
        np.testing.assert_array_equal(told["seat"], expected_told["seat"])
        actions = np.array([any_legal(mask, dice) for mask in told["action_mask"]])
        if step % 40 == 7:
            actions[1] = ours.encoding.actions - 1  # mostly illegal
        obs, gains, ended, cut, told = ours.step(actions)
        expected, expected_gains, expected_ended, expected_cut, expected_told = single.step(actions)
        np.testing.assert_array_equal(gains, expected_gains)
        np.testing.assert_array_equal(ended, expected_ended)
        np.testing.assert_array_equal(cut, expected_cut)
        agree(told, expected_told)
        if mode is not AutoresetMode.SAME_STEP:  # there the ends stand beside `final_info`, too
            assert not any(told[key].any() for key in told if key[0] == "_" and key not in expected_told)
        ends += int(ended.sum())
        if mode is AutoresetMode.SAME_STEP and ended.any():
            last = np.stack([row for row in expected_told["final_obs"] if row is not None])
            np.testing.assert_array_equal(told["final_obs"][ended], last)
        if mode is AutoresetMode.DISABLED and ended.any():
            assert not told["illegal"][~ended].any()
            with pytest.raises(ValueError, match="reset_mask"):
                ours.step(actions)
            obs, told = ours.reset(options={"reset_mask": ended})
            expected, again = single.reset(options={"reset_mask": ended})
            agree(told, again)
            for i in np.flatnonzero(ended):
                expected_told["action_mask"][i] = again["action_mask"][i]
                expected_told["seat"][i] = again["seat"][i]
    assert ends >= 4
    single.close()


every_mode = pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.value)


@every_table
@pytest.mark.parametrize("opponents", ["random", None])
@every_mode
def test_many_tables_agree_step_by_step_with_single_ones(
    name: str, seats: int, opponents: str | None, mode: AutoresetMode
) -> None:
    compare(name, seats, opponents, mode)


@every_game
@every_mode
def test_so_do_tables_of_players_that_are_asked_in_python(name: str, mode: AutoresetMode) -> None:
    compare(name, 3, "thumb", mode)


@every_game
def test_a_table_plays_the_same_in_any_company(name: str) -> None:
    """Batch independence: table 7 of 9 is the same as one alone with its seed, whatever the others do."""
    many, alone = TablesEnv(name, 9, opponents=None), TablesEnv(name, 1, opponents=None)
    dice, others = np.random.default_rng(1), np.random.default_rng(2)
    obs, told = many.reset(seed=100)
    one, one_told = alone.reset(seed=107)
    for _ in range(400):
        np.testing.assert_array_equal(obs[7], one[0])
        np.testing.assert_array_equal(told["action_mask"][7], one_told["action_mask"][0])
        actions = np.array([any_legal(mask, others) for mask in told["action_mask"]])
        actions[7] = any_legal(told["action_mask"][7], dice)
        obs, gains, ended, _, told = many.step(actions)
        one, one_gains, one_ended, _, one_told = alone.step(actions[7:8])
        assert (gains[7], ended[7]) == (one_gains[0], one_ended[0])


@pytest.mark.parametrize(
    ("name", "opponents"), [("cards", "thumb"), ("coal", "naive"), ("dice", "thumb"), ("cards", "child")]
)
def test_players_of_every_kind_sit_at_the_table(name: str, opponents: str) -> None:
    names = [opponents, "random", opponents]
    single = TableEnv(name, opponents=names, seat=2, **SHORT[name])
    many = TablesEnv(name, 2, opponents=names, seat=2, **SHORT[name])
    dice, ends = np.random.default_rng(4), 0
    (row, told), (rows, all_told) = single.reset(seed=9), many.reset(seed=9)
    for _ in range(60):
        np.testing.assert_array_equal(row, rows[0])
        assert told["seat"] == 2
        action = any_legal(told["action_mask"], dice)
        row, gain, over, _, told = single.step(action)
        rows, gains, ended, _, all_told = many.step(np.array([action, any_legal(all_told["action_mask"][1], dice)]))
        assert (gain, over) == (gains[0], ended[0])
        if over:
            assert sorted(told["places"])[0] == 1
            ends += 1
            row, told = single.reset()
            rows, _, _, _, all_told = many.step(np.zeros(2, np.int64))
    assert ends >= 1


@pytest.mark.parametrize("opponents", ["random", "thumb"])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_a_game_that_ends_by_an_illegal_action_has_no_places(opponents: str, mode: str) -> None:
    tables = TablesEnv("cards", 2, 3, opponents=opponents, autoreset_mode=mode, goal=1)
    _, told = tables.reset(seed=1)
    ended = np.zeros(2, np.bool_)
    while not ended.all():  # so that there are places of earlier games
        _, _, ended, _, told = tables.step(told["action_mask"].argmax(axis=1))
    assert told["_places"].all()
    if mode == "NextStep":
        told = tables.step(np.zeros(2, np.int64))[4]
    _, _, ended, _, told = tables.step(np.array([-1, told["action_mask"][1].argmax()]))
    assert ended.tolist() == told["illegal"].tolist() == told["_illegal"].tolist() == [True, False]
    assert not told["_places"].any()
    assert not told["places"].any()
    assert not told["points"].any()


@every_game
def test_an_illegal_action_ends_the_game_and_says_why(name: str) -> None:
    table = TableEnv(name)
    _, told = table.reset(seed=3)
    illegal = int(np.flatnonzero(told["action_mask"] == 0)[-1])
    _, gain, over, cut, told = table.step(illegal)
    assert (gain, over, cut) == (-1.0, True, False)
    assert told["illegal"]
    assert told["reason"].endswith(".") or "seat" in told["reason"]
    with pytest.raises(gymnasium.error.ResetNeeded):
        table.step(0)
    for wrong in (10_000, -1, 10**30):
        table.reset()
        _, gain, over, _, told = table.step(wrong)
        assert (gain, over) == (-1.0, True)
        assert f"{wrong} is no action" in told["reason"]


@pytest.mark.parametrize("wrong", [None, 1.7, np.float32(3), "1", True, np.True_, np.array([1])], ids=repr)
def test_an_action_that_is_no_whole_number_is_refused(wrong: Any) -> None:
    table = TableEnv("cards")
    row, _ = table.reset(seed=1)
    with pytest.raises(BadCall, match="an action must be a whole number"):
        table.step(wrong)
    np.testing.assert_array_equal(table.reset(seed=1)[0], row)


@pytest.mark.parametrize("right", [np.int64, np.uint8, np.array])
def test_whole_numbers_of_every_kind_are_actions_and_seeds(right: Any) -> None:
    one, other, many = TableEnv("cards"), TableEnv("cards"), TablesEnv("cards", 2)
    (row, told), (rows, _) = one.reset(seed=right(5)), many.reset(seed=right(5))
    np.testing.assert_array_equal(row, other.reset(seed=5)[0])
    np.testing.assert_array_equal(row, rows[0])
    action = int(told["action_mask"].argmax())
    np.testing.assert_array_equal(one.step(right(action))[0], other.step(action)[0])


@pytest.mark.parametrize("wrong", ["abc", -1, 2**63, 1.5, True, np.float64(3)], ids=repr)
def test_a_seed_that_is_none_is_refused(wrong: Any) -> None:
    for table in (TableEnv("cards"), TablesEnv("cards", 3)):
        with pytest.raises(BadCall, match="a seed must be"):
            table.reset(seed=wrong)
    with pytest.raises(BadCall, match="a seed must be"):
        TablesEnv("cards", 3).reset(seed=[1, None, wrong])
    with pytest.raises(BadCall, match=f"not {2**63}"):
        TablesEnv("cards", 3).reset(seed=2**63 - 2)
    with pytest.raises(BadCall, match="3 tables need as many seeds, not 2"):
        TablesEnv("cards", 3).reset(seed=[1, 2])


@every_game
@pytest.mark.parametrize("seed", [0, 2**63 - 2, 2**63 - 1])
def test_the_least_and_the_greatest_seeds_are_seeds(name: str, seed: int) -> None:
    for opponents in ("thumb", "casual", None):
        table = TableEnv(name, 3, opponents=opponents, **SHORT[name])
        _, told = table.reset(seed=seed)
        going_on(table, told, 30)
        TablesEnv(name, 1, opponents=opponents).reset(seed=seed)


def test_without_a_render_mode_nothing_is_drawn() -> None:
    table = TableEnv("cards")
    table.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert table.render() is None


@every_game
@pytest.mark.parametrize("reward", ["win", "places"])
def test_rewards_are_what_the_places_say(name: str, reward: str) -> None:
    tables = TablesEnv(name, 8, 3, opponents=None, reward=reward, **SHORT[name])
    tables.reset(seed=2)
    seen = 0
    while seen < 10:
        _, gains, ended, _, told = tables.step(tables.random_actions())
        assert not gains[~ended].any()
        for i in np.flatnonzero(ended):
            places, seen = told["places"][i], seen + 1
            if reward == "win":
                winners = int((places == 1).sum())
                expected = [(3 / winners - 1) / 2 if place == 1 else -0.5 for place in places]
            else:
                expected = [((places > place).sum() - (places < place).sum()) / 2 for place in places]
            np.testing.assert_allclose(told["rewards"][i], expected, atol=1e-6)
            assert gains[i] == pytest.approx(expected[told["seat"][i]])


def test_random_actions_are_legal_and_all_come_up() -> None:
    for name in NAMES:
        tables = TablesEnv(name, 500, opponents=None)
        _, told = tables.reset(seed=3)
        found = np.zeros_like(told["action_mask"])
        for _ in range(200):
            found[np.arange(500), tables.random_actions()] = 1
        assert (found <= told["action_mask"]).all()
        few = told["action_mask"].sum(axis=1) <= 9
        if name != "coal":  # where a purse allows many bets
            assert (found == told["action_mask"])[few].mean() > 0.99


@pytest.mark.parametrize("wide", [3, 7, 8, 9, 21, 85])
def test_an_action_is_the_one_that_was_drawn_among_the_legal_ones(wide: int) -> None:
    masks = np.random.default_rng(wide).random((300, 8 * wide)) < np.linspace(0.01, 1, 300)[:, None]
    masks[np.arange(300), np.arange(300) % (8 * wide)] = True
    drawn, picked = sources(300), np.zeros(300, np.int64)
    aim_all(drawn, 11)
    pick(masks.view(np.int64), drawn, picked)
    legal = [np.flatnonzero(mask) for mask in masks]
    assert picked.tolist() == [some[Draws(11, i).below(len(some))] for i, some in enumerate(legal)]


@every_game
def test_copies_belong_to_whoever_gets_them(name: str) -> None:
    """Nothing is written into them any more, and what is written into them does not change the game."""
    ours, twin = (TablesEnv(name, 4, opponents=None, autoreset_mode="SameStep", **SHORT[name]) for _ in range(2))
    (obs, told), (expected, expected_told) = ours.reset(seed=6), twin.reset(seed=6)
    assert ours.random_actions() is not ours.random_actions()
    for _ in range(150):
        actions = ours.random_actions()
        mine = [obs, *(told[key] for key in ("action_mask", "seat", "rewards"))]
        if "final_obs" in told:
            mine += [told["final_obs"], told["final_info"]["action_mask"], told["places"], told["points"]]
        for array in mine:
            array[:] = 1
        obs, gains, ended, _, told = ours.step(actions)
        expected, expected_gains, expected_ended, _, expected_told = twin.step(actions)
        assert all((array == 1).all() for array in mine)
        for found, right in ((obs, expected), (gains, expected_gains), (ended, expected_ended)):
            np.testing.assert_array_equal(found, right)
        for key in ("action_mask", "seat", "rewards"):
            np.testing.assert_array_equal(told[key], expected_told[key])


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(BadSetup, match="need 3 opponents"):
        TableEnv("cards", 4, opponents=["thumb"])
    with pytest.raises(UnknownPlayer, match="nobody"):
        TableEnv("cards", opponents=["nobody"] * 3)
    with pytest.raises(BadSetup, match="no seat"):
        TableEnv("cards", 4, seat=4)
    with pytest.raises(ValueError, match="reward"):
        TableEnv("cards", reward="money")
    with pytest.raises(ValueError, match="reset_mask"):
        TablesEnv("cards", 2).reset(options={"reset_mask": np.zeros(2, np.bool_)})
    with pytest.raises(ValueError, match="at least 1"):
        TablesEnv("cards", 0)


def test_a_batch_refuses_what_compiled_code_would_misread() -> None:
    tables = TablesEnv("cards", 4, opponents=None)
    for too_soon in (tables.random_actions, lambda: tables.step(np.zeros(4, np.int64))):
        with pytest.raises(gymnasium.error.ResetNeeded):
            too_soon()
    obs, told = tables.reset(seed=1)
    legal = told["action_mask"].argmax(axis=1)
    for wrong in (legal[:3], np.append(legal, 1), legal[:, None], legal + 0.5, 5, ["1", "2", "3", "4"]):
        with pytest.raises(ValueError, match="4 whole numbers"):
            tables.step(wrong)
    for right in (legal.astype(np.uint8), legal.tolist()):
        tables.reset(seed=1)
        assert not tables.step(right)[2].any()
    np.testing.assert_array_equal(obs, tables.reset(seed=1)[0])


def going_on(table: Any, told: dict[str, Any], steps: int) -> tuple[dict[str, Any], list[Any]]:
    """What is told last, and everything on the way; always the first legal action."""
    story = []
    for _ in range(steps):
        row, gain, over, _, told = table.step(told["action_mask"].argmax(axis=-1))
        story.append((row.tolist(), np.asarray(gain).tolist(), told["seat"], told.get("points")))
        if over is True:
            row, told = table.reset()
    return told, story


@every_game
@pytest.mark.parametrize("opponents", ["random", None, "thumb", "casual"])
@pytest.mark.parametrize("again", [copy.deepcopy, copy.copy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_plays_on_alike_and_for_itself(name: str, opponents: str | None, again: Any) -> None:
    more: dict[str, Any] = {"opponents": opponents, **SHORT[name]}
    tables = TablesEnv(name, 2, 3, **more)
    for table in (TableEnv(name, 3, **more), tables):
        table.action_space.seed(5)
        _, told = table.reset(seed=4)
        told, _ = going_on(table, told, 5)
        twin = again(table)
        _, expected = going_on(twin, told, 30)  # of which nothing is seen at the original
        assert str(going_on(table, told, 30)[1]) == str(expected)
        assert (table.action_space.sample() == twin.action_space.sample()).all()
    twin = again(tables)
    np.testing.assert_array_equal(tables.random_actions(), twin.random_actions())


def test_a_copy_of_a_table_at_which_nobody_has_sat_down_can_be_made() -> None:
    table = pickle.loads(pickle.dumps(TableEnv("dice", 3, opponents="thumb")))
    with pytest.raises(gymnasium.error.ResetNeeded):
        table.step(1)
    np.testing.assert_array_equal(table.reset(seed=1)[0], TableEnv("dice", 3, opponents="thumb").reset(seed=1)[0])


def test_ids_make_single_tables_and_many() -> None:
    assert brimstone.envs.gymnasium.__all__
    tables = gymnasium.make_vec("brimstone/cards-selfplay-v1", num_envs=5, seats=3)
    assert isinstance(tables.unwrapped, TablesEnv)
    obs, told = tables.reset(seed=1)
    assert obs.shape == (5, 168)
    assert told["action_mask"].shape == (5, 55)
