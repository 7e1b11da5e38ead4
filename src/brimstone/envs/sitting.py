"""One game at a time, as Python holds it: what the environments of all kinds share."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from brimstone.envs.batch import WHOEVER, Batch
from brimstone.envs.encoding import PASS, Encoding
from brimstone.games import find
from brimstone.games.contract import Game, Setup
from brimstone.games.options import set_up
from brimstone.games.state import State, doors

SEATS = 4  # where nobody says how many
WORD = (1 << 63) - 1
RENDER_MODES = ("human", "ansi", "rgb_array")


def set_table(game: str | Game, seats: int | None, options: Mapping[str, Any]) -> Setup:
    """A game made ready; games that may never end have the limit of simulations (C15)."""
    found = find(game) if isinstance(game, str) else game
    return set_up(found, SEATS if seats is None else seats, options, simulated=True)


def seed_or_any(seed: int | None) -> int:
    """A seed as compiled code takes it; any where none is given."""
    return (secrets.randbits(63) if seed is None else int(seed)) & WORD


def state_of(batch: Batch, i: int = 0) -> State:
    """A game of a batch as the referee sees it: for refusals, results and pictures."""
    size = batch.setup.game.table.dtype.itemsize
    cells = batch.tables.view(np.uint8)[i * size : (i + 1) * size]
    return State(batch.setup, cells, doors(batch.setup.game))


def why_illegal(encoding: Encoding, state: State, seat: int, action: int) -> str:
    """Why a seat cannot take this action now, in words."""
    if not 0 <= action < encoding.actions:
        return f"{action} is no action: there are 0 to {encoding.actions - 1}"
    if seat not in state.waiting:
        return f"seat {seat + 1} is not asked now: it can only pass, action {PASS}"
    if action == PASS:
        return f"seat {seat + 1} is asked and cannot pass. Allowed: {', '.join(state.offer())}."
    move = encoding.move(seat, action)
    if encoding.action(seat, move) != action:
        return f"action {action} means a seat that nobody has"
    return str(state.refusal(move))


def ending(state: State) -> dict[str, Any]:
    """What is told of the end of a game."""
    result = state.result()
    assert result is not None
    return {"places": result.places, "points": result.points, "reason": result.reason}


class Sitting:
    """A batch of one game."""

    def __init__(self, setup: Setup, reward: str) -> None:
        self.batch = Batch(setup, 1, learner=WHOEVER, robots=0, reward=reward)
        self.encoding = self.batch.encoding
        self.state = state_of(self.batch)
        self.seats_obs_stored, self.seats_obs = self.encoding.rows(setup.seats)
        self.seats_masks_stored, self.seats_masks = self.encoding.masks(setup.seats)
        self.seeded = False

    def restart(self, seed: int | None) -> int:
        """The first game of a seed, or the next of the last one; who is asked?"""
        b = self.batch
        if seed is not None or not self.seeded:
            b.keys[0] = seed_or_any(seed), 0
            self.seeded = True
        asked = b.kernels.restart_at(b.tables, 0, b.sources, b.box, b.keys, b.robots, b.room)
        b.kernels.look_at(b.tables, 0, b.views, asked, True, b.obs_stored, b.masks_stored, 0, b.room)
        return int(asked)

    def turn(self, seat: int, action: int) -> int:
        """An action of the seat that is asked; who is asked next, OVER or FOUL?"""
        b = self.batch
        return b.kernels.turn_at(  # type: ignore[no-any-return]
            b.tables, b.sources, b.views, b.obs_stored, b.masks_stored, b.flags, b.room, seat, action
        )

    def look_around(self, asked: int) -> None:
        """Fill a row for each seat; `asked` are the seats that may choose, as bits."""
        b = self.batch
        b.kernels.look_around(b.tables, b.views, asked, self.seats_obs_stored, self.seats_masks_stored, b.room)

    def settle(self) -> Any:
        """What each seat gets at the end."""
        b = self.batch
        b.kernels.settle_at(b.tables, 0, b.rewards, b.by_places, b.places, b.points)
        return b.rewards[0]
