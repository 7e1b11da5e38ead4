"""One game at a time, as Python holds it: what the environments of all kinds share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from brimstone.envs.batch import FOUL, WHOEVER, Batch
from brimstone.envs.checks import seed_or_any
from brimstone.envs.encoding import PASS, Encoding
from brimstone.games import find
from brimstone.games.contract import BadMove, Game, Setup
from brimstone.games.options import set_up
from brimstone.games.state import State, doors

SEATS = 4  # where nobody says how many
RENDER_MODES = ("human", "ansi", "rgb_array")


def set_table(game: str | Game, seats: int | None, options: Mapping[str, Any]) -> Setup:
    """A game made ready; games that may never end have the limit of simulations (C15)."""
    found = find(game) if isinstance(game, str) else game
    return set_up(found, SEATS if seats is None else seats, options, simulated=True)


def state_of(batch: Batch, i: int = 0) -> State:
    """A game of a batch as the referee sees it: for refusals, results and pictures."""
    size = batch.setup.game.table.dtype.itemsize
    cells = batch.tables.view(np.uint8)[i * size : (i + 1) * size]
    return State(batch.setup, cells, doors(batch.setup.game))


def why_illegal(encoding: Encoding, state: State, seat: int, action: int) -> BadMove:
    """Why a seat cannot take this action now: what that seat may hear."""
    game, setup = state.setup.game, state.setup
    if not 0 <= action < encoding.actions:
        return BadMove(f"{action} is no action: there are 0 to {encoding.actions - 1}")
    if seat not in state.waiting:
        return BadMove(f"seat {seat + 1} is not asked now: it can only pass, action {PASS}")
    offer = game.offer(setup, state.legal(seat))
    if action == PASS:
        return BadMove(f"seat {seat + 1} is asked and cannot pass", "", offer)
    move = encoding.move(seat, action)
    if encoding.action(seat, move) != action:
        return BadMove(f"action {action} means a seat that nobody has", "", offer)
    return BadMove(*game.why_not(state, seat, move), offer)


def as_others_hear(seat: int, why: BadMove) -> str:
    """The same for everybody else: which rule was broken, but not what the seat holds or could have done."""
    if why.paragraph:
        return str(BadMove(f"seat {seat + 1} did what the rules forbid", why.paragraph))
    return str(BadMove(why.reason))


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
        if action.bit_length() > 62:  # more than compiled code can be asked about
            return FOUL
        b = self.batch
        return b.kernels.turn_at(  # type: ignore[no-any-return]
            b.tables, b.sources, b.views, b.obs_stored, b.masks_stored, b.flags, b.room, seat, action
        )

    def look_around(self, asked: int) -> None:
        """Fill a row for each seat; `asked` are the seats that may choose, as bits."""
        b = self.batch
        b.kernels.look_around(b.tables, b.views, asked, self.seats_obs_stored, self.seats_masks_stored, b.room)

    def carried(self) -> dict[str, Any]:
        """What has to be kept of the game, for `restore` at a table made alike."""
        rows = {"seats_obs": self.seats_obs_stored.copy(), "seats_masks": self.seats_masks_stored.copy()}
        return {"batch": self.batch.carried(), "seeded": self.seeded, **rows}

    def restore(self, carried: dict[str, Any]) -> None:
        """Go on with a game of another table."""
        self.batch.restore(carried["batch"])
        self.seeded = carried["seeded"]
        self.seats_obs_stored[:], self.seats_masks_stored[:] = carried["seats_obs"], carried["seats_masks"]

    def settle(self) -> Any:
        """What each seat gets at the end."""
        b = self.batch
        b.kernels.settle_at(b.tables, 0, b.rewards, b.by_places, b.places, b.points)
        return b.rewards[0]
