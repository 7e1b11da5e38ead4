"""The players of coal: yardsticks by hand, exact last draws, secrecy, and a little strength."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from brimstone.arena.match import play_game, shares
from brimstone.bots import find as find_player
from brimstone.bots.coal import YARDSTICKS, chances, player
from brimstone.bots.coal.draws import APART, value_draws
from brimstone.bots.coal.mind import PARTS
from brimstone.bots.coal.outlook import laid, rational
from brimstone.bots.coal.rounds import THUMB
from brimstone.bots.coal.worth import after_round, weights
from brimstone.bots.player import LEVELS, TASTES, Manner
from brimstone.chance import Draws
from brimstone.compiling import rule
from brimstone.games import find
from brimstone.games.coal import DRAW_ON, STAKE, STEP, STOP
from brimstone.games.contract import CHANCE, OVER, Setup
from brimstone.games.options import set_up
from brimstone.games.state import State, start
from tests.games.variants import ALL, COAL, Variant, whole_game

TINY = 0.1
VARIANTS = [variant for variant in ALL if variant.game is COAL]


def position(seats: int, *lines: str, **options: Any) -> State:
    state = start(COAL, seats, options)
    for words in lines:
        state.play(words)
    return state


def bets(state: State, *amounts: int) -> State:
    for amount in amounts:
        state.play(f"bet {amount}")
    return state


def runs(state: State, *pieces: str) -> State:
    """Draw these pieces, stopping where it says so."""
    for piece in pieces:
        if piece == "stop":
            state.play("stop")
        else:
            state.play("draw")
            state.play(piece)
    return state


def move_of(name: str, state: State) -> str:
    seat = state.actor
    return state.say(YARDSTICKS[name](state.setup, seat, 1).choose(state.view(seat)))


# --- yardsticks ------------------------------------------------------------------------------------------------------


def test_thumb_stakes_theta_of_a_fresh_oven() -> None:
    # 1270 coal and 9 devils: S·9 ≥ 1270 − S from 127 on; the least run is 130.
    assert move_of("thumb", position(4, "start 1")) == "bet 130"


def test_thumb_stakes_no_more_than_it_has() -> None:
    assert move_of("thumb", position(4, "start 1", money=60)) == "bet 60"


def test_thumb_rounds_theta_down_to_tens() -> None:
    # 4×25 + 3×10 = 130 coal, 1 devil: S ≥ 65 = 130 − 65; stakes 60.
    state = position(2, "start 1", pieces="devil:1 25:4 10:3", oven=0)
    assert move_of("thumb", state) == "bet 60"


def test_thumb_draws_to_its_unmet_bet_and_then_stops() -> None:
    state = runs(bets(position(2, "start 1"), 150, 50), "coal 100", "coal 25", "coal 20")
    assert move_of("thumb", state) == "draw"  # 145
    assert move_of("thumb", runs(state, "coal 10")) == "stop"  # 155


def test_thumb_draws_to_theta_once_its_bet_is_met() -> None:
    state = runs(bets(position(2, "start 1"), 100, 60), "coal 75", "coal 25", "stop")
    runs(state, "coal 50", "coal 50")
    # 1270 − 100 = 1170 coal were left, 9 devils: S ≥ 117; 100 is not enough, 120 is.
    assert move_of("thumb", state) == "draw"
    assert move_of("thumb", runs(state, "coal 20")) == "stop"


def test_naive_stakes_two_fifths_within_bounds() -> None:
    state = position(4, "start 1")
    seen = {YARDSTICKS["naive"](state.setup, 0, seed).choose(state.view(0)) for seed in range(80)}
    assert sorted((move - STAKE) * STEP for move in seen) == [60, 70, 80, 90, 100]
    rich = position(4, "start 1", money=1000)
    assert move_of("naive", rich) == "bet 150"
    poor = position(4, "start 1", money=20)
    assert move_of("naive", poor) == "bet 20"


def test_naive_says_how_often_it_stakes_what() -> None:
    state = position(4, "start 1", money=50)
    thought = YARDSTICKS["naive"](state.setup, 0, 1).think(state.view(0))
    # 20 ± 20 within 30..150: 30 four times, 40 once
    assert {state.say(choice.move): choice.share for choice in thought.choices} == {"bet 30": 0.8, "bet 40": 0.2}


def test_naive_draws_to_a_hundred_or_its_unmet_bet() -> None:
    state = runs(bets(position(2, "start 1"), 120, 60), "coal 100")
    assert move_of("naive", state) == "draw"
    assert move_of("naive", runs(state, "coal 20")) == "stop"
    runs(state, "stop", "coal 75", "coal 20")
    assert move_of("naive", state) == "draw"  # its bet is met, but 95 is below 100
    assert move_of("naive", runs(state, "coal 10")) == "stop"


# --- exact draws -----------------------------------------------------------------------------------------------------


@rule
def worth_at(ts: Any, money: Any, w: Any, out: Any) -> None:
    after_round(ts[0], money, w, out)


def slow_worth(state: State, me: int) -> float:
    """What the end of a round is worth to a seat, by the rules and the worth of money."""
    ended = state["phase"] != 2 or state.actor == OVER
    assert ended or state["drawn"] == 0
    result = state.result()
    if result is not None:
        winners = result.places.count(1)
        return 1 / winners if result.places[me] == 1 else 0.0
    # The round is over: the next starting seat is named, money is settled.
    batch = laid(state)
    COAL.table.set(batch, 0, starter=(state["starter"] - 1) % state.setup.seats)
    out = np.zeros(6)
    worth_at(batch, np.array(state["money"], np.float64), weights(state.setup.seats), out)
    return float(out[me])


def slow_value(state: State, me: int, round_: int, memo: dict[bytes, float]) -> float:
    """The value of best play, by plain recursion over the rules themselves."""
    if state.actor == OVER or state.round != round_:
        return slow_worth(state, me)
    key = state.key()
    if key not in memo:
        if state.actor == CHANCE:
            odds = state.odds()
            total = sum(weight for _, weight in odds)
            memo[key] = sum(w * slow_value(after(state, m), me, round_, memo) for m, w in odds) / total
        else:
            memo[key] = max(slow_value(after(state, m), me, round_, memo) for m in state.moves())
    return memo[key]


def after(state: State, move: int) -> State:
    copy = state.copy()
    copy.play(move)
    return copy


LAST_SEATS = [
    position(2, "start 2", "bet 90", "bet 120", pieces="devil:2 10:3 25:2 50:2 75:1", oven=3),
    position(3, "start 1", "bet 200", "bet 60", "bet 100", pieces="devil:3 10:2 20:2 25:1 50:2", oven=0),
    position(2, "start 1", "bet 40", "bet 30", target=260, rounds=9, pieces="devil:1 10:4 20:2 100:1", oven=1),
    position(4, "start 1", "bet 10", "bet 150", "bet 0", "bet 70", money=150, track="50 200", pieces="devil:4 10:3 50:3"
             " 75:2", oven=2),
]  # fmt: skip


@pytest.mark.parametrize("state", LAST_SEATS, ids=range(len(LAST_SEATS)))
def test_last_seat_draws_exactly(state: State) -> None:
    """Along whole turns the values of both moves equal those of a recursion that only knows the rules."""
    state = state.copy()
    while state["drawn"] + 1 < state.setup.seats:
        runs(state, "coal 10", "stop") if state["drawn"] % 2 == 0 else runs(state, "devil")
    me, round_, checked = state.actor, state.round, 0
    memo: dict[bytes, float] = {}
    draws = Draws(5)
    while state.round == round_ and state.actor != OVER:
        if state.actor == CHANCE:
            state.play(state.draw(draws))
            continue
        draw, stop = np.zeros(1), np.zeros(1)
        value_draws(laid(state), rational(), weights(state.setup.seats), APART, False, True, draw, stop)
        assert draw[0] == pytest.approx(slow_value(after(state, DRAW_ON), me, round_, memo), abs=1e-12)
        if STOP in state.moves():
            assert stop[0] == pytest.approx(slow_value(after(state, STOP), me, round_, memo), abs=1e-12)
        checked += 1
        state.play(DRAW_ON)
    assert checked


# --- the mind --------------------------------------------------------------------------------------------------------


@cache
def default(seats: int) -> Setup:
    return set_up(find("coal"), seats, simulated=True)


@pytest.mark.parametrize("level", ["child", "master"])
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_variant_is_played_to_its_end(variant: Variant, level: str) -> None:
    setup = variant.start().setup
    players = [player(setup, seat, seat, Manner(level, effort=TINY)) for seat in range(variant.seats)]
    played = play_game(setup, players, 3, 1)  # an illegal move would be refused
    assert sum(shares(played.result)) == pytest.approx(1)


def middle_of_games() -> list[State]:
    variant = next(variant for variant in VARIANTS if variant.seats == 3)
    return [state.copy() for state, move in whole_game(variant, 4) if move >= 0 and state.actor >= 0][::9]


@pytest.mark.parametrize("level", LEVELS)
def test_thoughts_weigh_every_legal_move(level: str) -> None:
    for state in middle_of_games()[:4]:
        view = state.view(state.actor)
        thought = player(state.setup, state.actor, 7, Manner(level, effort=TINY)).think(view)
        assert [choice.move for choice in thought.choices] == state.moves()
        assert sum(choice.share for choice in thought.choices) == pytest.approx(1)
        for choice in thought.choices:
            assert set(choice.parts) == set(PARTS)
            assert sum(choice.parts.values()) == pytest.approx(choice.value, abs=1e-9)
            assert -1e-6 <= choice.value <= 1 + 1e-6
        assert {fact.key for fact in thought.facts} >= {"coal.devil", "coal.threshold"}


@pytest.mark.parametrize("taste", TASTES)
def test_what_is_chosen_is_what_was_thought(taste: str) -> None:
    for state in middle_of_games()[:6]:
        view = state.view(state.actor)
        mind = player(state.setup, state.actor, 7, Manner("club", taste, TINY))
        shares = {choice.move: choice.share for choice in mind.think(view).choices}
        assert shares[mind.choose(view)] > 0


def test_hidden_bets_do_not_move_anybody() -> None:
    one, other = (bets(position(3, "start 1"), first, 50) for first in (10, 200))
    assert one.key() != other.key()
    for level in LEVELS:
        minds = [player(state.setup, 2, 9, Manner(level, effort=TINY)) for state in (one, other)]
        for mind in minds:
            for line in ("chance: start 1", "1: bet ??", "2: bet ??"):
                mind.hear(line)
        assert minds[0].choose(one.view(2)) == minds[1].choose(other.view(2))


@pytest.mark.parametrize("level", LEVELS[2:])
def test_nobody_from_club_up_draws_for_nothing(level: str) -> None:
    state = runs(bets(position(2, "start 1"), 30, 20), "devil", "coal 25", "coal 25")
    view = state.view(1)
    for taste in TASTES:
        thought = player(state.setup, 1, 2, Manner(level, taste, TINY)).think(view)
        assert {choice.move: choice.share for choice in thought.choices} == {DRAW_ON: 0.0, STOP: 1.0}


def test_the_same_seed_plays_the_same_game() -> None:
    games = [
        play_game(default(3), [player(default(3), seat, 5, Manner(effort=TINY)) for seat in range(3)], 2, 7)
        for _ in range(2)
    ]
    assert games[0] == games[1]


def test_master_beats_random() -> None:
    setup, wins, games = default(4), 0.0, 12
    for game in range(games):
        makers = [find_player(setup.game, "master" if seat == game % 4 else "random", TINY) for seat in range(4)]
        players = [make(setup, seat, game * 4 + seat) for seat, make in enumerate(makers)]
        wins += shares(play_game(setup, players, 11, game).result)[game % 4]
    assert wins >= 10  # 3 by chance; fewer than 10 at a true 97 % would come once in 3000 times


def test_a_thumb_is_known_by_its_habits() -> None:
    setup = default(2)
    master = player(setup, 0, 1, Manner(effort=TINY))
    thumb = find_player(setup.game, "thumb")(setup, 1, 1)
    play_game(setup, [master, thumb], 3, 3)
    assert np.argmax(master.habits.minds[1]) == THUMB  # type: ignore[attr-defined]


def test_a_listener_that_missed_the_beginning_still_plays() -> None:
    state = bets(position(2, "start 1"), 100, 100)
    mind = player(state.setup, 0, 1, Manner(effort=TINY))
    mind.hear("2: stop")
    mind.hear("table: bets 100 100")
    assert mind.choose(state.view(0)) == DRAW_ON


# --- chances ---------------------------------------------------------------------------------------------------------


def test_chances_sum_to_one_at_every_step() -> None:
    variant = next(variant for variant in VARIANTS if variant.seats == 4)
    for state, move in whole_game(variant, 2):
        if state.round > 3 and move >= 0:
            continue
        found = chances(state, 1, TINY)
        assert sum(found.win) == pytest.approx(1)
        assert min(found.win) >= 0
        assert found == chances(state, 1, TINY)


def test_chances_of_an_ended_game_are_its_result() -> None:
    state = position(2, "start 1", "bet 0", "bet 0", rounds=1)
    runs(state, "coal 10", "stop", "coal 10", "stop")
    assert chances(state, 1).win == (0.5, 0.5)
    assert chances(state, 1).error == (0.0, 0.0)


def test_equal_seats_have_equal_chances_before_the_game() -> None:
    win = chances(position(3), 1, 1.0).win
    assert max(win) - min(win) < 0.02


def test_money_is_worth_something() -> None:
    state = position(2, "start 1", "bet 200", "bet 0")
    runs(state, "devil", "coal 10", "stop")
    assert state["money"][:2] == [0, 300]
    win = chances(state, 1, 1.0).win
    assert win[1] > win[0] + 0.02  # little, as seat 1 now has a pact
