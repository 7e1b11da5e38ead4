"""Who decides: the compiled `random`, one of our players by name, or a function of a whole batch of views."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from brimstone.bots import Maker, find
from brimstone.games.contract import BadSetup, BrimstoneError, Setup

RANDOM = "random"


@dataclass(frozen=True)
class Batch:
    """Positions in which seats have to choose, one row each."""

    setup: Setup
    game: Any  # the number of each one's game
    seat: Any  # who has to choose
    view: Any  # what that seat knows: an array of the game's records
    moves: Any  # its legal moves, a row each, filled up with -1
    count: Any  # how many there are
    luck: np.random.Generator  # for a policy that mixes: the same seed gives the same numbers


Function = Callable[[Batch], Any]  # an array of moves, one for each row
Policy = str | Function


class BadPolicy(BrimstoneError):
    """What is no policy, or one that chose what is not legal."""


@dataclass(frozen=True)
class Named:
    """One of our players: it sits in a seat for a whole game and hears its story."""

    name: str
    maker: Maker


def by_seat(setup: Setup, policies: Policy | Sequence[Policy]) -> list[str | Named | Function]:
    """`random`, a player or a function for every seat. Raises BadSetup or UnknownPlayer."""
    each_own = isinstance(policies, Sequence) and not isinstance(policies, str)
    every: list[Any] = list(policies) if each_own else [policies] * setup.seats  # type: ignore[arg-type]
    for each in every:
        if not isinstance(each, str) and not callable(each):
            raise BadPolicy(f"a policy is {RANDOM}, the name of a player or a function, not {each!r}.")
    if len(every) != setup.seats:
        raise BadSetup(f"{len(every)} policies for {setup.seats} seats", "", ["one for all, or one for each seat"])
    return [Named(each, find(setup.game, each)) if isinstance(each, str) and each != RANDOM else each for each in every]


def asked(policy: Function, batch: Batch) -> Any:
    """What a function chooses; raises BadPolicy if that is not legal everywhere."""
    answered = np.asarray(policy(batch))
    if answered.dtype.kind not in "iu":
        raise BadPolicy(f"a policy answered with {answered.dtype}, not with whole numbers.")
    chosen = answered.astype(np.int64)
    if chosen.shape != batch.game.shape:
        raise BadPolicy(f"a policy answered with an array of shape {chosen.shape}, not {batch.game.shape}.")
    legal = (batch.moves == chosen[:, None]).any(axis=1) & (chosen >= 0)
    if not legal.all():
        k = int(np.flatnonzero(~legal)[0])
        raise BadPolicy(
            f"a policy chose the move {chosen[k]} in game {batch.game[k]} in seat {batch.seat[k] + 1}, which is not"
            f" legal. Legal: {', '.join(map(str, batch.moves[k, : batch.count[k]]))}."
        )
    return chosen


def seed_of(seed: int, game: int, seat: int) -> int:
    """A player's own seed: by seed, game and seat."""
    return int.from_bytes(hashlib.sha256(f"lab {seed} {game} {seat}".encode()).digest()[:7], "little")
