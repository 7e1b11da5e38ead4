"""How many moves a second the store commits: `python -m benchmarks.store`.

*together* is the store with many tables appending at once, each waiting for its answer before its next move; *alone*
is the same rows in a transaction each, one after the other, through the same engine. PostgreSQL is started for it on
this machine, and flushes every commit to the disk, as SQLite does here.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import msgspec
from sqlalchemy import insert

from brimstone.server.schema import TableRow, log
from brimstone.server.store import Store
from tests.server.services import Postgres, home, running

BODY = b'{"is":"played","guest":3,"key":"k-0123456789abcdef","seat":2,"say":"bet 120"}'
ROW = TableRow("", "coal", 4, "playing", False, 0, 0, "0" * 64, "0" * 64, b"{}", 1)


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


async def appended(store: Store, table: str, until: float, waits: list[float]) -> int:
    """How many entries one table got."""
    n = 1
    while (begun := time.perf_counter()) < until:
        n += 1
        if not await store.append(table, n, [BODY], now()):
            raise RuntimeError(f"{table} {n} was taken")
        waits.append(time.perf_counter() - begun)
    return n - 1


def alone(store: Store, table: str, seconds: float) -> float:
    """Rows a second, a transaction each."""
    n, begun = 1, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        n += 1
        with store.writer.engine.begin() as connection:
            connection.execute(insert(log).values(table_id=table, n=n, at=now(), body=BODY))
    return (n - 1) / (time.perf_counter() - begun)


async def measured(url: str, tables: int, seconds: float) -> dict[str, object]:
    """The figures of one database."""
    store = await Store.open(url)
    ids = [f"table{n:07}" for n in range(tables + 1)]
    for each in ids:
        await store.create(msgspec.structs.replace(ROW, id=each), "Ada", "0" * 64, [BODY])
    waits: list[float] = []
    begun = time.perf_counter()
    counts = await asyncio.gather(*(appended(store, each, begun + seconds, waits) for each in ids[1:]))
    together = sum(counts) / (time.perf_counter() - begun)
    single = await asyncio.to_thread(alone, store, ids[0], seconds)
    await store.close()
    waits.sort()
    return {
        "tables": tables,
        "together_rows_s": round(together),
        "alone_rows_s": round(single),
        "ratio": round(together / single, 1),
        "p50_ms": round(waits[len(waits) // 2] * 1000, 1),
        "p99_ms": round(waits[len(waits) * 99 // 100] * 1000, 1),
    }


def main() -> None:
    """Measure both databases, and print a line of figures for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measured(f"sqlite:///{Path(folder)}/tables.sqlite", asked.tables, asked.seconds))
        print(msgspec.json.encode({"database": "sqlite"} | figures).decode(), flush=True)
    with home("postgres") as path:
        service = Postgres(path, durable=True)
        with running(service), service.database() as url:
            figures = asyncio.run(measured(url, asked.tables, asked.seconds))
            print(msgspec.json.encode({"database": "postgresql"} | figures).decode())


if __name__ == "__main__":
    main()
