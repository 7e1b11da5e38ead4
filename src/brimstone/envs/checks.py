"""What is asked of numbers that come from outside: the same of actions, seeds and counts everywhere."""

from __future__ import annotations

import contextlib
import operator
import secrets
from typing import Any

import numpy as np

from brimstone.games.contract import BrimstoneError

MOST_SEED = (1 << 63) - 1


class BadCall(BrimstoneError, ValueError):
    """What an environment or the laboratory was called with cannot be."""


def whole(value: Any, what: str) -> int:
    """A whole number of Python or NumPy; raises BadCall for all else, for true and false too."""
    if type(value) is int:
        return value
    if not isinstance(value, bool):
        with contextlib.suppress(TypeError):
            return operator.index(value)
    raise BadCall(f"{what} must be a whole number, not {value!r}.")


def at_least(value: Any, least: int, what: str) -> int:
    """A whole number that is not too small."""
    number = whole(value, what)
    if number < least:
        raise BadCall(f"{what} must be at least {least}, not {number}.")
    return number


def checked_seed(seed: Any) -> int:
    """A seed as compiled code takes it."""
    number = whole(seed, "a seed")
    if not 0 <= number <= MOST_SEED:
        raise BadCall(f"a seed must be from 0 to {MOST_SEED}, not {number}.")
    return number


def seed_or_any(seed: Any) -> int:
    """A seed; any where none is given."""
    return secrets.randbits(63) if seed is None else checked_seed(seed)


def seeds_for(seed: Any, number: int) -> list[int | None]:
    """A seed for each of so many tables: from one on upwards, or one by one; None for a table that goes on."""
    if np.ndim(seed) == 0:
        first = checked_seed(seed)
        return [checked_seed(first + i) for i in range(number)]
    if len(seed) != number:
        raise BadCall(f"{number} tables need as many seeds, not {len(seed)}.")
    return [None if one is None else checked_seed(one) for one in seed]
