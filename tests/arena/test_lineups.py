"""Every player sits in every seat equally often and meets the others equally often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from brimstone.arena.lineups import games_of, lineups
from brimstone.arena.match import Fate
from brimstone.games.contract import CHANCE
from brimstone.games.state import ready
from tests.arena.bots import small

SIZES = [(players, seats) for seats in range(2, 7) for players in range(2, seats + 1)]


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_everybody_sits_in_every_seat_equally_often(players: int, seats: int) -> None:
    found = lineups(players, seats, deal=3)
    assert len(found) == games_of(players, seats)
    for player in range(players):
        by_seat = [sum(lineup[seat] == player for lineup in found) for seat in range(seats)]
        assert len(set(by_seat)) == 1
        assert by_seat[0] > 0


@pytest.mark.parametrize(("players", "seats"), [size for size in SIZES if size[0] > 2])
def test_three_or_more_have_as_many_seats_and_meet_as_often(players: int, seats: int) -> None:
    found = lineups(players, seats, deal=0)
    seats_had = Counter(player for lineup in found for player in lineup)
    assert len(set(seats_had.values())) == 1
    met = {
        pair: sum(lineup.count(pair[0]) * lineup.count(pair[1]) for lineup in found)
        for pair in combinations(range(players), 2)
    }
    assert len(set(met.values())) == 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_of_two_the_first_sits_alone(seats: int) -> None:
    found = lineups(2, seats, deal=5)
    assert len(found) == len(set(found)) == seats
    assert all(lineup.count(0) == 1 for lineup in found)


def test_the_order_around_the_table_changes_from_deal_to_deal() -> None:
    neighbours = {lineup[(lineup.index(0) + 1) % 4] for deal in range(20) for lineup in lineups(4, 4, deal)}
    assert neighbours == {1, 2, 3}


def test_everybody_comes_to_every_table() -> None:
    for players, seats in SIZES:
        assert all(set(lineup) == set(range(players)) for lineup in lineups(players, seats, 0))


def test_a_deals_chance_is_the_same_whatever_is_played() -> None:
    """The hands of every round are the same; those of other deals are not."""
    setup = small("cards")

    def hands(game: int, choice: int) -> list[list[int]]:
        state, fate, dealt = ready(setup), Fate(4, game), []
        while state.actor != -2:
            was = state.actor
            state.play(fate.draw(state) if was == CHANCE else state.moves()[choice])
            if was == CHANCE and state.actor != CHANCE:
                dealt.append(state["hand"])
        return dealt

    low, high, other = hands(0, 0), hands(0, -1), hands(1, 0)
    rounds = min(len(low), len(high))
    assert rounds > 1
    assert low[:rounds] == high[:rounds]
    assert low[0] != other[0]
