"""Finished games taken apart, one at a time, in a process of low priority; the last ones are kept."""

from __future__ import annotations

import multiprocessing
import os
from collections import OrderedDict
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Thread

import msgspec

from brimstone.record import read

KEPT = 64  # analyses
WAITING = 20  # games at once; who asks for one more is told to come again


def begin() -> None:
    """In the process: let others go first, and end with the server, however it ends."""
    os.nice(10)
    Thread(target=end_with_server, daemon=True).start()


def end_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


def analyse(text: str) -> bytes:
    """The analysis of a record, as JSON."""
    from brimstone.analysis.account import analyse as analysed
    from brimstone.analysis.account import as_json

    return msgspec.json.encode(as_json(analysed(next(read(text.splitlines())))))


def cut_short(job: Future[bytes]) -> bool:
    """Was the process ended before it had done this?"""
    return job.done() and isinstance(job.exception(), BrokenProcessPool)


class Analysts:
    """Analyses by table."""

    def __init__(self) -> None:
        self.pool: ProcessPoolExecutor | None = None
        self.found: OrderedDict[str, Future[bytes]] = OrderedDict()

    def analysed(self, table: str, text: str) -> bytes | None:
        """The analysis of a table's game, whose record is given; None while it is being made, or waits to be."""
        if table not in self.found or cut_short(self.found[table]):
            if sum(not job.done() for job in self.found.values()) >= WAITING:
                return None
            self.found[table] = self.begun(text)
            while len(self.found) > KEPT:
                self.found.popitem(last=False)
        self.found.move_to_end(table)
        job = self.found[table]
        return job.result() if job.done() else None

    def begun(self, text: str) -> Future[bytes]:
        """A job for the process; there is none until one is needed, and the system may have ended it."""
        while True:
            if self.pool is None:
                self.pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), begin)
            try:
                return self.pool.submit(analyse, text)
            except BrokenProcessPool:
                self.pool = None

    def stop(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
