"""`brimstone arena`, as a person or a script uses it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from brimstone import cli
from brimstone.arena.tournament import contest
from tests.arena.bots import FIRST, bot, small

ROOT = Path(__file__).parents[2]
SMALL = ["--seats", "3", "-o", "hand=3", "-o", "goal=12", "--workers", "1"]


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run the command in this process."""
    monkeypatch.setattr(sys, "argv", ["brimstone", "arena", *arguments])
    try:
        cli.main()
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


type_of_capture = pytest.CaptureFixture[str]


def test_a_report_as_json_has_the_keys_that_are_promised(
    monkeypatch: pytest.MonkeyPatch, capsys: type_of_capture, tmp_path: Path
) -> None:
    failing = bot(tmp_path, "raise KeyError(view['seat'])")
    code = run(monkeypatch, "cards", "--players", f"{failing},random", "--games", "6", *SMALL, "--json")
    found = json.loads(capsys.readouterr().out)
    assert code == 0
    assert list(found) == ["game", "seats", "options", "seed", "games", "players", "faults"]
    assert found["options"] == {"goal": "12", "hand": "3"}
    assert [list(player) for player in found["players"]] == 2 * [
        [
            "name", "games", "win_share", "low", "high", "points", "points_low", "points_high",
            "rating", "rating_low", "rating_high", "faults",
        ]
    ]  # fmt: skip
    assert [player["faults"] for player in found["players"]] == [6, 0]
    assert found["players"][0]["win_share"] == 0
    assert found["players"][1]["win_share"] == pytest.approx(1 / 2)
    assert found["faults"][4] == {
        "player": failing, "game": 5, "seat": found["faults"][4]["seat"],
        "reason": f"KeyError: {found['faults'][4]['seat'] - 1} (bot.py, line 4)",
    }  # fmt: skip
    page = (ROOT / "docs" / "bots.md").read_text()
    keys = {*found, *found["players"][0], *found["faults"][0]}
    assert {key for key in keys if f"`{key}`" not in page} == set()


def test_a_report_in_words(monkeypatch: pytest.MonkeyPatch, capsys: type_of_capture, tmp_path: Path) -> None:
    failing = bot(tmp_path, "return 'no'")
    assert run(monkeypatch, "cards", "--players", f"random,{failing}", "--games", "3", *SMALL) == 0
    out = capsys.readouterr().out
    assert out.startswith("3 games of cards with 3 seats, goal 12, hand 3, seed 0\n")
    assert "100.0%" in out
    assert "failed 6 times, first in game 1 in seat " in out
    assert "answered 'no', which is none of its moves" in out


def test_a_reason_of_many_lines_is_told_in_one(
    monkeypatch: pytest.MonkeyPatch, capsys: type_of_capture, tmp_path: Path
) -> None:
    failing = bot(tmp_path, "raise ValueError('one\\n\\n  two')")
    assert run(monkeypatch, "cards", "--players", f"random,{failing}", "--games", "3", *SMALL) == 0
    assert "ValueError: one two (bot.py, line 4)" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize("game", ["coal", "dice", "cards"])
def test_the_example_beats_random(monkeypatch: pytest.MonkeyPatch, capsys: type_of_capture, game: str) -> None:
    example = str(ROOT / "examples" / "bot.py")
    options = ["-o", "rounds=12"] if game == "coal" else []
    arguments = ["--seats", "4", "--games", "60", "--seed", "5", *options, "--json"]
    assert run(monkeypatch, game, "--players", f"{example},random", "--workers", "1", *arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["faults"] == []
    assert found["players"][0]["low"] > 1 / 4


BROKEN = {
    "no class": ("x = 1\n", "The bot {file}:Bot cannot play: there is no class Bot in it."),
    "no choose": (
        "class Bot:\n    pass\n",
        "The bot {file}:Bot cannot play: its Bot has no method choose(view, moves).",
    ),
    "no import": (
        "import nowhere_at_all\n",
        "it cannot be loaded: ModuleNotFoundError: No module named 'nowhere_at_all'",
    ),
    "no syntax": ("class Bot\n", "it cannot be loaded: SyntaxError"),
    "ends at once": ("raise SystemExit(3)\n", "The bot {file}:Bot cannot play: its process ended with code 3."),
}


@pytest.mark.parametrize(("text", "says"), BROKEN.values(), ids=BROKEN)
def test_a_file_that_is_no_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: type_of_capture, tmp_path: Path, text: str, says: str
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(text)
    assert run(monkeypatch, "cards", "--players", f"random,{file}:Bot") == 2
    told = capsys.readouterr()
    assert says.format(file=file) in told.err
    assert "Traceback" not in told.err
    assert told.out == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", "random,nobody.py"], "nobody.py."),
        (["--players", "random"], "1 player at 4 seats"),
        (["--players", "random,random,random,random,random"], "5 players at 4 seats"),
        (["--players", "random,random", "--games", "0"], "Invalid value for '--games'"),
        (["--players", "random,random", "--limit", "0"], "Invalid value for '--limit'"),
        ([], "Missing option '--players'"),
    ],
)
def test_mistakes_are_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: type_of_capture, arguments: list[str], says: str
) -> None:
    assert run(monkeypatch, "cards", "--seats", "4", *arguments) == 2
    told = capsys.readouterr()
    assert says in told.err
    assert "Traceback" not in told.err
    assert told.out == ""


def test_a_killed_arena_goes_on_where_it_was(tmp_path: Path) -> None:
    file, games = tmp_path / "bot.py", tmp_path / "games.jsonl"
    file.write_text("import random\n" + FIRST.replace("moves[0]", "random.choice(moves)"))
    command = [sys.executable, "-m", "brimstone", "arena", "cards", "--players", f"{file},random", "--json"]
    command += [*SMALL[:-2], "--games", "90", "--seed", "4"]
    process = subprocess.Popen([*command, "--resume", str(games), "--workers", "2"], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not (games.exists() and games.read_text().count("\n") > 20):
        assert process.poll() is None
        assert time.monotonic() < deadline, "no games were played"
        time.sleep(0.02)
    process.kill()
    process.wait()
    kept = games.read_text().count("\n") - 1
    assert 20 <= kept < 90
    players = [str(file), "random"]
    again = contest(small("cards"), players, 90, seed=4, workers=1, resume=games)
    assert games.read_text().count("\n") == 91
    assert again.as_json() == contest(small("cards"), players, 90, seed=4, workers=1).as_json()


def test_ctrl_c_reports_on_what_is_finished(tmp_path: Path) -> None:
    file, games = tmp_path / "bot.py", tmp_path / "games.jsonl"
    file.write_text(FIRST)
    command = [sys.executable, "-m", "brimstone", "arena", "cards", "--players", f"random,{file}", "--json"]
    command += [*SMALL[:-2], "--games", "1000000", "--resume", str(games), "--workers", "2"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not (games.exists() and games.read_text().count("\n") > 30):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, "no games were played"
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Interrupted after" in err
    found = json.loads(out)
    assert 27 <= found["games"] < 1000000
    assert found["games"] % 3 == 0
    assert found["faults"] == []
