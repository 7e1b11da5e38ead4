"""One learner at one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from brimstone.envs import picture
from brimstone.envs.checks import checked_seed, seed_or_any, whole
from brimstone.envs.company import RANDOM, table_for
from brimstone.envs.copies import Copied
from brimstone.envs.sitting import RENDER_MODES, ending, set_table, state_of, why_illegal
from brimstone.games.contract import Game


class TableEnv(Copied, gymnasium.Env[Any, int]):
    """A learner at `seat` against `opponents`, clockwise from it; None for self-play: every move of any seat is a step.

    What is legal is in `info["action_mask"]`, who is asked in `info["seat"]`. An illegal action ends the game with -1
    and the reason in `info`; so is the end of a game, with places and points.
    """

    MADE_AGAIN = frozenset({"setup", "batch", "encoding", "table"})
    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        opponents: str | Sequence[str] | None = RANDOM,
        seat: int = 0,
        reward: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        if seats is None and opponents is not None and not isinstance(opponents, str):
            seats = len(opponents) + 1
        self.setup = set_table(game, seats, options)
        named = {"opponents": opponents, "seat": seat, "reward": reward, "render_mode": render_mode}
        self.made_of = (self.setup.game.name, self.setup.seats), named | options
        self.batch = table_for(self.setup, 1, opponents, seat, reward)
        self.encoding = self.batch.encoding
        self.table = state_of(self.batch)
        self.render_mode = render_mode
        low, high = self.encoding.bounds()
        self.observation_space = Box(low, high, dtype=self.encoding.dtype.type)
        self.action_space = Discrete(self.encoding.actions)  # type: ignore[assignment]
        self.chosen = np.ones(1, np.bool_)
        self.actions = np.zeros(1, np.int64)
        self.begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """The first game of a seed, or the next of the last one. `options` has nothing to say here."""
        seed = None if seed is None else checked_seed(seed)
        super().reset(seed=seed)
        if seed is not None or not self.begun:
            self.batch.aim(seed_or_any(seed))
        self.begun = True
        self.batch.reset(self.chosen)
        return self.batch.obs[0].copy(), self.told()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """An action of the seat that is asked, and everything up to the next question."""
        batch = self.batch
        if not self.begun or batch.ended[0]:
            raise gymnasium.error.ResetNeeded("the game is over, or has not begun: call reset first")
        seat, action = int(batch.who[0]), whole(action, "an action")
        self.actions[0] = action if action.bit_length() < 63 else -1  # either is illegal
        batch.step(self.actions)
        over = bool(batch.ended[0])
        told = self.told()
        if batch.fouls[0]:
            told["reason"] = str(why_illegal(self.encoding, self.table, seat, action))
            told["illegal"] = True
        elif over:
            told |= ending(self.table)
        return batch.obs[0].copy(), float(batch.gains[0]), over, False, told

    def told(self) -> dict[str, Any]:
        """What stands beside an observation."""
        batch = self.batch
        return {
            "action_mask": batch.masks[0].copy(),
            "seat": int(batch.who[0]),
            "rewards": batch.rewards[0].copy(),
        }

    def render(self) -> Any:
        """The table for whoever watches; `human` prints it."""
        if self.render_mode is None:
            gymnasium.logger.warn(f"nothing is drawn without a render_mode: {', '.join(RENDER_MODES)}")
            return None
        text = picture.board(self.table)
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else picture.painted(text)

    def carried(self) -> Any:
        """The game."""
        return self.batch.carried()

    def restore(self, carried: Any) -> None:
        """Go on with the game of another environment."""
        self.batch.restore(carried)
