"""Draws of coal against exact solutions of the round: a fast version of proofs/coal_regret.py."""

from __future__ import annotations

import pytest

from brimstone.bots.coal.worth import chips, weights
from proofs.coal_regret import AIMS, positions, regret, regrets


@pytest.mark.parametrize("unit", AIMS)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_last_seat_makes_the_best_move(seats: int, unit: str) -> None:
    found = regrets(seats, 0, 10, 1, unit)
    assert (found.positions, found.other) == (10, 0)


@pytest.mark.parametrize("unit", AIMS)
@pytest.mark.parametrize(("seats", "following", "wanted"), [(2, 1, 12), (4, 1, 12), (3, 2, 1)])
def test_earlier_seats_lose_next_to_nothing(seats: int, following: int, wanted: int, unit: str) -> None:
    assert regrets(seats, following, wanted, 1, unit).mean <= AIMS[unit]


def test_who_counts_chips_and_who_wants_to_win_draw_otherwise() -> None:
    """The two utilities are two: the best move for one of them loses by the other."""
    states = positions(2, 0, 30, 1)
    for mine, other in ((chips(1e-5), weights(2)), (weights(2), chips(1e-5))):
        assert all(regret(state, mine) <= 1e-9 for state in states)
        assert any(regret(state, mine, other) > 1e-9 for state in states)
