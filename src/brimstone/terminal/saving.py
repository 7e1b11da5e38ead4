"""Where games in the terminal are kept: one file a game, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import platformdirs

from brimstone.games import find
from brimstone.games.contract import Game
from brimstone.record import BadRecord, Record, read


def folder() -> Path:
    """Where games are kept unless somebody says otherwise."""
    return platformdirs.user_data_path("brimstone") / "games"


def new_file(game: Game, where: Path) -> Path:
    """A file for a new game that sorts after all older ones of its game."""
    return where / f"{game.name}-{datetime.now():%Y%m%d-%H%M%S-%f}.txt"


def save(record: Record, file: Path) -> None:
    """Write a record: beside its place first, then there in one step."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as text:
            text.write(record.written())
        os.replace(name, file)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise


def load(file: Path, find_game: Callable[[str], Game] = find) -> Record:
    """The last record of a file."""
    with file.open(encoding="utf-8") as lines:
        *_, last = read(lines, find_game)
    return last


def interrupted(game: Game, where: Path) -> tuple[Path, Record] | None:
    """The newest game of this kind, if it was not played to its end; one that cannot be read any more is left alone."""
    for file in sorted(where.glob(f"{game.name}-*.txt"), reverse=True)[:1]:
        try:
            record = load(file, lambda name: game if name == game.name else find(name))
        except (BadRecord, OSError, UnicodeDecodeError):  # of other rules, or not ours
            return None
        if record.setup.game is game and record.moves and record.last().result() is None:
            return file, record
    return None
