"""The examples run, and find what they say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from brimstone.arena.tournament import contest
from brimstone.games import NAMES, find
from brimstone.games.options import set_up
from examples import ppo
from examples.balance import draw
from examples.solve_coal import solve

pytestmark = pytest.mark.compiled_only
EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_first_bot_has_fifteen_lines_and_plays_every_game() -> None:
    file = EXAMPLES / "first_bot.py"
    assert len(file.read_text().split('"""\n', 1)[1].strip().splitlines()) <= 15
    for name in NAMES:
        setup = set_up(find(name), 3, {"rounds": 3} if name == "coal" else {})
        assert contest(setup, [str(file), "random"], 3, 1, workers=1).faults == []


def test_the_first_bot_beats_random_at_cards() -> None:
    setup = set_up(find("cards"), 4)
    report = contest(setup, [str(EXAMPLES / "first_bot.py"), "random"], 40, 1, workers=1)
    assert report.players[0].low > 0.25


def test_coal_is_solved() -> None:
    _, distance, mixes = solve(20)
    assert distance < 0.01
    first, *_, last = mixes.values()
    assert set(first) == {"bet 0", "bet 10", "bet 20"}
    assert sum(first.values()) == pytest.approx(1)
    assert set(last) <= {"draw", "stop"}


def test_the_balance_study_ends_in_a_picture(tmp_path: Path) -> None:
    found = draw(tmp_path / "balance.png", 300)
    assert (tmp_path / "balance.png").read_bytes().startswith(b"\x89PNG")
    for share, error, _ in found.values():
        assert share.sum() == pytest.approx(1)
        assert (error < 0.06).all()
    assert not np.array_equal(found[8][0], found[9][0])


def test_ppo_has_at_most_two_hundred_lines_and_learns_to_beat_random() -> None:
    assert len((EXAMPLES / "ppo.py").read_text().splitlines()) <= 200
    assert ppo.match(ppo.train(updates=8), "random", 40).low > 0.5  # equal players would win a quarter


def test_ppo_learns_the_same_from_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "TABLES", 16)
    one, again, other = (ppo.train(updates=2, seed=seed).score.weights for seed in (3, 3, 4))
    assert all(np.array_equal(*pair) for pair in zip(one, again, strict=True))
    assert not np.array_equal(one[0], other[0])
