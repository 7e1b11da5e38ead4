"""A screen shows some of a view's fields: those are read together, and no others are touched."""

from __future__ import annotations

import struct as packing
from collections.abc import Callable
from operator import itemgetter
from typing import Any

from brimstone.compiling import COMPILED, PACKED
from brimstone.games.state import View

Reader = Callable[[Any], dict[str, Any]]


class Shares:
    """Some fields of a game's views, by name; of those with a place for each seat, the places of the seats in play."""

    def __init__(self, table: Any, *names: str) -> None:
        self.table, self.names = table, names  # a Struct, several names
        self.readers: dict[int, Reader] = {}  # by the number of seats

    def of(self, view: View) -> dict[str, Any]:
        """What the view has in these fields."""
        seats = view.setup.seats
        read = self.readers.get(seats)
        if read is None:
            read = self.readers[seats] = self.packed(seats) if COMPILED else self.plain(seats)
        return read(view.cells)

    def plain(self, seats: int) -> Reader:
        """How they are read out of a cell: one by one."""

        def cut(value: Any) -> Any:
            return value[:seats] if isinstance(value, list) else value

        return lambda cells: {name: cut(self.table.get(cells, name)) for name in self.names}

    def packed(self, seats: int) -> Reader:  # pragma: compiled
        """How they are read out of a cell: by one call for all numbers, and one for all fields."""
        names, table = self.names, self.table
        places, layout, at, count = {}, "<", 0, 0
        for name in sorted(names, key=lambda name: table.dtype.fields[name][1]):
            kind, start = table.fields[name], table.dtype.fields[name][1]
            size = kind.size // kind.shape[0] * seats if kind.shape else 1
            part = f"{size}{PACKED[kind.code]}"
            layout += f"{start - at}x{part}"
            places[name] = slice(count, count + size) if kind.shape else count
            at, count = start + packing.calcsize(f"<{part}"), count + size
        unpack, parted = packing.Struct(layout).unpack_from, itemgetter(*(places[name] for name in names))
        deep = [(name, kind) for name in names if len((kind := table.fields[name]).shape) > 1]

        def read(cells: Any) -> dict[str, Any]:
            found = dict(zip(names, parted(list(unpack(cells))), strict=True))
            for name, kind in deep:
                found[name] = kind.folded(found[name])
            return found

        return read
