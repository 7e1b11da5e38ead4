"""A process that appends is killed at any instant: what it was told is kept, and nothing is kept in part."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import time
from pathlib import Path

import pytest

from brimstone.server.store import Store
from tests.server.test_store import opened

TABLES = [f"table{n:07}" for n in range(20)]
ROUNDS = 12
LONGEST = 0.4  # seconds from the first answer to the kill
STARTING = 60.0  # seconds

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__])  # so that each starts at once


def body(table: str, n: int) -> bytes:
    """What entry `n` of a table must be."""
    return f"{table} {n}".encode()


async def append_pairs(store: Store, table: str, answers: int) -> None:
    """Append pairs after what is there, and write down the number of each that is answered."""
    n = len(await store.entries(table)) + 1
    while await store.append(table, n, [body(table, n), body(table, n + 1)], n):
        os.write(answers, f"{table} {n + 1}\n".encode())
        n += 2


async def append_for_ever(url: str, answers: int) -> None:
    store = await Store.open(url)
    await asyncio.gather(*(append_pairs(store, table, answers) for table in TABLES))


def run(url: str, answered: Path) -> None:
    """The process that is killed."""
    asyncio.run(append_for_ever(url, os.open(answered, os.O_WRONLY | os.O_APPEND)))


def answered_before_kill(url: str, after: float, answered: Path) -> dict[str, int]:
    """The last entry of each table that a process, killed some time after its first answer, was told of."""
    answered.write_text("")
    process = PROCESSES.Process(target=run, args=(url, answered))
    process.start()
    until = time.monotonic() + STARTING
    while not answered.stat().st_size and time.monotonic() < until:
        time.sleep(0.005)
    time.sleep(after)
    process.kill()
    process.join()
    assert process.exitcode == -9
    process.close()
    told = [line.split() for line in answered.read_text().splitlines(keepends=True) if line.endswith("\n")]
    return {table: int(n) for table, n in told}


@pytest.mark.asyncio
async def test_what_was_answered_survives_kills(database_url: str, tmp_path: Path) -> None:
    store = await Store.open(database_url)
    for table in TABLES:
        await opened(store, id=table)
    for turn in range(ROUNDS):
        after = random.Random(turn).uniform(0, LONGEST)
        told = await asyncio.to_thread(answered_before_kill, database_url, after, tmp_path / "answered")
        assert told
        for table in TABLES:
            log = await store.entries(table)
            assert len(log) >= told.get(table, 1)
            assert len(log) % 2 == 1  # the first entry, then pairs
            assert [row.body for row in log[1:]] == [body(table, n) for n in range(2, len(log) + 1)]
    await store.close()
