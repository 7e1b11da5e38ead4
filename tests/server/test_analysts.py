"""Games taken apart beside the server: asked for again until they are done, also when their process is ended."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import msgspec
import pytest

from brimstone.games import find
from brimstone.games.options import set_up
from brimstone.games.state import ready
from brimstone.record import Record
from brimstone.server.analysts import Analysts

WAIT = 60.0  # seconds: a process begins and finds its compiled code
ENDED_WITH_ITS_SERVER = """
import multiprocessing, os
from tests.server.test_analysts import made
from brimstone.server.analysts import Analysts

if __name__ == "__main__":
    analysts = Analysts()
    made(analysts, "a")
    (process,) = multiprocessing.active_children()
    print(process.pid, flush=True)
    os.kill(os.getpid(), 9)
"""


def short() -> str:
    """The record of a game of dice that was broken off after its first roll."""
    setup = set_up(find("dice"), 3, {})
    state, moves = ready(setup), list[int]()
    while state.actor < 0:
        moves.append(state.odds()[0][0])
        state.play(moves[-1])
    return Record(setup, ("Ada", "Ben", "Cyn"), moves).written()


@pytest.fixture
def analysts() -> Iterator[Analysts]:
    found = Analysts()
    yield found
    found.stop()


def made(analysts: Analysts, table: str) -> dict[str, object]:
    """Ask until it is there, as a page does."""
    end = time.monotonic() + WAIT
    while (found := analysts.analysed(table, short())) is None:
        assert time.monotonic() < end
        time.sleep(0.05)
    whole: dict[str, object] = msgspec.json.decode(found)
    return whole


def test_a_game_is_taken_apart_once(analysts: Analysts) -> None:
    assert analysts.analysed("a", short()) is None
    assert made(analysts, "a")["game"] == "dice"
    job = analysts.found["a"]
    made(analysts, "a")
    assert analysts.found["a"] is job


def test_if_its_process_is_ended_another_does_it(analysts: Analysts) -> None:
    """What was being made is made again, and so is what is asked for next."""
    others = {*multiprocessing.active_children()}
    analysts.analysed("a", short())
    (process,) = {*multiprocessing.active_children()} - others
    process.kill()
    process.join()
    assert made(analysts, "b")["game"] == "dice"
    assert made(analysts, "a")["game"] == "dice"


def test_the_process_ends_with_a_server_that_is_killed() -> None:
    said = subprocess.run([sys.executable, "-c", ENDED_WITH_ITS_SERVER], capture_output=True, timeout=WAIT, check=False)
    pid, end = int(said.stdout), time.monotonic() + WAIT
    while is_running(pid):
        assert time.monotonic() < end
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        return stat.read().rpartition(")")[2].split()[0] != "Z"  # whoever takes orphans in may be slow to bury them
