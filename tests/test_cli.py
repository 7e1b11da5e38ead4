"""The command line, as a person or a script uses it."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from brimstone import cli
from brimstone.games import NAMES
from brimstone.record import read

PIG = Path(__file__).parents[1] / "examples" / "pig.py"
BRIMSTONE = [sys.executable, "-m", "brimstone"]


class Ran(NamedTuple):
    code: int
    out: str
    err: str


type_of_run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> type_of_run:
    """Run the command in this process."""

    def runner(*arguments: Any, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["brimstone", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = 0
        try:
            cli.main()
        except SystemExit as ended:
            code = int(ended.code or 0)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return runner


def test_help_names_every_command(run: type_of_run) -> None:
    told = run("--help")
    assert told.code == 0
    assert all(
        command in told.out for command in ("play", "sim", "replay", "bench", "arena", "advise", "analyse", "train")
    )


def test_version(run: type_of_run) -> None:
    assert run("--version").out.startswith("brimstone 0.")


# --- sim -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
def test_sim_gives_the_same_games_on_any_number_of_cores(run: type_of_run, game: str) -> None:
    one = run("sim", game, "--games", 600, "--seed", 7, "--workers", 1, "--json")
    many = run("sim", game, "--games", 600, "--seed", 7, "--workers", 3, "--json")
    other = run("sim", game, "--games", 600, "--seed", 8, "--workers", 3, "--json")
    assert one.out == many.out != other.out
    found = json.loads(one.out)
    assert found["games"] == 600
    assert sum(share["mean"] for share in found["win_share"]) == pytest.approx(1)
    assert all(share["low"] < share["mean"] < share["high"] for share in found["win_share"])


@pytest.mark.parametrize("game", NAMES)
def test_sim_records_replay_to_the_same_summary(run: type_of_run, game: str, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    found = json.loads(run("sim", game, "--games", 5, "--seed", 3, "--records", file, "--json").out)
    told = run("replay", file, "--json")
    games = [json.loads(line) for line in told.out.splitlines()]
    assert len(games) == 5
    decisions = sum(move["by"] != "chance" for played in games for move in played["moves"])
    assert decisions == round(5 * found["decisions"]["mean"])
    assert sum(len(played["rounds"]) for played in games) == round(5 * found["rounds"]["mean"])
    assert [p["mean"] for p in found["points"]] == pytest.approx(
        [sum(played["result"]["points"][seat] for played in games) / 5 for seat in range(found["seats"])]
    )


def test_sim_says_it_in_words(run: type_of_run) -> None:
    told = run("sim", "coal", "--seats", 2, "--games", 50, "-o", "target=400")
    assert told.out.startswith("50 games of coal with 2 seats, target 400, rounds 200, seed 0\n")
    assert "win share (95 %)" in told.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sim", "chess"], "There is no game 'chess'. Games: coal, dice, cards."),
        (["sim", "coal", "--seats", "1"], "cannot be played with 1 seats (C20). Allowed: 2 to 6 seats."),
        (["sim", "coal", "-o", "devils=8"], "has no option 'devils'. Allowed: money, target"),
        (["sim", "coal", "-o", "oven=1", "-o", "oven=2"], "The option oven is given twice."),
        (["sim", "coal", "-o", f"pieces={'9' * 5000}:1"], "(C16)"),
        (["sim", "coal", "-o", "oven"], "An option is NAME=VALUE, not 'oven'."),
        (["sim", "coal", "-o", "oven=50"], "the oven mouth cannot hold 50 (C19). Allowed: oven 0 to 47."),
        (["sim", "dice", "-o", "ranks=spielteufel putzteufel satansbraten", "--seats", "3"], "(D16)"),
        (["sim", "dice", "--games", "none"], "Invalid value for '--games'"),
        (["sim", "dice", "--games", "0"], "greater than or equal to 1"),
        (["sim", "dice", "--seed", "-1"], "Invalid value for '--seed'"),
        (["sim", "dice", "--seed", "9223372036854775808"], "Invalid value for '--seed'"),
        (["sim", "nowhere.py"], "There is no Python file nowhere.py."),
        (["replay", "nowhere.txt"], "nowhere.txt: No such file or directory."),
        (["dance"], "No such command 'dance'."),
    ],
)
def test_mistakes_are_told_in_a_sentence(run: type_of_run, arguments: list[str], says: str) -> None:
    told = run(*arguments)
    assert told.code == 2
    assert says in told.err
    assert told.out == ""
    assert "Traceback" not in told.err


def test_the_name_of_a_file_is_told_as_it_is(run: type_of_run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.jsonl").write_text("no game of an arena\n")
    told = run("arena", "coal", "--players", "random,thumb", "--resume", "games.jsonl")
    assert told.code == 2
    assert told.err.startswith("games.jsonl, line 1: this is no game")


def test_unwritable_records_are_told_before_any_game(run: type_of_run, tmp_path: Path) -> None:
    told = run("sim", "cards", "--records", tmp_path / "no" / "file.txt")
    assert told.code == 2
    assert "No such file or directory." in told.err


def test_weights_for_a_folder_that_is_not_there_are_told_before_any_work(run: type_of_run, tmp_path: Path) -> None:
    told = run("train", "coal", "--out", tmp_path / "no" / "weights.npz")
    assert (told.code, told.out) == (2, "")
    assert told.err == f"{tmp_path / 'no'}: there is no such folder.\n"


def test_who_interrupts_is_told_so_and_scripts_know(run: type_of_run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.records, "one_record", interrupted)
    told = run("analyse", "any.txt", "--json")
    assert (told.code, told.out, told.err) == (130, "", "Interrupted.\n")


def test_an_interrupted_sim_leaves_whole_records(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    command = [*BRIMSTONE, "sim", "coal", "--games", "1000000", "--records", str(file)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not (file.exists() and file.stat().st_size > 100_000):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, "no records were written"
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Interrupted after" in err
    with file.open() as lines:
        assert f"{len(list(read(lines)))} games of coal" in out


# --- replay ----------------------------------------------------------------------------------------------------------


def test_replay_tells_a_record(run: type_of_run) -> None:
    told = run("replay", Path(__file__).parent / "records" / "coal-4.txt")
    assert told.code == 0
    assert "\nround 1\n" in told.out
    assert "1 random: draw → " in told.out
    assert "\nresult: " in told.out


def test_replay_refuses_with_file_line_and_reason(run: type_of_run, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    text = (Path(__file__).parent / "records" / "coal-4.txt").read_text()
    first_bet = text.index("1: bet")
    line = text[:first_bet].count("\n") + 1
    file.write_text(text[:first_bet] + "1: bet 210" + text[text.index("\n", first_bet) :])
    told = run("replay", file)
    assert told.code == 1
    assert f"bad.txt, line {line}: seat 1 has only 200 (C1). Allowed: bet 0 to bet 200 in steps of 10." in told.err


def test_replay_of_a_file_that_is_no_text(run: type_of_run, tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    told = run("replay", file)
    assert told.code == 1
    assert "line 1: this is not text in UTF-8" in told.err


# --- play ------------------------------------------------------------------------------------------------------------


def test_play_a_whole_game_with_refusals_explained(run: type_of_run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed = "draw\n205\nbet 10000\n?\ntable\n" + "100\ndraw\nstop\n" * 400
    told = run(
        "play",
        "--level",
        "random",
        "coal",
        "-o",
        "rounds=2",
        "--seed",
        1,
        "--name",
        "Ada",
        "--record",
        file,
        typed=typed,
    )
    assert told.code == 0
    assert "Not now: seat 1 has to bet first (C1). Allowed: bet 0 to bet 200 in steps of 10." in told.out
    assert "Not now: bets go in steps of 10 (C1)." in told.out
    assert "Not now: seat 1 has only 200 (C1)." in told.out
    assert "The game is over: round limit." in told.out
    (record,) = read(file.read_text().splitlines())
    assert record.names[0] == "Ada"
    assert record.last().result() is not None


@pytest.mark.parametrize("game", [*NAMES, str(PIG)])
def test_leaving_early_keeps_the_record(run: type_of_run, game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    told = run("play", "--level", "random", game, "--seed", 4, "--record", file, typed="quit\n")
    assert told.code == 0
    assert "You have left the game." in told.out
    assert "result: unfinished" in file.read_text()


def test_records_are_added_to_a_file(run: type_of_run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    for game in NAMES:
        run("play", "--level", "random", game, "--record", file, typed="quit\n")
    assert [record.setup.game.name for record in read(file.read_text().splitlines())] == list(NAMES)


def test_the_end_of_input_is_a_way_to_leave(run: type_of_run) -> None:
    assert "You have left the game." in run("play", "--level", "random", "cards", typed="").out


def test_a_hand_is_shown_once_and_not_dealt_line_by_line(run: type_of_run) -> None:
    told = run("play", "--level", "random", "cards", "--seats", 4, "--seed", 4, typed="")
    assert told.out.count("your hand") == 1
    assert "deal " not in told.out
    assert "??" not in told.out


def test_a_full_disk_is_told_before_success_is(run: type_of_run) -> None:
    told = run("play", "--level", "random", "coal", "--record", "/dev/full", typed="")
    assert told.code == 2
    assert "No space left on device" in told.err
    assert "The record is in" not in told.out


def test_a_wrong_name_is_refused(run: type_of_run) -> None:
    assert "a name has 1 to 40" in run("play", "--level", "random", "cards", "--name", "a|b").err.lower()


def test_an_unknown_level_is_refused_with_those_there_are(run: type_of_run) -> None:
    told = run("play", "cards", "--level", "wizard")
    assert told.code == 2
    assert "There is no player 'wizard' for cards. There are random, thumb, child, casual, club" in told.err


def test_nobody_but_random_plays_somebodys_game(run: type_of_run) -> None:
    assert "Nobody but random knows how to play pig." in run("play", PIG, "--level", "club").err
    assert "You have left the game." in run("play", PIG, typed="").out


# --- advise, analyse, train ------------------------------------------------------------------------------------------

CARDS_RECORD = Path(__file__).parent / "records" / "cards-3.txt"
LITTLE = ("--effort", "0.05")


def test_advise_says_what_a_master_would_do(run: type_of_run) -> None:
    english = run("advise", CARDS_RECORD, "--at", 5, "--seat", 1, *LITTLE)
    assert english.code == 0, english.err
    assert "takes the trick with a chance of" in english.out
    assert english.out.startswith(("Best: play the ", "No move is best alone"))
    german = run("advise", CARDS_RECORD, "--at", 5, "--seat", 1, "--language", "de", *LITTLE)
    assert "Von hier aus gewinnst du" in german.out
    assert "spielen: gewinnt" in german.out
    found = json.loads(run("advise", CARDS_RECORD, "--at", 5, "--seat", 1, "--json", *LITTLE).out)
    assert sum(move["share"] for move in found["moves"]) == pytest.approx(1)
    assert all(sum(move["parts"].values()) == pytest.approx(move["value"]) for move in found["moves"])
    assert english.out.startswith(f"{found['words']}\n\n")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["advise", CARDS_RECORD, "--at", 0, "--seat", 1], "has nothing to decide after 0 of the"),
        (["advise", CARDS_RECORD, "--at", 5, "--seat", 1, "--language", "la"], "only in en, de, it, fr"),
        (["advise", CARDS_RECORD, "--at", 5, "--seat", 9], "there is no seat 9"),
        (["advise", CARDS_RECORD, "--game", 99, "--at", 5, "--seat", 1], "has no record number 99"),
        (["analyse", CARDS_RECORD, "--plot", "curve.txt"], "a picture is a .png or .svg file"),
        (["analyse", CARDS_RECORD, "--plot", "nowhere/curve.png"], "nowhere: there is no such folder."),
        (["analyse", "nowhere.txt"], "nowhere.txt: No such file or directory."),
        (["train", "cards", "--out", "weights.txt"], "weights are an .npz file"),
        (["train", "chess", "--out", "weights.npz"], "There is no game 'chess'"),
    ],
)
def test_bad_questions_get_plain_answers(run: type_of_run, arguments: list[Any], reason: str) -> None:
    told = run(*arguments)
    assert told.code in (1, 2)
    assert reason.lower() in told.err.lower()
    assert "Traceback" not in told.err


def test_analyse_takes_a_game_apart(run: type_of_run, tmp_path: Path) -> None:
    told = run("analyse", CARDS_RECORD, "--plot", tmp_path / "curve.svg", *LITTLE)
    assert told.code == 0, told.err
    assert "largest mistakes" in told.out
    assert (tmp_path / "curve.svg").exists()
    found = json.loads(run("analyse", CARDS_RECORD, "--json", *LITTLE).out)
    for entry in found["accounts"]:
        assert entry["chance"] + entry["own"] + entry["others"] == pytest.approx(
            entry["end"] - entry["start"], abs=1e-12
        )


# --- a game from a file ----------------------------------------------------------------------------------------------


def test_a_fourth_game_needs_no_change_anywhere(run: type_of_run, tmp_path: Path) -> None:
    file = tmp_path / "pig.txt"
    assert json.loads(run("sim", PIG, "--games", 20, "--records", file, "--json").out)["games"] == 20
    assert run("replay", file, "--with", PIG, "--json").out.count("\n") == 20
    assert "There is no game 'pig'" in run("replay", file).err


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("empty.py", "", "has no GAME."),
        ("three.py", "GAME = 3", "has no GAME."),
        ("broken.py", "x = (", "cannot be loaded: SyntaxError"),
        ("enum.py", PIG.read_text().replace('name="pig"', 'name="coal"'), "which is another game's name."),
    ],
)
def test_a_file_without_a_game_is_refused(run: type_of_run, tmp_path: Path, name: str, text: str, says: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    told = run("sim", file)
    assert told.code == 2
    assert says in told.err


def test_a_game_file_may_be_called_like_any_module(run: type_of_run, tmp_path: Path) -> None:
    file = tmp_path / "numpy.py"
    file.write_text(PIG.read_text())
    assert "You have left the game." in run("play", "--level", "random", file, typed="").out


# --- bench -----------------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
def test_bench_prints_what_docs_promise(run: type_of_run) -> None:
    found = json.loads(run("bench", "--json", "--games", 20).out)
    assert set(found) == set(NAMES)
    assert all(rate["moves_per_s"] > rate["decisions_per_s"] > 0 for rate in found.values())
    assert all(rate["state_bytes"] <= 512 for rate in found.values())


def test_the_command_is_installed() -> None:
    told = subprocess.run([*BRIMSTONE, "--version"], capture_output=True, text=True, check=True, env=dict(os.environ))
    assert told.stdout.startswith("brimstone ")
