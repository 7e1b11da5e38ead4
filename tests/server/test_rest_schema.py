"""REST as the schema says, whatever is asked: schemathesis against a running server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS

from brimstone.server.door import Door
from brimstone.server.web import application
from tests.server.house import running

# What the application says of itself does not hang on the house behind it.
schema = schemathesis.openapi.from_dict(application(cast(Door, None)).openapi_schema.to_schema())

# Names, set-ups and records are refused by rules that no schema can say; OPTIONS is answered by Litestar.
EXCLUDED = [
    check for check in CHECKS.get_all() if check.__name__ in ("positive_data_acceptance", "allow_header_conformance")
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread with a loop of its own."""
    path: Path = tmp_path_factory.mktemp("rest")
    address: list[str] = []
    ready, over = threading.Event(), threading.Event()

    async def serve() -> None:
        async with running(f"sqlite:///{path}/tables.sqlite") as (base, _):
            address.append(base)
            ready.set()
            await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    ready.wait(60)
    yield address[0]
    over.set()
    thread.join()


@schema.parametrize()
@settings(max_examples=12, suppress_health_check=list(HealthCheck), database=None)
def test_every_answer_is_as_the_schema_says(case: Any, served: str) -> None:
    case.call_and_validate(base_url=served, excluded_checks=EXCLUDED)
