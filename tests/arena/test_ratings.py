"""Ratings beside cases worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from brimstone.arena.ratings import MEAN, TENFOLD, Ranking, counted, fit, ratings


def fitted(players: int, games: list[Ranking], prior: float) -> list[float]:
    companies, contests, wins = counted(players, [games])
    return [float(rating) for rating in fit(companies, contests, wins, prior)[0]]


FIRST: Ranking = ((0, 1), (1, 2))
SECOND: Ranking = ((0, 2), (1, 1))
DRAW: Ranking = ((0, 1), (1, 1))


def test_two_players_differ_by_the_log_odds_of_their_wins() -> None:
    first, second = fitted(2, [FIRST] * 30 + [SECOND] * 10, prior=0)
    assert first - second == pytest.approx(TENFOLD * math.log10(3), abs=1e-3)
    assert first + second == pytest.approx(2 * MEAN)


def test_a_draw_is_half_a_win_for_both() -> None:
    first, second = fitted(2, [FIRST] * 5 + [SECOND] * 1 + [DRAW] * 2, prior=0)
    assert first - second == pytest.approx(TENFOLD * math.log10(6 / 2), abs=1e-3)


def test_who_always_wins_stays_finite() -> None:
    first, second = fitted(2, [FIRST] * 9, prior=1)
    assert first - second == pytest.approx(TENFOLD * math.log10(9.5 / 0.5), abs=1e-3)


def test_one_against_two_copies() -> None:
    """Strength a against b, b: a comes first with chance a / (a + 2b), else second with a / (a + b).

    After one first, one second and one third place the most likely x = a / b has slope 0.
    """
    games: list[Ranking] = [
        [(0, 1), (1, 2), (1, 3)],
        [(0, 2), (1, 1), (1, 3)],
        [(0, 3), (1, 1), (1, 2)],
    ]
    first, second = fitted(2, games, prior=0)
    x = 10 ** ((first - second) / TENFOLD)
    # wins of a: 2; contests {a,b,b}: 3, {a,b}: 2 (when a was not first)
    assert 2 / x == pytest.approx(3 / (x + 2) + 2 / (x + 1), rel=1e-6)


def test_three_players_by_the_equations_of_the_most_likely_strengths() -> None:
    """At the fit every player has been chosen as often as the model expects."""
    games: list[Ranking] = [
        [(0, 1), (1, 2), (2, 3)],
        [(0, 1), (1, 3), (2, 2)],
        [(0, 2), (1, 1), (2, 3)],
        [(0, 3), (1, 2), (2, 1)],
    ]
    a, b, c = (10 ** (rating / TENFOLD) for rating in fitted(3, games, prior=0))
    all_three = 4 / (a + b + c)
    # second choices: {b, c} twice, {a, c} once, {a, b} once
    assert 3 / a == pytest.approx(all_three + 1 / (a + c) + 1 / (a + b))
    assert 3 / b == pytest.approx(all_three + 2 / (b + c) + 1 / (a + b))
    assert 2 / c == pytest.approx(all_three + 2 / (b + c) + 1 / (a + c))


def test_a_tie_of_three_counts_as_its_six_orders() -> None:
    orders = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    spread: list[Ranking] = [[(player, at + 1) for at, player in enumerate(order)] for order in orders]
    decided: list[Ranking] = [[(0, 1), (1, 2), (2, 3)]] * 6
    tied: list[Ranking] = [[(0, 1), (1, 1), (2, 1)]] * 6
    assert fitted(3, tied + decided, prior=0.5) == pytest.approx(fitted(3, spread + decided, prior=0.5))


def test_known_strengths_are_found_again() -> None:
    draws = np.random.default_rng(5)
    strengths = np.array([4.0, 2.0, 1.0, 1.0])
    deals: list[list[Ranking]] = []
    for _ in range(1500):
        left, ranking = [0, 1, 2, 3], []
        for place in range(1, 5):
            chosen = draws.choice(left, p=strengths[left] / strengths[left].sum())
            ranking.append((int(chosen), place))
            left.remove(int(chosen))
        deals.append([ranking])
    true = MEAN + TENFOLD * (np.log10(strengths) - np.log10(strengths).mean())
    for (rating, low, high), right in zip(ratings(4, deals), true, strict=True):
        assert low < right < high
        assert abs(rating - right) < 20
        assert 5 < high - low < 60


def test_who_has_never_lost_may_be_far_better_or_not_so_much() -> None:
    (rating, low, high), _ = ratings(2, [[FIRST, FIRST]] * 20)
    assert low < rating - 60
    assert high > rating + 100


def test_few_deals_are_not_taken_for_more_than_they_are() -> None:
    draws = np.random.default_rng(3)
    covered = 0
    for _ in range(100):
        deals = [[FIRST if won else SECOND for won in draws.random(2) < 0.7] for _ in range(6)]
        (_, low, high), _ = ratings(2, deals)
        covered += low <= MEAN + TENFOLD / 2 * math.log10(0.7 / 0.3) <= high
    assert covered >= 90


def test_one_deal_alone_gives_no_interval() -> None:
    (rating, low, high), _ = ratings(2, [[FIRST, SECOND]])
    assert rating == pytest.approx(MEAN)
    assert (low, high) == (-math.inf, math.inf)
