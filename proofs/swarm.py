"""Clients play whole games over bad lines while the server is killed: nothing acknowledged is lost or doubled.

    python proofs/swarm.py [--kills 1000] [--tables 8] [--seed 1] [--postgres]

The server keeps its tables in SQLite, or in a PostgreSQL that is started for it. tests/server/swarm.py says what is
checked at every table; the first thing that does not hold ends the run.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.killable import Killable
from tests.server.services import Postgres, home, running
from tests.server.swarm import Figures, Swarm

TOLD_EVERY = 20  # kills


@contextmanager
def database(folder: Path, postgres: bool) -> Iterator[str]:
    """The address of a new database."""
    if not postgres:
        yield f"sqlite:///{folder}/tables.sqlite"
        return
    with home("postgres") as path:
        service = Postgres(path)
        with running(service), service.database() as url:
            yield url


def told(figures: Figures) -> None:
    if figures.kills % TOLD_EVERY == 0:
        print(f"{time.strftime('%H:%M:%S')} {figures}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=8, help="at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, database(Path(folder), asked.postgres) as url:
        server = Killable(url, Path(folder) / "log")
        try:
            figures = asyncio.run(Swarm(server, url, asked.kills, asked.tables, asked.seed, told).run())
        finally:
            server.kill()
        failures = server.failures()
    for line in failures:
        print(line)
    print(f"{figures}; nothing lost, nothing doubled, {len(failures)} errors in the server's log")
    return bool(failures)


if __name__ == "__main__":
    raise SystemExit(main())
