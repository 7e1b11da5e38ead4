"""A swarm of clients at a server that is killed: nothing acknowledged is lost or doubled; long: proofs/swarm.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.killable import Killable
from tests.server.swarm import Swarm

pytestmark = pytest.mark.asyncio


async def test_nothing_is_lost_when_the_server_is_killed(database_url: str, tmp_path: Path) -> None:
    server = Killable(database_url, tmp_path / "log")
    try:
        figures = await Swarm(server, database_url, kills=5, at_once=3).run()
    finally:
        server.kill()
    assert server.failures() == []
    assert figures.games >= 3
    assert figures.moves > 30
    assert figures.cuts
    assert figures.again
