"""Games taken apart: curve, grades, luck and skill."""

from __future__ import annotations

import itertools
import json
import re
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from brimstone.analysis.account import GRADES, Analysis, Decision, Point, account, analyse, as_json, in_lines
from brimstone.analysis.plot import APART, draw, spread
from brimstone.arena.match import play_game
from brimstone.bots import find as find_player
from brimstone.games import NAMES, find
from brimstone.games.contract import CHANCE
from brimstone.games.options import set_up
from brimstone.record import Record

SHORT = {"coal": {"rounds": "2"}, "dice": {"goal": "3"}, "cards": {"hand": "4", "goal": "5"}}
EFFORT = 0.05


def short_game(name: str, seats: int = 3, players: str = "random") -> Record:
    setup = set_up(find(name), seats, SHORT[name])
    makers = find_player(setup.game, players, EFFORT)
    played = play_game(setup, [makers(setup, seat, seat) for seat in range(seats)], 3, 0)
    return Record(setup, tuple(f"somebody {seat + 1}" for seat in range(seats)), played.moves)


@pytest.fixture(scope="module", params=NAMES)
def analysis(request: pytest.FixtureRequest) -> Analysis:
    return analyse(short_game(request.param), seed=5, effort=EFFORT)


def test_steps_belong_to_whoever_made_them() -> None:
    curve = [
        Point(0, 0, CHANCE, "", 0, (0.5, 0.5), (0.1, 0.1)),
        Point(1, 1, 0, "draw", 1, (0.4, 0.6), (0.1, 0.1)),
        Point(2, 2, CHANCE, "devil", 1, (0.1, 0.9), (0.2, 0.2)),
        Point(3, 3, 1, "stop", 1, (0.0, 1.0), (0.0, 0.0)),
    ]
    first = account(curve, 0)
    assert (first.start, first.end) == (0.5, 0.0)
    assert (first.own, first.chance, first.others) == pytest.approx((-0.1, -0.3, -0.1))
    # each owner's sum is the difference of two estimates, each with its error
    assert first.own_error == pytest.approx((0.1**2 + 0.1**2) ** 0.5)
    assert first.chance_error == pytest.approx((0.1**2 + 0.2**2) ** 0.5)
    assert first.others_error == pytest.approx(0.2)


def test_a_point_between_two_steps_of_one_owner_costs_no_error() -> None:
    curve = [Point(k, k, CHANCE, "", 0, (w,), (e,)) for k, (w, e) in enumerate([(0.2, 0.0), (0.9, 0.5), (0.3, 0.0)])]
    only = account(curve, 0)
    assert (only.chance, only.chance_error) == pytest.approx((0.1, 0.0))


def test_chance_own_and_others_sum_to_the_result_less_the_start(analysis: Analysis) -> None:
    result = analysis.record.last().result()
    assert result is not None
    winners = result.places.count(1)
    for entry in analysis.accounts:
        assert entry.end == pytest.approx(1 / winners if result.places[entry.seat] == 1 else 0, abs=1e-12)
        assert entry.chance + entry.own + entry.others == entry.end - entry.start


def test_there_is_a_point_for_every_move_and_chances_sum_to_one(analysis: Analysis) -> None:
    lines = list(analysis.record.lines())
    assert [point.after for point in analysis.curve] == list(range(len(lines) + 1))
    assert [point.say for point in analysis.curve[1:]] == [line.say for line in lines]
    steps = [after.n - before.n for before, after in itertools.pairwise(analysis.curve)]
    assert steps == [len(line.moves) for line in lines]
    for point in analysis.curve:
        assert sum(point.win) == pytest.approx(1)


def test_every_decision_is_graded_against_the_best(analysis: Analysis) -> None:
    decided = [(n, line.by) for n, line in enumerate(analysis.record.lines()) if line.by != CHANCE]
    assert [(decision.after, decision.seat) for decision in analysis.decisions] == decided
    most = dict(GRADES)
    for decision in analysis.decisions:
        assert 0 <= decision.loss <= most[decision.grade]
        assert (decision.loss == 0) == (decision.say == decision.better)
    losses = [decision.loss for decision in analysis.mistakes]
    assert losses == sorted(losses, reverse=True)
    assert all(decision.loss > 1.96 * decision.error for decision in analysis.mistakes)


def test_what_may_be_chance_is_no_large_mistake() -> None:
    certain, doubtful, good = (
        Decision(after, 0, "draw", "stop", 0.5, 0.5 + loss, error, 0.0, grade)
        for after, (loss, error, grade) in enumerate(
            [(0.05, 0.02, "mistake"), (0.2, 0.15, "blunder"), (0.01, 0, "good")]
        )
    )
    found = Analysis(short_game("coal"), [], [certain, doubtful, good], [])
    assert found.mistakes == [certain]


def test_it_is_told_in_lines(analysis: Analysis) -> None:
    lines = in_lines(analysis)
    setup = analysis.record.setup
    assert lines[0].startswith(f"{setup.game.title}, 3 seats: {len(analysis.decisions)} decisions")
    assert len({len(line) for line in lines[2 : 3 + setup.seats]}) == 1  # the table's columns stand below each other
    for line in lines[3 : 3 + setup.seats]:
        start, chance, own, others, end = re.findall(r"[-+]?\d+\.\d(?= ±| %)", line)
        assert sum(map(Decimal, (start, chance, own, others))) == Decimal(end)
    for number, decision in enumerate(analysis.mistakes, 1):
        (told,) = (line for line in lines if line.startswith(f"  {number}. round"))
        assert f"{decision.better!r} wins {100 * decision.best_value:.1f} %" in told
        assert (f"(± {100 * decision.error:.1f})" in told) == (decision.error > 0)


def test_a_game_that_is_not_over_has_no_result() -> None:
    whole = short_game("coal")
    part = analyse(Record(whole.setup, whole.names, whole.moves[:9]), effort=EFFORT)
    assert any("others' play = so far;" in line for line in in_lines(part))
    assert sum(entry.end for entry in part.accounts) == pytest.approx(1)
    assert all(0 < entry.end < 1 for entry in part.accounts)


def test_the_same_seed_gives_the_same_analysis() -> None:
    record = short_game("cards")
    assert as_json(analyse(record, 7, EFFORT)) == as_json(analyse(record, 7, EFFORT))


def test_it_prints_as_json(analysis: Analysis) -> None:
    found = json.loads(msgspec.json.encode(as_json(analysis)))  # which takes plain numbers only
    assert found["accounts"][0]["seat"] == 1
    assert {"after", "seat", "say", "better", "loss", "grade"} <= set(found["decisions"][0])


@pytest.mark.parametrize(("name", "begins"), [("curve.png", b"\x89PNG"), ("curve.svg", b"<?xml")])
def test_the_curve_is_drawn(analysis: Analysis, tmp_path: Path, name: str, begins: bytes) -> None:
    draw(analysis, tmp_path / name)
    drawn = (tmp_path / name).read_bytes()
    assert drawn.startswith(begins)
    draw(analysis, tmp_path / f"again-{name}")
    assert (tmp_path / f"again-{name}").read_bytes() == drawn
    if name.endswith(".svg"):
        assert all(f"{seat} somebody {seat}" in drawn.decode() for seat in (1, 2, 3))


def test_names_at_the_edge_are_moved_apart_and_stay_in_the_picture() -> None:
    heights = spread([0.0, 0.0, 0.0, 0.97, 0.99, 1.0])
    assert heights[-1] == 1
    assert heights[0] == 0
    assert all(high - low >= APART - 1e-9 for low, high in pairwise(heights))
    assert spread([0.2, 0.8]) == [0.2, 0.8]
