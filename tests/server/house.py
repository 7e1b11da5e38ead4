"""A server for tests: in this process, or as a program that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import httpx

from brimstone.server.door import Door
from brimstone.server.fanout import Fanout, RedisFanout
from brimstone.server.house import House, Settings
from brimstone.server.limits import Limits
from brimstone.server.serve import Server, Terms, configured
from brimstone.server.store import Store

QUICK = Settings(pause=0.0)  # bots answer as soon as they have thought


@contextlib.asynccontextmanager
async def running(
    database: str, settings: Settings = QUICK, limits: bool | Limits = False, redis: str = "", root_path: str = ""
) -> AsyncIterator[tuple[str, House]]:
    """A server on a free port: its address, and the house behind it."""
    store = await Store.open(database)
    house = House(store, RedisFanout(redis) if redis else Fanout(), settings)
    door = Door(house, limits if isinstance(limits, Limits) else Limits(limits))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(100)
        server = Server(configured(door, Terms(root_path=root_path)), door)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.005)
            if serving.done():
                serving.result()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", house
        finally:
            server.should_exit = True
            await serving


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Program:
    """A server as a program of its own, which may be killed and started again."""

    def __init__(self, database: str, *more: str, port: int = 0) -> None:
        self.port = port or free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.command = [
            sys.executable, "-m", "brimstone", "serve", "--port", str(self.port), "--database", database,
            "--bot-pause", "0", "--no-limits", *more,
        ]  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(self.command)

    async def ready(self) -> None:
        """Wait until it answers."""
        async with httpx.AsyncClient() as http:
            while True:
                assert self.process is not None
                assert self.process.poll() is None, "the server has ended"
                with contextlib.suppress(httpx.TransportError):
                    answer = await http.get(f"{self.base}/api/v1/health")
                    if answer.status_code == 200:
                        return
                await asyncio.sleep(0.05)

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """As a host ends it; its exit status."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(30)

    async def __aenter__(self) -> Program:
        self.start()
        await self.ready()
        return self

    async def __aexit__(self, *_: Any) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
