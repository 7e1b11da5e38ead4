"""A screen shows some of a view's fields: those are read together, and no others are touched."""

from __future__ import annotations

import struct as packing
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any

from brimstone.compiling import COMPILED, PACKED, Struct
from brimstone.games.state import View


def shares(view: View, names: tuple[str, ...]) -> dict[str, Any]:
    """Some fields of a view, several, by name; of a field with a place for each seat, those of the seats in play."""
    setup = view.setup
    return reader(setup.game.table, names, setup.seats)(view.cells)


@cache
def reader(table: Struct, names: tuple[str, ...], seats: int) -> Callable[[Any], dict[str, Any]]:
    """How these fields are read out of a cell."""
    if not COMPILED:
        return lambda cells: {name: cut(table.get(cells, name), seats) for name in names}
    places, layout, at, count = {}, "<", 0, 0  # pragma: compiled
    for name in sorted(names, key=lambda name: table.dtype.fields[name][1]):
        kind, start = table.fields[name], table.dtype.fields[name][1]
        size = kind.size // kind.shape[0] * seats if kind.shape else 1
        layout += f"{start - at}x{size}{PACKED[kind.code]}"
        places[name] = slice(count, count + size) if kind.shape else count
        at, count = start + packing.calcsize(f"<{size}{PACKED[kind.code]}"), count + size
    unpack, parted = packing.Struct(layout).unpack_from, itemgetter(*(places[name] for name in names))
    deep = [(name, kind) for name in names if len((kind := table.fields[name]).shape) > 1]

    def read(cells: Any) -> dict[str, Any]:
        found = dict(zip(names, parted(list(unpack(cells))), strict=True))
        for name, kind in deep:
            found[name] = kind.folded(found[name])
        return found

    return read


def cut(value: Any, seats: int) -> Any:
    return value[:seats] if isinstance(value, list) else value
