"""Games of a contest kept in a file while it runs: a line of JSON that says which contest, then one a game."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import brimstone
from brimstone.arena.entrants import BadContest, Entrant, Terms, text_of
from brimstone.arena.report import GameDone
from brimstone.games.contract import Setup
from brimstone.games.options import written


def heading(setup: Setup, entrants: Sequence[Entrant], seed: int, terms: Terms) -> dict[str, Any]:
    """All that the games hang on."""
    return {
        "arena": 1,
        "brimstone": brimstone.__version__,
        "game": setup.game.name,
        "rules": setup.game.version,
        "seats": setup.seats,
        "options": written(setup),
        "seed": seed,
        "players": [entrant.name for entrant in entrants],
        "files": [text_of(entrant) for entrant in entrants],
        **terms._asdict(),
    }


class Ledger:
    """The file, open to be written on."""

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        self.path = path
        self.games: list[GameDone] = []
        if path.exists() and path.stat().st_size:
            self.games = read(path, head)
        self.file = path.open("a", encoding="utf-8")  # refused here if it cannot be
        self.file.close()
        fresh = path.with_name(f"{path.name}.new")  # a line that was cut off must not stay
        with fresh.open("w", encoding="utf-8") as file:
            file.write(json.dumps(head) + "\n")
            file.writelines(line(game) for game in self.games)
        os.replace(fresh, path)
        self.file = path.open("a", encoding="utf-8")

    def add(self, game: GameDone) -> None:
        """Keep a game."""
        self.file.write(line(game))
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def line(game: GameDone) -> str:
    return json.dumps(game._asdict()) + "\n"


def read(path: Path, head: dict[str, Any]) -> list[GameDone]:
    """The games in a file; raises BadContest if they are another contest's."""
    first, *lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    found = parsed(path, 1, first)
    if "arena" not in found:
        raise BadContest(f"{path} holds no games of an arena.")
    for name, value in head.items():
        if found.get(name) != value:
            raise BadContest(
                f"{path} holds games of another contest: {name} is {json.dumps(found.get(name))} there"
                f" and {json.dumps(value)} here."
            )
    return [game_of(path, n, parsed(path, n, text)) for n, text in enumerate(lines[:-1], 2)]  # the last may be cut off


def parsed(path: Path, n: int, text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadContest(f"{path}, line {n}: this is no game of an arena.")
    return found


def game_of(path: Path, n: int, found: dict[str, Any]) -> GameDone:
    try:
        faults = tuple((seat, reason) for seat, reason in found["faults"])
        return GameDone(found["game"], tuple(found["lineup"]), tuple(found["places"]), tuple(found["points"]), faults)
    except (KeyError, TypeError, ValueError):
        raise BadContest(f"{path}, line {n}: this is no game of an arena.") from None
