"""Our environments beside PettingZoo's own and Pgx's, on one core in the same run.

Every number is the quickest of many short runs within two seconds each, in time of the core, so that others who use it
count as little as can be.
PettingZoo: a recorded game is played again with `last` and `step`. Vectors: 1,024 tables, a random legal action for
each, drawn from the masks in compiled code; Pgx: the same, `step`, `auto_reset` and the draw in one jitted loop.
"""

from __future__ import annotations

import argparse
import json
import os
import time
import warnings
from collections.abc import Callable
from typing import Any

CORE = min(os.sched_getaffinity(0))
os.sched_setaffinity(0, {CORE})  # before JAX counts the cores
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
os.environ["JAX_PLATFORMS"] = "cpu"

import numpy as np  # noqa: E402

from brimstone.envs.gymnasium import TablesEnv  # noqa: E402
from brimstone.envs.pettingzoo import raw_env  # noqa: E402
from brimstone.games import NAMES  # noqa: E402

BATCH, STEPS = 1024, 36  # steps: a round of cards at four seats, its deal among them
SECONDS = 2.0
PEERS = {"connect_four_v3": "connect_four", "tictactoe_v3": "tictactoe"}  # the two that need nothing but pygame
PGX = ("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_holdem")


def quickest(work: Callable[[], Any]) -> float:
    """Seconds of the core that the quickest of many runs takes."""
    end, best = time.perf_counter() + SECONDS, float("inf")
    while time.perf_counter() < end or best == float("inf"):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def steps_per_second(table: Any) -> float:
    """A recorded game, played again through PettingZoo's API."""
    dice, actions = np.random.default_rng(1), []
    table.reset(seed=1)
    while not any(table.terminations.values()):
        mask = table.last()[0]["action_mask"]
        actions.append(int(dice.choice(np.flatnonzero(mask)[:16])))
        table.step(actions[-1])
    last, step = table.last, table.step

    def again() -> None:
        for action in actions:
            last()
            step(action)

    def whole() -> None:
        table.reset(seed=1)
        again()

    return len(actions) / (quickest(whole) - quickest(lambda: table.reset(seed=1)))


def classic(name: str) -> float:
    """One of PettingZoo's own games."""
    from importlib import import_module

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return steps_per_second(import_module(f"pettingzoo.classic.{PEERS[name]}.{PEERS[name]}").raw_env())


def vector(name: str, opponents: str | None, copy: bool, picking: bool = False) -> float:
    """Steps a second of a whole batch; or how many actions a second are picked."""
    tables = TablesEnv(name, BATCH, 4, opponents=opponents, copy=copy)
    tables.reset(seed=1)
    for _ in range(10 * STEPS):  # until the games are at different places
        tables.step(tables.random_actions())

    def steps() -> None:
        for _ in range(STEPS):
            tables.step(tables.random_actions())

    def picks() -> None:
        for _ in range(STEPS):
            tables.random_actions()

    return BATCH * STEPS / quickest(picks if picking else steps)


def pgx_steps(name: str) -> float:
    """Steps a second of Pgx, self-play at random."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    table = pgx.make(name)
    step = jax.vmap(auto_reset(table.step, table.init))

    def once(carry: Any, _: Any) -> tuple[Any, None]:
        state, key = carry
        key, drawn, coming = jax.random.split(key, 3)
        odds = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(drawn, odds, axis=-1)
        return (step(state, actions, jax.random.split(coming, BATCH)), key), None

    @jax.jit
    def steps(state: Any, key: Any) -> Any:
        return jax.lax.scan(once, (state, key), None, length=STEPS)[0]

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(table.init))(jax.random.split(key, BATCH))
    state, key = jax.block_until_ready(steps(state, key))
    run: Callable[[], Any] = lambda: jax.block_until_ready(steps(state, key))  # noqa: E731
    return BATCH * STEPS / quickest(run)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = {
        "aec": {name: steps_per_second(raw_env(name, 4, masks="observation")) for name in NAMES},
        "pettingzoo": {name: classic(name) for name in PEERS},
        "selfplay": {name: vector(name, None, copy=False) for name in NAMES},
        "selfplay_copied": {name: vector(name, None, copy=True) for name in NAMES},
        "picking": {name: vector(name, None, copy=False, picking=True) for name in NAMES},
        "against_random": {name: vector(name, "random", copy=False) for name in NAMES},
        "pgx": {name: pgx_steps(name) for name in PGX},
    }
    if arguments.json:
        print(json.dumps(found))
        return
    print("PettingZoo, raw AEC environment, last and step: steps a second, one core, same run")
    for name, rate in (
        found["pettingzoo"] | {f"brimstone/{name}-v1": rate for name, rate in found["aec"].items()}
    ).items():
        print(f"  {name:<20} {rate / 1e3:8.1f} k")
    print(f"batches of {BATCH}, random legal actions, observations and masks: steps a second, one core, same run")
    for name, rate in found["pgx"].items():
        print(f"  Pgx {name:<16} {rate / 1e6:8.2f} M")
    for name in NAMES:
        play, copied, pick = found["selfplay"][name], found["selfplay_copied"][name], found["picking"][name]
        print(
            f"  ours {name:<15} {play / 1e6:8.2f} M moves in self-play; {1 / (1 / play - 1 / pick) / 1e6:.2f} M without"
            f" the draw of actions, {copied / 1e6:.2f} M with copies; {found['against_random'][name] / 1e6:.2f} M of a"
            " learner against random"
        )


if __name__ == "__main__":
    main()
