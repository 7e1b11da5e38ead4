"""What a seat sees as a row of numbers, and what it can do as a number: one table a game, for all environments.

    encoding = encoding_for(setup)          # setup: brimstone.games.options.set_up(game, seats, options)
    row = encoding.observe(state.view(1))   # a NumPy row of encoding.size numbers, encoding.dtype
    encoding.parts(row)["hand"]             # a piece of it by name, in its shape
    mask = encoding.legal(state.view(1))    # int8, encoding.actions long: 1 where seat 1 may do that now
    state.play(encoding.move(1, action))    # an action of seat 1 is this move of the rules,
    encoding.action(1, move)                # and back

Action 0 is to pass: the only thing that a seat can do while it is not asked. Seats are told as they sit around the
table: mine first, then clockwise. Sizes do not hang on the number of seats.

A game's table is a tuple of `Piece`; shapes, bounds, docs/lab.md and the compiled functions come from it.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import prod
from typing import Any

import numpy as np

from brimstone.caches import text_of
from brimstone.compiling import CACHE_LINE, COMPILED, GIVEN, home, hot_rule, row, weave
from brimstone.games.contract import Game, Setup
from brimstone.games.state import RULES, View, one_for

PASS = 0  # the action of whoever is not asked

AT = GIVEN
fill = first = mark = one = second = GIVEN


@dataclass(frozen=True)
class Piece:
    """A part of an observation."""

    name: str
    shape: tuple[int, ...]
    fill: Any  # compiled: fill(v, seat, out, i, at) writes it into out[i, at:]
    about: str
    high: int = 1  # no number in it is greater, whatever the options
    low: int = 0

    @property
    def size(self) -> int:
        """How many numbers it is."""
        return prod(self.shape)


@dataclass(frozen=True)
class Actions:
    """What can be done in a game, numbered; the functions are compiled."""

    number: Any  # number(setup) -> how many, passing among them
    move_of: Any  # move_of(seats, seat, action) -> the move of the rules
    action_of: Any  # action_of(seats, seat, move) -> the action
    # mark(v, seat, out, i, room): a 1 in the blank row i for every action that the asked seat can take; its moves can
    # be listed in `room`
    mark: Any
    about: tuple[tuple[str, str], ...]  # numbers and what they mean, for the docs


@dataclass(frozen=True)
class Table:
    """How a game is told in numbers."""

    version: int  # goes up when the same view gives other numbers, or an action another move
    dtype: str  # of the numbers
    stored: str  # what compiled code writes; wider than dtype where several numbers are written as one
    pieces: tuple[Piece, ...]
    actions: Actions
    blank: bool  # must a row of either kind be blank before it is written?
    mask_stored: str = "i1"
    # Do the pieces read nothing of a record that its seat's view does not hold? Then compiled batches may hand them
    # the record itself, which saves the view, half the time of a move at cards. Tests hold each table to it.
    reads_only_views: bool = False


def table_of(game: Game) -> Table:
    """The table of a game."""
    found: Table = importlib.import_module(f"brimstone.envs.{game.name}_pieces").TABLE
    return found


# --- compiled --------------------------------------------------------------------------------------------------------


def nothing(v, seat, out, i):  # type: ignore[no-untyped-def]
    """No piece."""


def cleared(v, seat, out, i):  # type: ignore[no-untyped-def]
    """Forget what stood there."""
    for k in range(out.shape[1]):
        out[i, k] = 0


def placed(v, seat, out, i):  # type: ignore[no-untyped-def]
    """One piece at its place."""
    first(v, seat, out, i, AT)


def both(v, seat, out, i):  # type: ignore[no-untyped-def]
    """Some pieces, then others."""
    first(v, seat, out, i)
    second(v, seat, out, i)


@cache
def name_of(game: Game) -> str:
    """A name for the game and the present text of its table and rules: it keeps what is compiled apart."""
    return f"{game.name}_{text_of(home(table_of(game).actions.mark)[1])}"


def hot_weave(function: Any, name: str, **parts: Any) -> Any:
    """The same as `weave`; the code goes into each loop that calls it."""
    copy = weave(function, name, **parts)
    return hot_rule(copy.py_func) if COMPILED else copy


def woven(game: Game, function: Any, *, weaver: Any = weave, **more: Any) -> Any:
    """A compiled copy of `function` in which the contract's rules and `fill`, `mark` and so on mean this game's."""
    parts = {rule: getattr(game, rule) for rule in RULES}
    actions = table_of(game).actions
    parts |= {"mark": actions.mark, "move_of": actions.move_of, "action_of": actions.action_of, "fill": filler(game)}
    return weaver(function, name_of(game), one=one_for(game), **parts, **more)


@cache
def filler(game: Game) -> Any:
    """fill(v, seat, out, i): a seat's view, or a record that it sees no more of, into row i of `out`; compiled."""
    table, name = table_of(game), name_of(game)
    at, wide = 0, np.dtype(table.stored).itemsize // np.dtype(table.dtype).itemsize
    parts = [hot_weave(cleared if table.blank else nothing, name)]
    for piece in table.pieces:
        parts.append(hot_weave(placed, f"{name}_{piece.name}", first=piece.fill, AT=at // wide))
        at += piece.size
    while len(parts) > 1:  # by halves: the compiler goes through a whole row of calls again for each further one
        named = f"{name}_{len(parts)}"
        halves = [
            hot_weave(both, f"{named}_{k}", first=parts[k], second=parts[k + 1]) for k in range(0, len(parts) - 1, 2)
        ]
        parts = halves + parts[2 * len(halves) :]
    return parts[0]


def observe_at(vs, j, seat, out, i):  # type: ignore[no-untyped-def]
    fill(one(vs, j), seat, out, i)


def mark_at(vs, j, seat, out, i, room):  # type: ignore[no-untyped-def]
    mark(one(vs, j), seat, out, i, room)


@cache
def observer(game: Game) -> Any:
    """`filler` for a batch and an index."""
    return woven(game, observe_at)


@cache
def marker(game: Game) -> Any:
    """`mark` for a batch and an index."""
    return woven(game, mark_at)


# --- from Python -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Encoding:
    """Observations and actions of a game that is set up."""

    setup: Setup
    table: Table

    @property
    def dtype(self) -> Any:
        """Of an observation."""
        return np.dtype(self.table.dtype)

    @cached_property
    def size(self) -> int:
        """How many numbers an observation is."""
        return sum(piece.size for piece in self.table.pieces)

    @cached_property
    def actions(self) -> int:
        """How many actions there are, passing among them."""
        return int(self.table.actions.number(self.setup))

    @cached_property
    def places(self) -> Mapping[str, slice]:
        """Where in an observation each piece stands."""
        found, at = {}, 0
        for piece in self.table.pieces:
            found[piece.name] = slice(at, at + piece.size)
            at += piece.size
        return found

    def bounds(self) -> tuple[Any, Any]:
        """The least and the greatest that each number can be."""
        low = np.concatenate([np.full(piece.size, piece.low, self.dtype) for piece in self.table.pieces])
        high = np.concatenate([np.full(piece.size, piece.high, self.dtype) for piece in self.table.pieces])
        return low, high

    def parts(self, rows: Any) -> dict[str, Any]:
        """The pieces of an observation, or of a batch of them, by name: no copies."""
        shapes = {piece.name: piece.shape for piece in self.table.pieces}
        return {name: rows[..., at].reshape(*rows.shape[:-1], *shapes[name]) for name, at in self.places.items()}

    def rows(self, number: int) -> tuple[Any, Any]:
        """Blank rows for observations: as compiled code writes them, and the same memory as numbers of dtype."""
        stored = lines(number, self.size * self.dtype.itemsize, self.table.stored)
        return stored, stored.view(self.dtype)

    def masks(self, number: int) -> tuple[Any, Any]:
        """Blank rows for masks: as compiled code writes them, and the same memory as int8. A row is whole words."""
        stored = lines(number, -(-self.actions // 8) * 8, self.table.mask_stored)
        return stored, stored.view(np.int8)[:, : self.actions]

    def observe(self, view: View) -> Any:
        """What this view's seat sees."""
        stored, rows = self.rows(1)
        observer(self.setup.game)(view.cells, 0, view.seat, stored, 0)
        return rows[0]

    def legal(self, view: View) -> Any:
        """What this view's seat can do now: 1 for each action; to pass, where it is not asked."""
        stored, masks = self.masks(1)
        if view.seat in view.waiting:
            marker(self.setup.game)(view.cells, 0, view.seat, stored, 0, row(self.setup.game.most_moves))
        else:
            masks[0, PASS] = 1
        return masks[0]

    def move(self, seat: int, action: int) -> int:
        """The move of the rules that an action of a seat is; PASS is none."""
        return int(self.table.actions.move_of(self.setup.seats, seat, action))

    def action(self, seat: int, move: int) -> int:
        """The action that a seat's move is."""
        return int(self.table.actions.action_of(self.setup.seats, seat, move))


def lines(number: int, size: int, dtype: str) -> Any:
    """So many blank rows of so many bytes; the first begins on a cache line."""
    room = np.zeros(number * size + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    return room[start : start + number * size].reshape(number, size).view(dtype)


def encoding_for(setup: Setup) -> Encoding:
    """How this game is told in numbers."""
    return Encoding(setup, table_of(setup.game))
