"""What the two kinds of environment share: names, spaces, pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from brimstone.envs import picture
from brimstone.envs.checks import at_least
from brimstone.envs.copies import Copied
from brimstone.envs.encoding import Encoding
from brimstone.envs.sitting import RENDER_MODES, Sitting, set_table
from brimstone.games.contract import Game
from brimstone.games.state import State

MASKS = ("observation", "info")


class Legal(Discrete):
    """The actions of a seat. Where no mask is given, `sample` draws one that is legal now."""

    def __init__(self, number: int, legal: Callable[[], Any]) -> None:
        super().__init__(number)
        self.legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """An action drawn at random."""
        if mask is None and probability is None:
            mask = self.legal()
        return super().sample(mask, probability)

    def __repr__(self) -> str:
        return f"Legal({self.n})"


class AtTable(Copied):
    """A game as both kinds of environment have it, with its spaces."""

    MADE_AGAIN = frozenset({"setup", "sitting", "encoding", "action_spaces", "row", "mask"})
    parallel: ClassVar[bool]  # do all seats act in every step?

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        masks: str = "info",
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.setup = set_table(game, seats, options)
        named = {"masks": masks, "reward": reward, "max_cycles": max_cycles, "render_mode": render_mode}
        self.made_of = (self.setup.game.name, self.setup.seats), named | options
        self.sitting = Sitting(self.setup, reward)
        self.encoding = self.sitting.encoding
        self.metadata = metadata(self.setup.game.name, self.encoding.table.version, self.parallel)
        self.render_mode = checked_mode(render_mode)
        self.max_cycles = None if max_cycles is None else at_least(max_cycles, 1, "max_cycles")
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(self.setup.seats)]
        self.in_info = masks == "info"
        space = observations(self.encoding, masks)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: Legal(self.encoding.actions, lambda seat=seat: self.legal(seat))  # type: ignore[misc]
            for seat, agent in enumerate(self.possible_agents)
        }
        self.state_space = states(self.encoding, self.setup.seats)

    def carried(self) -> Any:
        """The game, and the luck of the spaces."""
        return self.sitting.carried(), {agent: space.np_random for agent, space in self.action_spaces.items()}

    def restore(self, carried: Any) -> None:
        """Go on with the game of another environment."""
        game, luck = carried
        self.sitting.restore(game)
        for agent, space in self.action_spaces.items():
            space._np_random = luck[agent]

    def legal(self, seat: int) -> Any:
        """A seat's mask."""
        raise NotImplementedError

    def observation_space(self, agent: str) -> Any:
        """What a seat is given."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What a seat can do."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """The table for whoever watches."""
        return drawn(self.sitting.state, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def observations(encoding: Encoding, masks: str) -> Box | Dict:
    """The space of what a seat is given."""
    low, high = encoding.bounds()
    seen = Box(low, high, dtype=encoding.dtype.type)
    if masks not in MASKS:
        raise ValueError(f"masks must be one of {', '.join(MASKS)}, not {masks!r}")
    if masks == "info":
        return seen
    return Dict({"observation": seen, "action_mask": Box(0, 1, (encoding.actions,), np.int8)})


def states(encoding: Encoding, seats: int) -> Box:
    """The space of all seats' observations, one after the other."""
    low, high = encoding.bounds()
    return Box(np.tile(low, seats), np.tile(high, seats), dtype=encoding.dtype.type)


def metadata(name: str, version: int, parallel: bool) -> dict[str, Any]:
    """What PettingZoo wants to know of a game."""
    return {"name": f"brimstone/{name}-v{version}", "render_modes": list(RENDER_MODES), "is_parallelizable": parallel}


def checked_mode(mode: str | None) -> str | None:
    """A way to draw that there is."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def drawn(state: State, mode: str | None) -> Any:
    """The table for whoever watches; `human` prints it."""
    if mode is None:
        raise ValueError(f"to draw, make the environment with render_mode {', '.join(RENDER_MODES)}")
    text = picture.board(state)
    if mode == "human":
        print(text)
        return None
    return text if mode == "ansi" else picture.painted(text)
