"""What our PettingZoo environments promise beyond PettingZoo's own suites."""

from __future__ import annotations

import copy
import pickle
import re
from functools import partial
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo import ParallelEnv

from brimstone.envs import pettingzoo
from brimstone.envs.checks import BadCall
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
    for wrong in (9999, -1, 10**30, -(10**30)):
        table.reset()
        agent = table.agent_selection
        table.step(wrong)
        assert table.rewards[agent] == -1.0
        assert f"{wrong} is no action" in table.infos["seat_1"]["reason"]


@pytest.mark.parametrize("wrong", [None, 1.7, np.float32(3), "1", True, np.True_, np.array([1])], ids=repr)
def test_an_action_that_is_no_whole_number_is_refused(wrong: Any) -> None:
    turns, together = raw_env("coal", 3), parallel_env("coal", 3)
    turns.reset(seed=1)
    together.reset(seed=1)
    before = turns.state(), together.state()
    with pytest.raises(BadCall, match="an action must be a whole number"):
        turns.step(wrong)
    with pytest.raises(BadCall, match="an action must be a whole number"):
        together.step({"seat_1": 4, "seat_2": wrong, "seat_3": 4})
    np.testing.assert_array_equal(before, (turns.state(), together.state()))


@pytest.mark.parametrize("right", [np.int64, np.uint8, np.array])
def test_whole_numbers_of_every_kind_are_actions_and_seeds(right: Any) -> None:
    states = []
    for kind in (right, int):
        turns, together = raw_env("coal", 3), parallel_env("coal", 3)
        turns.reset(seed=kind(5))
        together.reset(seed=kind(5))
        for action in (4, 5, 6):
            turns.step(kind(action))
        together.step({"seat_1": kind(4), "seat_2": kind(5), "seat_3": kind(6)})
        states += [turns.state(), together.state()]
    for state in states:
        np.testing.assert_array_equal(state, states[0])


@pytest.mark.parametrize("wrong", ["abc", -1, 2**63, 1.5, True], ids=repr)
def test_a_seed_that_is_none_is_refused(wrong: Any) -> None:
    for table in (raw_env("cards"), parallel_env("cards")):
        with pytest.raises(BadCall, match="a seed must be"):
            table.reset(seed=wrong)


def test_all_at_once_a_step_needs_a_game_and_every_seat() -> None:
    table = parallel_env("cards", 3)
    with pytest.raises(ResetNeeded, match="has not begun"):
        table.step({})
    table.reset(seed=1)
    with pytest.raises(BadCall, match=r"there is none of seat_2, seat_3\."):
        table.step({"seat_1": 0})
    with pytest.raises(BadCall, match=r"there is none of seat_1, seat_2, seat_3\."):
        table.step([0, 0, 0])  # type: ignore[arg-type]
    table.step(dict.fromkeys(table.agents, 54))
    with pytest.raises(ResetNeeded, match="is over"):
        table.step(dict.fromkeys(table.possible_agents, 0))


def test_the_reason_cites_the_paragraph() -> None:
    table = env("coal", 3)
    table.reset(seed=1)
    table.step(3 + 100)  # 1,000 out of a purse of 200
    assert "(C1)" in table.infos["seat_1"]["reason"]
    table = env("dice", 3)
    table.reset(seed=1)
    table.step(12 + 4)  # the fifth seat clockwise, of three
    assert "nobody has" in table.infos["seat_1"]["reason"]


@every_game
@pytest.mark.parametrize("masks", ["info", "observation"])
def test_others_do_not_hear_what_could_have_been_done(name: str, masks: str) -> None:
    """Every illegal action at the start and later: what others are told has nothing of the offer or the hand."""
    dice = np.random.default_rng(7)
    turns, together = pettingzoo.raw_env(name, 4, masks=masks), pettingzoo.parallel_env(name, 4, masks=masks)
    for begun in range(0, 24, 4):
        for action in dice.integers(0, turns.encoding.actions, 12).tolist():
            turns.reset(seed=begun)
            for _ in range(begun):
                turns.step(int(turns.action_space(turns.agent_selection).sample()))
            agent = turns.agent_selection
            if not turns.legal(turns.seat_of[agent])[action]:
                turns.step(action)
                check_hearing(turns.infos, agent)
        _, infos = together.reset(seed=begun)
        for agent in together.agents:
            together.reset(seed=begun)
            actions = {each: int(together.action_space(each).sample()) for each in together.agents}
            *_, infos = together.step(actions | {agent: together.encoding.actions - 1})
            check_hearing(infos, agent)


def check_hearing(infos: dict[str, Any], offender: str) -> None:
    """All know who did it and by which rule it is forbidden; who did it knows more."""
    cited = re.findall(r"\([A-Z]\d+\)", infos[offender]["reason"])
    assert infos[offender]["illegal"] == [offender]
    for agent in infos.keys() - {offender}:
        heard = infos[agent]["reason"]
        assert "Allowed" not in heard
        assert re.findall(r"\([A-Z]\d+\)", heard) == cited
        if cited:
            assert heard == f"seat {offender[-1]} did what the rules forbid {cited[0]}."
        assert infos[agent] is not infos[offender]


def test_whoever_bets_too_much_hears_its_own_reason() -> None:
    """Also while it is not the first that is asked; and of several, each."""
    table = parallel_env("coal", 3)
    table.reset(seed=2)
    *_, infos = table.step({"seat_1": 4, "seat_2": 3 + 100, "seat_3": 3 + 110})
    assert infos["seat_1"]["reason"] == "seat 2 did what the rules forbid (C1)."
    assert infos["seat_2"]["reason"].startswith("seat 2 has only 200 (C1). Allowed: bet 0")
    assert infos["seat_3"]["reason"].startswith("seat 3 has only 200 (C1). Allowed: bet 0")


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
def test_masks_that_are_handed_out_belong_to_whoever_gets_them(name: str) -> None:
    one, other = pettingzoo.raw_env(name, 4), pettingzoo.raw_env(name, 4)
    for table in (one, other):
        table.reset(seed=6)
    for _ in range(12):
        action = int(one.infos[one.agent_selection]["action_mask"].argmax())
        for info in one.infos.values():
            info["action_mask"][:] = 1
        one.step(action)
        other.step(action)
        for seat in range(4):
            np.testing.assert_array_equal(one.legal(seat), other.legal(seat))
        fresh = one.agent_selection
        np.testing.assert_array_equal(one.infos[fresh]["action_mask"], other.infos[fresh]["action_mask"])


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
    for wrong in (0, -1, 2.5, "3", True):
        with pytest.raises(BadCall, match="max_cycles must be"):
            env("cards", max_cycles=wrong)
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


def test_only_what_is_stepped_by_all_at_once_is_called_parallelizable() -> None:
    assert not env("cards").metadata["is_parallelizable"]
    assert parallel_env("cards").metadata["is_parallelizable"]


def going_on(table: Any, steps: int) -> list[Any]:
    """What everybody sees and hears from here on, by what the spaces draw."""
    story = []
    for _ in range(steps):
        if isinstance(table.unwrapped, ParallelEnv):
            if not table.agents:
                table.reset()
            story.append(table.step({agent: table.action_space(agent).sample() for agent in table.agents})[1:])
        else:
            agent = table.agent_selection
            over = table.terminations[agent] or table.truncations[agent]
            table.step(None if over else table.action_space(agent).sample())
            if not table.agents:
                table.reset()
            story.append((agent, dict(table.rewards), {**table.infos}))
        story.append(table.state().tolist())
    return story


@every_game
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env, pettingzoo.parallel_env])
@pytest.mark.parametrize("again", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_plays_on_alike_and_for_itself(name: str, make: Any, again: Any) -> None:
    table = make(name, 3, max_cycles=40, **SHORT[name])
    table.reset(seed=3)
    for seat, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(seat)
    going_on(table, 7)
    twin = again(table)
    expected = str(going_on(twin, 60))  # of which nothing is seen at the original
    assert str(going_on(table, 60)) == expected
