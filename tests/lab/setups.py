"""What the tests of the laboratory share: short games, and a policy that is a function."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from brimstone import lab
from brimstone.games import NAMES, find
from brimstone.games.options import set_up

SETUPS = [
    set_up(find("coal"), 3, {"rounds": 3}),
    set_up(find("dice"), 4, {"goal": 2}),
    set_up(find("cards"), 4, {"goal": 20}),
]
every_game = pytest.mark.parametrize("setup", SETUPS, ids=NAMES)


def cautious(batch: lab.Batch) -> Any:
    """The first legal move; at the first decision of a game any, by the batch's own luck."""
    k = np.where(batch.view["round"] == 1, batch.luck.integers(0, batch.count), 0)
    return batch.moves[np.arange(len(k)), k]
