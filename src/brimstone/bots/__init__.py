"""Players, from `random` to master. A name is a yardstick, `thumb`, or a level, perhaps with a taste: `club:friend`."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from brimstone.bots.player import LEVELS, TASTES, Manner, Player
from brimstone.games.contract import BrimstoneError, Game, Setup

Maker = Callable[[Setup, int, int], Player]  # (setup, seat, seed)


class UnknownPlayer(BrimstoneError):
    """There is no such player."""


def engine(game: Game) -> Any:
    """The module that plays this game: it has `YARDSTICKS`, `player`, `chances` and, in `train`, `train`."""
    name = f"brimstone.bots.{game.name}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        raise UnknownPlayer(f"nobody but random knows how to play {game.name}.") from None


def find(game: Game, name: str, effort: float = 1.0) -> Maker:
    """The maker of a player by its name."""
    from brimstone.bots import random

    level, _, taste = name.partition(":")
    if name == "random":
        return random.RandomPlayer
    engine_of_game = engine(game)
    if name in engine_of_game.YARDSTICKS:
        yardstick: Maker = engine_of_game.YARDSTICKS[name]
        return yardstick
    if level not in LEVELS or (taste or "plain") not in TASTES:
        known = ", ".join(("random", *engine_of_game.YARDSTICKS, *LEVELS))
        raise UnknownPlayer(
            f"there is no player {name!r} for {game.name}. There are {known}; levels also with a taste:"
            f" {', '.join(f'club:{taste}' for taste in TASTES[1:])}."
        )
    manner = Manner(level, taste or "plain", effort)
    return lambda setup, seat, seed: engine_of_game.player(setup, seat, seed, manner)
