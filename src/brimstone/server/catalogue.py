"""The catalogue: what can be played here, with which options, and against whom: a page needs no list of its own."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import msgspec
from litestar import Request, get
from litestar.datastructures import State as AppState

from brimstone.bots import engine
from brimstone.bots.player import LEVELS, TASTES
from brimstone.games import NAMES, find
from brimstone.games.contract import Game
from brimstone.games.options import Option
from brimstone.server.rest import REFUSALS, enter


class ListedOption(msgspec.Struct, frozen=True):
    """Something that may be changed in a game."""

    name: str
    paragraph: str
    kind: dict[str, Any]  # `is`, and the limits of such an option
    defaults: dict[int, Any]  # by number of seats
    allowed: str  # the same in English words


class Seats(msgspec.Struct, frozen=True):
    least: int
    most: int


class Players(msgspec.Struct, frozen=True):
    """Who plays it: a level, a level with a taste (`club:gambler`), or one of the others."""

    levels: list[str]
    tastes: list[str]
    others: list[str]


class ListedGame(msgspec.Struct, frozen=True):
    name: str
    title: str
    rules: int
    seats: Seats
    options: list[ListedOption]
    players: Players


def listed_option(game: Game, option: Option) -> ListedOption:
    kind = {"is": type(option.kind).__name__.lower(), **asdict(option.kind)}
    defaults = {seats: option.default_for(seats) for seats in game.seats}
    return ListedOption(option.name, option.paragraph, kind, defaults, option.kind.allowed())


def listed_game(game: Game) -> ListedGame:
    return ListedGame(
        game.name, game.title, game.version, Seats(game.seats[0], game.seats[-1]),
        [listed_option(game, option) for option in game.options],
        Players(list(LEVELS), list(TASTES), ["random", *engine(game).YARDSTICKS]),
    )  # fmt: skip


GAMES = [listed_game(find(name)) for name in NAMES]


@get("/api/v1/games", responses=REFUSALS)
async def games(request: Request[Any, Any, Any], state: AppState) -> list[ListedGame]:
    """The games, their options and their players."""
    enter(request, state)
    return GAMES
