"""The ids under which PettingZoo finds the games."""

from __future__ import annotations

from pettingzoo.env_registry.registration import aec_registry, register

from brimstone.games import NAMES


def register_all() -> None:
    """Register every game, as one that takes turns and as one that is stepped by all at once."""
    for name in NAMES:
        if f"brimstone/{name}-v1" not in aec_registry:  # the module may be loaded again
            at = f"brimstone.envs.pettingzoo.{name}_v1"
            register("aec", f"brimstone/{name}-v1", entry_point=f"{at}:env")
            register("parallel", f"brimstone/{name}-v1", entry_point=f"{at}:parallel_env")
