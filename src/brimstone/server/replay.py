"""A game that is over, frame by frame as a screen showed it: to one seat, to whoever watched, or with all cards open.

A frame is what the table told in one step: a move, all sealed choices that opened together, or what chance did up to
the next decision. Its views hold only what has changed since the frame before: most of a table stays as it is.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from brimstone.games.contract import CHANCE, PUBLIC
from brimstone.games.state import State, ready
from brimstone.record import Record
from brimstone.server.messages import Refused

By = Literal["start", "chance", "seals", "seat"]


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one step changed."""

    n: int  # moves and outcomes up to its end
    by: By
    lines: list[str]
    view: dict[str, Any]
    seat: int = 0  # whose move it was
    moves: list[str] = []  # what the seat that looks may do then
    views: list[dict[str, Any]] = []  # by seat, where everything is shown


class Replay(msgspec.Struct, frozen=True):
    """A game, and how it looked."""

    game: str
    seats: int
    options: dict[str, Any]
    names: list[str]
    result: dict[str, Any] | None  # none: it was broken off
    frames: list[Frame]


class Eye:
    """Whoever looks: which lines it is told, what it sees, and what it has seen."""

    def __init__(self, who: str, seats: int, open_purses: bool) -> None:
        if who.isdigit() and int(who) > seats:
            raise Refused("no_such_seat", seat=int(who))
        self.everything = who == "everything"
        self.seat = int(who) - 1 if who.isdigit() else PUBLIC
        self.open = open_purses or self.everything
        self.seen: dict[int, dict[str, Any]] = {}

    def lines(self, told: list[list[str]]) -> list[str]:
        """What it is told of a move; with everything open, each line as the one who knows most hears it."""
        if not self.everything:
            return told[self.seat + 1]
        return [min(heard, key=lambda line: "??" in line) for heard in zip(*told, strict=True)]

    def news(self, state: State, seat: int) -> dict[str, Any]:
        """What has changed in what a seat sees."""
        screen = state.view(seat).shown(self.open)
        before, self.seen[seat] = self.seen.get(seat, {}), screen
        return {name: value for name, value in screen.items() if name not in before or before[name] != value}

    def look(self, state: State, n: int, by: By, seat: int, lines: list[str]) -> Frame:
        asked = self.seat in state.waiting
        return Frame(
            n, by, lines, self.news(state, self.seat), seat,
            [state.say(move) for move in state.legal(self.seat)] if asked else [],
            [self.news(state, each) for each in range(state.setup.seats)] if self.everything else [],
        )  # fmt: skip


def next_step(state: State) -> tuple[By, int]:
    """What the next step is, and how many moves it has; of chance nobody knows before."""
    if state.actor == CHANCE:
        return "chance", 0
    together = len(state.waiting)
    return ("seals", together) if together > 1 else ("seat", 1)


def frames(record: Record, eye: Eye) -> Iterator[Frame]:
    """The game again, step by step as the table told it."""
    state, n = ready(record.setup), 0
    yield eye.look(state, n, "start", 0, [])
    while n < len(record.moves):
        (by, count), seat, first, lines = next_step(state), state.actor + 1, n, list[str]()
        while n < len(record.moves) and (n < first + count or (by == "chance" and state.actor == CHANCE)):
            lines += eye.lines(state.tell(record.moves[n]))
            n += 1
        yield eye.look(state, n, by, seat if by == "seat" else 0, lines)


def replayed(record: Record, who: str, open_purses: bool = False) -> bytes:
    """A game for somebody's eyes, as JSON, compressed: frames resemble each other, so that a twentieth is left."""
    setup, result = record.setup, record.last().result()
    ended = result and {"places": list(result.places), "points": list(result.points), "reason": result.reason}
    shown = list(frames(record, Eye(who, setup.seats, open_purses)))
    whole = Replay(setup.game.name, setup.seats, dict(setup.options), list(record.names), ended, shown)
    return gzip.compress(msgspec.json.encode(whole), 6, mtime=0)
