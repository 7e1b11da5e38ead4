"""The rest of a round of cards as one game with hidden hands: its deals, its information sets, and who asks for it."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from brimstone.bots import find as find_player
from brimstone.bots.cards.desk import GOOD
from brimstone.bots.cards.hidden import SLACK, Start, advised, ask, find_rest, solved
from brimstone.bots.cards.hidden_tree import TOP, new_tree, weigh_deals
from brimstone.bots.cards.mind import CardsPlayer
from brimstone.bots.cards.weights import desk_for
from brimstone.bots.player import Manner, Player
from brimstone.chance import Draws
from brimstone.compiling import COMPILED, rule
from brimstone.games.cards import MOST_SEATS, TRICK
from brimstone.games.contract import CHANCE, PUBLIC
from brimstone.games.state import State, start
from tests.bots.cards_rounds import CARDS, dealt, random_round, told

pytestmark = pytest.mark.skipif(not COMPILED, reason="searching uncompiled takes minutes")

DEVIL = 0.01  # of winning chance
DEALT = [[1, 6, 8], [2, 4, 9], [3, 5, 7]]


def bits(hand: list[int]) -> int:
    return sum(1 << card for card in hand)


def plays_of(heard: list[str]) -> tuple[tuple[int, int], ...]:
    """What was heard, as seats and cards."""
    return tuple((int(line[0]) - 1, int(line.rpartition(" ")[2])) for line in heard)


def at_the_trick(seats: int, seed: int, left: int) -> tuple[State, Start]:
    """A round at random, so many cards left each, and where its rest begins."""
    state, heard = random_round(seats, seed, left)
    assert state["laid"] == 0
    return state, Start(seats, 9, 100, (0,) * seats, state["first"], plays_of(heard))


# --- deals -----------------------------------------------------------------------------------------------------------


def deals_of(start: Start, most: int) -> tuple[Any, Any]:
    """Every possible deal, and the tables that say so."""
    tables, hands = CARDS.table.batch(TOP + 9), np.zeros((most, MOST_SEATS), np.int64)
    CARDS.table.set(tables, seats=start.seats, hand_size=start.hand, goal=start.goal, first=start.first)
    return hands[: ask(tables, np.array(start.plays), len(start.plays), most, hands)], tables


def slow_deals(state: State) -> set[tuple[int, ...]]:
    """Every way to deal the cards that are out to seats that may hold them, tried in turn."""
    view, seats = state.view(PUBLIC), state.setup.seats
    out = [card for card in range(1, 9 * seats + 1) if not view["seen"] >> card & 1]
    found = set()

    def deal(cards: list[int], hands: tuple[int, ...]) -> None:
        if len(hands) == seats:
            found.add(hands)
            return
        for hand in itertools.combinations(cards, view["count"][len(hands)]):
            if bits([*hand]) & ~view["maybe"][len(hands)] == 0:
                deal([card for card in cards if card not in hand], (*hands, bits([*hand])))

    deal(out, ())
    return found


@pytest.mark.parametrize(("seats", "left"), [(3, 2), (3, 3), (4, 2)])
def test_the_deals_are_those_that_the_public_cannot_rule_out(seats: int, left: int) -> None:
    sizes = set()
    for seed in range(6):
        state, start = at_the_trick(seats, seed, left)
        hands, _ = deals_of(start, 3_000)
        expected = slow_deals(state)
        assert {tuple(deal[:seats]) for deal in hands.tolist()} == expected
        assert len(hands) == len(expected)
        assert tuple(state["hand"][:seats]) in expected
        sizes.add(len(expected))
    assert len(sizes) > 1  # some seats could not follow


def test_more_deals_than_there_is_room_for_are_none() -> None:
    _, start = at_the_trick(4, 1, 2)
    count = len(deals_of(start, 3_000)[0])
    assert len(deals_of(start, count)[0]) == count
    assert len(deals_of(start, count - 1)[0]) == 0


@rule
def weigh_at(ts, plays, count, desks, tree):  # type: ignore[no-untyped-def]
    weigh_deals(ts, plays, count, desks[0], tree)


def test_a_deal_is_as_likely_as_good_players_plays_make_it() -> None:
    """Masters' rounds: with the hands that were really dealt their plays are likelier than with others, on average."""
    better = 0
    for seed in range(12):
        state, draws, plays = start(CARDS, 4), Draws(seed), list[tuple[int, int]]()
        players = [find_player(CARDS, "club", 0.3)(state.setup, seat, seed) for seat in range(4)]
        while state["phase"] != TRICK or state["tricks"] < 7:
            move = state.draw(draws) if state.actor == CHANCE else players[state.actor].choose(state.view(state.actor))
            if state["phase"] == TRICK:
                plays.append((state.actor, move))
            state.play(move)
        hands, tables = deals_of(Start(4, 9, 100, (0,) * 4, state["first"], tuple(plays)), 3_000)
        tree = new_tree(hands, 1)
        weigh_at(tables, np.array(plays), len(plays), desk_for(4), tree)
        assert tree.weights.sum() == pytest.approx(1)
        assert tree.weights.min() > 0
        real = [n for n, deal in enumerate(hands.tolist()) if tuple(deal[:4]) == tuple(state["hand"][:4])]
        better += tree.weights[real[0]] > tree.weights.mean()
    assert better >= 8


# --- the game --------------------------------------------------------------------------------------------------------


def slow_sets(hands: list[list[int]]) -> set[tuple[int, str, int]]:
    """Where somebody has a choice in a round with these hands: who, after which plays, with which hand."""
    found = set()

    def go_on(state: State, heard: str) -> None:
        if state["phase"] != TRICK or state["tricks"] == len(hands[0]):
            return
        moves = state.moves()
        if len(moves) > 1:
            found.add((state.actor, heard, state["hand"][state.actor]))
        for move in moves:
            after = state.copy()
            after.play(move)
            go_on(after, f"{heard} {move}")

    go_on(dealt(hands), "")
    return found


def test_the_same_plays_and_hand_are_one_information_set_and_others_are_not() -> None:
    expected = set()
    for first in itertools.combinations(range(1, 7), 2):
        rest = [card for card in range(1, 7) if card not in first]
        for second in itertools.combinations(rest, 2):
            expected |= slow_sets([[*first], [*second], [card for card in rest if card not in second]])
    found = solved(Start(3, 2, 1, (0, 0, 0), 0, ()), True)
    assert found
    assert len(set(found.keys.tolist())) == len(found.keys) == len(expected)


def test_three_seats_with_three_cards_have_as_many_information_sets_as_openspiel_finds() -> None:
    rest = solved(Start(3, 3, 1, (0, 0, 0), 0, ()), True)
    assert rest
    assert len(rest.keys) == 34_788 + 31_104 + 15_372  # proofs/exploitability.py: `Tree.sets` of its three seats
    sums = np.add.reduceat(rest.shares, rest.first[:-1])
    assert sums == pytest.approx(1)


def test_after_plays_that_make_no_sense_nobody_plays_what_costs_much() -> None:
    dear, devil = 0, 0.25  # of a seat's mean share of the twelve devils
    for seed in range(40):
        state, draws, plays = dealt(DEALT), Draws(seed), list[tuple[int, int]]()
        while state["phase"] == TRICK and state["tricks"] < 2:
            seat, moves = state.actor, state.moves()
            if len(moves) > 1:
                found = advised(Start(3, 3, 1, (0, 0, 0), 0, tuple(plays)), state["hand"][seat], True, devil)
                assert found
                shares, values = found
                assert shares.sum() == pytest.approx(1)
                behind = values.max() - values
                assert behind[shares > 0].max() <= SLACK * devil
                dear += behind.max() > SLACK * devil
            move = moves[draws.below(len(moves))]
            plays.append((seat, move))
            state.play(move)
    assert dear > 20  # cards that were left alone


def test_a_rest_begins_with_the_first_trick_from_which_it_can_be_solved() -> None:
    _, late = at_the_trick(4, 1, 1)
    found = find_rest(late, False)
    assert found
    assert found[1] == 4 * 7  # two cards each were left
    assert found[0] is solved(late._replace(plays=late.plays[:28]), False)
    _, early = at_the_trick(4, 1, 5)
    assert find_rest(early, False) is None


# --- who asks --------------------------------------------------------------------------------------------------------


def master(state: State, seat: int, seed: int = 1, taste: str = "plain") -> CardsPlayer:
    player = find_player(CARDS, "master" if taste == "plain" else f"master:{taste}")(state.setup, seat, seed)
    assert isinstance(player, CardsPlayer)
    return player


def mix(player: Player, state: State) -> list[float]:
    return [choice.share for choice in player.think(state.view(player.seat)).choices]


def test_a_master_mixes_as_the_solved_round_says_whatever_its_seed() -> None:
    hand = [1, 3, 8]
    state = dealt([hand, [2, 5, 7], [4, 6, 9]])
    found = advised(Start(3, 3, 100, (0, 0, 0), 0, ()), bits(hand), False, DEVIL)
    assert found
    assert mix(master(state, 0, 1), state) == mix(master(state, 0, 2), state) == found[0].tolist()
    assert 0.5 < max(found[0]) < 0.9


def test_a_master_that_was_not_told_the_plays_does_not_ask() -> None:
    state = dealt(DEALT)
    state.play("play 8")
    deaf, hears = master(state, 1), master(state, 1)
    told(hears, ["1: play 8"])
    assert deaf.among_peers(state.view(1), DEVIL) is None
    assert hears.among_peers(state.view(1), DEVIL) is not None


def test_a_taste_or_a_lower_level_does_not_ask() -> None:
    state = dealt(DEALT)
    assert master(state, 0, taste="gambler").among_peers(state.view(0), DEVIL) is None
    expert = CardsPlayer(state.setup, 0, 1, Manner("expert", "plain", 1.0))
    assert expert.among_peers(state.view(0), DEVIL) is None


def test_a_master_among_players_who_seem_to_play_anyhow_does_not_ask() -> None:
    state = dealt(DEALT)
    player = master(state, 0)
    assert player.among_peers(state.view(0), DEVIL) is not None
    player.evidence[2, GOOD] -= 4.0
    assert player.among_peers(state.view(0), DEVIL) is None


def test_where_only_one_card_fits_the_master_still_knows_what_it_is_worth() -> None:
    state, lines = dealt(DEALT), []
    while len(state.moves()) > 1:
        lines.append(f"{state.actor + 1}: {state.say(state.moves()[0])}")
        state.play(state.moves()[0])
    player = told(master(state, state.actor), lines)
    (choice,) = player.think(state.view(state.actor)).choices
    assert choice.share == 1
    assert 0 < choice.value < 1
