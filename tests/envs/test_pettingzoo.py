"""What our PettingZoo environments promise beyond PettingZoo's own suites."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest

from brimstone.envs import pettingzoo
from brimstone.games import NAMES, find
from brimstone.games.contract import BadSetup

# With masks in the observation, so that one look has both.
env = partial(pettingzoo.env, masks="observation")
parallel_env = partial(pettingzoo.parallel_env, masks="observation")
raw_env = partial(pettingzoo.raw_env, masks="observation")
every_game = pytest.mark.parametrize("name", NAMES)
SHORT: dict[str, dict[str, Any]] = {"coal": {"rounds": 3}, "dice": {"goal": 3}, "cards": {"goal": 20}}


def any_legal(mask: Any, dice: np.random.Generator) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[dice.integers(min(16, len(legal)))])


def played(table: Any, seed: int, choose: int) -> list[Any]:
    """A game to its end: what is seen and done, the rewards, the infos."""
    dice, story = np.random.default_rng(choose), []
    table.reset(seed=seed)
    for agent in table.agent_iter():
        seen, reward, over, cut, info = table.last()
        action = None if over or cut else any_legal(seen["action_mask"], dice)
        story.append((agent, seen["observation"].tolist(), action, reward, info))
        table.step(action)
    return story


@every_game
@pytest.mark.parametrize("reward", ["win", "places"])
def test_a_game_ends_with_places_points_and_a_reason(name: str, reward: str) -> None:
    story = played(env(name, 3, reward=reward, **SHORT[name]), 4, 1)
    ends = {agent: (gain, info) for agent, _, action, gain, info in story if action is None}
    assert list(ends) == ["seat_1", "seat_2", "seat_3"]
    assert sum(gain for gain, _ in ends.values()) == pytest.approx(0, abs=1e-6)
    info = ends["seat_1"][1]
    assert info["reason"]
    best = info["places"].index(1)
    assert max(ends, key=lambda agent: ends[agent][0]) == f"seat_{best + 1}"
    assert all(gain == 0 for _, _, action, gain, _ in story if action is not None)


@every_game
def test_the_same_seed_gives_the_same_games_and_the_next_ones_too(name: str) -> None:
    one, other = env(name, 4, **SHORT[name]), env(name, 4, **SHORT[name])
    assert played(one, 7, 2) == played(other, 7, 2)
    assert played(one, 7, 2) != played(other, 8, 2)
    one.reset(seed=7)
    one.reset()
    other.reset(seed=7)
    other.reset()
    np.testing.assert_array_equal(one.state(), other.state())
    assert not np.array_equal(one.state(), played(env(name, 4, **SHORT[name]), 7, 2)[0][1])


@every_game
def test_an_illegal_action_ends_the_game_with_minus_one_and_the_reason(name: str) -> None:
    table = env(name, 4)
    table.reset(seed=1)
    agent = table.agent_selection
    illegal = int(np.flatnonzero(table.observe(agent)["action_mask"] == 0)[-1])
    table.step(illegal)
    assert all(table.terminations.values())
    assert table.rewards == {each: -1.0 if each == agent else 0.0 for each in table.agents}
    assert table.infos[agent]["illegal"] == [agent]
    assert len(table.infos[agent]["reason"]) > 20
    table.reset()
    table.step(0)
    assert "cannot pass" in table.infos["seat_1"]["reason"]
    table.reset()
    table.step(9999)
    assert "no action" in table.infos["seat_1"]["reason"]


def test_the_reason_cites_the_paragraph() -> None:
    table = env("coal", 3)
    table.reset(seed=1)
    table.step(3 + 100)  # 1,000 out of a purse of 200
    assert "(C1)" in table.infos["seat_1"]["reason"]
    table = env("dice", 3)
    table.reset(seed=1)
    table.step(12 + 4)  # the fifth seat clockwise, of three
    assert "nobody has" in table.infos["seat_1"]["reason"]


def test_bets_are_made_together_and_open_together() -> None:
    table = parallel_env("coal", 3)
    looks, _ = table.reset(seed=2)
    assert all(look["action_mask"][3:].sum() == 21 for look in looks.values())  # 0 to 200
    looks, _, ended, _, _ = table.step({"seat_1": 4, "seat_2": 5, "seat_3": 6})
    assert not any(ended.values())
    bets = table.encoding.parts(looks["seat_2"]["observation"])["bet"].tolist()
    assert bets[:3] == [20, 30, 10]  # mine first
    drawing = [agent for agent, look in looks.items() if look["action_mask"][1]]
    assert len(drawing) == 1
    assert all(
        look["action_mask"].nonzero()[0].tolist() == [0] for agent, look in looks.items() if agent not in drawing
    )


def test_seats_that_are_not_asked_can_only_pass() -> None:
    table = parallel_env("cards", 4)
    looks, _ = table.reset(seed=2)
    actions = {agent: int(np.flatnonzero(look["action_mask"])[0]) for agent, look in looks.items()}
    idle = next(agent for agent, action in actions.items() if action == 0)
    _, rewards, ended, _, infos = table.step(actions | {idle: 7})
    assert rewards == {agent: -1.0 if agent == idle else 0.0 for agent in rewards}
    assert all(ended.values())
    assert table.agents == []
    assert "not asked" in infos[idle]["reason"]


@every_game
def test_all_at_once_is_the_same_game_as_one_after_the_other(name: str) -> None:
    turns, together = raw_env(name, 4, **SHORT[name]), parallel_env(name, 4, **SHORT[name])
    dice = np.random.default_rng(5)
    turns.reset(seed=3)
    looks, infos = together.reset(seed=3)
    while together.agents:
        actions = {agent: any_legal(look["action_mask"], dice) for agent, look in looks.items()}
        for _ in [action for action in actions.values() if action]:
            turns.step(actions[turns.agent_selection])
        looks, rewards, ended, _, infos = together.step(actions)
        np.testing.assert_array_equal(turns.state(), together.state())
        assert turns.terminations == ended
        assert turns.rewards == rewards
    assert turns.infos == infos


@every_game
def test_state_is_what_all_seats_see(name: str) -> None:
    table = raw_env(name, 3)
    table.reset(seed=6)
    rows = [table.observe(agent)["observation"] for agent in table.agents]
    np.testing.assert_array_equal(table.state(), np.concatenate(rows))


@every_game
def test_what_is_handed_out_stays_as_it_is(name: str) -> None:
    table = raw_env(name, 4)
    table.reset(seed=6)
    seen = table.observe(table.agent_selection)
    row, mask = seen["observation"].copy(), seen["action_mask"].copy()
    for _ in range(5):
        table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0]))
    np.testing.assert_array_equal(seen["observation"], row)
    np.testing.assert_array_equal(seen["action_mask"], mask)


@every_game
def test_the_picture_shows_the_table_and_changes_with_it(name: str) -> None:
    table = env(name, 6, render_mode="rgb_array")
    table.reset(seed=6)
    before = table.render()
    for _ in range(6):
        table.step(table.action_space(table.agent_selection).sample())
    assert before.shape == table.render().shape == (400, 960, 3)
    assert not np.array_equal(before, table.render())
    with pytest.raises(ValueError, match="render_mode"):
        raw_env(name).render()


def test_wrong_tables_are_refused() -> None:
    with pytest.raises(BadSetup, match="9 seats"):
        env("cards", 9)
    with pytest.raises(BadSetup, match="no option"):
        env("cards", 4, devils=8)
    with pytest.raises(ValueError, match="masks"):
        env("cards", masks="nowhere")
    with pytest.raises(ValueError, match="render_mode"):
        env("cards", render_mode="smell")


@every_game
def test_it_can_be_pickled_and_cut_off(name: str) -> None:
    table = pickle.loads(pickle.dumps(raw_env(find(name).name, 3, max_cycles=4)))
    table.reset(seed=1)
    for _ in range(4):
        assert not any(table.truncations.values())
        table.step(table.action_space(table.agent_selection).sample())
    assert all(table.truncations.values())
    assert "cut off" in table.infos["seat_1"]["reason"]
