"""Contests as scripts hold them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from brimstone.arena.entrants import BadContest, entrants_of
from brimstone.arena.ledger import Ledger
from brimstone.arena.report import GameDone
from brimstone.arena.tournament import Interrupted, contest
from brimstone.arena.worker import can_travel
from brimstone.bots import Maker, UnknownPlayer
from brimstone.bots.player import Player
from brimstone.bots.random import RandomPlayer
from brimstone.games.contract import Setup
from brimstone.games.options import set_up
from examples import pig
from tests.arena.bots import bot, small


@pytest.fixture
def first(tmp_path: Path) -> str:
    """A bot that sometimes fails, always in the same games."""
    (tmp_path / "bots").mkdir()
    body = "if random.random() < 0.02: raise ValueError('a bad day')\nreturn random.choice(moves)"
    return bot(tmp_path / "bots", body, "import random")


def test_the_same_report_on_one_worker_and_two_and_after_a_break(first: str, tmp_path: Path) -> None:
    setup, players = small("cards", 4), [first, "random"]
    one = contest(setup, players, 24, seed=3, workers=1)
    assert contest(setup, players, 24, seed=3, workers=2).as_json() == one.as_json()
    assert contest(setup, players, 24, seed=4, workers=1).as_json() != one.as_json()
    assert one.games == 24
    assert 0 < len(one.faults) < 24
    assert {fault.reason.partition(" (")[0] for fault in one.faults} == {"ValueError: a bad day"}

    file, seen = tmp_path / "games.jsonl", list[int]()
    part = contest(setup, players, 24, 3, 1, resume=file, progress=seen.append, stopped=lambda: len(seen) > 10)
    assert part.games == 8  # whole deals of 11 games
    assert len(file.read_text().splitlines()) == 1 + sum(seen) == 12
    with file.open("a") as cut_off:
        cut_off.write('{"game": 11, "line')
    seen.clear()
    again = contest(setup, players, 24, 3, 1, resume=file, progress=seen.append)
    assert again.as_json() == one.as_json()
    assert seen == [11] + [1] * 13
    assert len(file.read_text().splitlines()) == 25
    assert contest(setup, players, 24, 3, 1, resume=file).as_json() == one.as_json()


def test_games_round_up_to_whole_deals_with_all_rotations() -> None:
    report = contest(small("cards", 4), ["random", "random", "random"], 5, seed=1, workers=1)
    assert report.games == 12
    assert [(player.name, player.games) for player in report.players] == [
        ("random", 16), ("random (2)", 16), ("random (3)", 16)
    ]  # fmt: skip
    assert sum(player.win_share * player.games for player in report.players) == pytest.approx(report.games)


def test_equal_players_are_rated_equal_and_a_better_one_higher() -> None:
    setup = small("cards", 3)
    equal = contest(setup, ["random", ("same", RandomPlayer)], 30, seed=2, workers=1)
    assert [player.rating for player in equal.players] == pytest.approx([1500, 1500])
    assert equal.of("same").win_share == pytest.approx(1 / 3)
    better = contest(set_up(setup.game, 3, {"goal": 30}), [("closest", Closest), "random"], 60, seed=2, workers=1)
    assert better.of("closest").rating_low > better.of("random").rating_high
    assert better.of("closest").low > 1 / 3


class Closest(RandomPlayer):
    """Plays the card that is closest to the lead."""

    def choose(self, view: Any) -> int:
        moves: list[int] = view.moves()
        return min(moves, key=lambda card: abs(card - (view["led"] or 14)))


def made_here(setup: Setup, seat: int, seed: int) -> Player:
    return RandomPlayer(setup, seat, seed)


def test_makers_that_cannot_travel_play_here() -> None:
    def local(setup: Setup, seat: int, seed: int) -> Player:
        return RandomPlayer(setup, seat, seed)

    assert not can_travel(entrants_of(["random", ("local", local)]))
    assert can_travel(entrants_of(["random", made_here, RandomPlayer]))
    report = contest(small("cards"), ["random", ("local", local)], 6, seed=1, workers=2)
    assert report.games == 6
    assert report.faults == []


def test_makers_of_a_module_travel_and_a_game_from_a_file_too() -> None:
    setup = set_up(pig.GAME, 2, {"goal": 10})
    makers: list[str | Maker] = ["random", made_here]
    here, there = (contest(setup, makers, 6, seed=1, workers=workers) for workers in (1, 2))
    assert here.as_json() == there.as_json()
    assert here.of("made_here").win_share == 0.5


def test_ours_get_the_same_report_behind_the_door() -> None:
    setup = small("coal", 2)
    here = contest(setup, ["random", "random"], 6, seed=8, workers=1)
    assert contest(setup, ["random", "random"], 6, seed=8, workers=1, door=True).as_json() == here.as_json()
    assert here.faults == []


def test_before_the_first_deal_is_whole_there_is_nothing_to_report(tmp_path: Path) -> None:
    done: list[int] = []
    with pytest.raises(Interrupted, match="interrupted after 2 games"):
        contest(small("cards"), ["random", "random"], 6, 1, 1, progress=done.append, stopped=lambda: len(done) == 2)


def test_one_deal_alone_has_no_interval_of_points_and_rating() -> None:
    report = contest(small("cards"), ["random", "random"], 3, seed=1, workers=1)
    player = json.loads(report.as_json())["players"][0]
    assert [player[key] for key in ("points_low", "points_high", "rating_low", "rating_high")] == [None] * 4
    assert "inf" not in report.text()
    assert "one deal: no interval" in report.text()


class Fatal(RandomPlayer):
    """Takes its process with it."""

    def choose(self, view: Any) -> int:
        os._exit(9)


def test_a_worker_that_dies_is_told_in_a_sentence() -> None:
    with pytest.raises(BadContest, match="a worker ended with code 9 while it played game 1"):
        contest(small("cards"), ["random", Fatal], 6, seed=1, workers=2)


# --- refused ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "games", "says"),
    [
        (["random"], 5, "1 player at 3 seats: name at least two"),
        (["random"] * 4, 5, "4 players at 3 seats"),
        (["random", "random"], 0, "at least one game"),
    ],
)
def test_contests_that_cannot_be(players: list[str], games: int, says: str) -> None:
    with pytest.raises(BadContest, match=says):
        contest(small("cards"), players, games, seed=1)


def test_a_game_without_players_of_its_own_knows_random_and_files() -> None:
    with pytest.raises(UnknownPlayer, match="nobody but random knows how to play pig"):
        contest(set_up(pig.GAME, 2), ["random", "master"], 2, seed=1)


def test_games_of_another_contest_are_not_mixed_in(first: str, tmp_path: Path) -> None:
    setup, file = small("cards"), tmp_path / "games.jsonl"
    contest(setup, [first, "random"], 3, 1, 1, resume=file)
    kept = file.read_text()
    with pytest.raises(BadContest, match="another contest: seed is 1 there and 2 here"):
        contest(setup, [first, "random"], 3, 2, 1, resume=file)
    with pytest.raises(BadContest, match="another contest: seats is 3 there and 4 here"):
        contest(small("cards", 4), [first, "random"], 3, 1, 1, resume=file)
    path = Path(first.removesuffix(":Bot"))
    path.write_text(path.read_text() + "# better now\n")
    with pytest.raises(BadContest, match="another contest: files is"):
        contest(setup, [first, "random"], 3, 1, 1, resume=file)
    assert file.read_text() == kept


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello\n", "line 1: this is no game of an arena"),
        ('{"a": 1}\n', "holds no games of an arena"),
        ('{"arena": 1}\nhello\n', "line 2: this is no game"),
        ('{"arena": 1}\n[1]\n', "line 2: this is no game"),
        ('{"arena": 1}\n{"game": 1}\n', "line 2: this is no game"),
    ],
)
def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(text)
    with pytest.raises(BadContest, match=says):
        Ledger(file, {"arena": 1})
    assert file.read_text() == text


def test_a_ledger_that_cannot_be_written_is_named_as_it_was_given(tmp_path: Path) -> None:
    with pytest.raises(OSError) as refused:
        Ledger(tmp_path / "nowhere" / "games", {"arena": 1})
    assert refused.value.filename == str(tmp_path / "nowhere" / "games")


def test_a_ledger_gives_back_what_was_put_in(tmp_path: Path) -> None:
    game = GameDone(4, (0, 1), (1, 2), (30, -5), ((1, "crash “x”"),))
    ledger = Ledger(tmp_path / "games", {"arena": 1})
    ledger.add(game)
    ledger.close()
    again = Ledger(tmp_path / "games", {"arena": 1})
    again.close()
    assert again.games == [game]
