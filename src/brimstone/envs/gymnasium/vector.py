"""Many tables at once, stepped in compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from brimstone.chance import sources
from brimstone.envs.batch import aim_all, pick
from brimstone.envs.checks import BadCall, at_least, seed_or_any, seeds_for
from brimstone.envs.company import RANDOM, table_for
from brimstone.envs.copies import Copied
from brimstone.envs.sitting import set_table
from brimstone.games.contract import Game


class TablesEnv(Copied, VectorEnv[Any, Any, Any]):
    """Learners at `num_envs` tables; the arguments are those of `TableEnv`.

    With `copy=False` what `reset` and `step` hand out is written over by the next step. All of it is in arrays with a
    row for each table; `info` has `action_mask`, `seat` (who is asked), `rewards` (of all seats) and, of games that
    have just ended, `places` and `points`, or `illegal`. With a `_` before the name: at which tables that holds.
    """

    MADE_AGAIN = frozenset({"setup", "batch", "encoding"})

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seats: int | None = None,
        *,
        opponents: str | Sequence[str] | None = RANDOM,
        seat: int = 0,
        reward: str = "win",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **options: Any,
    ) -> None:
        super().__init__()
        num_envs = at_least(num_envs, 1, "num_envs")
        if seats is None and opponents is not None and not isinstance(opponents, str):
            seats = len(opponents) + 1
        self.setup = set_table(game, seats, options)
        named = {"opponents": opponents, "seat": seat, "reward": reward, "autoreset_mode": autoreset_mode, "copy": copy}
        self.made_of = (self.setup.game.name, num_envs, self.setup.seats), named | options
        self.num_envs, self.copy = num_envs, copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.batch = table_for(self.setup, num_envs, opponents, seat, reward)
        self.encoding = self.batch.encoding
        low, high = self.encoding.bounds()
        self.single_observation_space = Box(low, high, dtype=self.encoding.dtype.type)
        self.single_action_space = Discrete(self.encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.never, self.always = np.zeros(num_envs, np.bool_), np.ones(num_envs, np.bool_)
        self.picks, self.picked = sources(num_envs), np.zeros(num_envs, np.int64)
        self.begun = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game at every table, or at those of `options["reset_mask"]`: the first of a seed, or the next of the
        last one. Table `i` has the seed `seed + i`."""
        chosen = (options or {}).get("reset_mask", self.always)
        if getattr(chosen, "shape", None) != (self.num_envs,) or chosen.dtype != np.bool_ or not chosen.any():
            raise ValueError(f"reset_mask must be {self.num_envs} booleans, at least one of them true")
        if not self.begun:
            seed = seed_or_any(None) if seed is None else seed
        if seed is not None:
            seeds = seeds_for(seed, self.num_envs)
            given = np.array([one is not None for one in seeds]) & chosen
            self.batch.keys[given, 0] = [one or 0 for one, new in zip(seeds, given, strict=True) if new]
            self.batch.keys[given, 1] = 0
            aim_all(self.picks, int(self.batch.keys[0, 0]))
        self.begun = True
        self.batch.reset(chosen)
        return self.kept(self.batch.obs), self.told(chosen.copy())

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """An action at every table; where a game has ended before, the next begins instead (as `autoreset_mode` has
        it)."""
        batch, mode = self.batch, self.autoreset_mode
        self.check_begun()
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":  # compiled code would not notice
            raise BadCall(
                f"actions must be {self.num_envs} whole numbers, not {actions.dtype} of shape {actions.shape}."
            )
        if mode is AutoresetMode.DISABLED and batch.ended.any():
            raise BadCall("games have ended: begin new ones with reset(options={'reset_mask': ...})")
        ends, _ = batch.step(actions.astype(np.int64, copy=False), mode is AutoresetMode.SAME_STEP)
        told = self.told(self.kept(self.always))
        if ends:
            ending = self.ending()
            told |= ending
            if mode is AutoresetMode.SAME_STEP:
                told["final_obs"], told["final_info"] = self.kept(batch.final_obs), self.final_info() | ending
                told["_final_obs"] = told["_final_info"] = self.kept(batch.ended)
        return self.kept(batch.obs), self.kept(batch.gains), self.kept(batch.ended), self.kept(self.never), told

    def told(self, here: Any) -> dict[str, Any]:
        """What stands beside the observations."""
        batch = self.batch
        return {
            "action_mask": self.masks(batch.masks_stored),
            "seat": self.kept(batch.who),
            "rewards": self.kept(batch.rewards),
            "_action_mask": here,
            "_seat": here,
            "_rewards": here,
        }

    def ending(self) -> dict[str, Any]:
        """How games have just ended."""
        batch = self.batch
        told = {name: self.kept(getattr(batch, name)) for name in ("places", "points")}
        told["_places"] = told["_points"] = np.greater(batch.ended, batch.fouls)
        told["illegal"] = told["_illegal"] = self.kept(batch.fouls)
        return told

    def final_info(self) -> dict[str, Any]:
        """What last stood beside the observations of games that have ended, where the next have begun."""
        batch = self.batch
        return {
            "action_mask": self.masks(batch.final_masks_stored),
            "seat": self.kept(batch.final_who),
            "rewards": self.kept(batch.final_rewards),
            **dict.fromkeys(("_action_mask", "_seat", "_rewards"), self.kept(batch.ended)),
        }

    def kept(self, array: Any) -> Any:
        """An array to hand out."""
        return array.copy() if self.copy else array

    def masks(self, stored: Any) -> Any:
        """Masks to hand out: whole rows are copied five times as quickly as all but their last bytes."""
        return self.kept(stored).view(np.int8)[:, : self.encoding.actions]

    def random_actions(self) -> Any:
        """A legal action for every table, each as likely; compiled."""
        self.check_begun()
        pick(self.batch.words, self.picks, self.picked)
        return self.kept(self.picked)

    def check_begun(self) -> None:
        """Raises ResetNeeded before the first game."""
        if not self.begun:
            raise ResetNeeded("no game has begun: call reset first")

    def carried(self) -> Any:
        """The games."""
        return self.batch.carried()

    def restore(self, carried: Any) -> None:
        """Go on with the games of another environment."""
        self.batch.restore(carried)
