"""The door for bots in processes of their own: what they get, what they may do wrong, and that ours play the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from brimstone.arena.door import Door, DoorPlayer, layout_of
from brimstone.arena.entrants import Cast, Terms, entrants_of
from brimstone.arena.frames import MOST, Garbled, Gone, Late, Pipes
from brimstone.arena.host import Fields, Host
from brimstone.arena.match import Fate, Foul, play_game
from brimstone.arena.own import view_of
from brimstone.arena.setups import described
from brimstone.bots import Maker, find
from brimstone.bots.random import RandomPlayer
from brimstone.games import NAMES
from brimstone.games.contract import CHANCE, OVER, Setup
from brimstone.games.state import ready
from tests.arena.bots import FIRST, bot, small
from tests.games.variants import ALL, Variant, positions

DIARY = """
import json

class Bot:
    def start(self, seat, seats, options):
        self.diary = [["start", seat, seats, options]]

    def hear(self, line):
        self.diary.append(["hear", line])

    def choose(self, view, moves):
        self.diary.append(["choose", view, moves])
        return moves[len(moves) // 2]

    def finish(self, result):
        self.diary.append(["finish", result])
        with open(FILE, "w") as file:
            json.dump(self.diary, file)
"""


def players_of(setup: Setup, door: Door) -> list[DoorPlayer | RandomPlayer]:
    """The bot behind the door in the second seat, `random` elsewhere."""
    return [
        DoorPlayer(setup, seat, 9, door) if seat == 1 else RandomPlayer(setup, seat, seat)
        for seat in range(setup.seats)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_gets_its_views_its_story_and_nothing_else(name: str, tmp_path: Path) -> None:
    setup, diary, file = small(name), tmp_path / "diary.json", tmp_path / "bot.py"
    file.write_text(DIARY.replace("FILE", repr(str(diary))))
    with closing(Door(setup, {"file": str(file), "name": "Bot"}, 60)) as door:
        played = play_game(setup, players_of(setup, door), 3, 0)

    expected: list[object] = [["start", 1, setup.seats, setup.options]]
    state = ready(setup)
    for move in played.moves:
        if state.actor == 1:
            view = state.view(1)
            expected.append(["choose", {**view.fields(), "seat": 1}, [view.say(legal) for legal in view.moves()]])
        expected += [["hear", line] for line in state.tell(move)[2]]
    expected.append(["finish", played.result._asdict()])
    got = json.loads(diary.read_text())
    assert got == json.loads(json.dumps(expected))
    assert any(entry[0] == "hear" and "??" in entry[1] for entry in got)


@pytest.mark.parametrize("variant", ALL, ids=str)
def test_bytes_become_fields_and_fields_become_the_view_again(variant: Variant) -> None:
    fields = Fields(*layout_of(variant.start().setup))
    for state in positions(variant, seed=2, every=7):
        for seat in range(state.setup.seats):
            view = state.view(seat)
            found = fields.read(view.key())
            assert found == view.fields()
            assert view_of(state.setup, {**found, "seat": seat}) == view


@pytest.mark.parametrize("name", NAMES)
def test_ours_play_the_same_game_behind_the_door(name: str) -> None:
    setup = small(name)
    maker = find(setup.game, "thumb")
    who = {"setup": described(setup), "name": "thumb", "effort": 1.0}
    with closing(Door(setup, who, None)) as door:
        for game in range(3):
            ours = [maker(setup, 1, 9) if seat == 1 else RandomPlayer(setup, seat, seat) for seat in range(setup.seats)]
            assert play_game(setup, players_of(setup, door), 3, game) == play_game(setup, ours, 3, game)


# --- what can go wrong -----------------------------------------------------------------------------------------------

BAD = {
    "crash": ("return 1 // 0", "ZeroDivisionError: integer division or modulo by zero (bot.py, line 4)"),
    "illegal": ("return 'play 99'", "answered 'play 99', which is none of its moves"),
    "no text": ("return 7", "answered 7, which is no text"),
    "an object": ("return object()", "answered <object object>, which is no text"),
    "nothing": ("pass", "answered None, which is no text"),
    "stall": ("time.sleep(60)", "did not answer within 0.3 s"),
    "busy": ("while True: pass", "did not answer within 0.3 s"),
    "exit": ("os._exit(3)", "its process ended with code 3"),
    "polite exit": ("sys.exit(4)", "its process ended with code 4"),
    "killed": ("os.kill(os.getpid(), 9)", "its process was ended by signal 9"),
    "stopped": ("os.kill(os.getpid(), signal.SIGSTOP)", "did not answer within 0.3 s"),
    "rubbish": (
        "for fd in range(3, 20):\n    with contextlib.suppress(OSError): os.write(fd, b'x' * 50)", "answered rubbish"
    ),
    "deep": ("return self.choose(view, moves)", "RecursionError: maximum recursion depth exceeded"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "reason"), BAD.values(), ids=BAD)
def test_a_bot_that_fails_loses_that_game_and_plays_the_next(tmp_path: Path, body: str, reason: str) -> None:
    setup = small("cards")
    flag = tmp_path / "failed once"
    once = f"if os.path.exists({str(flag)!r}): return moves[0]\nopen({str(flag)!r}, 'w').close()\n"
    name = bot(tmp_path, body if "self.choose" in body else once + body, "import contextlib, os, signal, sys, time")
    limit = 0.3 if "0.3 s" in reason else 30
    with Cast(setup, entrants_of([name, "random"]), Terms(limit=limit)) as cast:
        first = cast.play((1, 0, 1), 5, 0)
        cast.doors[0, 0].limit = 30  # a busy machine must not make it fail again
        second = cast.play((1, 0, 1), 5, 1)
    assert [fault.seat for fault in first.faults] == [1]
    assert first.faults[0].reason.replace("line 6", "line 4").startswith(reason)
    assert first.places[1] == 3
    assert sorted(first.places)[0] == 1
    assert first.points[1] == max(first.points)
    assert bool(second.faults) == ("self.choose" in body)


def test_printing_is_harmless(tmp_path: Path) -> None:
    shout = "print('=play 1' * 1000, flush=True)\nos.write(1, b'x' * 100000)\nsys.stdin.read()"
    name = bot(tmp_path, f"{shout}\nreturn moves[0]", "import os, sys")
    with Cast(small("cards"), entrants_of([name, "random"]), Terms(limit=20)) as cast:
        assert cast.play((0, 1, 1), 5, 0).faults == ()


@pytest.mark.parametrize("method", ["start(self, seat, seats, options)", "hear(self, line)", "finish(self, result)"])
def test_failing_in_another_method_is_failing_too(tmp_path: Path, method: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text(f"{FIRST}\n    def {method}:\n        raise ValueError('no')\n")
    with Cast(small("cards"), entrants_of([str(file), "random"]), Terms(limit=20)) as cast:
        judged = cast.play((0, 1, 1), 5, 0)
    assert [fault.reason for fault in judged.faults] == ["ValueError: no (bot.py, line 6)"]
    assert judged.places[0] == 3


def test_an_error_of_our_own_is_a_fault_too() -> None:
    class Broken(RandomPlayer):
        def choose(self, view: object) -> int:
            raise LookupError("lost")

    class Cheat(RandomPlayer):
        def choose(self, view: object) -> int:
            return -5

    makers: list[tuple[str, Maker]] = [("broken", Broken), ("cheat", Cheat)]
    with Cast(small("cards"), entrants_of([*makers, "random"]), Terms()) as cast:
        judged = cast.play((0, 1, 2), 5, 0)
    assert [fault.reason for fault in judged.faults] == [
        f"LookupError: lost (test_door.py, line {Broken.choose.__code__.co_firstlineno + 1})",
        "chose the move -5, which is not legal",
    ]  # fmt: skip
    assert judged.places == (2, 2, 1)


def is_running(pid: int) -> bool:
    """Is there such a process, not merely what is left of one?"""
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(") ")[2][:1] not in ("Z", "X")


def test_what_a_failed_bot_has_started_ends_with_it(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    body = (
        f"child = subprocess.Popen(['sleep', '600'])\nopen({str(pid_file)!r}, 'w').write(str(child.pid))\n"
        "time.sleep(60)"
    )
    name = bot(tmp_path, body, "import subprocess, time")
    with Cast(small("cards"), entrants_of([name, "random"]), Terms(limit=3)) as cast:
        cast.play((0, 1, 1), 5, 0)
    pid = int(pid_file.read_text())
    deadline = time.monotonic() + 20
    while is_running(pid):
        assert time.monotonic() < deadline, "it is still there"
        time.sleep(0.05)


def test_a_bot_that_forks_answers_twice_and_stops_nothing(tmp_path: Path) -> None:
    pid_file = tmp_path / "pids"
    body = f"os.fork()\nopen({str(pid_file)!r}, 'a').write(f'{{os.getpid()}}\\n')\nreturn moves[0]"
    name = bot(tmp_path, body, "import os")
    with Cast(small("cards"), entrants_of([name, "random"]), Terms(limit=20)) as cast:
        judged = cast.play((0, 1, 1), 5, 0)
    assert sorted(judged.places)[0] == 1
    pids = {int(pid) for pid in pid_file.read_text().split()}
    assert len(pids) > 1
    deadline = time.monotonic() + 20
    while any(map(is_running, pids)):
        assert time.monotonic() < deadline, "it is still there"
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("workers", "sign", "thought"),
    [(1, signal.SIGKILL, "while True: pass"), (2, signal.SIGINT, "sum(range(10**14))")],
    ids=["killed", "interrupted while the bot is deaf"],
)
def test_a_bot_and_what_it_has_started_end_with_the_arena(
    tmp_path: Path, workers: int, sign: signal.Signals, thought: str
) -> None:
    pid_file = tmp_path / "pids"
    body = (
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(pid_file)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}.')\n{thought}"
    )
    name = bot(tmp_path, body, "import os, subprocess")
    code = (
        "from brimstone.arena.tournament import contest\nfrom tests.arena.bots import small\n"
        f"contest(small('cards'), [{name!r}, 'random'], 3, 1, {workers}, limit=500)\n"
    )
    arena = subprocess.Popen([sys.executable, "-c", code], cwd=Path(__file__).parents[2], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (pid_file.exists() and pid_file.read_text().endswith(".")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.kill(arena.pid, sign)
    arena.wait()
    pids = [int(pid) for pid in pid_file.read_text().strip(".").split()]
    while any(map(is_running, pids)):
        assert time.monotonic() < deadline, "the bot is still there"
        time.sleep(0.05)


# --- frames ----------------------------------------------------------------------------------------------------------


def pair() -> tuple[Pipes, Pipes]:
    (a, b), (c, d) = os.pipe(), os.pipe()
    return Pipes(a, d), Pipes(c, b)


def close(pipes: Pipes) -> None:
    os.close(pipes.inlet)
    os.close(pipes.outlet)


def test_messages_arrive_whole() -> None:
    here, there = pair()
    for message in (b"", b"x", b"y" * 50_000):
        here.send(message)
        assert there.receive(1) == message
    close(here)
    close(there)


def test_who_does_not_listen_is_late_and_not_waited_for() -> None:
    here, there = pair()
    with pytest.raises(Late):
        here.receive(0.01)
    with pytest.raises(Late):
        here.send(b"x" * (MOST // 2), 0.05)
    close(here)
    close(there)


def test_nobody_there_and_rubbish() -> None:
    here, there = pair()
    os.write(there.outlet, b"\xff" * 20)
    with pytest.raises(Garbled):
        here.receive(1)
    os.write(there.outlet, b"\0\0\0\0surplus")
    with pytest.raises(Garbled):
        here.receive(1)
    close(there)
    with pytest.raises(Gone):
        here.receive(1)
    with pytest.raises(Gone):
        here.send(b"x")
    close(here)


def test_a_host_answers_in_this_process_as_well(tmp_path: Path) -> None:
    import marshal

    setup, host = small("dice"), Host()
    file = tmp_path / "bot.py"
    file.write_text(FIRST)
    size, layout = layout_of(setup)
    assert host.answer(marshal.dumps(("load", {"file": str(file), "name": "Bot"}, size, layout))) == b"="
    assert host.answer(marshal.dumps(("start", 0, 3, {}, 1))) == b"="
    state, fate = ready(setup), Fate(1, 1)
    while state.actor == CHANCE:
        state.play(fate.draw(state))
    assert state.actor != OVER
    assert host.answer(marshal.dumps(("choose", [], state.view(0).key(), ["claim 1", "claim 2"]))) == b"=claim 1"
    assert host.answer(marshal.dumps(("finish", [], {}))) == b"="
    assert host.answer(marshal.dumps(("load", {"file": str(file), "name": "Other"}, size, layout))).startswith(b"!")


def test_a_door_tells_why_a_bot_cannot_be_loaded(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("import nowhere_to_be_found\n")
    door = Door(small("dice"), {"file": str(file), "name": "Bot"}, 1)
    with pytest.raises(Foul, match="cannot be loaded: ModuleNotFoundError"):
        door.open()
    assert door.process is None
