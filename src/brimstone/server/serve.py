"""Starting the server: one process, or several behind one address."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import BinaryIO, cast

import msgspec
import uvicorn

from brimstone.server.door import Door
from brimstone.server.fanout import Fanout, RedisFanout
from brimstone.server.house import House, Settings
from brimstone.server.limits import Limits
from brimstone.server.pages import BUILT
from brimstone.server.patience import Patience
from brimstone.server.store import Store
from brimstone.server.web import HEADERS, application
from brimstone.server.wire import Outbox, Wire

MOST_FRAME = 16 * 1024  # bytes: above it the socket is closed; above 4 kB a message is refused
BACKLOG = 4096  # connections that wait to be accepted
GARBAGE = (10_000, 10, 20)  # objects more than were freed before the youngest are searched; rounds of that, and so on
STOPS = (signal.SIGINT, signal.SIGTERM)
GRACE = 5  # seconds for what is being answered when the server stops


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """How a server is started."""

    host: str = "127.0.0.1"
    port: int = 8666
    database: str = ""
    redis: str = ""
    workers: int = 1
    root_path: str = ""
    proxies: str = "127.0.0.1"  # addresses whose X-Forwarded-For is believed
    limits: bool = True
    settings: Settings = Settings()


def configured(door: Door, terms: Terms) -> uvicorn.Config:
    """How the web server behind a door works."""
    app = application(door, Path(door.house.settings.page or BUILT))
    return uvicorn.Config(
        app, http=Patience, ws=cast(type[Wire], partial(Wire, Outbox())), ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False, headers=list(HEADERS.items()),
        lifespan="on", log_level="warning", access_log=False, server_header=False, root_path=terms.root_path,
        forwarded_allow_ips=terms.proxies, timeout_graceful_shutdown=GRACE, backlog=BACKLOG,
    )  # fmt: skip


def settle_garbage() -> None:
    """Look for cycles seldom, and never among what stays: nearly all of a move's garbage is freed without a search."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


async def run(terms: Terms, sockets: list[socket.socket]) -> None:
    """Serve until told to stop."""
    settle_garbage()
    store = await Store.open(terms.database or None)
    local = RedisFanout(terms.redis) if terms.redis else Fanout()
    door = Door(House(store, local, terms.settings), Limits(terms.limits))
    await Server(configured(door, terms), door).serve(sockets)


class Server(uvicorn.Server):
    """Tells the clients to come back before it lets go of them, and ends by a signal as by anything else."""

    def __init__(self, config: uvicorn.Config, door: Door) -> None:
        super().__init__(config)
        self.door = door

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop by a signal; uvicorn would raise it once more at the end, as if that were a failure."""
        if threading.current_thread() is not threading.main_thread():  # signals come to no other
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in STOPS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.door.house.say_goodbye()
        await asyncio.sleep(0.1)  # so that it goes out before the sockets close
        await super().shutdown(sockets)


def bound(terms: Terms) -> socket.socket:
    """The socket to listen on; raises OSError with the address in it."""
    family = socket.AF_INET6 if ":" in terms.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((terms.host, terms.port))
    except OSError as error:
        error.filename = f"{terms.host}:{terms.port}"
        raise
    listening.set_inheritable(True)
    listening.listen(BACKLOG)  # whoever comes early waits
    return listening


def serve_here(terms: Terms, listening: socket.socket) -> None:
    """Serve in this process, until it is told to stop; that is no failure."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        import uvloop
    except ImportError:  # Windows
        asyncio.run(run(terms, [listening]))
    else:
        uvloop.run(run(terms, [listening]))


def serve_in_many(terms: Terms, listening: socket.socket, command: Sequence[str]) -> None:
    """Serve in several processes that share the address; one that dies is replaced.

    `command` starts one; it is given the number of the listening socket, and the terms by its standard input: there are
    passwords among them, and anybody can read a command's arguments. That stays open for as long as this process lives.
    """

    def started() -> subprocess.Popen[bytes]:
        whole = [*command, str(listening.fileno())]
        worker = subprocess.Popen(whole, pass_fds=[listening.fileno()], stdin=subprocess.PIPE)
        assert worker.stdin is not None
        worker.stdin.write(msgspec.json.encode(terms) + b"\n")
        worker.stdin.flush()
        return worker

    workers = [started() for _ in range(terms.workers)]
    stopping = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopping.set()

    for number in STOPS:
        signal.signal(number, stop)
    while not stopping.wait(0.2):
        for k, worker in enumerate(workers):
            if worker.poll() is not None:
                logging.warning("a worker ended with status %s; another takes its place", worker.returncode)
                workers[k] = started()
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.wait()


def serve_as_worker(told: BinaryIO, descriptor: int) -> None:
    """One process of several; it stops when the one that started it is gone."""
    terms = msgspec.json.decode(told.readline(), type=Terms)
    threading.Thread(target=stop_at_end, args=[told], daemon=True).start()
    serve_here(terms, socket.socket(fileno=descriptor))


def stop_at_end(told: BinaryIO) -> None:
    os.read(told.fileno(), 1)  # nothing comes but the end; `told.read` would hold a lock that Python wants when it ends
    os.kill(os.getpid(), signal.SIGTERM)
