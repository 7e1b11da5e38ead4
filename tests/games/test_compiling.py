"""One source, two ways to run it: records have the same bytes, and rules the same meaning, compiled or not."""

# mypy does not see what `@struct` makes of a class, nor that a field's annotation is a width.
# mypy: disable-error-code="attr-defined, valid-type"

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brimstone import caches
from brimstone.compiling import (
    COMPILED,
    constants,
    i8,
    i16,
    i32,
    i64,
    plus,
    put,
    row,
    rule,
    struct,
    times,
    u8,
    weave,
)

ROOT = Path(__file__).parents[2]
compiled_only = pytest.mark.skipif(not COMPILED, reason="says nothing about uncompiled rules")


@struct
class Shed:
    """A record with a field of every width."""

    small: i8
    grid: i8[2, 3]
    wide: i64
    index: u8
    row: i16[4]
    money: i32[2]


@rule
def stir(t, by):  # type: ignore[no-untyped-def]
    t.wide = plus(times(t.wide, 3), by)
    t.small -= 1
    t.row[1] += t.small
    t.grid[1][2] = t.grid[0][0] + by
    t.money[t.index] += 1000 * by


@rule
def stir_at(ts, i, by):  # type: ignore[no-untyped-def]
    stir(ts[i], by)


helper: Any = None  # names that only a woven copy gives a meaning
acting: Any = None


def act(t):  # type: ignore[no-untyped-def]
    t.small = helper(7)


def act_at(ts, i):  # type: ignore[no-untyped-def]
    acting(ts[i])


@rule
def double(n):  # type: ignore[no-untyped-def]
    return 2 * n


@rule
def triple(n):  # type: ignore[no-untyped-def]
    return 3 * n


FULL = {
    "small": -5, "grid": [[1, 2, 3], [4, 5, 6]], "wide": -(2**60), "index": 1, "row": [1, -2, 300, -4],
    "money": [10, 100_000],
}  # fmt: skip


def shed(**values: Any) -> Any:
    cells = Shed.batch()
    Shed.set(cells, **values)
    return cells


def fields(cells: Any, i: int = 0) -> dict[str, Any]:
    return {name: Shed.get(cells, name, i) for name in Shed.fields}


# --- records ---------------------------------------------------------------------------------------------------------


def test_wide_numbers_come_first_so_that_there_are_no_holes() -> None:
    assert Shed.dtype.names == ("wide", "money", "row", "small", "grid", "index")
    assert Shed.dtype.itemsize == 8 + 2 * 4 + 4 * 2 + 1 + 6 + 1
    for name in Shed.dtype.names:
        kind, at = Shed.dtype.fields[name][:2]
        assert at % kind.base.itemsize == 0
    assert (Shed.name, Shed.doc) == ("Shed", "A record with a field of every width.")


def test_a_new_record_is_blank() -> None:
    assert fields(Shed.batch()) == {
        "small": 0, "grid": [[0] * 3] * 2, "wide": 0, "index": 0, "row": [0] * 4, "money": [0] * 2,
    }  # fmt: skip
    assert Shed.key(Shed.batch()) == bytes(Shed.dtype.itemsize) == Shed.key(Shed.cell())


def test_what_is_set_is_got() -> None:
    assert fields(shed(**FULL)) == FULL
    assert all(type(value) in (int, list) for value in fields(shed(**FULL)).values())


def test_a_shorter_list_fills_a_block_from_its_start() -> None:
    cells = shed(**FULL)
    Shed.set(cells, row=[9], grid=[[7, 7]], money=[-1])
    assert fields(cells) == FULL | {"row": [9, -2, 300, -4], "grid": [[7, 7, 3], [4, 5, 6]], "money": [-1, 100_000]}


def test_what_is_got_is_a_copy() -> None:
    cells = shed(**FULL)
    Shed.get(cells, "grid")[0][0] = 99
    Shed.get(cells, "row").clear()
    assert fields(cells) == FULL


def test_the_bytes_are_the_numbers_little_end_first() -> None:
    key = Shed.key(shed(**FULL))
    assert key[:8] == (2**64 - 2**60).to_bytes(8, "little")
    assert key[8:16] == (10).to_bytes(4, "little") + (100_000).to_bytes(4, "little")
    assert key[16:] == b"\x01\x00\xfe\xff\x2c\x01\xfc\xff" + b"\xfb" + bytes([1, 2, 3, 4, 5, 6]) + b"\x01"


def test_all_fields_at_once_are_the_fields_one_by_one() -> None:
    batch = Shed.batch(2)
    Shed.set(batch, 1, **FULL)
    assert Shed.all(batch, 1) == FULL
    assert Shed.all(batch) == fields(Shed.batch())
    Shed.all(batch, 1)["grid"][0][0] = 99
    assert fields(batch, 1) == FULL


def test_records_of_a_batch_are_apart() -> None:
    batch = Shed.batch(3)
    Shed.set(batch, 1, **FULL)
    assert Shed.key(batch, 0) == Shed.key(batch, 2) == Shed.key(Shed.batch())
    assert fields(batch, 1) == FULL
    put(batch, 2, batch, 1)
    stir_at(batch, 1, 4)
    assert fields(batch, 2) == FULL
    assert fields(batch, 1) != FULL


def test_a_copy_is_independent() -> None:
    cells = Shed.cell()
    Shed.set(cells, **FULL)
    other = cells.copy()
    assert Shed.key(other) == Shed.key(cells)
    Shed.set(other, wide=1, row=[5], grid=[[8]])
    assert fields(cells) == FULL
    batch = Shed.batch(2)
    Shed.lay(batch, 1, cells)
    Shed.set(cells, row=[7, 7, 7, 7])
    assert fields(batch, 1) == FULL
    assert Shed.key(batch, 0) == bytes(Shed.dtype.itemsize)


def test_rules_mean_the_same_compiled_or_not() -> None:
    cells = shed(**FULL)
    for by in (1, 7, -3):
        stir_at(cells, 0, by)
    wide = -(2**60)
    for by in (1, 7, -3):
        wide = (3 * wide + by + 2**63) % 2**64 - 2**63
    assert fields(cells) == {
        "small": -8, "grid": [[1, 2, 3], [4, 5, 1 - 3]], "wide": wide, "index": 1, "row": [1, -2 - 6 - 7 - 8, 300, -4],
        "money": [10, 105_000],
    }  # fmt: skip


# --- weaving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("part", "expected"), [(double, 14), (triple, 21)])
def test_weave_gives_names_a_meaning(part: Any, expected: int) -> None:
    name = f"n{expected}"
    woven = weave(act_at, name, acting=weave(act, name, helper=part))
    cells = Shed.batch()
    woven(cells, 0)
    assert Shed.get(cells, "small") == expected
    assert helper is None  # the module's own names stay as they are


def test_a_woven_copy_has_a_name_of_its_own() -> None:
    woven = weave(act, "mine", helper=double)
    function = getattr(woven, "py_func", woven)
    assert function.__qualname__ == "act_mine"
    assert function.__module__ == act.__module__
    assert act.__qualname__ == "act"


def test_rows_and_constants_can_be_filled_and_indexed() -> None:
    out = row(3)
    out[1] = 5
    assert [int(n) for n in out] == [0, 5, 0]
    assert [int(n) for n in constants(n * n for n in range(4))] == [0, 1, 4, 9]


# --- the cache -------------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
@compiled_only
def test_compiled_rules_are_kept_in_our_cache() -> None:
    stir_at(Shed.batch(), 0, 1)
    assert Path(stir_at.stats.cache_path).is_relative_to(caches.CACHES)


@pytest.mark.compiled_only
@compiled_only
def test_compiled_a_cell_is_a_row_of_bytes() -> None:
    cell = Shed.cell()
    assert isinstance(cell, np.ndarray)
    assert (cell.dtype, cell.shape) == (np.uint8, (Shed.dtype.itemsize,))


@pytest.mark.compiled_only
@compiled_only
def test_compiled_and_plain_records_have_the_same_bytes() -> None:
    ask = (
        "from tests.games.test_compiling import *\n"
        "cells = shed(**FULL); stir_at(cells, 0, 5); print(Shed.key(cells).hex(), COMPILED)"
    )
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    found = subprocess.run(
        [sys.executable, "-c", ask], env=env, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout  # fmt: skip
    cells = shed(**FULL)
    stir_at(cells, 0, 5)
    assert found.split() == [Shed.key(cells).hex(), "False"]


@rule
def doubled(number: int) -> int:
    return number * 2


@pytest.mark.compiled_only
@compiled_only
def test_a_function_called_with_constants_is_compiled_once() -> None:
    from numba import types

    for constant in (1, 2, 3):  # as a compiled caller asks for it
        doubled.get_call_template((types.literal(constant),), {})
    assert doubled.signatures == [(types.int64,)]
