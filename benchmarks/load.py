"""How many moves a second the table server commits: `python -m benchmarks.load`.

    python -m benchmarks.load [--tables 250] [--people 4] [--seconds 20] [--rate 2000] [--game cards --game coal]
    python -m benchmarks.load --beside          the highest rate, two people a table, beside a boardgame.io server
    python -m benchmarks.load --idle 1000       memory that a table without anybody at it takes

The server is one process of its own on an SQLite file, this process is all clients. Every client moves at random as
soon as it may, or when `--rate` lets it. *done* is the time from sending a move until its sender hears that it is
committed, *all* until everybody at the table has it. *server_us* is the processor time the server takes for a move.
*yard_us* is the processor time that a fixed piece of Python took meanwhile: where two threads share the parts of a
core, work beside it makes everything slower, and only both figures together can be compared. boardgame.io keeps its
games in memory only; `npm ci` in benchmarks/boardgameio installs it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvloop

from benchmarks.crowd import Figures, Pace, Peer, Seat, Table
from brimstone.server.house import Settings
from brimstone.server.serve import Terms, bound, serve_here
from brimstone.warmup import warm_up_one
from tests.server.house import free_port

HERE = Path(__file__).parent
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
OPTIONS: dict[str, dict[str, Any]] = {"coal": {"rounds": 1000}, "dice": {"goal": 50}, "cards": {"goal": 1000}}
SETTLING = 2.0  # seconds that are not counted
TOGETHER = 50  # tables opened at once


# --- servers ---------------------------------------------------------------------------------------------------------


class Measured:
    """A server as a process of its own, and what it uses."""

    def __init__(self, command: list[str], port: int, path: str) -> None:
        self.port, self.path = port, path
        self.base = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(command, cwd=HERE.parent, start_new_session=True)

    async def ready(self) -> None:
        async with httpx.AsyncClient(base_url=self.base) as http:
            while True:
                if self.process.poll() is not None:
                    raise RuntimeError("the server has ended")
                try:
                    await http.get(self.path)
                    return
                except httpx.TransportError:
                    await asyncio.sleep(0.05)

    def cpu(self) -> float:
        """Processor seconds so far, all threads, with a process it has started (as Python's packages start Node)."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ticks = 0
        for one in (pid, *children):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / TICKS

    def memory(self) -> int:
        """Bytes in memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE

    def stop(self) -> None:
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()


@contextmanager
def ours(folder: str) -> Any:
    """The table server on an SQLite file."""
    port = free_port()
    server = Measured([sys.executable, "-m", "benchmarks.load", "--serve", folder, str(port)], port, "/api/v1/health")
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def theirs() -> Any:
    """A boardgame.io server in memory."""
    port, lobby = free_port(), free_port()
    server = Measured(["node", str(HERE / "boardgameio/server.js"), str(port), str(lobby)], port, "/")
    try:
        yield server
    finally:
        server.stop()


def serve(folder: str, port: int) -> None:
    """The server's process: as `brimstone serve`, but for the players it does not need."""
    for game in OPTIONS:
        warm_up_one("records", game)
    terms = Terms(port=port, database=f"sqlite:///{folder}/tables.sqlite", limits=False, settings=Settings(threads=1))
    serve_here(terms, bound(terms))


# --- tables ----------------------------------------------------------------------------------------------------------


async def open_table(http: httpx.AsyncClient, server: Measured, game: str, people: int, table: Table) -> None:
    """A table of ours, everybody seated."""
    tokens = [secrets.token_urlsafe(24) for _ in range(people)]
    terms = {"game": game, "seats": people, "options": OPTIONS[game], "name": "guest 1", "token": tokens[0]}
    opened = (await http.post("/api/v1/tables", json=terms)).raise_for_status().json()
    for n, token in enumerate(tokens[1:], 2):
        body = {"name": f"guest {n}", "token": token, "invite": opened["invite"]}
        (await http.post(f"/api/v1/tables/{opened['table']}/guests", json=body)).raise_for_status()
    table.seats = [Seat(table, token) for token in tokens]
    for n, seat in enumerate(table.seats, 1):
        await seat.sit(server.port, opened["table"], n)


async def opened(server: Measured, games: list[str], count: int, people: int, pace: Pace) -> list[Table]:
    """Tables of ours, ready to begin."""
    figures = Figures()
    tables = [Table(figures, pace) for _ in range(count)]
    none_kept = httpx.Limits(max_keepalive_connections=0)  # a busy server may hang up just when one is used again
    async with httpx.AsyncClient(base_url=server.base, timeout=60.0, limits=none_kept) as http:
        for first in range(0, count, TOGETHER):
            some = list(enumerate(tables))[first : first + TOGETHER]
            await asyncio.gather(*(open_table(http, server, games[n % len(games)], people, each) for n, each in some))
    return tables


async def matches(server: Measured, count: int, pace: Pace) -> list[Table]:
    """Matches of boardgame.io's, ready to begin."""
    figures = Figures()
    tables = [Table(figures, pace) for _ in range(count)]
    for n, table in enumerate(tables):
        table.seats = [Peer(table, f"match{n}", player) for player in range(2)]
        for peer in table.seats:
            await peer.sit(server.port)
    return tables


def begin(tables: list[Table]) -> None:
    for table in tables:
        first = table.seats[0]
        if isinstance(first, Seat):
            first.say({"do": "begin", "key": "begin", "seen": first.v})
        else:
            table.pace.may_move(first)


# --- measurements ----------------------------------------------------------------------------------------------------


def quantile(times: list[float], part: float) -> float:
    return round(sorted(times)[int(len(times) * part)] * 1000, 1)


def yard() -> float:
    """The processor time of a fixed piece of work."""
    began, found = time.thread_time(), dict[int, str]()
    for n in range(1000):
        found[n & 255] = str(n)
    return time.thread_time() - began


async def yards(found: list[float]) -> None:
    """Measure it now and then, the quickest of five, for the first finds the caches cold; for ever."""
    while True:
        found.append(min(yard() for _ in range(5)))
        await asyncio.sleep(0.2)


async def measured(server: Measured, tables: list[Table], seconds: float) -> dict[str, Any]:
    """The figures of some seconds of play."""
    figures, pace, pieces = tables[0].figures, tables[0].pace, list[float]()
    pacing = asyncio.create_task(pace.run())
    begin(tables)
    await asyncio.sleep(SETTLING)
    measuring = asyncio.create_task(yards(pieces))
    figures.clear()
    began, cpu, own = time.perf_counter(), server.cpu(), time.process_time()
    await asyncio.sleep(seconds)
    spent, cpu, own = time.perf_counter() - began, server.cpu() - cpu, time.process_time() - own
    pacing.cancel()
    measuring.cancel()
    moves = len(figures.done)
    return {
        "tables": len(tables),
        "sockets": sum(len(table.seats) for table in tables),
        "moves_s": round(moves / spent),
        "done_p50_ms": quantile(figures.done, 0.5),
        "done_p99_ms": quantile(figures.done, 0.99),
        "all_p50_ms": quantile(figures.all, 0.5),
        "all_p99_ms": quantile(figures.all, 0.99),
        "server_us": round(cpu / moves * 1e6),
        "client_us": round(own / moves * 1e6),
        "yard_us": round(sorted(pieces)[len(pieces) // 2] * 1e6),
        "server_busy": round(cpu / spent, 2),
        "games_over": sum(table.over for table in tables),
        "refused": figures.refused,
    }


def told(about: str, figures: dict[str, Any]) -> None:
    print(json.dumps({"server": about} | figures), flush=True)


async def load(asked: argparse.Namespace) -> None:
    """Our server alone."""
    with tempfile.TemporaryDirectory() as folder, ours(folder) as server:
        await server.ready()
        tables = await opened(server, asked.game, asked.tables, asked.people, Pace(asked.rate))
        told("brimstone", await measured(server, tables, asked.seconds))


async def beside(asked: argparse.Namespace) -> None:
    """Both servers, one after the other, twice; the ratio of the better runs."""
    best = {"brimstone": 0, "boardgame.io": 0}
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder, ours(folder) as server:
            await server.ready()
            tables = await opened(server, ["coal"], asked.tables, 2, Pace(asked.rate))
            figures = await measured(server, tables, asked.seconds)
            told("brimstone", figures)
            best["brimstone"] = max(best["brimstone"], figures["moves_s"])
        with theirs() as server:
            await server.ready()
            figures = await measured(server, await matches(server, asked.tables, Pace(asked.rate)), asked.seconds)
            told("boardgame.io", figures)
            best["boardgame.io"] = max(best["boardgame.io"], figures["moves_s"])
    print(json.dumps(best | {"ratio": round(best["brimstone"] / best["boardgame.io"], 2)}))


async def rooms(http: httpx.AsyncClient) -> int:
    """How many tables the server has in memory."""
    for line in (await http.get("/api/v1/metrics")).text.splitlines():
        if line.startswith("brimstone_rooms "):
            return int(float(line.split()[1]))
    raise RuntimeError("the server does not say how many tables it has in memory")


async def idle(asked: argparse.Namespace) -> None:
    """What a table takes where a game was begun: with everybody there, all gone, and put away.

    A process keeps what it once had and uses it again: what stays of a table that was put away is by how much more is
    taken when as many come once more.
    """
    with tempfile.TemporaryDirectory() as folder, ours(folder) as server:
        await server.ready()
        before = (await left(server, asked, 50))["put_away"]  # what is filled once is full
        first = await left(server, asked, asked.idle)
        again = await left(server, asked, asked.idle)
        sizes = {name: first[name] - before for name in ("attended", "deserted")}
        sizes["put_away"] = again["put_away"] - first["put_away"]
        told("brimstone", {"tables": asked.idle} | {f"kB_{n}": size // asked.idle / 1000 for n, size in sizes.items()})


async def left(server: Measured, asked: argparse.Namespace, count: int) -> dict[str, int]:
    """The server's memory as people begin games, go, and their tables are put away."""
    tables = await opened(server, asked.game, count, asked.people, Pace(0.001))
    begin(tables)
    await asyncio.sleep(SETTLING)
    sizes = {"attended": server.memory()}
    for seat in [seat for table in tables for seat in table.seats]:
        seat.close()
    await asyncio.sleep(SETTLING)
    sizes["deserted"] = server.memory()
    async with httpx.AsyncClient(base_url=server.base, timeout=60.0) as http:
        while await rooms(http):
            await asyncio.sleep(1.0)
    return sizes | {"put_away": server.memory()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=0, help="moves a second; as many as can be if not given")
    parser.add_argument("--game", action="append", choices=list(OPTIONS), help="one or several, in turn")
    parser.add_argument("--beside", action="store_true")
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    asked.game = asked.game or ["cards", "coal"]
    if asked.serve:
        serve(asked.serve[0], int(asked.serve[1]))
    else:
        uvloop.run(idle(asked) if asked.idle else beside(asked) if asked.beside else load(asked))


if __name__ == "__main__":
    main()
