"""PettingZoo's own suites, unmodified, on every game with every number of seats. Warnings are errors here."""

from __future__ import annotations

import threading
import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils import parallel_to_aec

from brimstone.envs.pettingzoo import cards_v1, coal_v1, dice_v1, env, parallel_env, raw_env
from brimstone.games import NAMES, find

with warnings.catch_warnings():  # where pygame is installed, the suites import a game of PettingZoo's the old way
    warnings.simplefilter("ignore")
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        performance_benchmark,
        render_test,
        seed_test,
        state_test,
    )

TABLES = [(name, seats) for name in NAMES for seats in find(name).seats]
every_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])

# api_test knows by name which of PettingZoo's own games have dicts for observations, and warns of all others.
OF_DICTS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


@every_table
def test_api_test_without_a_warning(name: str, seats: int) -> None:
    api_test(env(name, seats), num_cycles=1000)


@pytest.mark.parametrize("name", NAMES)
def test_api_test_with_masks_in_the_observation_warns_of_nothing_but_the_dict(name: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(name, 3, masks="observation"), num_cycles=1000)
    assert {str(warning.message) for warning in caught} == OF_DICTS


@every_table
@pytest.mark.parametrize("masks", ["observation", "info"])
def test_seed_tests(name: str, seats: int, masks: str) -> None:
    seed_test(partial(env, name, seats, masks=masks), num_cycles=100)
    parallel_seed_test(partial(parallel_env, name, seats, masks=masks), num_cycles=100)


@every_table
def test_parallel_api_test(name: str, seats: int) -> None:
    parallel_api_test(parallel_env(name, seats), num_cycles=1000)
    parallel_api_test(parallel_env(name, seats, masks="observation"), num_cycles=20)


@every_table
def test_max_cycles_test_on_the_parallel_environment_and_its_conversion(name: str, seats: int) -> None:
    make = partial(parallel_env, name, seats)
    max_cycles_test(SimpleNamespace(parallel_env=make, env=lambda **more: parallel_to_aec(make(**more))))


@every_table
def test_render_test(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, name, seats))
    assert find(name).title in capsys.readouterr().out  # the mode `human` prints the table


@every_table
def test_state_test(name: str, seats: int) -> None:
    state_test(env(name, seats), parallel_env(name, seats))


def test_performance_benchmark_on_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    """It runs five seconds by the clock for each: all at once here, so that it counts nothing but that it runs."""
    failed: list[Any] = []

    def run(name: str, seats: int) -> None:
        try:
            performance_benchmark(raw_env(name, seats))
        except BaseException as error:  # told below, with its table
            failed.append((name, seats, error))

    threads = [threading.Thread(target=run, args=table) for table in TABLES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert capsys.readouterr().out.count("Finished performance benchmark") == len(TABLES)


@pytest.mark.parametrize(("module", "name"), [(coal_v1, "coal"), (dice_v1, "dice"), (cards_v1, "cards")])
def test_a_module_for_every_version(module: Any, name: str) -> None:
    made = module.env(seats=3)
    assert str(made.unwrapped) == f"brimstone/{name}-v1"
    assert str(module.parallel_env(seats=3)) == str(made.unwrapped) == str(module.raw_env(seats=3))


def test_an_environment_can_be_made_by_its_id() -> None:
    import pettingzoo

    for name in NAMES:
        turns = pettingzoo.make("aec", f"brimstone/{name}-v1", seats=5)
        turns.reset(seed=3)
        assert turns.num_agents == 5
        together = pettingzoo.make("parallel", f"brimstone/{name}-v1", seats=3)
        assert len(together.reset(seed=3)[0]) == 3


def test_sampling_without_a_mask_draws_from_what_is_legal_now() -> None:
    table = raw_env("cards", 4, masks="observation")
    table.reset(seed=1)
    space = table.action_space(table.agent_selection)
    space.seed(4)
    legal = set(np.flatnonzero(table.observe(table.agent_selection)["action_mask"]).tolist())
    assert {int(space.sample()) for _ in range(200)} == legal
    others = [agent for agent in table.agents if agent != table.agent_selection]
    assert all(int(table.action_space(agent).sample()) == 0 for agent in others)
