"""One source, two ways to run it: compiled by Numba, or (`NUMBA_DISABLE_JIT=1`, `brimstone.plain`) as plain Python.

A *struct* is a record of fixed size, a *batch* is an indexable row of them. Compiled, a batch is a NumPy array and
`batch[i]` points into it; as plain Python it is a list of small objects with ints and lists inside. Code that
keeps to `batch[i]`, `t.field`, `t.field[k]` and `t.field[k][j]` cannot tell the difference.
"""

from __future__ import annotations

import hashlib
import inspect
import math
import os
import struct as packing
import types
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

import brimstone
from brimstone.caches import cache_for

COMPILED = not brimstone.plain and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
if COMPILED:
    import numba
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator

    class ByText(UserProvidedCacheLocator):  # type: ignore[misc]
        """A directory named by texts (see caches): the same text in another place has the same compiled code."""

        def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
            self._py_file, self._lineno = py_file, py_func.__code__.co_firstlineno
            self._cache_path = str(cache_for(*home(py_func)))

        @classmethod
        def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Any:
            return cls(py_func, py_file)

    class BySignature(IndexDataCacheFile):  # type: ignore[misc]
        """A file for each signature, named by it. Numba's own number them in an index: two processes that compile at
        the same time may take the same number, and one finds the other's code under it."""

        def name(self, key: Any) -> str:
            digest = hashlib.sha256(f"{self._version} {key!r}".encode()).hexdigest()
            return str(self._data_name_pattern.format(number=int(digest[:16], 16)))

        def save(self, key: Any, data: Any) -> None:
            self._save_data(self.name(key), data)

        def load(self, key: Any) -> Any:
            try:
                return self._load_data(self.name(key))
            except FileNotFoundError:
                return None

    class Located(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (ByText,)

    class Kept(FunctionCache):  # type: ignore[misc]
        """What Numba asks for compiled code. Nothing of it is set for the whole process: threads compile at once."""

        _impl_class = Located

        def __init__(self, function: Callable[..., Any]) -> None:
            super().__init__(function)
            self._cache_file = BySignature(self.cache_path, self._impl.filename_base, None)


def home(function: Callable[..., Any]) -> tuple[str, Path]:
    """The module that a function, compiled or not, lives in, and its file."""
    plain_function = getattr(function, "py_func", function)
    source = inspect.getsourcefile(plain_function)
    if source is None:
        raise TypeError(f"{function} was not written in a file")
    return plain_function.__module__.replace(".", "_"), Path(source)


class Number:
    """The type of a field: one number of this many bytes, or (`i8[6]`, `i8[6, 11]`) a fixed block of them."""

    def __init__(self, code: str, shape: tuple[int, ...] = ()) -> None:
        self.code, self.shape = code, shape

    def __getitem__(self, shape: int | tuple[int, ...]) -> Number:
        return Number(self.code, shape if isinstance(shape, tuple) else (shape,))

    @property
    def size(self) -> int:
        """How many numbers it is."""
        return math.prod(self.shape)

    def folded(self, numbers: list[int]) -> list[Any]:
        """The numbers of a block as nested lists."""
        if len(self.shape) == 1:
            return numbers
        part = Number(self.code, self.shape[1:])
        return [part.folded(numbers[k : k + part.size]) for k in range(0, len(numbers), part.size)]

    def blank(self, depth: int = 0) -> Any:
        """Zero, or nested lists of zeros."""
        if depth == len(self.shape):
            return 0
        return [self.blank(depth + 1) for _ in range(self.shape[depth])]


i8, i16, i32, i64 = (Number(code) for code in ("i1", "i2", "i4", "i8"))
PACKED = {
    "i1": "b",
    "i2": "h",
    "i4": "i",
    "i8": "q",
    "u1": "B",
    "f4": "f",
    "f8": "d",
}  # as the module `struct` calls them
u8 = Number("u1")  # for what serves as an index: compiled code need not ask whether it is negative


CACHE_LINE = 64  # bytes: a batch begins on one, else the same code runs a third slower where memory lies badly


class Struct:
    """What `@struct` makes of a class of annotations: the record's type and the makers of batches."""

    def __init__(self, cls: type) -> None:
        self.name = cls.__name__
        self.doc = cls.__doc__
        self.fields: dict[str, Number] = inspect.get_annotations(cls, eval_str=True)
        # Large numbers first, up to a multiple of 8 bytes: in a batch, too, everything lies on its natural boundary.
        rows = sorted(self.fields.items(), key=lambda item: -np.dtype(item[1].code).itemsize)
        packed: Any = np.dtype([(name, f"<{kind.code}", kind.shape) for name, kind in rows])
        self.names = [name for name, _ in rows]
        layout: Any = {
            "names": self.names,
            "formats": [packed[name] for name in self.names],
            "offsets": [packed.fields[name][1] for name in self.names],
            "itemsize": -(-packed.itemsize // 8) * 8,
        }
        self.dtype = np.dtype(layout)
        self.packed = packing.Struct("<" + "".join(f"{kind.size}{PACKED[kind.code]}" for _, kind in rows))
        ends = np.cumsum([kind.size for _, kind in rows]).tolist()
        spans = {name: (end - kind.size, end) for (name, kind), end in zip(rows, ends, strict=True)}
        self.single = [(name, spans[name][0]) for name, kind in self.fields.items() if not kind.shape]
        self.blocks = [(name, *spans[name], kind) for name, kind in self.fields.items() if kind.shape]
        self.plain = type(self.name, (Plain,), {"__slots__": tuple(self.fields), "FIELDS": self.fields})

    def batch(self, size: int = 1) -> Any:
        """`size` blank records: every number 0."""
        if not COMPILED:
            return PlainBatch(self.plain() for _ in range(size))
        room = np.zeros(size * self.dtype.itemsize + CACHE_LINE, np.uint8)
        start = -room.ctypes.data % CACHE_LINE
        return room[start : start + size * self.dtype.itemsize].view(self.dtype)

    def cell(self) -> Any:
        """One blank record as bare bytes, which NumPy makes and copies in a tenth of the time."""
        return np.zeros(self.dtype.itemsize, np.uint8) if COMPILED else PlainBatch([self.plain()])

    def lay(self, batch: Any, i: int, cell: Any) -> None:
        """Copy a cell over record `i` of a batch."""
        if COMPILED:
            batch[i] = cell.view(self.dtype)[0]
        else:
            cell[0].pour(batch[i])

    def key(self, batch: Any, i: int = 0) -> bytes:
        """The record's bytes: equal bytes mean equal records, compiled or not."""
        if COMPILED:
            return bytes(batch.view(self.dtype)[i].tobytes())
        record = np.zeros(1, self.dtype)
        record[0] = tuple(getattr(batch[i], name) for name in self.names)
        return record.tobytes()

    def get(self, batch: Any, name: str, i: int = 0) -> Any:
        """A field as Python ints and lists of them."""
        if COMPILED:
            return batch.view(self.dtype)[name][i].tolist()
        return unshared(getattr(batch[i], name))

    def all(self, batch: Any, i: int = 0) -> dict[str, Any]:
        """Every field by name, ten times as quick as one by one."""
        if not COMPILED:
            return {name: unshared(getattr(batch[i], name)) for name in self.fields}
        numbers = self.packed.unpack_from(batch, i * self.dtype.itemsize)
        found: dict[str, Any] = {name: numbers[at] for name, at in self.single}
        for name, start, end, kind in self.blocks:
            found[name] = kind.folded(list(numbers[start:end]))
        return found

    def set(self, batch: Any, i: int = 0, **values: Any) -> None:
        """Write fields from Python; a shorter list fills a block from its start."""
        for name, value in values.items():
            if COMPILED:
                block = batch.view(self.dtype)[name]
                block[(i, *(slice(n) for n in np.shape(value)))] = value
            elif isinstance(value, list):
                overlay(getattr(batch[i], name), value)
            else:
                setattr(batch[i], name, value)


class Plain:
    """A record outside compiled code: slots with ints and lists of ints."""

    __slots__ = ()
    FIELDS: dict[str, Number]

    def __init__(self) -> None:
        for name, kind in self.FIELDS.items():
            setattr(self, name, kind.blank())

    def copy(self) -> Plain:
        """An independent copy."""
        other = type(self)()
        self.pour(other)
        return other

    def pour(self, other: Plain) -> None:
        """Make `other` equal to this record."""
        for name in self.FIELDS:
            setattr(other, name, unshared(getattr(self, name)))


class PlainBatch(list[Plain]):
    """A row of plain records whose copy is independent, as an array's is."""

    def copy(self) -> PlainBatch:
        """An independent copy."""
        return PlainBatch(record.copy() for record in self)


def unshared(value: Any) -> Any:
    return [unshared(part) for part in value] if isinstance(value, list) else value


def overlay(block: list[Any], value: list[Any]) -> None:
    for k, part in enumerate(value):
        if isinstance(part, list):
            overlay(block[k], part)
        else:
            block[k] = part


def struct(cls: type) -> Struct:
    """Declare a record: `class Table: money: i32[6]`."""
    return Struct(cls)


def constants(numbers: Iterable[int]) -> Any:
    """A fixed row of small numbers that compiled code may index."""
    return np.array(list(numbers), np.int8) if COMPILED else list(numbers)


def row(size: int) -> Any:
    """A row of `size` integers for rules to fill."""
    return np.zeros(size, np.int64) if COMPILED else [0] * size


def rule(function: Callable[..., Any], *, forceinline: bool = False) -> Any:
    """Compile a function when it is first needed, keep the result in our cache; as plain Python, leave it alone."""
    if not COMPILED:
        return function
    settings = {"nogil": True, "error_model": "numpy", "forceinline": forceinline}
    compiled = numba.njit(no_cfunc_wrapper=True, **settings)(function)  # nobody calls rules from C
    compiled._cache = Kept(function)
    compiled.get_call_template = without_constants(compiled.get_call_template)
    return compiled


def without_constants(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """How a caller finds the code of a function: Numba would compile it anew for every constant that it is called with;
    constants find their way into inlined code anyway."""

    def resolved(arguments: Iterable[Any], named: dict[str, Any]) -> Any:
        return resolve(
            tuple(map(numba.types.unliteral, arguments)), {k: numba.types.unliteral(v) for k, v in named.items()}
        )

    return resolved


def hot_rule(function: Callable[..., Any]) -> Any:
    """A rule on the path of every move: its code goes into each loop that calls it."""
    return rule(function, forceinline=True)


GIVEN: Any = None  # what a global name means until `weave` gives it a meaning


def weave(function: Callable[..., Any], name: str, **parts: Any) -> Any:
    """A compiled copy of `function` in which the global names `parts` mean these; `name` keeps its cache apart."""
    copy = types.FunctionType(
        function.__code__, {**function.__globals__, **parts}, function.__name__, function.__defaults__
    )
    copy.__qualname__ = f"{function.__qualname__}_{name}"
    copy.__module__ = function.__module__
    return rule(copy)


if COMPILED:

    @hot_rule
    def put(to, i, source, j):  # type: ignore[no-untyped-def]
        """Copy record `j` of `source` over record `i` of `to`."""
        to[i] = source[j]

    # Numba tells LLVM that signed sums and products never overflow; where they should wrap, they must be unsigned.
    @rule
    def plus(a, b):  # type: ignore[no-untyped-def]
        """a + b in 64 signed bits."""
        return np.int64(np.uint64(a) + np.uint64(b))

    @rule
    def times(a, b):  # type: ignore[no-untyped-def]
        """a * b in 64 signed bits."""
        return np.int64(np.uint64(a) * np.uint64(b))

else:

    def put(to: Any, i: int, source: Any, j: int) -> None:
        """Copy record `j` of `source` over record `i` of `to`."""
        source[j].pour(to[i])

    def plus(a: int, b: int) -> int:
        """a + b in 64 signed bits."""
        return ((a + b + 2**63) & (2**64 - 1)) - 2**63

    def times(a: int, b: int) -> int:
        """a * b in 64 signed bits."""
        return ((a * b + 2**63) & (2**64 - 1)) - 2**63
