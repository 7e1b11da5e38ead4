"""The games as PettingZoo environments: `env("cards", seats=4)`, `cards_v1.env()`, `parallel_env("coal")`.

Versions and their history, shapes and masks: docs/lab.md. The ids brimstone/coal-v1, brimstone/dice-v1 and
brimstone/cards-v1 are registered on import, for `pettingzoo.make`.
"""

from __future__ import annotations

from brimstone.extras import bring

bring("pettingzoo", "pettingzoo")

from brimstone.envs.pettingzoo.aec import env, raw_env  # noqa: E402
from brimstone.envs.pettingzoo.parallel import parallel_env  # noqa: E402
from brimstone.envs.pettingzoo.register import register_all  # noqa: E402

__all__ = ["env", "parallel_env", "raw_env"]

register_all()
