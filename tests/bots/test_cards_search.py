"""The search of the players of cards: exact endgames, lines that are not played out, imagined worlds."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import numpy as np
import pytest

from brimstone.bots import find as find_player
from brimstone.bots.cards import chances, solved
from brimstone.bots.cards.desk import DEPTH, THUMB
from brimstone.bots.cards.search import LAYERS, RECORDS, SCRATCH, fill_lines, give_up, new_room
from brimstone.bots.cards.weights import desk_for
from brimstone.bots.cards.worlds import imagine_worlds, log_weight, pick_worlds, rewind
from brimstone.chance import Draws, sources
from brimstone.compiling import COMPILED, rule
from brimstone.games.cards import MOST_CARDS, MOST_SEATS, TRICK
from brimstone.games.contract import CHANCE
from brimstone.games.options import set_up
from brimstone.games.state import State, start
from tests.bots.cards_rounds import CARDS, random_round, worth

pytestmark = pytest.mark.skipif(not COMPILED, reason="searching uncompiled takes minutes")


# --- exact endgames --------------------------------------------------------------------------------------------------


def slow_max_n(state: State, thumbs: tuple[int, ...] = ()) -> tuple[float, ...]:
    """max^n as one would write it: every seat takes what is best for itself, of equals the lowest card; some seats
    play by thumb.
    """
    if state["phase"] != TRICK:
        return cached_worth(tuple(state["devils"][: state.setup.seats]), 100)
    seat, best, moves = state.actor, None, state.moves()
    if seat in thumbs:
        moves = [find_player(CARDS, "thumb")(state.setup, seat, 0).choose(state.view(seat))]
    for move in moves:
        after = state.copy()
        after.play(move)
        value = slow_max_n(after, thumbs)
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


@pytest.mark.parametrize(("seats", "cards", "thumbs"), [(3, 4, (0, 2)), (4, 4, (0, 1, 3)), (4, 3, (1, 3))])
def test_endgames_with_thumbs_are_exact(seats: int, cards: int, thumbs: tuple[int, ...]) -> None:
    def desks_with_thumbs(seats: int) -> Any:
        desks = desk_for(seats)
        desks["kinds"][0, list(thumbs)] = THUMB
        return desks

    for seed in range(3):
        state, _ = random_round(seats, seed, cards)
        for move, values in solved(state, desks_with_thumbs).items():
            after = state.copy()
            after.play(move)
            assert values == pytest.approx(slow_max_n(after, thumbs), abs=1e-12)


def test_a_whole_round_fits_on_the_scratch_paper() -> None:
    assert min(RECORDS, DEPTH) > SCRATCH + MOST_SEATS * MOST_CARDS


def test_master_is_exact_where_it_knows_everything() -> None:
    """Three seats at the end of a round: where what is known leaves one world, every value is the exact one, if the
    others are taken to know as much: nobody has heard how it came to that.
    """
    found = 0
    for seed in range(60):
        state, _ = random_round(3, seed, 3)
        while state["phase"] == TRICK:
            seat, view = state.actor, state.view(state.actor)
            if len(state.moves()) > 1 and len({view.imagine(Draws(n)).key() for n in range(40)}) == 1:
                found += 1
                exact = {move: values[seat] for move, values in solved(state).items()}
                thought = find_player(CARDS, "master", 0.1)(state.setup, seat, 1).think(view)
                assert {choice.move: choice.value for choice in thought.choices} == pytest.approx(exact, abs=1e-12)
                assert all(choice.error < 1e-9 for choice in thought.choices)
                assert exact[next(choice.move for choice in thought.choices if choice.share == 1)] == max(
                    exact.values()
                )
            state.play(state.moves()[0])
    assert found >= 5


@pytest.mark.parametrize(("seats", "cards"), [(3, 3), (4, 3), (5, 3), (6, 2), (3, 4), (4, 4)])
def test_master_plays_the_best_card_where_it_knows_all_hands(seats: int, cards: int) -> None:
    """A fast version of `proofs/cards_regret.py`."""
    for seed in range(6):
        state, _ = random_round(seats, seed, cards)
        for _ in range(seed % 3):
            state.play(state.moves()[0])
        view, exact = state.view(state.actor), solved(state)
        CARDS.table.set(view.cells, maybe=state["hand"])
        thought = find_player(CARDS, "master")(state.setup, state.actor, 1).think(view)
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


@rule
def imagine_worlds_at(ts, seat, plays, heard, evidence, candidates, desks, rs, room):  # type: ignore[no-untyped-def]
    found = imagine_worlds(ts, seat, plays, heard, evidence, 1.0, candidates, desks[0], rs[0], room)
    pick_worlds(room.weights, found, 25, rs[0], room.picked)
    return found


@rule
def log_weight_at(ts, seat, plays, heard, desks, evidence, judged):  # type: ignore[no-untyped-def]
    rewind(ts, 3, 1, plays, heard)
    return log_weight(ts, 3, seat, plays, heard, desks[0], evidence, judged)


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
