"""One of our own players behind the door: it gets the same dictionary as anybody, and makes a view of it again."""

from __future__ import annotations

from typing import Any

from brimstone.arena.match import listens
from brimstone.arena.setups import restored
from brimstone.bots import find
from brimstone.games.contract import Result, Setup
from brimstone.games.state import View, doors


def view_of(setup: Setup, fields: dict[str, Any]) -> View:
    """The view with these fields."""
    table = setup.game.table
    cells = table.cell()
    table.set(cells, **{name: value for name, value in fields.items() if name != "seat"})
    return View(setup, cells, doors(setup.game), fields["seat"])


class Own:
    """A player of ours, as a host knows its guests."""

    def __init__(self, setup: dict[str, Any], name: str, effort: float) -> None:
        self.setup = restored(setup)
        self.maker = find(self.setup.game, name, effort)

    def start(self, seat: int, _seats: int, _options: dict[str, Any], seed: int) -> bool:
        self.player = self.maker(self.setup, seat, seed)
        return listens(self.player)

    def hear(self, line: str) -> None:
        self.player.hear(line)

    def choose(self, view: dict[str, Any], _moves: list[str]) -> str:
        return self.setup.game.say(self.setup, self.player.choose(view_of(self.setup, view)))

    def finish(self, result: dict[str, Any]) -> None:
        self.player.finish(Result(tuple(result["places"]), tuple(result["points"]), result["reason"]))
