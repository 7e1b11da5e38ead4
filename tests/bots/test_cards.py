"""The players of cards: thumb, the manners every player keeps, and what a state is worth."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from brimstone.analysis.words import LANGUAGES, fact_in_words
from brimstone.arena.match import play_game, shares
from brimstone.bots import find as find_player
from brimstone.bots.cards import chances
from brimstone.bots.cards.desk import new_desk
from brimstone.bots.cards.levels import LEVELS as LEVEL
from brimstone.bots.cards.levels import Weighed, dominated, leaning
from brimstone.bots.cards.levels import shares as shares_of
from brimstone.bots.cards.weights import blank_net
from brimstone.bots.player import LEVELS, TASTES
from brimstone.chance import Draws
from brimstone.compiling import COMPILED
from brimstone.games.cards import DEVILS
from brimstone.games.contract import CHANCE, OVER
from brimstone.games.options import set_up
from brimstone.games.state import start
from tests.bots.cards_rounds import CARDS, dealt, fill_wins_at, random_round, told, worth
from tests.games.variants import ALL as VARIANTS

pytestmark = pytest.mark.skipif(not COMPILED, reason="searching uncompiled takes minutes")


# --- thumb -----------------------------------------------------------------------------------------------------------


def thumbs_choice(hands: list[list[int]], plays: list[int]) -> int:
    """The card thumb plays after these plays."""
    state = dealt(hands)
    for card in plays:
        state.play(f"play {card}")
    return find_player(CARDS, "thumb")(state.setup, state.actor, 0).choose(state.view(state.actor))


@pytest.mark.parametrize(
    ("hands", "plays", "card"),
    [
        # leads: most devils (6 and 8 have three), the middle of 1..12 is 6.5; 5 has one
        ([[5, 6, 8], [1, 2, 3], [4, 7, 9], [10, 11, 12]], [], 6),
        # leads: 3, 5 and 7 have one each, 1 has none; 7 and 5 lie 0.5 and 1.5 from 6.5
        ([[3, 5, 7], [1, 2, 6], [4, 8, 9], [10, 11, 12]], [], 7),
        # second: closest to the lead, whatever the devils
        ([[5, 1, 2], [8, 6, 12], [4, 7, 9], [10, 11, 3]], [5], 6),
        # second: as close below as above, the lower
        ([[5, 1, 2], [6, 4, 12], [8, 7, 9], [10, 11, 3]], [5], 4),
        # third: 6 takes nothing while 9 lies; of the safe cards 6 (three devils) rather than 7 (one)
        ([[5, 1, 2], [9, 4, 12], [6, 7, 11], [10, 8, 3]], [5, 9], 6),
        # third: safe are 8 (three) and 6 (three): farthest from the lead
        ([[5, 1, 2], [9, 4, 12], [6, 8, 11], [10, 7, 3]], [5, 9], 8),
        # third, nothing is safe: 7 and 9 have one devil, 12 two: the closer
        ([[5, 1, 2], [6, 4, 11], [7, 9, 12], [10, 8, 3]], [5, 6], 7),
        # last, nothing is safe: 9 and 11 have one devil, 10 three: the farther
        ([[5, 1, 2], [6, 4, 12], [7, 8, 3], [10, 9, 11]], [5, 6, 7], 11),
        # last, cannot follow upwards and takes it anyway: 1 and 2 have none, 1 is farther from 5
        ([[5, 6, 7], [8, 4, 12], [9, 10, 11], [3, 2, 1]], [5, 8, 9], 1),
        # last, the third missed with 1 and takes it: of 2, 3 and 4 the one with most devils
        ([[7, 8, 12], [9, 10, 11], [1, 5, 6], [2, 3, 4]], [7, 9, 1], 4),
        # last, cannot follow and nobody else missed: takes it, none on 2
        ([[7, 6, 8], [9, 10, 11], [1, 4, 12], [3, 2, 5]], [7, 9, 12], 2),
    ],
)
def test_thumb_plays_by_its_definition(hands: list[list[int]], plays: list[int], card: int) -> None:
    assert thumbs_choice(hands, plays) == card


# --- manners ---------------------------------------------------------------------------------------------------------


def test_master_is_far_above_chance_against_random() -> None:
    setup = set_up(CARDS, 4)
    won = 0.0
    for game in range(12):
        names = ["random"] * 4
        names[game % 4] = "master"
        players = [find_player(CARDS, name, 0.15)(setup, seat, game) for seat, name in enumerate(names)]
        won += shares(play_game(setup, players, 5, game).result)[game % 4]
    assert won >= 9  # by chance 3


@pytest.mark.parametrize("level", ["child", "club", "master"])
def test_what_a_seat_cannot_know_does_not_matter(level: str) -> None:
    for seed, left in itertools.product(range(3), (8, 5, 3)):
        state, heard = random_round(4, seed, left)
        seat = state.actor
        other = state.view(seat).imagine(Draws(seed + 99))
        maker = find_player(CARDS, level, 0.2)
        thoughts = [told(maker(state.setup, seat, 7), heard).think(world.view(seat)) for world in (state, other)]
        assert thoughts[0] == thoughts[1]
        moves = [told(maker(state.setup, seat, 7), heard).choose(world.view(seat)) for world in (state, other)]
        assert moves[0] == moves[1]


def test_same_seed_same_move() -> None:
    state, heard = random_round(4, 3, 6)
    maker = find_player(CARDS, "casual", 1.0)
    moves = [
        [told(maker(state.setup, state.actor, s), heard).choose(state.view(state.actor)) for s in range(12)]
        for _ in "ab"
    ]
    assert moves[0] == moves[1]
    assert len(set(moves[0])) > 1  # another seed may play another card


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.game is CARDS], ids=str)
def test_every_variant_is_played_to_its_end(variant: Any) -> None:
    setup = variant.start().setup
    players = [
        find_player(CARDS, "child" if seat % 2 else "master", 0.04)(setup, seat, seat) for seat in range(setup.seats)
    ]
    played = play_game(setup, players, 1, 1)
    assert sum(shares(played.result)) == pytest.approx(1)


@pytest.mark.parametrize("taste", TASTES)
def test_parts_sum_to_values_and_shares_to_one(taste: str) -> None:
    for level, left in itertools.product(LEVELS, (8, 3)):
        state, heard = random_round(4, 11, left, [40, 20, 60, 35])
        view = state.view(state.actor)
        thought = told(find_player(CARDS, f"{level}:{taste}", 0.3)(state.setup, state.actor, 1), heard).think(view)
        assert [choice.move for choice in thought.choices] == view.moves()
        assert sum(choice.share for choice in thought.choices) == pytest.approx(1)
        for choice in thought.choices:
            assert sum(choice.parts.values()) == pytest.approx(choice.value)
            assert 0 <= choice.value <= 1
        takes = [fact.numbers["chance"] for fact in thought.facts if fact.key == "cards.take"]
        assert len(takes) == len(thought.choices)
        assert all(0 <= float(chance) <= 1 for chance in takes)


def test_tastes_show() -> None:
    """The accountant sheds devils where the gambler keeps them."""
    shed = {}
    for taste in ("gambler", "accountant"):
        shed[taste] = 0.0
        for seed, left in itertools.product(range(20), (9, 6)):
            state, heard = random_round(4, seed, left)
            view = state.view(state.actor)
            player = told(find_player(CARDS, f"master:{taste}", 0.2)(state.setup, state.actor, 1), heard)
            shed[taste] += int(DEVILS[player.choose(view)])
    assert shed["accountant"] > shed["gambler"]


@pytest.mark.parametrize("level", LEVELS[2:])
def test_nobody_from_club_up_plays_what_another_card_beats_in_every_line(level: str) -> None:
    """The second card is as likely worth a lot as the first, but never more in the same line; the third is, once."""
    values = np.array([[0.5, 0.5, 0.1], [0.3, 0.29, 0.31], [0.8, 0.8, 0.2]])
    beaten = dominated(values)
    assert beaten.tolist() == [False, True, False]
    means, devils = values.mean(axis=0), np.array([20.0, 20.0, 21.0])
    found = Weighed((7, 9, 11), means, np.zeros(3), devils, np.zeros((3, 4)), 0.02, beaten)
    for taste in TASTES:
        share = shares_of(LEVEL[level], found, leaning(taste, found, 0, (1, 2, 3, 4), 8))
        assert share[1] == 0
        assert share.sum() == pytest.approx(1)


def test_each_taste_likes_another_card() -> None:
    """All cards are worth the same; seat 2 has the fewest devils and would take the trick of the third."""
    found = Weighed((1, 13, 19, 30), np.zeros(4), np.zeros(4), np.zeros(4), np.zeros((4, 4)), 0.02, np.zeros(4, bool))
    found.by_seat[2, 1] = 3.0
    likes = {taste: leaning(taste, found, 0, (5, 1, 3, 4), 27) for taste in TASTES}
    assert {taste: found.cards[int(like.argmax())] for taste, like in likes.items() if taste != "plain"} == {
        "gambler": min(found.cards, key=lambda card: DEVILS[card]),
        "accountant": max(found.cards, key=lambda card: DEVILS[card]),
        "spoiler": 19,
        "friend": 30,
    }
    assert not likes["plain"].any()
    assert found.cards[int(leaning("friend", found, 0, (5, 1, 3, 4), 0).argmax())] == 30  # nobody has led


@pytest.mark.parametrize(
    ("hands", "played", "key", "numbers"),
    [
        ([[7, 6, 8], [9, 10, 11], [1, 4, 5], [3, 2, 12]], (7, 9, 1),
         "cards.void", {"seat": 3, "low": 8, "high": 12, "why": "T3"}),
        ([[11, 6, 8], [12, 10, 9], [1, 4, 5], [3, 2, 7]], (11, 12, 1),
         "cards.void.one", {"seat": 3, "card": 12, "why": "T3"}),
        ([[1, 8, 13, 15, 25], [2, 11, 12, 14, 24], [3, 5, 9, 17, 23], [6, 7, 10, 16, 20], [4, 18, 19, 21, 22]],
         (13, 2, 3, 6, 4, 14, 9, 7, 18, 8, 22, 1, 11, 5, 20, 15), "cards.fives", {"seat": 1, "why": "T1"}),
    ],
)  # fmt: skip
def test_facts_name_what_a_seat_cannot_hold(
    hands: list[list[int]], played: tuple[int, ...], key: str, numbers: dict[str, object]
) -> None:
    state = dealt(hands)
    for card in played:
        state.play(f"play {card}")
    thought = find_player(CARDS, "master", 0.1)(state.setup, state.actor, 1).think(state.view(state.actor))
    assert [fact.numbers for fact in thought.facts if fact.key == key] == [numbers]
    assert all("{" not in fact_in_words(fact, language) for fact in thought.facts for language in LANGUAGES)


def test_master_learns_who_plays_by_thumb() -> None:
    setup = set_up(CARDS, 4)
    players = [find_player(CARDS, "master" if seat == 0 else "thumb", 0.05)(setup, seat, 1) for seat in range(4)]
    play_game(setup, players, 3, 1)
    evidence = players[0].evidence  # type: ignore[attr-defined]
    assert (evidence[1:4, 1] > evidence[1:4, 0]).all()
    assert (evidence[1:4, 1] > evidence[1:4, 2]).all()


# --- chances ---------------------------------------------------------------------------------------------------------


def test_chances_sum_to_one_and_end_exactly() -> None:
    state, draws = start(CARDS, 4), Draws(2)
    step = 0
    while state.actor != OVER:
        if step % 17 == 0:
            found = chances(state, 1, 0.2)
            assert sum(found.win) == pytest.approx(1)
            assert found == chances(state, 1, 0.2)
        moves = state.moves()
        state.play(state.draw(draws) if state.actor == CHANCE else moves[draws.below(len(moves))])
        step += 1
    result = state.result()
    assert result is not None
    assert chances(state, 1).win == tuple((place == 1) / result.places.count(1) for place in result.places)
    assert chances(state, 1).error == (0.0,) * 4


def test_standings_are_worth_more_with_fewer_devils() -> None:
    for seats in (3, 4, 5, 6):
        even = worth((30,) * seats, 100)
        assert even == pytest.approx((1 / seats,) * seats)
        ahead = worth((20,) + (50,) * (seats - 1), 100)
        assert ahead[0] > 0.6
        assert sum(ahead) == pytest.approx(1)
        assert worth((99, 98) + (120,) * (seats - 2), 100)[:2] == (0.0, 1.0)
        assert worth((40, 40) + (100,) * (seats - 2), 100)[:2] == (0.5, 0.5)


def test_a_desk_without_rates_counts_devils() -> None:
    desks = new_desk(blank_net())
    desks["vec"][0, :3] = 10, 0, 5
    fill_wins_at(desks, 3, 100, 5.0)
    assert desks["wins"][0, 0].tolist() == [-2, 0, -1, 0, 0, 0]
