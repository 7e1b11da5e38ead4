"""Laws of conservation: nothing leaves the box or comes into it, and money moves only as the rules say."""

from __future__ import annotations

import operator
from collections import Counter

import pytest

from brimstone.chance import Draws
from brimstone.games.cards import END as CARDS_END
from brimstone.games.cards_words import held
from brimstone.games.coal import BET
from brimstone.games.contract import CHANCE, OVER, PUBLIC
from tests.games.variants import ALL, CARDS, COAL, DICE, PIG, Variant, choose, positions, whole_game


def variants_of(game: object) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("variant", [variant for variant in ALL if variant.game is game], ids=str)


# --- coal ------------------------------------------------------------------------------------------------------------


@variants_of(COAL)
def test_coal_money_changes_only_by_what_everybody_hears(variant: Variant) -> None:
    """The books are kept from what the table says by somebody who knows no rules."""
    for seed in (50, 51, 52):
        state, draws = variant.start(), Draws(seed)
        money = [state.setup.options["money"]] * variant.seats
        while state.actor != OVER:
            for line in state.tell(choose(state, draws))[PUBLIC + 1]:
                money = booked(money, line)
            assert state["money"][: variant.seats] == money
            assert all(mine >= 0 and mine % 10 == 0 for mine in money)
            assert state["phase"] != BET or all(map(operator.le, state["bet"], state["money"]))


def booked(money: list[int], line: str) -> list[int]:
    """Everybody's money after a line."""
    by, verb, *rest = line.replace(":", "").split()
    if (by, verb) == ("table", "bets"):
        return [mine - int(bet) for mine, bet in zip(money, rest, strict=True)]
    change = [0] * len(money)
    if (by, verb) == ("table", "pays"):
        amount, _, holder, _, payer = rest
        change[int(holder) - 1] += int(amount)
        if payer != "bank":
            change[int(payer) - 1] -= int(amount)
    if (by, verb) == ("table", "settles"):
        seat, _, _, _, paid, _, coal, _, pieces = rest
        change[int(seat) - 1] += int(paid) + int(coal) + int(pieces)
    return list(map(operator.add, money, change))


@variants_of(COAL)
def test_coal_pieces_in_the_oven_and_aside_are_the_box(variant: Variant) -> None:
    state, draws = variant.start(), Draws(53)
    box = state["box"]
    aside = [0] * len(box)
    refills = 0
    while state.actor != OVER:
        move = choose(state, draws)
        words = state.say(move)
        lines = state.tell(move)[PUBLIC + 1]
        if words == "devil" or words.startswith("coal "):
            aside[state["value"].index(0 if words == "devil" else int(words.split()[1]))] += 1
        if "table: refill" in lines:
            refills += 1
            aside = [0] * len(box)
        assert [left + gone for left, gone in zip(state["left"], aside, strict=True)] == box
        assert state["pieces_left"] == sum(state["left"])
    assert refills or state.round < 3


# --- dice ------------------------------------------------------------------------------------------------------------


@variants_of(DICE)
def test_dice_items_in_stock_open_and_owned_are_the_box(variant: Variant) -> None:
    for state, _ in whole_game(variant, 54):
        owned = [sum(column) for column in zip(*state["items"], strict=True)]
        there = [state["open"].count(kind) for kind in range(11)]
        assert [sum(n) for n in zip(state["stock"], there, owned, strict=True)] == state["copies"]
        assert state["stock_left"] == sum(state["stock"])
        assert state["held"] == [sum(items) for items in state["items"]]
        assert all(n >= 0 for row in state["items"] for n in row)


@variants_of(DICE)
def test_dice_items_change_hands_only_as_everybody_hears(variant: Variant) -> None:
    state, draws = variant.start(), Draws(59)
    owned: list[Counter[str]] = [Counter() for _ in range(variant.seats)]
    while state.actor != OVER:
        for line in state.tell(choose(state, draws))[PUBLIC + 1]:
            by, verb, *rest = line.replace(":", "").split()
            if verb in ("takes", "wins"):
                owned[int(rest[0]) - 1][rest[1]] += 1
            elif verb == "steal" and rest != ["nothing"]:
                hand_over(owned, rest[0], int(rest[2]), int(by))
            elif verb == "trade" and rest != ["nothing"]:
                hand_over(owned, rest[0], int(by), int(rest[4]))
                hand_over(owned, rest[2], int(rest[4]), int(by))
        assert [dict(+items) for items in owned] == DICE.facts(state)["items"]
    assert sum(items.total() for items in owned) > 0


def hand_over(owned: list[Counter[str]], kind: str, giver: int, taker: int) -> None:
    owned[giver - 1][kind] -= 1
    owned[taker - 1][kind] += 1


@variants_of(DICE)
def test_dice_ranks_are_dealt_once_each(variant: Variant) -> None:
    for state, _ in whole_game(variant, 55):
        if state.round:
            ranks = state["rank"][: variant.seats]
            assert len(set(ranks)) == variant.seats
            assert sorted(state["was"][: variant.seats]) == sorted(ranks)
            assert [state["was"][seat] for seat in state["order"][: variant.seats]] == sorted(ranks)


@variants_of(DICE)
def test_dice_lie_the_highest_first_and_show_their_faces(variant: Variant) -> None:
    for state in positions(variant, 56, every=3):
        for seat in range(variant.seats):
            dice = state["dice"][seat]
            if not any(dice):
                continue
            colour = {1: 0, 6: 2}.get(state["was"][seat], 1)
            faces = state["face"][colour][: state["sides"][colour]]
            rolled = dice if colour == 0 else dice[:2]
            assert rolled == sorted(rolled, reverse=True)
            assert set(rolled) <= set(faces)
            assert colour == 0 or dice[2] == 0


# --- cards -----------------------------------------------------------------------------------------------------------


@variants_of(CARDS)
def test_cards_in_hand_undealt_and_seen_are_the_deck(variant: Variant) -> None:
    for state, _ in whole_game(variant, 57):
        if not state.round or state["phase"] == CARDS_END:
            continue
        hands = [held(hand) for hand in state["hand"][: variant.seats]]
        everywhere = [card for hand in hands for card in hand] + held(state["undealt"]) + held(state["seen"])
        assert sorted(everywhere) == list(range(1, variant.seats * state["hand_size"] + 1))
        assert state["count"][: variant.seats] == list(map(len, hands))
        assert all(hand & ~maybe == 0 for hand, maybe in zip(state["hand"], state["maybe"], strict=True))


@variants_of(CARDS)
def test_cards_devils_are_what_everybody_hears_of_tricks_and_rounds(variant: Variant) -> None:
    state, draws = variant.start(), Draws(60)
    devils, taken = [0] * variant.seats, [0] * variant.seats
    while state.actor != OVER:
        for line in state.tell(choose(state, draws))[PUBLIC + 1]:
            by, verb, *rest = line.replace(":", "").split()
            if (by, verb) == ("table", "trick"):
                taken[int(rest[1]) - 1] += int(rest[2])
            elif (by, verb) == ("table", "round"):
                assert list(map(int, rest)) == taken
                devils, taken = list(map(operator.add, devils, taken)), [0] * variant.seats
        assert state["devils"][: variant.seats] == devils
        assert state["taken"][: variant.seats] == taken
    assert sum(devils) > 0


@pytest.mark.parametrize(("seats", "devils"), [(3, 41), (4, 56), (5, 72), (6, 87)])
def test_cards_every_round_deals_out_all_devils(seats: int, devils: int) -> None:
    for seed in range(3):
        rounds = 0
        before = 0
        for state, _ in whole_game(Variant(CARDS, seats), seed):
            total = sum(state["devils"])
            if total != before:
                rounds += 1
                assert total == before + devils
                before = total
        assert rounds >= 2


# --- pig -------------------------------------------------------------------------------------------------------------


@variants_of(PIG)
def test_pig_points_are_the_faces_rolled_and_held(variant: Variant) -> None:
    points, run = [0] * variant.seats, 0
    for state, move in whole_game(variant, 58):
        assert state["points"][: variant.seats] == points
        assert state["run"] == (run if state.actor != OVER else state["run"])
        if move < 0:
            continue
        words = state.say(move)
        if state.actor == CHANCE:
            face = int(words.split()[1])
            run = 0 if face == 1 else run + face
        elif words == "hold":
            points[state.actor] += run
            run = 0
