"""The players of cards: thumb, exact endgames, imagined worlds, and the manners every player keeps."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import numpy as np
import pytest

from brimstone.arena.match import play_game, shares
from brimstone.bots import find as find_player
from brimstone.bots.cards import chances, solved
from brimstone.bots.cards.desk import THUMB, new_desk
from brimstone.bots.cards.search import LAYERS, RECORDS, fill_lines, give_up, new_room
from brimstone.bots.cards.standing import fill_wins
from brimstone.bots.cards.weights import blank_net, desk_for
from brimstone.bots.cards.worlds import imagine_worlds, log_weight, pick_worlds, rewind
from brimstone.bots.player import LEVELS, TASTES, Player
from brimstone.chance import Draws, sources
from brimstone.compiling import COMPILED, rule
from brimstone.games import find
from brimstone.games.cards import DEVILS, TRICK
from brimstone.games.contract import CHANCE, OVER
from brimstone.games.options import set_up
from brimstone.games.state import State, start
from tests.games.variants import ALL as VARIANTS

pytestmark = pytest.mark.skipif(not COMPILED, reason="searching uncompiled takes minutes")

CARDS = find("cards")


def dealt(hands: list[list[int]], first: int = 0, options: dict[str, int] | None = None) -> State:
    """A game in which these hands have been dealt and seat `first` leads."""
    seats = len(hands)
    state = start(CARDS, seats, {"hand": len(hands[0])} | (options or {}))
    state.play(f"dealer {(first - 1) % seats + 1}")
    for seat, hand in enumerate(hands):
        for card in hand:
            state.play(f"deal {seat + 1}: {card}")
    return state


def random_round(seats: int, seed: int, cards_left: int, devils: list[int] | None = None) -> tuple[State, list[str]]:
    """A round played at random until so many cards are left each, and what everybody has heard of it."""
    state, draws, heard = start(CARDS, seats), Draws(seed), []
    while state["phase"] != TRICK or CARDS.options[1].default - state["tricks"] > cards_left:
        if state.actor == CHANCE:
            move = state.draw(draws)
        else:
            moves = state.moves()
            move = moves[draws.below(len(moves))]
            heard.append(f"{state.actor + 1}: {state.say(move)}")
        state.play(move)
    if devils:
        CARDS.table.set(state.cells, devils=devils)
    return state, heard


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


# --- exact endgames --------------------------------------------------------------------------------------------------


@rule
def fill_wins_at(desks, seats, goal, unit):  # type: ignore[no-untyped-def]
    fill_wins(seats, goal, unit, desks[0], 0)


@rule
def imagine_worlds_at(ts, seat, plays, heard, evidence, candidates, desks, rs, room):  # type: ignore[no-untyped-def]
    found = imagine_worlds(ts, seat, plays, heard, evidence, 1.0, candidates, desks[0], rs[0], room)
    pick_worlds(room.weights, found, 25, rs[0], room.picked)
    return found


@rule
def log_weight_at(ts, seat, plays, heard, desks, evidence, judged):  # type: ignore[no-untyped-def]
    rewind(ts, 3, 1, plays, heard)
    return log_weight(ts, 3, seat, plays, heard, desks[0], evidence, judged)


def worth(devils: tuple[int, ...], goal: int) -> tuple[float, ...]:
    """What a standing is worth to each seat."""
    seats = len(devils)
    desks = desk_for(seats)
    desks["vec"][0, :seats] = devils
    unit = sum(int(DEVILS[card]) for card in range(1, 9 * seats + 1)) / seats
    fill_wins_at(desks, seats, goal, unit)
    return tuple(desks["wins"][0, 0, :seats])


def slow_max_n(state: State) -> tuple[float, ...]:
    """max^n as one would write it: every seat takes what is best for itself, of equals the lowest card."""
    if state["phase"] != TRICK:
        return cached_worth(tuple(state["devils"][: state.setup.seats]), 100)
    seat, best = state.actor, None
    for move in state.moves():
        after = state.copy()
        after.play(move)
        value = slow_max_n(after)
        if best is None or value[seat] > best[seat]:
            best = value
    assert best is not None
    return best


cached_worth = cache(worth)


@pytest.mark.parametrize(
    ("seats", "cards", "laid"), [(3, 3, 0), (4, 2, 0), (4, 3, 0), (5, 2, 0), (6, 2, 0), (5, 3, 2), (6, 3, 3)]
)
def test_endgames_are_exact(seats: int, cards: int, laid: int) -> None:
    """With `laid` cards of the trick on the table already: that keeps the slow ones short."""
    for seed in range(3 if laid == 0 else 2):
        standing = [60 - 7 * seat * (seed + 1) % 41 for seat in range(seats)]
        state, _ = random_round(seats, seed, cards, standing)
        for _ in range(laid):
            state.play(state.moves()[0])
        for move, values in solved(state).items():
            after = state.copy()
            after.play(move)
            assert values == pytest.approx(slow_max_n(after), abs=1e-12)
        assert chances(state, 0).win == pytest.approx(slow_max_n(state), abs=1e-12)


def test_master_is_exact_where_it_knows_everything() -> None:
    """Three seats at the end of a round: where what is known leaves one world, every value is the exact one."""
    found = 0
    for seed in range(60):
        state, heard = random_round(3, seed, 3)
        while state["phase"] == TRICK:
            seat, view = state.actor, state.view(state.actor)
            if len(state.moves()) > 1 and len({view.imagine(Draws(n)).key() for n in range(40)}) == 1:
                found += 1
                exact = {move: values[seat] for move, values in solved(state).items()}
                thought = told(find_player(CARDS, "master", 0.1)(state.setup, seat, 1), heard).think(view)
                assert {choice.move: choice.value for choice in thought.choices} == pytest.approx(exact, abs=1e-12)
                assert all(choice.error < 1e-9 for choice in thought.choices)
                assert exact[next(choice.move for choice in thought.choices if choice.share == 1)] == max(
                    exact.values()
                )
            move = state.moves()[0]
            heard.append(f"{seat + 1}: {state.say(move)}")
            state.play(move)
    assert found >= 5


def test_master_solves_four_cards_each_where_it_knows_all_hands() -> None:
    for seed in range(6):
        state, heard = random_round(4, seed, 4)
        for _ in range(seed % 3):
            state.play(state.moves()[0])
        view, exact = state.view(state.actor), solved(state)
        CARDS.table.set(view.cells, maybe=state["hand"])
        thought = told(find_player(CARDS, "master")(state.setup, state.actor, 1), heard).think(view)
        best = max(values[state.actor] for values in exact.values())
        assert {choice.move: choice.value for choice in thought.choices} == pytest.approx(
            {move: values[state.actor] for move, values in exact.items()}, abs=1e-12
        )
        assert exact[next(choice.move for choice in thought.choices if choice.share == 1)][state.actor] == best


# --- lines that are not played out -----------------------------------------------------------------------------------


@rule
def race(out, rows, cards, tried, rivals):  # type: ignore[no-untyped-def]
    alive = give_up(out, rows // 2, cards, (1 << cards) - 1, tried, rivals)
    fill_lines(out, rows, cards, tried, rivals)
    return alive


def test_only_a_card_far_behind_is_given_up_and_its_lines_are_its_rivals() -> None:
    draws, out = Draws(1), np.zeros((LAYERS, 100, 9))
    luck = np.array([draws.below(1000) / 1000 for _ in range(100)])
    noise = np.array([draws.below(1000) / 1000 - 0.5 for _ in range(100)])
    out[0, :, 0] = luck
    out[0, :, 1] = luck - 0.3 + 0.1 * noise
    out[0, :, 2] = luck - 0.001 + 0.5 * noise
    out[0, 50:, 1] = 99.0  # what was in these lines before does not matter
    tried, rivals = np.zeros(9, np.int64), np.zeros(9, np.int64)
    best = 0 if out[0, :50, 0].sum() > out[0, :50, 2].sum() else 2
    apart = (out[0, :50, 1] - out[0, :50, best]).mean()
    assert race(out, 100, 3, tried, rivals) == 0b101
    assert tried[:3].tolist() == [100, 50, 100]
    assert rivals[1] == best
    assert (out[0, :, 1] - out[0, :, best]).mean() == pytest.approx(apart)


# --- worlds ----------------------------------------------------------------------------------------------------------


def told(player: Player, lines: list[str]) -> Player:
    for line in lines:
        player.hear(line)
    return player


def plays_of(heard: list[str]) -> Any:
    plays = np.zeros((54, 2), np.int64)
    for k, line in enumerate(heard):
        who, words = line.split(": play ")
        plays[k] = int(who) - 1, int(words)
    return plays


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_weighed_worlds_agree_with_the_view(seats: int) -> None:
    for seed, left in itertools.product(range(2), (7, 4, 2)):
        state, heard = random_round(seats, seed, left)
        state.play(state.moves()[-1])
        heard.append(f"{state['leader'] + 1}: play {state['led']}")
        view = state.view(state.actor)
        tables, desks, room, plays = CARDS.table.batch(RECORDS), desk_for(seats), new_room(40), plays_of(heard)
        CARDS.table.lay(tables, 0, view.cells)
        found = imagine_worlds_at(tables, view.seat, plays, len(heard), np.zeros((6, 3)), 40, desks, sources(), room)
        assert room.picked[:found].sum() == 25
        assert room.weights[:found].sum() == pytest.approx(1)
        assert room.weights[:found].min() >= 0
        assert len({tuple(hands) for hands in room.hands[:found].tolist()}) == found
        for hands in room.hands[:found]:
            world = state.copy()
            CARDS.table.set(world.cells, hand=[int(hand) for hand in hands])
            assert world.view(view.seat) == view
            assert all(int(hand) & ~maybe == 0 for hand, maybe in zip(hands, view["maybe"], strict=True))
            CARDS.table.lay(tables, 1, world.cells)
            rewind(tables, 3, 1, plays, len(heard))
            for who, card in plays[: len(heard)].tolist():
                assert CARDS.table.get(tables, "hand", 3)[who] >> card & 1


def test_worlds_that_few_deals_agree_with_are_equally_likely() -> None:
    """The first of the others holds all but one of its possible cards, the second that one, the third the rest."""
    state, _ = random_round(4, 3, 5)
    view = state.view(state.actor)
    others = [seat for seat in range(4) if seat != view.seat]
    out_there = [card for card in range(1, 37) if any(state["hand"][other] >> card & 1 for other in others)]
    sizes = [state["count"][other] for other in others]
    known = [sum(1 << card for card in out_there[: sizes[0] + 1]), 0, 0]
    known[1] = sum(1 << card for card in out_there[: sizes[0] + sizes[1]])
    known[2] = sum(1 << card for card in out_there[sizes[0] + sizes[1] :])
    maybe = [0] * 4
    for other, cards in zip(others, known, strict=True):
        maybe[other] = cards
    CARDS.table.set(view.cells, maybe=maybe)
    tables, desks, room = CARDS.table.batch(RECORDS), desk_for(4), new_room(3000)
    CARDS.table.lay(tables, 0, view.cells)
    found = imagine_worlds_at(tables, view.seat, plays_of([]), 0, np.zeros((6, 3)), 3000, desks, sources(), room)
    assert found == sizes[0] + 1  # one of so many cards is not the first seat's
    assert room.weights[:found].max() < 1.35 / found
    assert room.weights[:found].min() > 0.65 / found


def test_thumb_is_recognised_within_a_round() -> None:
    setup = set_up(CARDS, 4)
    state, heard, draws = start(CARDS, 4), list[str](), Draws(4)
    thumbs = [find_player(CARDS, "thumb")(setup, seat, 0) for seat in range(4)]
    while state["tricks"] < 5:
        if state.actor == CHANCE:
            state.play(state.draw(draws))
            continue
        move = thumbs[state.actor].choose(state.view(state.actor))
        heard.append(f"{state.actor + 1}: {state.say(move)}")
        state.play(move)
    seat = state.actor
    tables, desks, room = CARDS.table.batch(RECORDS), desk_for(4), new_room(200)
    CARDS.table.lay(tables, 0, state.view(seat).cells)
    even, plays = np.zeros((6, 3)), plays_of(heard)
    found = imagine_worlds_at(tables, seat, plays, len(heard), even, 200, desks, sources(), room)
    for other in range(4):
        if other != seat:
            assert room.weights[:found][room.kinds[:found, other] == THUMB].sum() > 0.6  # evenly it would be a third


def test_weights_prefer_worlds_in_which_the_plays_make_sense() -> None:
    """On average the truth is likelier than another deal when good players have played."""
    setup = set_up(CARDS, 4)
    better = 0
    for deal in range(12):
        state, heard, draws = start(CARDS, 4), [], Draws(deal)
        players = [find_player(CARDS, "expert")(setup, seat, deal) for seat in range(4)]
        while state["tricks"] < 6:
            if state.actor == CHANCE:
                state.play(state.draw(draws))
                continue
            move = players[state.actor].choose(state.view(state.actor))
            heard.append(f"{state.actor + 1}: {state.say(move)}")
            state.play(move)
        better += truth_beats(state, heard)
    assert better >= 7


def truth_beats(state: State, heard: list[str]) -> bool:
    """Is the true deal likelier than the average of thirty others?"""
    tables, desks, plays = CARDS.table.batch(RECORDS), desk_for(4), plays_of(heard)
    view, found = state.view(state.actor), list[float]()
    good, judged = np.tile(np.array([0.0, -1e9, -1e9]), (6, 1)), np.zeros((6, 3))
    for n in range(31):
        world = state if n == 0 else view.imagine(Draws(n))
        CARDS.table.lay(tables, 1, world.cells)
        found.append(float(log_weight_at(tables, state.actor, plays, len(heard), desks, good, judged)))
    return found[0] > float(np.mean(found[1:]))


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
        assert takes
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


def test_void_facts_name_what_a_seat_cannot_hold() -> None:
    state = dealt([[7, 6, 8], [9, 10, 11], [1, 4, 5], [3, 2, 12]])
    for card in (7, 9, 1):
        state.play(f"play {card}")
    thought = find_player(CARDS, "master", 0.1)(state.setup, 3, 1).think(state.view(3))
    voids = [fact.numbers for fact in thought.facts if fact.key == "cards.void"]
    assert voids == [{"seat": 3, "low": 8, "high": 12, "why": "T3"}]


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
