"""Imagined worlds come up as often as they should: sampled frequencies against every world counted out.

The worlds are found by brute force: every deal, throw or bet there is, thrown away where the referee (tests/games/
referee.py) refuses to hear the game's words with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from brimstone.chance import Draws
from brimstone.compiling import COMPILED, rule
from brimstone.games import cards
from brimstone.games.cards_words import held
from brimstone.games.contract import PUBLIC
from brimstone.games.state import State, View, start
from tests.games import referee
from tests.games.variants import CARDS, COAL, DICE


def told(state: State, words: Sequence[str]) -> State:
    for said in words:
        state.play(said)
    return state


def agrees(counts: Counter[Any], odds: dict[Any, Fraction]) -> None:
    """Pearson's chi-square: every world that can be comes up, no other does, and as often as its odds say."""
    assert set(counts) <= set(odds)
    assert sum(odds.values()) == 1
    n, freedom = counts.total(), len(odds) - 1
    assert all(n * odd >= 5 for odd in odds.values()), "too few samples for the test"
    square = sum((counts[world] - n * float(odd)) ** 2 / (n * float(odd)) for world, odd in odds.items())
    assert square < freedom + 5 * (2 * freedom) ** 0.5 + 5


# --- cards -----------------------------------------------------------------------------------------------------------

Hands = tuple[tuple[int, ...], ...]


def deals(pack: tuple[int, ...], sizes: Sequence[int]) -> Iterator[Hands]:
    if not sizes:
        yield ()
        return
    for hand in combinations(pack, sizes[0]):
        for others in deals(tuple(card for card in pack if card not in hand), sizes[1:]):
            yield (hand, *others)


def deal_words(hands: Hands) -> list[str]:
    return [f"deal {seat}: {card}" for seat, hand in enumerate(hands, 1) for card in hand]


def is_told(seats: int, options: dict[str, Any], words: Sequence[str]) -> bool:
    """Does the referee hear a game of cards with these words?"""
    game = referee.Game("cards", seats, options)
    try:
        for said in words:
            game.answer(said)
    except ValueError:
        return False
    return True


def worlds_of_cards(view: View, hands: Hands, plays: list[str]) -> dict[Hands, Fraction]:
    """Every way to hold the unseen cards with which the plays would have been legal, each as likely."""
    seats, options = view.setup.seats, dict(view.setup.options)
    played = [int(said.split()[1]) for said in plays]
    laid = [[card for card in hand if card in played] for hand in hands]
    mine = [card for card in hands[view.seat] if card not in played] if view.seat != PUBLIC else []
    pack = tuple(card for hand in hands for card in hand if card not in played and card not in mine)
    found = []
    for rest in deals(tuple(sorted(pack)), [n for seat, n in enumerate(view["count"][:seats]) if seat != view.seat]):
        left = [*rest[: view.seat], tuple(sorted(mine)), *rest[view.seat :]] if view.seat != PUBLIC else list(rest)
        deal = tuple((*known, *unknown) for known, unknown in zip(laid, left, strict=True))
        if is_told(seats, options, [f"dealer {seats}", *deal_words(deal), *plays]):
            found.append(tuple(left))
    return {world: Fraction(1, len(found)) for world in found}


@rule
def fit_at(vs, i, seat, rs, j):  # type: ignore[no-untyped-def]
    cards.deal_fitting(vs[i], seat, rs[j])


def fitted(view: View, draws: Draws) -> State:
    """A world dealt card by card, by the number of ways to go on: what `imagine` falls back to."""
    cells = CARDS.table.batch()
    CARDS.table.lay(cells, 0, view.cells)
    fit_at(cells, 0, view.seat, draws.sources, 0)
    world = State(view.setup, cells.view("u1") if COMPILED else cells, view.doors)
    assert [hand.bit_count() for hand in world["hand"]] == world["count"]
    return world


def imagined(view: View, draws: Draws) -> State:
    return view.imagine(draws)


HANDS = {
    # seat 1 leads 5, seat 2 goes up with 7, seat 3 has nothing above the lead
    "could not follow": (((5, 6, 9), (4, 7, 8), (1, 2, 3)), ["play 5", "play 7", "play 2"]),
    # down, and the third seat has nothing below: then it leads
    "could not go down": (((4, 5, 6), (1, 2, 3), (7, 8, 9)), ["play 5", "play 3", "play 7", "play 8"]),
    # two tricks, and the last is begun: seat 2 has no card left
    "one hand is empty": (
        ((2, 5, 9), (1, 4, 7), (3, 6, 8)),
        ["play 5", "play 7", "play 8", "play 3", "play 2", "play 1", "play 4"],
    ),
    "all followed": (((2, 5, 9), (1, 4, 7), (3, 6, 8)), ["play 5", "play 7", "play 8"]),
    "nothing played": (((2, 5, 9), (1, 4, 7), (3, 6, 8)), []),
}
paths = pytest.mark.parametrize("way", [imagined, fitted], ids=["imagine", "fitting"])


@paths
@pytest.mark.parametrize(
    ("name", "seat"),
    # Somebody who watches could imagine 1680 deals before the first card: too many to sample.
    [(name, seat) for name, (_, plays) in HANDS.items() for seat in (PUBLIC, 0, 1, 2) if plays or seat != PUBLIC],
)
def test_cards_every_possible_deal_is_equally_likely(name: str, seat: int, way: Any) -> None:
    hands, plays = HANDS[name]
    state = told(start(CARDS, 3, {"hand": 3}), ["dealer 3", *deal_words(hands), *plays])
    view = state.view(seat)
    odds = worlds_of_cards(view, hands, plays)
    draws = Draws(len(name) * 10 + seat)
    counts = Counter(hands_of(way(view, draws)) for _ in range(12 * len(odds) + 100))
    agrees(counts, odds)
    assert hands_of(state) in odds


def hands_of(state: State) -> Hands:
    return tuple(tuple(held(hand)) for hand in state["hand"][: state.setup.seats])


def game_with_a_lead_of_five_devils() -> tuple[State, Hands, list[str]]:
    """T1: seat 1 has nothing but the 15 and the 25 left, and leads the 15."""
    hands = ((15, 25, 24, 12, 3), (1, 7, 9, 13, 22), (2, 8, 11, 17, 20), (4, 10, 14, 18, 21), (5, 6, 16, 19, 23))
    for seed in range(200):
        state, draws, plays = start(CARDS, 5, {"hand": 5}), Draws(seed), []
        told(state, ["dealer 5", *deal_words(hands)])
        while state.round == 1 and state.actor >= 0:
            moves = [move for move in state.moves() if move not in (15, 25)] or state.moves()
            move = moves[draws.below(len(moves))]
            forced = state.actor == 0 and not any(state["trick"]) and held(state["hand"][0]) == [15, 25]
            plays.append(state.say(15 if forced else move))
            state.play(plays[-1])
            if forced:
                return state, hands, plays
    raise AssertionError("no such game was found")


@paths
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_cards_a_lead_of_five_devils_betrays_the_hand(seat: int, way: Any) -> None:
    state, hands, plays = game_with_a_lead_of_five_devils()
    view = state.view(seat)
    odds = worlds_of_cards(view, hands, plays)
    assert len(odds) > 1
    assert {world[0] for world in odds} == {(25,)}
    draws = Draws(80 + seat)
    agrees(Counter(hands_of(way(view, draws)) for _ in range(8 * len(odds) + 100)), odds)


# --- dice ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [PUBLIC, 0, 1, 2])
def test_dice_every_throw_under_a_cup_is_as_likely_as_it_falls(seat: int) -> None:
    options = {"gold": "1 2 4", "black": "1 3", "grey": "2 2 5"}
    state = told(
        start(DICE, 3, options),
        [
            "rank 1: putzteufel", "rank 2: oberteufel", "rank 3: satansbraten", "open 1: bed", "open 2: bed",
            "roll 2: 4 2 1", "roll 1: 3 1", "roll 3: 5 2",
        ],
    )  # fmt: skip
    faces = {0: [1, 3], 1: [1, 2, 4], 2: [2, 2, 5]}
    lots = {0: 2, 1: 3, 2: 2}
    cups = []
    for owner in range(3):
        if owner == seat:
            cups.append(Counter([tuple(state["dice"][owner])]))
        else:
            falls = product(faces[owner], repeat=lots[owner])
            cups.append(Counter((*sorted(fall, reverse=True), 0)[:3] for fall in falls))
    ways = cups[0].total() * cups[1].total() * cups[2].total()
    odds = {
        (a, b, c): Fraction(cups[0][a] * cups[1][b] * cups[2][c], ways) for a, b, c in product(*map(list, cups))
    }  # fmt: skip
    view, draws = state.view(seat), Draws(60 + seat)
    n = int(6 / min(odds.values()))
    agrees(Counter(tuple(map(tuple, view.imagine(draws)["dice"][:3])) for _ in range(n)), odds)


def test_dice_only_cups_that_have_rolled_are_filled() -> None:
    state = told(
        start(DICE, 3),
        [
            "rank 1: putzteufel", "rank 2: oberteufel", "rank 3: satansbraten", "open 1: bed", "open 2: bed",
            "roll 2: 4 2 1",
        ],
    )  # fmt: skip
    world = state.view(0).imagine(Draws(1))
    assert world["dice"][0] == world["dice"][2] == [0, 0, 0]
    assert world["dice"][1] != [0, 0, 0]


def test_dice_shown_dice_are_not_rolled_anew() -> None:
    state = told(
        start(DICE, 3),
        [
            "rank 1: putzteufel", "rank 2: oberteufel", "rank 3: satansbraten", "open 1: bed", "open 2: bed",
            "roll 2: 4 2 1", "roll 1: 3 1", "roll 3: 4 3", "claim 1", "claim 1", "claim 2",
        ],
    )  # fmt: skip
    view, draws = state.view(PUBLIC), Draws(2)
    seen = {tuple(map(tuple, view.imagine(draws)["dice"][:3])) for _ in range(200)}
    assert {(putz, ober) for putz, ober, _ in seen} == {((3, 1, 0), (4, 2, 1))}
    assert len({satan for _, _, satan in seen}) == 10  # D4: the lone claim keeps its cup closed


# --- coal ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [PUBLIC, 0, 1, 2])
def test_coal_every_bet_in_a_closed_fist_is_equally_likely(seat: int) -> None:
    state = told(start(COAL, 3, {"money": 40}), ["start 2", "bet 30", "bet 0"])
    stakes = [[30] if seat == 0 else range(0, 50, 10), [0] if seat == 1 else range(0, 50, 10), [-1]]
    worlds = list(product(*stakes))
    view, draws = state.view(seat), Draws(70 + seat)
    counts = Counter(tuple(view.imagine(draws)["bet"][:3]) for _ in range(40 * len(worlds)))
    agrees(counts, {world: Fraction(1, len(worlds)) for world in worlds})


def test_coal_open_fists_stay_as_they_are() -> None:
    state = told(start(COAL, 2), ["start 2", "bet 30", "bet 0"])
    for seat in (PUBLIC, 0, 1):
        assert state.view(seat).imagine(Draws(3)) == state
