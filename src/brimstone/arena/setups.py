"""A set-up as plain data, so that another process can make the same."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

from brimstone.compiling import home
from brimstone.games import NAMES, find
from brimstone.games.contract import BrimstoneError, Game, Setup
from brimstone.games.options import set_up


def described(setup: Setup) -> dict[str, Any]:
    """Which game, how many seats, every option."""
    game = setup.game
    plain = getattr(game.play, "py_func", game.play)
    file = "" if game.name in NAMES else str(home(plain)[1].resolve())
    return {
        "game": game.name,
        "module": plain.__module__,
        "file": file,
        "seats": setup.seats,
        "options": dict(setup.options),
    }


def restored(description: dict[str, Any]) -> Setup:
    """The set-up that was described."""
    file = description["file"]
    game = game_in(file, description["module"]) if file else find(description["game"])
    return set_up(game, description["seats"], description["options"])


def game_in(file: str, name: str) -> Game:
    """The game of a file, under its module's name: its compiled code is found in the cache by it."""
    module = sys.modules.get(name)
    if module is None:
        spec = importlib.util.spec_from_file_location(name, file)
        if spec is None or spec.loader is None:
            raise BrimstoneError(f"there is no Python file {file}.")
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    game: Game = module.GAME
    return game
