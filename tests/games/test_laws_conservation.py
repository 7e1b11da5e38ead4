"""Laws of conservation: nothing leaves the box or comes into it, and money moves only as the rules say."""

from __future__ import annotations

import operator

import pytest

from brimstone.chance import Draws
from brimstone.games.cards import END as CARDS_END
from brimstone.games.cards_words import held
from brimstone.games.coal import BET
from brimstone.games.coal import END as COAL_END
from brimstone.games.contract import CHANCE, OVER, PUBLIC
from brimstone.games.state import State
from tests.games.variants import ALL, CARDS, COAL, DICE, PIG, Variant, choose, positions, whole_game


def variants_of(game: object) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("variant", [variant for variant in ALL if variant.game is game], ids=str)


# --- coal ------------------------------------------------------------------------------------------------------------


class Bookkeeper:
    """Keeps the books of coal from the lines that everybody hears, and from nothing else."""

    def __init__(self, state: State) -> None:
        self.seats = state.setup.seats
        self.money = [state.setup.options["money"]] * self.seats
        self.pact = state["pact"]  # public by the pawns
        self.starter = self.turns = 0
        self.new_round()
        self.aside: list[str] = []  # pieces out of the oven since the last refill

    def new_round(self) -> None:
        self.bets, self.runs = [0] * self.seats, [[] for _ in range(self.seats)]  # type: list[int], list[list[int]]
        self.turn, self.turns, self.paid = self.starter, 0, 0

    def hear(self, line: str) -> None:
        by, said = line.split(": ")
        verb, *rest = said.split()
        if verb == "start":
            self.starter = int(rest[0]) - 1
            self.new_round()
        elif verb == "bets":
            assert by == "table"
            self.bets = list(map(int, rest))
            self.money = [mine - bet for mine, bet in zip(self.money, self.bets, strict=True)]
        elif verb == "coal":
            self.runs[self.turn].append(int(rest[0]))
            self.aside.append(rest[0])
        elif verb == "devil":
            self.runs[self.turn] = []
            self.aside.append("devil")
            self.pay_the_devil()
            self.turn_over()
        elif verb == "stop":
            assert int(by) == self.turn + 1
            self.turn_over()

    def pay_the_devil(self) -> None:
        for step in range(1, self.seats):
            holder = (self.turn + step) % self.seats
            if self.pact[holder]:
                self.money[holder] += 50
                if self.money[self.turn] >= 50:
                    self.money[self.turn] -= 50

    def turn_over(self) -> None:
        self.turn = (self.turn + 1) % self.seats
        self.turns += 1

    def settle(self) -> None:
        coal, pieces = [sum(run) for run in self.runs], [len(run) for run in self.runs]
        for seat, bet in enumerate(self.bets):
            if bet <= max(coal):
                self.money[seat] += bet * (3 if bet == max(self.bets) else 2)
            self.money[seat] += 50 * (coal[seat] == max(coal) > 0)
            self.money[seat] += 50 * (pieces[seat] == max(pieces) > 0)
        self.starter = (self.starter + 1) % self.seats
        self.new_round()


@variants_of(COAL)
def test_coal_money_changes_only_by_what_everybody_hears(variant: Variant) -> None:
    for seed in (50, 51, 52):
        state, draws = variant.start(), Draws(seed)
        books = Bookkeeper(state)
        while state.actor != OVER:
            before = state.round
            for line in state.tell(choose(state, draws))[PUBLIC + 1]:
                books.hear(line)
            if before and (state.round > before or state["phase"] == COAL_END):
                books.settle()
                books.pact = state["pact"]
            assert state["money"][: variant.seats] == books.money
            assert all(money >= 0 and money % 10 == 0 for money in books.money)
            assert state["phase"] != BET or all(map(operator.le, state["bet"], state["money"]))


@variants_of(COAL)
def test_coal_pieces_in_the_oven_and_aside_are_the_box(variant: Variant) -> None:
    state, draws = variant.start(), Draws(53)
    box = state["box"]
    aside = [0] * len(box)
    refills = 0
    while state.actor != OVER:
        before = state.round
        move = choose(state, draws)
        words = state.say(move)
        turned = words == "devil" or words.startswith("coal ")
        state.play(move)
        if turned:
            aside[state["value"].index(0 if words == "devil" else int(words.split()[1]))] += 1
        if state.round > before and state["left"] == box:
            refills += any(aside)
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
