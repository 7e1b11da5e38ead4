"""The ids under which Gymnasium finds the games."""

from __future__ import annotations

from typing import Any

import gymnasium

from brimstone.games import NAMES

AT = "brimstone.envs.gymnasium"


def register_all() -> None:
    """Register every game against opponents, and in self-play."""
    for name in NAMES:
        for kind, more in (("", {}), ("-selfplay", {"opponents": None})):
            known: dict[str, Any] = {"game": name, **more}
            if f"brimstone/{name}{kind}-v1" not in gymnasium.registry:  # the module may be loaded again
                gymnasium.register(
                    f"brimstone/{name}{kind}-v1",
                    entry_point=f"{AT}.single:TableEnv",
                    vector_entry_point=f"{AT}.vector:TablesEnv",
                    kwargs=known,
                )
