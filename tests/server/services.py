"""PostgreSQL and Redis as the tests start them: each in a directory of its own, reached by a socket in it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import redis

STARTING = 60.0  # seconds
DEBIAN = Path("/usr/lib/postgresql")  # a folder for each version, none of them on the PATH
UNPRIVILEGED = "postgres"  # root may not run PostgreSQL


def program(name: str) -> str:
    """Where a server's program is."""
    found = [str(path) for path in sorted(DEBIAN.glob(f"*/bin/{name}"))] or [shutil.which(name) or ""]
    if not found[-1]:
        raise FileNotFoundError(f"The tests need {name}: make services installs it.")
    return found[-1]


def ready(process: subprocess.Popen[bytes], answers: Callable[[], object], log: Path) -> None:
    """Wait until a server answers."""
    until = time.monotonic() + STARTING
    while True:
        try:
            answers()
            return
        except (psycopg.OperationalError, redis.ConnectionError):
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{process.args!r} did not start:\n{log.read_text()}") from None
            time.sleep(0.02)


class Service:
    """A server that can be stopped and started again with what it kept."""

    command: list[str]
    stopping = signal.SIGTERM

    def __init__(self, home: Path) -> None:
        self.home = home
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers; it ends with this process, however that ends."""
        log = self.home / "log"
        with log.open("ab") as written:
            command = ["setpriv", "--pdeathsig", self.stopping.name, *self.command]
            self.process = subprocess.Popen(command, stdout=written, stderr=written, cwd=self.home)
        ready(self.process, self.ping, log)

    def stop(self, how: signal.Signals | None = None) -> None:
        """End it, kindly or not."""
        if self.process is not None:
            self.process.send_signal(how or self.stopping)
            self.process.wait()
            self.process = None

    def ping(self) -> None:
        """Raise an error if it does not answer."""
        raise NotImplementedError


class Postgres(Service):
    """PostgreSQL."""

    stopping = signal.SIGINT  # does not wait for its clients

    def __init__(self, home: Path, *, durable: bool = False) -> None:
        super().__init__(home)
        self.numbers = count(1)
        self.user = UNPRIVILEGED if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        become = []
        if os.getuid() == 0:
            shutil.chown(home, UNPRIVILEGED)
            become = ["setpriv", f"--reuid={UNPRIVILEGED}", f"--regid={UNPRIVILEGED}", "--clear-groups"]
        data = str(home / "data")
        make = [program("initdb"), "-D", data, "-A", "trust", "-U", self.user, "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([*become, *make], check=True, capture_output=True, cwd=home)
        settings = [f"-cunix_socket_directories={home}", "-clisten_addresses=", f"-cfsync={'on' if durable else 'off'}"]
        self.command = [*become[1:], program("postgres"), "-D", data, *settings]

    def url(self, database: str = "postgres") -> str:
        """The address of a database."""
        return f"postgresql://{self.user}@/{database}?host={self.home}"

    def execute(self, statement: str) -> None:
        """Do something outside of all databases."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement.encode())

    def ping(self) -> None:
        self.execute("SELECT 1")

    @contextmanager
    def database(self) -> Iterator[str]:
        """The address of a new database."""
        name = f"d{next(self.numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        yield self.url(name)
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Redis(Service):
    """Redis."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.url = f"unix://{home}/redis.sock"
        self.command = [program("redis-server"), "--port", "0", "--unixsocket", f"{home}/redis.sock", "--save", ""]

    def ping(self) -> None:
        with redis.Redis.from_url(self.url) as client:
            client.ping()


@contextmanager
def home(name: str) -> Iterator[Path]:
    """A directory for a service, short enough for the name of a socket."""
    path = Path(tempfile.mkdtemp(prefix=f"brimstone-{name}-", dir="/tmp"))
    try:
        yield path
    finally:
        shutil.rmtree(path)


@contextmanager
def running(service: Service) -> Iterator[None]:
    """Started, and stopped at the end."""
    service.start()
    try:
        yield
    finally:
        service.stop()
