"""The same work on a Ray cluster: the same results, also when a worker is lost."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brimstone import cli
from brimstone.arena.cluster import BadCluster, Cluster, address_of, cluster
from brimstone.arena.entrants import BadContest
from brimstone.arena.simulate import simulate
from brimstone.arena.tournament import contest
from brimstone.bots.cards import train as training
from brimstone.bots.random import RandomPlayer
from brimstone.extras import MissingExtra
from brimstone.games import find
from brimstone.games.options import set_up

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning"),  # Ray's own
]
CARDS = set_up(find("cards"), 3, {"goal": 20})
BOT = Path(__file__).parents[2] / "examples" / "bot.py"


TRIES = 5  # Ray gives its own agents 15 seconds to start, which a busy machine may not manage at once


def started(stack: contextlib.ExitStack, tries: int = TRIES) -> Cluster:
    try:
        return stack.enter_context(cluster("ray", 2))
    except BadCluster:
        if tries == 1:
            raise
        return started(stack, tries - 1)


@pytest.fixture(scope="module")
def far() -> Iterator[Cluster]:
    """A cluster of two cores on this machine."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # Ray does not wait for the processes that it ends
        with contextlib.ExitStack() as stack:
            yield started(stack)
        gc.collect()


def workers(doing: str) -> list[int]:
    """Processes of Ray that carry out this function."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                words = (process / "cmdline").read_bytes()
            except OSError:  # it has just ended
                continue
            if words.startswith(f"ray::{doing}".encode()):
                found.append(int(process.name))
    return found


def test_simulated_games_and_records_are_those_of_one_machine(far: Cluster) -> None:
    here: list[str] = []
    there: list[str] = []
    done: list[int] = []
    near = list(simulate(CARDS, 3, 70, records=lambda text: here.append(str(text))))
    away = list(simulate(CARDS, 3, 70, records=lambda text: there.append(str(text)), on=far, progress=done.append))
    for one, other in zip(zip(*near, strict=True), zip(*away, strict=True), strict=True):
        assert np.array_equal(np.concatenate(one), np.concatenate(other))
    assert here == there
    assert sum(done) == 70


def test_a_contest_has_the_same_report(far: Cluster) -> None:
    players = ["thumb", "random", f"{BOT}:Bot"]
    done: list[int] = []
    away = contest(CARDS, players, 12, 5, on=far, progress=done.append)
    assert away == contest(CARDS, players, 12, 5, workers=1)
    assert sum(done) == away.games
    assert away.faults == []


def test_a_lost_worker_changes_nothing(
    far: Cluster, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor what is printed: Ray tells of it on standard error."""
    killed: list[int] = []
    over = threading.Event()

    def kill_one() -> None:
        while not killed and not over.is_set():
            for pid in workers("play_some")[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
            over.wait(0.02)

    monkeypatch.setattr("brimstone.arena.cluster.cluster", lambda *_: contextlib.nullcontext(far))
    command = "arena cards --players club,random --seats 3 -o goal=20 --games 24 --seed 6 --json"
    monkeypatch.setattr(sys, "argv", ["brimstone", *command.split(), "--on", "ray"])
    killer = threading.Thread(target=kill_one)
    killer.start()
    try:
        cli.main()
    finally:
        over.set()
        killer.join()
    away, complaint = capsys.readouterr()
    assert killed
    assert (
        not Path(f"/proc/{killed[0]}").exists()
        or "ray::play_some" not in Path(f"/proc/{killed[0]}/cmdline").read_text()
    )
    monkeypatch.setattr(sys, "argv", ["brimstone", *command.split(), "--workers", "1"])
    cli.main()
    here, _ = capsys.readouterr()
    assert json.loads(away)["games"] == json.loads(here)["games"] > 0
    assert away == here
    assert "worker died" in complaint


def test_training_makes_the_same_weights(far: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "SEATS", (3, 4))
    monkeypatch.setattr(training, "QUICK", tuple(plan._replace(lessons=60, epochs=1) for plan in training.QUICK))
    said: list[float] = []
    training.train(5, tmp_path / "here.npz", lambda _done, _what: None, quick=True)
    training.train(5, tmp_path / "there.npz", lambda done, _what: said.append(done), quick=True, each=far.spread)
    assert said == [0.25, 0.5, 0.75, 1.0]
    assert (tmp_path / "here.npz").read_bytes() == (tmp_path / "there.npz").read_bytes()


@pytest.mark.parametrize(
    "command",
    [
        ["sim", "cards", "--seats", "3", "-o", "goal=20", "--games", "70", "--seed", "3"],
        ["arena", "cards", "--players", "thumb,random", "--seats", "3", "-o", "goal=20", "--games", "6", "--seed", "5"],
    ],
    ids=["sim", "arena"],
)
def test_the_command_line_prints_the_same(
    far: Cluster, command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, int | None]] = []

    def running(text: str, cores: int | None = None) -> contextlib.nullcontext[Cluster]:
        """The cluster that has been started for these tests: another one would take as long again."""
        asked.append((text, cores))
        return contextlib.nullcontext(far)

    def printed(*more: str) -> str:
        monkeypatch.setattr(sys, "argv", ["brimstone", *command, "--json", *more])
        cli.main()
        return capsys.readouterr().out

    monkeypatch.setattr("brimstone.arena.cluster.cluster", running)
    here, there = printed("--workers", "1"), printed("--workers", "2", "--on", "ray")
    assert asked == [("ray", 2)]
    assert json.loads(there)["games"] == int(command[command.index("--games") + 1])
    assert there == here


def fails(_argument: int) -> None:
    raise BadContest("on purpose.")


def test_what_goes_wrong_there_is_said_here(far: Cluster) -> None:
    with pytest.raises(BadContest, match="on purpose"):
        list(far.spread(fails, [(1,)]))


def test_a_stopped_run_ends_with_what_is_done(far: Cluster) -> None:
    done: list[int] = []
    found = list(
        simulate(CARDS, 1, 10_000, records=lambda _: None, on=far, progress=done.append, stopped=lambda: len(done) > 1)
    )
    assert 64 <= sum(len(tally.rounds) for tally in found) < 10_000


def test_a_player_of_a_script_cannot_travel(far: Cluster) -> None:
    def own(*where: Any) -> RandomPlayer:
        return RandomPlayer(*where)

    with pytest.raises(BadContest, match="cannot travel"):
        contest(CARDS, [own, "random"], 3, 1, on=far)


def test_what_is_no_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert address_of("ray") is None
    assert address_of("ray=auto") == "auto"
    for there in ("10.0.0.1:6379", "a-machine.lan:1", "[::1]:6379", "ray://10.0.0.1:10001"):
        assert address_of(f"ray={there}") == there
    for wrong in ("spark", "ray=", "ray=nowhere", "ray=local", "ray=a:b", "ray=a:", "ray=:1", "ray=a:0", "ray=a:65536"):
        with pytest.raises(BadCluster, match=f"not on '{wrong}'"):
            address_of(wrong)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"pip install 'brimstone\[ray\]'"), cluster("ray"):
        pass


def test_where_nobody_listens_there_is_no_cluster() -> None:
    """At once: Ray would go on trying for minutes."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    start = time.monotonic()
    for address in (f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}", f"nowhere.invalid:{port}"):
        with pytest.raises(BadCluster, match=f"there is no Ray cluster at {address}: "), cluster(f"ray={address}"):
            pass
    assert time.monotonic() - start < 30
