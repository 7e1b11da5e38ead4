"""dice, version 1: see docs/lab.md."""

from __future__ import annotations

from functools import partial

from brimstone.envs.pettingzoo import aec, parallel

env = partial(aec.env, "dice")
raw_env = partial(aec.raw_env, "dice")
parallel_env = partial(parallel.parallel_env, "dice")
