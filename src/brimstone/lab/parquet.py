"""Positions and games as Parquet files, through pyarrow (the extra `lab`); memory does not grow with the file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

import brimstone
from brimstone.extras import bring
from brimstone.games.contract import BrimstoneError, Setup
from brimstone.games.options import written
from brimstone.lab.batches import Games, Positions


def columns(rows: Games | Positions) -> dict[str, Any]:
    """Every column by name; the fields of a view as `view.money`, one column each."""
    found = {}
    for field in fields(rows):
        column = getattr(rows, field.name)
        if column.dtype.names is None:
            found[field.name] = column
        else:
            found |= {f"{field.name}.{name}": column[name] for name in column.dtype.names}
    return found


class Digest:
    """A fingerprint of columns, whatever file they are kept in and however they were cut into chunks."""

    def __init__(self) -> None:
        self.parts: dict[str, Any] = {}

    def add(self, found: dict[str, Any]) -> None:
        for name, column in found.items():
            self.parts.setdefault(name, hashlib.sha256()).update(np.ascontiguousarray(column).tobytes())

    def __str__(self) -> str:
        whole = hashlib.sha256()
        for name in sorted(self.parts):
            whole.update(f"{name} {self.parts[name].hexdigest()}\n".encode())
        return whole.hexdigest()


def write(path: Path, setup: Setup, chunks: Iterable[Games | Positions], **about: Any) -> tuple[int, str]:
    """Write chunks as row groups; how many rows there are, and their fingerprint. `about` goes into the file, too."""
    arrow, parquet = bring("pyarrow", "lab"), bring("pyarrow.parquet", "lab")
    told = {
        "brimstone": brimstone.__version__, "game": setup.game.name, "rules": setup.game.version,
        "seats": setup.seats, "options": written(setup), **about,
    }  # fmt: skip
    rows, digest, writer = 0, Digest(), None
    half = path.with_name(f"{path.name}.half")  # a file is whole, or it is not there
    try:
        for chunk in chunks:
            if not len(chunk.game):
                continue
            found = columns(chunk)
            digest.add(found)
            table = arrow.table({name: arrow_of(arrow, column) for name, column in found.items()})
            if writer is None:
                table = table.replace_schema_metadata({"brimstone": json.dumps(told)})
                writer = parquet.ParquetWriter(half, table.schema, compression="zstd")
            writer.write_table(table.cast(writer.schema))
            rows += table.num_rows
        if writer is None:
            raise BrimstoneError(f"{path}: there are no rows to write.")
        writer.close()
        half.replace(path)
    finally:
        if writer is not None:
            writer.close()
            half.unlink(missing_ok=True)
    return rows, str(digest)


def arrow_of(arrow: Any, column: Any) -> Any:
    """A column as Arrow knows it: a block of numbers a row is a list of fixed length."""
    flat = arrow.array(np.ascontiguousarray(column).reshape(-1))
    for size in reversed(column.shape[1:]):
        flat = arrow.FixedSizeListArray.from_arrays(flat, int(size))
    return flat
