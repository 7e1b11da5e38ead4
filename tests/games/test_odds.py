"""Exact odds through the rules, against numbers found on paper or by counting all throws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from brimstone.chance import Draws
from brimstone.games.contract import CHANCE
from brimstone.games.state import State, start
from tests.games.variants import ALL, COAL, DICE, Variant, positions

# --- coal ------------------------------------------------------------------------------------------------------------


def at_the_oven(**options: object) -> State:
    """The first seat of two has to draw, and has nothing to lose but its run."""
    state = start(COAL, 2, options)
    for words in ("start 1", "bet 0", "bet 0"):
        state.play(words)
    return state


def worth(words: str) -> int:
    return 0 if words == "devil" else int(words.split()[1])


def after(state: State, *words: str) -> State:
    there = state.copy()
    for said in words:
        there.play(said)
    return there


def test_a_fresh_oven_has_nine_devils_in_48_pieces() -> None:
    odds = after(at_the_oven(), "draw").odds()
    state = at_the_oven()
    pieces = {state.say(move): weight for move, weight in odds}
    assert pieces == {
        "devil": 9, "coal 10": 9, "coal 20": 9, "coal 25": 9, "coal 50": 7, "coal 75": 3, "coal 100": 2,
    }  # fmt: skip
    assert Fraction(pieces["devil"], sum(pieces.values())) == Fraction(3, 16)
    assert sum(worth(words) * weight for words, weight in pieces.items()) == 1270  # 004


def test_odds_follow_the_pieces_that_are_gone() -> None:
    state, odds = at_the_oven(), dict[str, int]()
    for n, words in enumerate(("coal 100", "coal 10", "coal 100", "coal 10", "coal 10"), 1):
        state = after(state, "draw", words)
        odds = {state.say(move): weight for move, weight in after(state, "draw").odds()}
        assert sum(odds.values()) == 48 - n
        assert odds["devil"] == 9
    assert "coal 100" not in odds
    assert odds["coal 10"] == 6


@cache
def stop_or_draw(state: State) -> tuple[Fraction, Fraction, bool]:
    """With the most coal as the aim: what the run is worth, how likely it burns, and whether to draw."""
    run = state["run"]
    drawing = after(state, "draw")
    odds = [(drawing.say(move), weight) for move, weight in drawing.odds()]
    pieces = sum(weight for _, weight in odds)
    rest = sum(worth(words) * weight for words, weight in odds)
    devils = dict(odds)["devil"]
    if run >= 230:  # far beyond: see the test
        assert run * devils >= rest
        return Fraction(run), Fraction(0), False
    value, burns = Fraction(0), Fraction(devils, pieces)
    for words, weight in odds:
        if words != "devil":
            there, burnt, _ = stop_or_draw(after(drawing, words))
            value += Fraction(weight, pieces) * there
            burns += Fraction(weight, pieces) * burnt
    draws = run == 0 or value > run
    assert draws == (run * devils < rest), "draw while the run times the devils is less than the coal that is left"
    return (value, burns, True) if draws else (Fraction(run), Fraction(0), False)


def test_the_best_stop_at_a_fresh_oven() -> None:
    """STRENGTH.md: stop at 130 or more; worth 58.3, burns 62 %."""
    value, burns, draws = stop_or_draw(at_the_oven())
    assert draws
    assert round(float(value), 1) == 58.3
    assert round(float(burns), 2) == 0.62
    stops, goes = set[int](), set[int]()
    for run in ("100", "50 75", "100 25", "100 20 10", "75 50 10", "50 50 25", "100 50", "100 25 10", "75 75"):
        state = at_the_oven()
        for value_drawn in run.split():
            state = after(state, "draw", f"coal {value_drawn}")
        (goes if stop_or_draw(state)[2] else stops).add(state["run"])
    assert (max(goes), min(stops)) == (125, 130)


def test_without_devils_nobody_would_ever_stop() -> None:
    state = after(at_the_oven(pieces="10:3 20:1", oven=0), "draw")
    assert {state.say(move): weight for move, weight in state.odds()} == {"coal 10": 3, "coal 20": 1}


# --- dice ------------------------------------------------------------------------------------------------------------

# The plain devil is a Putzteufel: his ability comes after the battle.


def throws(*colours: str) -> Iterator[tuple[int, ...]]:
    faces = {"gold": (1, 2, 3, 4, 5, 6), "black": (1, 2, 3, 4, 5, 6), "grey": (1, 2, 3, 3, 4, 4)}
    return product(*(faces[colour] for colour in colours))


def won(wins: int, losses: int) -> Fraction:
    """Ties are rolled again until there is none."""
    return Fraction(wins, wins + losses)


def dealt() -> State:
    """Oberteufel, Putzteufel and Satansbraten in this order; the Oberteufel is about to roll."""
    state = start(DICE, 3)
    for words in ("rank 1: oberteufel", "rank 2: putzteufel", "rank 3: satansbraten", "open 1: bed", "open 2: bed"):
        state.play(words)
    return state


def fought(places: tuple[int, int, int], what_matters: dict[int, Callable[[str], str]]) -> Counter[str]:
    """Every throw through the rules: in how many ways each seat wins the battle, and in how many there is a tie.

    Of a seat that does not fight, throws in which the same matters are taken together.
    """
    layer = [(dealt(), 1)]
    for seat in range(3):
        same = what_matters.get(seat, str)
        following = []
        for state, weight in layer:
            groups: dict[str, tuple[int, int]] = {}
            for move, n in state.odds():
                group = same(state.say(move))
                groups[group] = (move, n + groups.get(group, (0, 0))[1])
            following += [(after_move(state, move), weight * n) for move, n in groups.values()]
        layer = following
    ways: Counter[str] = Counter()
    for state, weight in layer:
        for place in places:
            state.play(f"claim {place}")
        ways["tie" if state.actor == CHANCE else f"seat {state['winner'] + 1}"] += weight
    return ways


def lowest_die(words: str) -> str:
    return words[-1]


def nothing(_words: str) -> str:
    return ""


def after_move(state: State, move: int) -> State:
    there = state.copy()
    there.play(move)
    return there


def test_the_oberteufel_beats_a_plain_devil_in_69_of_100_battles() -> None:
    counted: Counter[str] = Counter()
    for a, b, c, d, e in throws("gold", "gold", "gold", "black", "black"):
        gold, black = a + b + c - min(a, b, c), d + e
        counted["seat 1" if gold > black else "seat 2" if black > gold else "tie"] += 1
    found = fought((1, 1, 2), {2: nothing})
    assert found == {who: 36 * n for who, n in counted.items()}  # whatever the two grey dice show
    odds = won(counted["seat 1"], counted["seat 2"])
    assert round(float(odds), 2) == 0.69


def test_the_satansbraten_beats_a_plain_devil_in_60_of_100_battles() -> None:
    """The gold dice stay as they lie while the two roll again, so the odds hang on the lowest of them."""
    lowest = Counter(min(gold) for gold in throws("gold", "gold", "gold"))
    odds, counted = Fraction(0), Counter[str]()
    for low, ways in lowest.items():
        here: Counter[str] = Counter()
        for a, b, c, d in throws("grey", "grey", "black", "black"):
            here["seat 3" if a + b + low > c + d else "seat 2" if c + d > a + b + low else "tie"] += ways
        odds += Fraction(ways, 216) * won(here["seat 3"], here["seat 2"])
        counted += here
    assert fought((2, 1, 1), {0: lowest_die}) == counted
    assert round(float(odds), 2) == 0.60


def test_a_tie_is_rolled_again_with_the_same_odds() -> None:
    """Through the reroll: from a tie the Oberteufel wins as often as from the first throw."""
    state = dealt()
    for words in ("roll 1: 6 5 1", "roll 2: 6 5", "roll 3: 4 3", "claim 1", "claim 1", "claim 2"):
        state.play(words)
    ways: Counter[int] = Counter()
    for gold, n in state.odds():
        rolled = after_move(state, gold)
        for black, m in rolled.odds():
            end = after_move(rolled, black)
            ways[end["winner"]] += n * m
    assert ways.total() == 216 * 36
    assert round(float(won(ways[0], ways[1])), 2) == 0.69
    first = fought((1, 1, 2), {2: nothing})
    assert won(ways[0], ways[1]) == won(first["seat 1"], first["seat 2"])


@pytest.mark.parametrize(("rank", "faces"), [("oberteufel", 56), ("putzteufel", 21), ("satansbraten", 10)])
def test_throws_are_weighted_by_the_ways_they_fall(rank: str, faces: int) -> None:
    others = [name for name in ("oberteufel", "putzteufel", "satansbraten") if name != rank]
    state = start(DICE, 3)
    for words in (f"rank 1: {rank}", f"rank 2: {others[0]}", f"rank 3: {others[1]}", "open 1: bed", "open 2: bed"):
        state.play(words)
    while not state.say(state.moves()[0]).startswith("roll 1:"):
        state.play(state.moves()[0])
    colours = {"oberteufel": ["gold"] * 3, "putzteufel": ["black"] * 2, "satansbraten": ["grey"] * 2}[rank]
    expected = Counter("roll 1: " + " ".join(map(str, sorted(fall, reverse=True))) for fall in throws(*colours))
    assert {state.say(move): weight for move, weight in state.odds()} == expected
    assert len(expected) == faces


def test_items_are_opened_by_how_many_are_left() -> None:
    state = start(DICE, 3, {"items": "bed:3x1 grill:1x3"})
    for words in ("rank 1: putzteufel", "rank 2: oberteufel", "rank 3: satansbraten"):
        state.play(words)
    assert {state.say(move): weight for move, weight in state.odds()} == {"open 1: bed": 3, "open 1: grill": 1}
    state.play("open 1: bed")
    assert {state.say(move): weight for move, weight in state.odds()} == {"open 2: bed": 2, "open 2: grill": 1}


# --- all games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ALL[::4], ids=str)
def test_drawing_follows_the_odds(variant: Variant) -> None:
    draws = Draws(77)
    looked = 0
    for state in positions(variant, 60, every=7):
        if state.actor != CHANCE or looked == 3:
            continue
        looked += 1
        odds = dict(state.odds())
        ways = sum(odds.values())
        n = 30 * ways
        counts = Counter(state.draw(draws) for _ in range(n))
        assert set(counts) <= set(odds)
        square = sum((counts[move] - 30 * weight) ** 2 / (30 * weight) for move, weight in odds.items())
        freedom = len(odds) - 1
        assert square <= freedom + 5 * (2 * freedom) ** 0.5
