"""The games as Gymnasium environments: one learner at a table, or many tables stepped at once in compiled code.

    gymnasium.make("brimstone/cards-v1", opponents=["thumb", "club", "random"])
    gymnasium.make_vec("brimstone/cards-v1", num_envs=1024)
    gymnasium.make_vec("brimstone/cards-selfplay-v1", num_envs=1024)

Shapes, masks and versions: docs/lab.md.
"""

from __future__ import annotations

from brimstone.extras import bring

bring("gymnasium", "gymnasium")

from brimstone.envs.gymnasium.register import register_all  # noqa: E402
from brimstone.envs.gymnasium.single import TableEnv  # noqa: E402
from brimstone.envs.gymnasium.vector import TablesEnv  # noqa: E402

__all__ = ["TableEnv", "TablesEnv"]

register_all()
