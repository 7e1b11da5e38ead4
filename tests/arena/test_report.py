"""Shares, intervals and what happens to those who fail."""

from __future__ import annotations

import numpy as np
import pytest

from brimstone.arena.match import Fault, judged
from brimstone.arena.ratings import t_quantile
from brimstone.arena.report import GameDone, mean_over_deals, share_over_deals, summed_up, won
from brimstone.games import find
from brimstone.games.contract import Result
from brimstone.games.options import set_up


@pytest.mark.parametrize(("freedom", "value"), [(5, 2.5706), (10, 2.2281), (30, 2.0423), (1000, 1.9623)])
def test_students_quantile(freedom: int, value: float) -> None:
    assert t_quantile(freedom) == pytest.approx(value, abs=0.02)


def test_a_shared_win_counts_in_parts() -> None:
    assert won(GameDone(0, (0, 1, 2), (1, 1, 3), (5, 5, 1), ())) == [0.5, 0.5, 0]


def test_who_failed_has_won_nothing_even_alone() -> None:
    failed = ((0, "x"), (1, "x"), (2, "x"))
    assert won(GameDone(0, (0, 1, 2), (1, 1, 1), (5, 5, 1), failed)) == [0, 0, 0]


def test_who_fails_is_last_and_the_others_keep_their_order() -> None:
    result = Result((1, 2, 2, 4), (90, 50, 50, 10), "over")
    assert judged(result, [Fault(0, "crash")])[:2] == ((4, 1, 1, 3), (10, 50, 50, 10))
    assert judged(result, [Fault(1, "a"), Fault(3, "b")])[:2] == ((1, 3, 2, 3), (90, 10, 50, 10))
    assert judged(result, [])[:2] == (result.places, result.points)


def test_intervals_cover_the_truth_in_19_of_20_contests() -> None:
    """Deals whose four games share their luck: games counted one by one would cover far less."""
    draws = np.random.default_rng(1)
    covered = points = naive = 0
    for _ in range(600):
        luck = draws.beta(1.2, 2.8, size=60)  # mean 0.3
        wins = draws.binomial(4, luck) / 4
        found = share_over_deals(wins, 240)
        covered += found.low <= 0.3 <= found.high
        mean = mean_over_deals(wins)
        points += mean.low <= 0.3 <= mean.high
        spread = 1.96 * (found.mean * (1 - found.mean) / 240) ** 0.5
        naive += abs(found.mean - 0.3) <= spread
    assert 0.93 <= covered / 600 <= 0.975
    assert 0.92 <= points / 600 <= 0.975
    assert naive / 600 < 0.9


def test_duplicates_that_cancel_luck_make_the_interval_narrower() -> None:
    opposite = np.tile([0.5, 0.5, 0.25, 0.75], 25)
    independent = np.random.default_rng(2).binomial(4, 0.5, size=100) / 4
    narrow, wide = share_over_deals(opposite, 400), share_over_deals(independent, 400)
    assert narrow.high - narrow.low < 0.8 * (wide.high - wide.low)


def test_winning_all_games_is_not_certainty() -> None:
    found = share_over_deals(np.ones(25), 100)
    assert found.high == 1
    assert 0.94 < found.low < 0.97


def test_one_deal_says_little() -> None:
    assert share_over_deals(np.array([0.5]), 4).high - share_over_deals(np.array([0.5]), 4).low > 0.7


@pytest.mark.parametrize("wins", [0, 1, 5])
def test_one_against_three_of_a_kind_they_share_what_the_other_does_not_win(wins: int) -> None:
    """The one goes round the seats, and wins so many of twenty games."""
    deals = []
    for deal in range(5):
        games = []
        for seat in range(4):
            number = 4 * deal + seat
            lineup = tuple(0 if k == seat else 1 for k in range(4))
            winner = seat if number < wins else (seat + 1) % 4
            games.append(GameDone(number, lineup, tuple(1 if k == winner else 2 for k in range(4)), (0,) * 4, ()))
        deals.append(games)
    one, three = summed_up(set_up(find("cards"), 4), ["one", "three"], 1, deals).players
    assert one.win_share == pytest.approx(wins / 20)
    assert (3 * three.win_share, 3 * three.low, 3 * three.high) == pytest.approx(
        (1 - one.win_share, 1 - one.high, 1 - one.low)
    )
    assert three.high <= 1 / 3
