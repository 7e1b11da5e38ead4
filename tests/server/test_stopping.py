"""A server is told to stop: it does, at whatever moment, and so do those it started."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys

import pytest

from tests.server.house import Program, free_port
from tests.server.services import Redis

WAIT = 60  # seconds


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_who_is_told_to_stop_while_it_starts_stops(number: signal.Signals, sqlite_url: str) -> None:
    """As soon as the address is printed, before anything is served: nothing has to be finished."""
    command = [sys.executable, "-m", "brimstone", "serve", "--port", str(free_port()), "--database", sqlite_url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
        assert server.stdout is not None
        assert b"Brimstone is at" in server.stdout.readline()
        server.send_signal(number)
        try:
            server.wait(WAIT)
        finally:
            server.kill()
        assert b"Traceback" not in server.stdout.read()


@pytest.mark.asyncio
async def test_to_be_told_to_stop_is_no_failure(sqlite_url: str) -> None:
    async with Program(sqlite_url) as program:
        assert program.stop() == 0


@pytest.mark.asyncio
async def test_workers_stop_when_the_one_that_started_them_is_killed(redis_server: Redis, sqlite_url: str) -> None:
    """Else they would hold the address, and a server that is started again could not have it."""
    async with Program(sqlite_url, "--redis", redis_server.url, "--workers", "2") as program:
        program.kill()
        async with asyncio.timeout(WAIT):
            while answers(program.port):
                await asyncio.sleep(0.1)


def answers(port: int) -> bool:
    """Does anybody listen?"""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
