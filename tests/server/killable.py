"""A server that is killed and started again in an instant: forked from a process that has everything loaded.

It is what `brimstone serve` runs, but for the warming up of players stronger than `random`.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import multiprocessing
import os
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import cast

import httpx

from brimstone.games import NAMES
from brimstone.server.database import open_engine
from brimstone.server.door import Door
from brimstone.server.house import Settings
from brimstone.server.serve import Terms, bound, configured, serve_here
from brimstone.warmup import warm_up_one
from tests.server.house import free_port

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__])
PATIENCE = 600.0  # seconds to start, on a machine whose other work goes first


def load() -> None:
    """Have everything in memory that a server needs, without starting a thread: those are not forked."""
    for game in NAMES:
        warm_up_one("records", game)
    nobody = SimpleNamespace(house=SimpleNamespace(settings=Settings()))  # the application is made and never asked
    configured(cast(Door, nobody), Terms()).load()
    with TemporaryDirectory() as folder:
        open_engine(f"sqlite:///{folder}/tables.sqlite").dispose()
    for name in ("redis.asyncio", "sqlalchemy.dialects.postgresql.psycopg", "uvloop"):
        importlib.import_module(name)


if sys.argv[0] == "-c":  # this is the process that is forked
    load()


def serve(terms: Terms, log: str) -> None:
    """The process that is killed."""
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.dup2(written, 1)
    os.dup2(written, 2)
    serve_here(terms, bound(terms))


class Killable:
    """A server on a port of its own that may be killed; what it says is in `log`."""

    def __init__(self, database: str, log: Path, *, redis: str = "", pause: float = 0.0) -> None:
        """`pause` is how long bots wait before they answer."""
        self.log, self.port = log, free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.terms = Terms(
            port=self.port, database=database, redis=redis, limits=False, settings=Settings(pause=pause, threads=1)
        )
        self.process: BaseProcess | None = None

    def start(self) -> None:
        self.process = PROCESSES.Process(target=serve, args=(self.terms, str(self.log)))
        self.process.start()

    async def ready(self) -> None:
        """Wait until it answers."""
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient() as http:
            while True:
                assert self.process is not None
                assert self.process.is_alive(), self.log.read_text()
                with contextlib.suppress(httpx.TransportError):
                    answer = await http.get(f"{self.base}/api/v1/health")
                    if answer.status_code == 200:
                        return
                await asyncio.sleep(0.02)

    def kill(self) -> None:
        """kill -9."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process.close()
            self.process = None

    def failures(self) -> list[str]:
        """Lines of its log that tell of an error nobody expected."""
        return [line for line in self.log.read_text().splitlines() if "Traceback" in line or " ERROR " in line]
