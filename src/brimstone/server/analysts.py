"""Finished games taken apart, one at a time, in a process of low priority; the last ones are kept."""

from __future__ import annotations

import multiprocessing
import os
from collections import OrderedDict
from concurrent.futures import Future, ProcessPoolExecutor

import msgspec

from brimstone.record import Record, read

KEPT = 64  # analyses
WAITING = 20  # games at once; who asks for one more is told to come again


def nice() -> None:
    os.nice(10)


def analyse(text: str) -> bytes:
    """The analysis of a record, as JSON."""
    from brimstone.analysis.account import analyse as analysed
    from brimstone.analysis.account import as_json

    return msgspec.json.encode(as_json(analysed(next(read(text.splitlines())))))


class Analysts:
    """Analyses by table."""

    def __init__(self) -> None:
        self.pool: ProcessPoolExecutor | None = None
        self.found: OrderedDict[str, Future[bytes]] = OrderedDict()

    def analysed(self, table: str, record: Record) -> bytes | None:
        """The analysis of a table's game; None while it is being made, or waits to be."""
        if table not in self.found:
            if sum(not job.done() for job in self.found.values()) >= WAITING:
                return None
            if self.pool is None:  # most houses never need it
                self.pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), nice)
            self.found[table] = self.pool.submit(analyse, record.written())
            while len(self.found) > KEPT:
                self.found.popitem(last=False)
        self.found.move_to_end(table)
        job = self.found[table]
        return job.result() if job.done() else None

    def stop(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
