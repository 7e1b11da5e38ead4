"""The shipped weights: for every number of seats a policy and the worth of standings."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from brimstone.bots.cards.desk import FEATURES, HIDDEN, ROLES, new_desk

SHIPPED = Path(__file__).with_name("policy.npz")


@cache
def shipped(path: Path = SHIPPED) -> dict[str, Any]:
    """All arrays of a weights file."""
    with np.load(path) as arrays:
        return {name: arrays[name] for name in arrays.files}


def blank_net() -> Any:
    """A policy that knows nothing: every card as likely."""
    return np.zeros((ROLES, FEATURES + 1, HIDDEN), np.float32)


def desk_for(seats: int, path: Path = SHIPPED) -> Any:
    """A desk with the shipped weights for this number of seats."""
    arrays = shipped(path)
    return new_desk(arrays[f"net{seats}"], arrays[f"rates{seats}"])


def devils_desk(seats: int, path: Path = SHIPPED) -> Any:
    """A desk with the shipped policy that counts nothing but devils, in mean shares of a round."""
    return new_desk(shipped(path)[f"net{seats}"])
