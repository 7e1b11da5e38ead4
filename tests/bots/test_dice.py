"""The players of Dice Devils: the rule of thumb, exact odds, the solved round, and manners."""

from __future__ import annotations

from dataclasses import astuple
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from brimstone.arena.match import play_game, shares
from brimstone.bots import find
from brimstone.bots.dice import YARDSTICKS, chances
from brimstone.bots.dice.battles import BEST, NONE, SIMPLE, TOTALS, below_it, weigh_battle, weigh_wild
from brimstone.bots.dice.exploit import first_round, puzzle
from brimstone.bots.dice.layout import ROOM
from brimstone.bots.dice.look import RANDOM
from brimstone.bots.dice.mind import Mind
from brimstone.bots.dice.odds import odds_for
from brimstone.bots.dice.outcomes import add_whims
from brimstone.bots.dice.study import PRIOR, Study
from brimstone.bots.dice.value import sheet, weights_for
from brimstone.bots.player import LEVELS, TASTES, Manner
from brimstone.chance import Draws
from brimstone.games.contract import CHANCE, OVER
from brimstone.games.state import State, start
from tests.games.variants import ALL, DICE, Variant, dice

VARIANTS = [variant for variant in ALL if variant.game is DICE]
BLACK, GREY = (1, 2, 3, 4, 5, 6), (1, 2, 3, 3, 4, 4)


def told(state: State, *lines: str) -> State:
    for words in lines:
        state.play(words)
    return state


# --- independent odds: Oberteufel (o), a plain devil (p) and the Satansbraten (s), every throw counted ----------------


def gold_throws() -> list[tuple[int, int]]:
    return [(sum(throw) - min(throw), min(throw)) for throw in product(BLACK, repeat=3)]


@cache
def oberteufel_wins(party: str) -> float:
    """From fresh throws of the whole party."""
    won = again = 0.0
    weight = 1 / len(gold_throws())
    for total, low in gold_throws():
        here, tied = against(total, low, party)
        won, again = won + weight * here, again + weight * tied
    return won / (1 - again)


def against(total: int, low: int, party: str) -> tuple[float, float]:
    """The Oberteufel's chance with these dice against fresh throws, and the chance that the whole party ties."""
    plain = [sum(throw) for throw in product(BLACK, repeat=2)] if "p" in party else [0]
    brat = [sum(throw) + low for throw in product(GREY, repeat=2)] if "s" in party else [0]
    won = again = 0.0
    for p, s in product(plain, brat):
        if total < max(p, s):
            continue
        tied = "o" + "p" * (p == total) + "s" * (s == total)
        if tied == party:
            again += 1
        else:
            won += 1 if tied == "o" else oberteufel_wins(tied)
    ways = len(plain) * len(brat)
    return won / ways, again / ways


def chance_of_gold(total: int, low: int, party: str) -> float:
    won, again = against(total, low, party)
    return won + again * oberteufel_wins(party)


def test_the_oberteufel_has_the_odds_found_by_counting() -> None:
    odds = odds_for(start(DICE, 3).setup)
    seen = 0
    for total, low in set(gold_throws()):
        klass = odds.klass[0, total, low]
        for party, rivals in (("op", 0b010), ("os", 0b100), ("ops", 0b110)):
            assert odds.win[BEST, 0, klass, rivals] == pytest.approx(chance_of_gold(total, low, party), abs=1e-9)
            seen += 1
    assert seen == 3 * 36


def mean_chance(seats: int, k: int, rivals: int, style: int = BEST) -> float:
    odds = odds_for(start(DICE, seats).setup)
    return float(sum(odds.chance[k, c] * odds.win[style, k, c, rivals] for c in range(odds.classes[k])))


def test_odds_of_the_rulebook_s_devils() -> None:
    assert round(mean_chance(3, 0, 0b010), 2) == 0.69
    assert round(mean_chance(3, 2, 0b010), 2) == 0.60
    assert mean_chance(3, 0, 0b010) + mean_chance(3, 1, 0b001) == pytest.approx(1)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_somebody_wins_every_battle(seats: int) -> None:
    for style in (BEST, SIMPLE):
        for party in range(1, 1 << seats):
            members = [k for k in range(seats) if party >> k & 1]
            assert sum(mean_chance(seats, k, party & ~(1 << k), style) for k in members) == pytest.approx(1)


def test_the_spielteufel_rolls_again_whenever_that_is_better() -> None:
    rolls = [a + b for a, b in product(BLACK, repeat=2)]

    def anew(s: int) -> float:
        return sum((b < s) + 0.5 * (b == s) for b in rolls) / 36

    best = sum(1 if s > b else max(0.5, anew(s)) if s == b else anew(s) for s in rolls for b in rolls) / 36**2
    simple = sum(1 if s > b else anew(s) for s in rolls for b in rolls) / 36**2
    assert mean_chance(4, 1, 0b0100) == pytest.approx(best)
    assert mean_chance(4, 1, 0b0100, SIMPLE) == pytest.approx(simple)


def test_a_wild_spielteufel_is_no_better_than_the_other() -> None:
    """He rolls again as often as not, whatever lies there: by symmetry he wins like anybody with his total."""
    odds = odds_for(start(DICE, 4).setup)
    rolls = [a + b for a, b in product(BLACK, repeat=2)]
    won, under = np.zeros((6, TOTALS, 6)), np.zeros((6, TOTALS))
    mass = odds.prior[0].copy()
    below_it(mass, under)
    party = 0b0110  # with the Fehlerteufel
    weigh_battle(odds, BEST, party, 1, mass, under, won)
    clever = won[1, 7, 1]
    weigh_wild(odds, party, 1, mass, under, won, np.zeros_like(won), 1.0)
    for total in range(2, 13):
        beaten = sum((other < total) + 0.5 * (other == total) for other in rolls) / 36
        assert won[1, total, 1] == pytest.approx(beaten)
        assert won[2, total, 2] == pytest.approx((beaten + 0.5) / 2)
    assert clever > won[1, 7, 1] + 0.1


def test_without_rerolls_the_better_rank_wins_a_tie() -> None:
    odds = odds_for(start(DICE, 3, {"rerolls": 0, "ranks": "oberteufel fehlerteufel putzteufel"}).setup)
    assert odds.win[BEST, 1, odds.klass[1, 7, 0], 0b100] == pytest.approx(21 / 36)
    assert odds.win[BEST, 2, odds.klass[2, 7, 0], 0b010] == pytest.approx(15 / 36)


def test_the_springteufel_wins_ties() -> None:
    odds = odds_for(start(DICE, 3, {"ranks": "spielteufel fehlerteufel springteufel"}).setup)
    assert odds.win[BEST, 2, odds.klass[2, 7, 0], 0b010] == pytest.approx(21 / 36)


# --- thumb -----------------------------------------------------------------------------------------------------------


def thumb(state: State) -> str:
    seat = state.actor
    return state.say(YARDSTICKS["thumb"](state.setup, seat, 1).choose(state.view(seat)))


def three(first: str, second: str, *rolls: str) -> State:
    state = told(start(DICE, 3), "rank 1: oberteufel", "rank 2: putzteufel", "rank 3: satansbraten")
    return told(state, f"open 1: {first}", f"open 2: {second}", *rolls)


@pytest.mark.parametrize("gold", ["6 6 5", "5 4 3", "4 3 1", "3 2 1", "2 1 1"])
@pytest.mark.parametrize("items", [("bed", "grill"), ("chilli", "grill"), ("bath", "scarf")])
def test_thumb_claims_value_times_chance(gold: str, items: tuple[str, str]) -> None:
    """Both ranks to come join with chance 1/2, wherever: the chance is the same at both places, the value decides."""
    value = {"bed": 1, "scarf": 1, "chilli": 2, "bath": 2, "grill": 3}
    state = three(*items, f"roll 1: {gold}", "roll 2: 4 3", "roll 3: 3 3")
    best = 1 if value[items[0]] > value[items[1]] else 2
    assert thumb(state) == f"claim {best}"


@pytest.mark.parametrize("black", ["1 1", "3 3", "4 3", "5 4", "6 5", "6 6"])
def test_thumb_weighs_who_is_there_against_who_may_come(black: str) -> None:
    """A grill with the Oberteufel on it, or hot peppers alone: by counting all throws of the other two."""
    state = three("grill", "chilli", "roll 1: 6 4 2", f"roll 2: {black}", "roll 3: 3 3", "claim 1")
    odds = odds_for(state.setup)
    klass = odds.klass[1, sum(map(int, black.split())), 0]
    fights, joined = odds.win[SIMPLE, 1, klass, 0b001], odds.win[SIMPLE, 1, klass, 0b101]
    brat = odds.win[SIMPLE, 1, klass, 0b100]
    grill, chilli = 3 * (fights + joined) / 2, 2 * (1 + brat) / 2
    assert thumb(state) == ("claim 1" if grill > chilli else "claim 2")


def four(*lines: str) -> State:
    ranks = ("oberteufel", "spielteufel", "fehlerteufel", "satansbraten")
    state = told(start(DICE, 4), *(f"rank {seat}: {rank}" for seat, rank in enumerate(ranks, 1)))
    return told(state, *lines)


OPENED = ("open 1: bed", "open 2: scarf", "open 3: grill")


@pytest.mark.parametrize(("spiel", "move"), [("6 5", "stand"), ("5 4", "reroll"), ("4 3", "reroll")])
def test_thumb_forces_a_reroll_unless_he_is_winning(spiel: str, move: str) -> None:
    rolls = ("roll 1: 5 4 1", f"roll 2: {spiel}", "roll 3: 1 1", "roll 4: 1 1")
    state = four(*OPENED, *rolls, "claim 3", "claim 3", "claim 1", "claim 2")
    assert thumb(state) == move


def test_thumb_steals_what_there_is_and_swaps_for_a_better_rank_only() -> None:
    rolls = ("roll 1: 5 4 1", "roll 2: 1 1", "roll 3: 4 2", "roll 4: 1 1")
    state = four(*OPENED, *rolls, "claim 1", "claim 2", "claim 3", "claim 3")
    assert thumb(state) == "swap with 4"  # Fehlerteufel beats Satansbraten, who is esteemed more
    state.play("keep rank")
    told(state, "open 1: bed", "open 2: scarf", "open 3: bath")
    told(state, "roll 1: 1 1 1", "roll 2: 1 1", "roll 3: 6 6", "roll 4: 1 1")
    told(state, "claim 1", "claim 2", "claim 1", "claim 3")
    assert thumb(state) == "steal bed from 1"
    state.play("steal bed from 1")
    assert thumb(state) == "swap with 1"


def test_thumb_trades_up() -> None:
    state = three("bed", "grill", "roll 1: 6 6 1", "roll 2: 6 6", "roll 3: 1 1", "claim 2", "claim 1", "claim 1")
    assert thumb(state) == "swap with 3"
    told(state, "keep rank", "open 1: scarf", "open 2: bath")
    told(state, "roll 1: 1 1 1", "roll 2: 6 6", "roll 3: 1 1", "claim 1", "claim 1", "claim 2")
    assert thumb(state) == "trade bed for grill of 1"


# --- the solved round ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "iterations", "bound"), [(3, 80, 0.02), (4, 60, 0.03)])
def test_a_solved_round_is_close_to_equilibrium(seats: int, iterations: int, bound: float) -> None:
    task = puzzle(first_round(seats, 3))
    by_habit = task.distance()
    task.refine(0, iterations)
    assert by_habit > 5 * bound
    assert -1e-9 < task.distance() < bound


def test_a_small_round_is_solved() -> None:
    options = {
        "open": 2,
        "items": "bed:3x1 grill:3x3",
        "gold": "1 2 3",
        "black": "1 2 3",
        "grey": "1 2 3",
        "rerolls": 1,
    }
    task = puzzle(first_round(3, 5, options))
    task.refine(0, 300)
    assert -1e-9 < task.distance() < 0.01


# --- other minds -----------------------------------------------------------------------------------------------------


def test_who_acts_at_random_swaps_as_often_as_not() -> None:
    state = first_round(3, 3)
    ts = state.setup.game.table.batch(ROOM)
    state.setup.game.table.lay(ts, 0, state.cells)
    weights, room = weights_for(3), sheet()
    room.wild[:3] = (0.0, 1.0, 1.0)

    def worth(partner: int) -> Any:
        out = np.zeros(6)  # less what `partner` is worth, so that two plans tell what each is worth
        add_whims(weights, ts, 0, 2, 0, 0b011, 0, 0, partner, True, 1.0, room, out)
        return out[:3].copy()

    loser = state["order"][1]
    keeps, swaps = worth(NONE), worth(loser)
    assert np.abs(keeps).max() > 1e-4
    assert keeps == pytest.approx(-swaps)  # half way between the two
    assert keeps.sum() == pytest.approx(0)


def test_those_who_sit_together_are_judged_together() -> None:
    """A seat that has shown nothing is thought to be like the others; one that differs is not."""
    study = Study(start(DICE, 4).setup, 0, weights_for(4), notices=True)
    at_random = np.array([0.1, 0.2, 0.1, 0.4])
    for _ in range(3):
        study.learn(1, at_random, 3)
        study.learn(2, at_random, 3)
    assert study.minds[1, RANDOM] > 0.9
    assert PRIOR[RANDOM] + 0.2 < study.minds[3, RANDOM] < study.minds[1, RANDOM]
    for _ in range(6):
        study.learn(3, at_random[::-1], 3)
    assert study.minds[3, RANDOM] < 0.2
    assert study.minds[1, RANDOM] > 0.8
    assert study.minds[:4].sum(axis=1) == pytest.approx(1)


def test_nobody_is_thought_to_play_at_random_to_the_end_before_that_is_likely() -> None:
    """A little hope at every table would have us state too good chances; once it is likely, other values hold."""
    state = first_round(4, 3)
    seat = state.actor
    mind = Mind(state.setup, seat, 1, Manner("master"))
    stated = [choice.value for choice in mind.think(state.view(seat)).choices]
    assert mind.sheet.wild.max() == 0.0
    assert mind.weights is weights_for(4, wild=False)
    others = [other for other in range(4) if other != seat]
    mind.study.minds[others] = (0.2, 0.1, 0.1, 0.6)
    hoped = [choice.value for choice in mind.think(state.view(seat)).choices]
    assert mind.sheet.wild[others] == pytest.approx(0.6)
    assert mind.sheet.wild[seat] == 0.0
    assert mind.weights is weights_for(4, wild=True)
    assert max(hoped) > max(stated) + 0.1


# --- manners ---------------------------------------------------------------------------------------------------------


def game_of(
    names: list[str], seed: int, effort: float, variant: Variant | None = None
) -> tuple[list[int], list[float]]:
    setup = (variant or dice(len(names))).start().setup
    players = [find(DICE, name, effort)(setup, seat, seed + seat) for seat, name in enumerate(names)]
    played = play_game(setup, players, seed, 0)
    return played.moves, shares(played.result)


def test_master_beats_random() -> None:
    won = 0.0
    for game in range(12):
        names = ["random"] * 4
        names[game % 4] = "master"
        won += game_of(names, game, 0.3)[1][game % 4]
    assert won >= 6  # by chance it would be 3


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_variant_is_played_to_its_end(variant: Variant) -> None:
    names = ["child" if seat % 2 else "master" for seat in range(variant.seats)]
    moves, won = game_of(names, 3, 0.02, variant)
    assert moves
    assert sum(won) == 1


def decisions(seats: int, seed: int, options: dict[str, object] | None = None) -> list[State]:
    """The decisions of a game played at random, every kind among them."""
    state, draws, found = start(DICE, seats, options), Draws(seed), []
    while state.actor != OVER:
        if state.actor != CHANCE:
            found.append(state.copy())
        moves = state.moves()
        state.play(state.draw(draws) if state.actor == CHANCE else moves[draws.below(len(moves))])
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_a_thought_weighs_every_move_in_parts_that_sum(level: str) -> None:
    kinds = set()
    for state in [*decisions(4, 5)[::5], *decisions(3, 6)[::5]]:
        seat = state.actor
        thought = find(DICE, level, 0.2)(state.setup, seat, 1).think(state.view(seat))
        assert [choice.move for choice in thought.choices] == state.moves()
        assert sum(choice.share for choice in thought.choices) == pytest.approx(1)
        for choice in thought.choices:
            assert -1e-6 <= choice.value <= 1 + 1e-6
            assert sum(choice.parts.values()) == pytest.approx(choice.value)
        kinds |= {fact.key for fact in thought.facts}
    assert kinds == {"dice.battle", "dice.rank", "dice.rank.held", "dice.reroll", "dice.stand"}


@pytest.mark.parametrize(("third", "wanted"), [("grill", (0, 0, 1)), ("teacup", (1, 1, 1))])
def test_a_child_looks_at_the_points_alone(third: str, wanted: tuple[int, ...]) -> None:
    assert shares_beside_twelve(third, "child") == pytest.approx([share / sum(wanted) for share in wanted], abs=1e-6)


def test_a_casual_player_looks_at_the_odds_too() -> None:
    bed, scarf, teacup = shares_beside_twelve("teacup", "casual")
    assert 0 < bed < scarf / 2
    assert scarf == pytest.approx(teacup)


def shares_beside_twelve(third: str, level: str) -> list[float]:
    """How often bed, scarf and a third item are claimed with the Oberteufel, who has twelve, at the bed."""
    rolls = ("roll 1: 6 6 1", "roll 2: 1 1", "roll 3: 1 1", "roll 4: 1 1")
    state = four("open 1: bed", "open 2: scarf", f"open 3: {third}", *rolls, "claim 1")
    return [choice.share for choice in find(DICE, level, 0.1)(state.setup, 1, 2).think(state.view(1)).choices]


@pytest.mark.parametrize("level", ["child", "master"])
def test_leaving_the_reasons_out_changes_no_value(level: str) -> None:
    for state in decisions(4, 5)[::7]:
        mind = Mind(state.setup, state.actor, 1, Manner(level, effort=0.2))
        view = state.view(state.actor)
        whole, brief = mind.think(view), mind.weigh_only(view)
        assert [choice[:3] for choice in map(astuple, brief.choices)] == [
            choice[:3] for choice in map(astuple, whole.choices)
        ]


@pytest.mark.parametrize("name", ["thumb", "child", "casual", "club", "expert", "master", "master:spoiler"])
def test_what_a_seat_cannot_know_does_not_move_it(name: str) -> None:
    looked = 0
    for state in decisions(4, 9)[::3]:
        seat = state.actor
        other = state.view(seat).imagine(Draws(77, looked))
        assert other.actor == seat
        looked += other != state
        moves = {find(DICE, name, 0.2)(s.setup, seat, 4).choose(s.view(seat)) for s in (state, other)}
        assert len(moves) == 1
    assert looked > 3


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("taste", TASTES)
def test_nobody_has_those_roll_again_whom_he_beats(level: str, taste: str) -> None:
    """With two sixes hardly anything is lost by it: only because it is dominated is it never done."""
    rolls = ("roll 1: 5 4 1", "roll 2: 6 6", "roll 3: 1 1", "roll 4: 1 1")
    state = four(*OPENED, *rolls, "claim 3", "claim 3", "claim 1", "claim 2")
    thought = find(DICE, f"{level}:{taste}", 0.1)(state.setup, 1, 2).think(state.view(1))
    assert {state.say(choice.move): choice.share for choice in thought.choices} == {"stand": 1.0, "reroll": 0.0}
    assert thought.choices[0].value - thought.choices[1].value < 0.02


def test_the_same_seed_plays_the_same_game() -> None:
    names = ["child", "casual", "club", "expert"]
    assert game_of(names, 11, 0.3) == game_of(names, 11, 0.3)
    assert game_of(names, 11, 0.3) != game_of(names, 12, 0.3)


def test_tastes_claim_differently() -> None:
    fights = {}
    states = [state for seed in range(12) for state in decisions(4, seed) if state["phase"] == 4 and state["claimed"]]
    for taste in TASTES:
        met = 0.0
        for state in states:
            seat, taken = state.actor, set(state["claim"])
            name = "expert" if taste == "plain" else f"expert:{taste}"
            player = find(DICE, name, 0.1)(state.setup, seat, 1)
            met += player.choose(state.view(seat)) in taken
        fights[taste] = met / len(states)
    assert fights["gambler"] > fights["plain"] + 0.03
    assert fights["friend"] < fights["plain"] - 0.05
    assert fights["accountant"] < fights["gambler"] - 0.1


# --- chances ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_chances_sum_to_one_at_every_step(seats: int) -> None:
    state, draws = start(DICE, seats), Draws(21)
    step = 0
    while state.actor != OVER:
        if step % 7 == 0 or state["phase"] in (3, 5, 6, 7, 8):
            win, error = chances(state, 1, 0.1)
            assert sum(win) == pytest.approx(1)
            assert min(win) >= 0
            assert all(0 <= e < 0.5 for e in error)
            assert chances(state, 1, 0.1) == (win, error)
        moves = state.moves()
        state.play(state.draw(draws) if state.actor == CHANCE else moves[draws.below(len(moves))])
        step += 1
    win, error = chances(state, 1, 0.1)
    result = state.result()
    assert result is not None
    assert win == tuple(float(place == 1) for place in result.places)
    assert set(error) == {0.0}


def test_chances_before_the_first_round_are_even() -> None:
    win, _ = chances(start(DICE, 4), 1, 4.0)
    assert all(abs(chance - 0.25) < 0.08 for chance in win)
