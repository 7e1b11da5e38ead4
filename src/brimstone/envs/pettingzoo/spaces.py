"""What the two kinds of environment share: names, spaces, pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from brimstone.envs import picture
from brimstone.envs.encoding import Encoding
from brimstone.envs.sitting import RENDER_MODES
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


class Remade:
    """What is pickled of an environment is how it was made. (EzPickle would leave its spaces asking another one.)"""

    made_of: tuple[tuple[Any, ...], dict[str, Any]]

    def __reduce__(self) -> Any:
        return made_again, (type(self), *self.made_of)


def made_again(kind: Any, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    return kind(*given, **named)


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


def metadata(name: str, version: int) -> dict[str, Any]:
    """What PettingZoo wants to know of a game."""
    return {"name": f"brimstone/{name}-v{version}", "render_modes": list(RENDER_MODES), "is_parallelizable": True}


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
