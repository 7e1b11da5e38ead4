"""What the tests of the server need: databases, and the servers that hold them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from brimstone.server.store import Store
from tests.server.services import Postgres, Redis, home, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    with home("postgres") as path:
        service = Postgres(path)
        with running(service):
            yield service


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """A Redis server; a test that stops it starts it again."""
    with home("redis") as path:
        service = Redis(path)
        with running(service):
            yield service


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """A new database in PostgreSQL."""
    with postgres.database() as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A new database in SQLite."""
    return f"sqlite:///{tmp_path}/tables.sqlite"


@pytest.fixture(params=["sqlite_url", "postgres_url"], ids=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A new database of each kind."""
    return str(request.getfixturevalue(request.param))


@pytest_asyncio.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A store on a new database of each kind."""
    opened = await Store.open(database_url)
    yield opened
    await opened.close()
