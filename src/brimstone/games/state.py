"""A game from Python: `State` for the whole truth, `View` for what one seat may know.

    state = start(find("coal"), seats=4)
    while state.actor != OVER:
        state.play(state.moves()[0])

Every entry into compiled code is by batch and index: that costs 0.3 µs, a record would cost ten times as much.
"""

from __future__ import annotations

import struct as packing
from collections.abc import Callable, Mapping
from functools import cache, partial
from operator import index, itemgetter
from types import SimpleNamespace
from typing import Any

from brimstone.caches import text_of
from brimstone.chance import Draws
from brimstone.compiling import COMPILED, GIVEN, PACKED, Struct, home, row, weave
from brimstone.games.contract import CHANCE, OVER, PUBLIC, BadMove, Game, Result, Setup
from brimstone.games.options import set_up

# --- doors: woven for each game, where `actor`, `play` and the others mean that game's ------------------------------

actor = begin = dtype = imagine = moves = one = outcome = placing = play = view = waiting = ways = GIVEN


def begin_at(ts, i):
    begin(one(ts, i))


def actor_at(ts, i):
    return actor(one(ts, i))


def waiting_at(ts, i):
    return waiting(one(ts, i))


def moves_at(ts, i, seat, out):
    return moves(one(ts, i), seat, out)


def ways_at(ts, i):
    return ways(one(ts, i))


def outcome_at(ts, i, k):
    return outcome(one(ts, i), k)


def odds_at(ts, i, out, weight):
    """The outcomes that chance can choose, each with its weight (all 0 before); returns how many."""
    t = one(ts, i)
    n = 0
    for k in range(ways(t)):
        found = outcome(t, k)
        at = n - 1
        while at >= 0 and out[at] != found:
            at -= 1
        if at < 0:
            at = n
            out[at] = found
            n += 1
        weight[at] += 1
    return n


def try_at(ts, i, move, out):
    """Play a move or outcome if it is legal; was it?"""
    t = one(ts, i)
    who = actor(t)
    if who == CHANCE:
        for k in range(ways(t)):
            if outcome(t, k) == move:
                play(t, move)
                return True
    elif who != OVER:
        for k in range(moves(t, who, out)):
            if out[k] == move:
                play(t, move)
                return True
    return False


def view_at(ts, i, seat, vs, j):
    view(one(ts, i), seat, one(vs, j))


def imagine_at(vs, i, seat, rs, j):
    imagine(one(vs, i), seat, rs[j])


def placing_at(ts, i, places, points):
    placing(one(ts, i), places, points)


RULES = ("actor", "begin", "imagine", "moves", "outcome", "placing", "play", "view", "waiting", "ways")
DOORS = (
    begin_at, actor_at, waiting_at, moves_at, ways_at, outcome_at, odds_at, try_at, view_at, imagine_at, placing_at,
)  # fmt: skip


def one_of_bytes(ts, i):
    """A record of a batch, or the record that a cell is."""
    return ts.view(dtype)[i]  # pragma: compiled


def one_of_list(ts, i):
    return ts[i]


@cache
def text_name(game: Game) -> str:
    """A name for the game and the present text of its rules."""
    module, source = home(game.play)
    return f"{game.name}_{module}_{text_of(source)}"


@cache
def one_for(game: Game) -> Any:
    """How one record of this game is found in a batch or cell."""
    if COMPILED:  # pragma: compiled
        return weave(one_of_bytes, text_name(game), dtype=game.table.dtype)
    return one_of_list


def woven_for(game: Game, function: Any, **more: Any) -> Any:
    """A compiled copy of `function` in which the names of the contract's rules mean this game's."""
    parts = {rule: getattr(game, rule) for rule in RULES}
    return weave(function, text_name(game), one=one_for(game), **parts, **more)


@cache
def doors(game: Game) -> Any:
    """The game's rules as functions of batch and index; a cell is a batch of one."""
    return SimpleNamespace(**{door.__name__: woven_for(game, door) for door in DOORS})


# --- numbers out of compiled code ------------------------------------------------------------------------------------


@cache
def reader(table: Struct, name: str) -> Callable[[Any], Any]:
    """How a field is read out of a cell: compiled from its place in the bytes, in a tenth of the time NumPy takes."""
    if COMPILED:  # pragma: compiled
        kind, place = table.fields[name], table.dtype.fields[name][1]
        unpack = packing.Struct(f"<{kind.size}{PACKED[kind.code]}").unpack_from
        if kind.shape:
            return lambda cells: kind.folded(list(unpack(cells, place)))
        return lambda cells: unpack(cells, place)[0]
    return partial(table.get, name=name)


@cache
def reader_of_all(table: Struct) -> Callable[[Any], dict[str, Any]]:
    """How all fields are read out of a cell: compiled by one call for all numbers, and one for all fields."""
    if COMPILED:  # pragma: compiled
        unpack = table.packed.unpack_from
        rows = {name: slice(start, end) for name, start, end, _ in table.blocks}
        parted = itemgetter(*(at for _, at in table.single), *rows.values())
        names = (*(name for name, _ in table.single), *rows)
        deep = [(name, kind) for name, _, _, kind in table.blocks if len(kind.shape) > 1]

        def read_all(cells: Any) -> dict[str, Any]:
            found = dict(zip(names, parted(list(unpack(cells))), strict=True))
            for name, kind in deep:
                found[name] = kind.folded(found[name])
            return found

        return read_all
    return table.all


def filled(out: Any, n: int) -> list[int]:
    """The first numbers of a row that rules have filled."""
    numbers: list[int] = out[:n].tolist() if COMPILED else out[:n]
    return numbers


@cache
def seats_in(bits: int) -> tuple[int, ...]:
    """The seats of a set of bits."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


new_state = object.__new__


class Position:
    """A state or a view: one record of a game, and the doors to it."""

    __slots__ = ("cells", "doors", "setup")

    def __init__(self, setup: Setup, cells: Any, entries: Any) -> None:
        self.setup, self.cells, self.doors = setup, cells, entries

    def __getitem__(self, field: str) -> Any:
        """A field as Python ints and lists of them."""
        return reader(self.setup.game.table, field)(self.cells)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def key(self) -> bytes:
        """The bytes of the record: equal bytes mean equal states."""
        return self.setup.game.table.key(self.cells)

    @property
    def actor(self) -> int:
        """The seat that moves, CHANCE or OVER."""
        return self.doors.actor_at(self.cells, 0)

    @property
    def waiting(self) -> tuple[int, ...]:
        """All seats that may choose now; several while choices are secret and simultaneous."""
        return seats_in(self.doors.waiting_at(self.cells, 0))

    def legal(self, seat: int) -> list[int]:
        """The moves of a waiting seat."""
        out = row(self.setup.game.most_moves)
        return filled(out, self.doors.moves_at(self.cells, 0, seat, out))

    def say(self, move: int) -> str:
        """A move or outcome in words."""
        return self.setup.game.say(self.setup, move)

    def fields(self) -> dict[str, Any]:
        """Every field by name."""
        return reader_of_all(self.setup.game.table)(self.cells)


class State(Position):
    """The whole truth about a game, played on in place."""

    __slots__ = ()

    def copy(self) -> State:
        """An independent copy."""
        other = new_state(State)  # searches copy often: this takes half as long as a call of State
        other.setup, other.cells, other.doors = self.setup, self.cells.copy(), self.doors
        return other

    def moves(self) -> list[int]:
        """What the actor may do; at chance's turn what can happen; empty at the end."""
        who = self.actor
        return [] if who == OVER else [move for move, _ in self.odds()] if who == CHANCE else self.legal(who)

    def odds(self) -> list[tuple[int, int]]:
        """At chance's turn: what can happen, with whole-number weights."""
        most = self.doors.ways_at(self.cells, 0)
        out, weight = row(most), row(most)
        n = self.doors.odds_at(self.cells, 0, out, weight)
        return list(zip(filled(out, n), filled(weight, n), strict=True))

    def draw(self, draws: Draws) -> int:
        """At chance's turn: an outcome, drawn by its odds."""
        k = draws.below(self.doors.ways_at(self.cells, 0))
        return int(self.doors.outcome_at(self.cells, 0, k))

    def play(self, move: int | str) -> None:
        """Play the actor's move or an outcome; raises BadMove, changing nothing, if that cannot be."""
        move = self.read(move) if isinstance(move, str) else index(move)
        out = row(self.setup.game.most_moves)
        if move.bit_length() > 62 or not self.doors.try_at(self.cells, 0, move, out):
            raise self.refusal(move)

    def read(self, words: str) -> int:
        """The move or outcome that words mean; raises BadMove, with what is legal, if they mean none."""
        try:
            return self.setup.game.read(self.setup, " ".join(words.split()))
        except BadMove as refused:
            raise BadMove(refused.reason, refused.paragraph, self.offer()) from None

    def offer(self) -> list[str]:
        """The legal moves in words, ranges drawn together."""
        return self.setup.game.offer(self.setup, self.moves())

    def refusal(self, move: int) -> BadMove:
        """Why the actor cannot make this move now."""
        if self.actor == OVER:
            return BadMove("the game is over")
        if not is_move(self.setup, move):
            return BadMove(f"{move} is no move of {self.setup.game.name}", "", self.offer())
        reason, paragraph = self.setup.game.why_not(self, self.actor, move)
        return BadMove(reason, paragraph, self.offer())

    def tell(self, move: int) -> list[list[str]]:
        """Play a move; the lines the public, then each seat, is told of it."""
        before = self.copy()
        self.play(move)
        return self.setup.game.told(before, move, self)

    def view(self, seat: int = PUBLIC) -> View:
        """What a seat with a perfect memory knows; or somebody who watches."""
        if seat not in range(PUBLIC, self.setup.seats):
            raise BadMove(f"there is no seat {seat + 1}")
        cells = self.setup.game.table.cell()
        self.doors.view_at(self.cells, 0, seat, cells, 0)
        return View(self.setup, cells, self.doors, seat)

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 before the first."""
        return int(self["round"])

    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        if self.actor != OVER:
            return None
        seats = self.setup.seats
        places, points = row(seats), row(seats)
        self.doors.placing_at(self.cells, 0, places, points)
        return Result(tuple(map(int, places)), tuple(map(int, points)), self.setup.game.reason(self))


class View(Position):
    """What one seat may know: a table with holes."""

    __slots__ = ("seat",)

    def __init__(self, setup: Setup, cells: Any, entries: Any, seat: int) -> None:
        super().__init__(setup, cells, entries)
        self.seat = seat

    def moves(self) -> list[int]:
        """What this seat may do now; empty while it has nothing to choose."""
        return self.legal(self.seat) if self.seat in self.waiting else []

    def imagine(self, draws: Draws) -> State:
        """A world that looks like this from here, its chance drawn by what is known."""
        cells = self.cells.copy()
        self.doors.imagine_at(cells, 0, self.seat, draws.sources, 0)
        return State(self.setup, cells, self.doors)

    def shown(self, everything: bool = False) -> dict[str, Any]:
        """What a person's screen shows of it: the rulebook's share, or at an open table everything."""
        return self.setup.game.shown(self, everything)


def is_move(setup: Setup, move: int) -> bool:
    """Does a number stand for a move: does it come back from its words?"""
    try:
        return setup.game.read(setup, setup.game.say(setup, move)) == move
    except (LookupError, BadMove):  # no such kind, seat or rank
        return False


def ready(setup: Setup) -> State:
    """A new game of this set-up."""
    table = setup.game.table
    cells = table.cell()
    table.set(cells, **setup.game.box(setup))
    entries = doors(setup.game)
    entries.begin_at(cells, 0)
    return State(setup, cells, entries)


def start(game: Game, seats: int, options: Mapping[str, Any] | None = None) -> State:
    """A new game."""
    return ready(set_up(game, seats, options))
