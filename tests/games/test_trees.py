"""Trees and whole games counted twice: by the package, and by the referee that was written from docs/rules alone."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from brimstone.chance import Draws
from brimstone.games import find
from brimstone.games.contract import CHANCE, OVER
from brimstone.games.state import State, start
from tests.games import referee
from tests.games.variants import ALL, COAL, PIG, Variant, choose

LARGE = ("cards_two_each", "dice_tie_rolled_again")  # a minute uncompiled; whole games are compared there


def frozen(tree: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((referee.DATA / f"tree_{tree}.json").read_text())
    return data


def counted(start: State) -> dict[str, Any]:
    """The census of a game's tree, by copying and playing."""
    found = referee.Census()
    todo = [(start, 0, Fraction(1))]
    while todo:
        state, depth, likely = todo.pop()
        if state.actor == OVER:
            found.close(depth, state.result(), likely)
            continue
        odds = state.odds() if state.actor == CHANCE else [(move, 1) for move in state.moves()]
        found.count("chance" if state.actor == CHANCE else state.actor + 1, depth)
        ways = sum(weight for _, weight in odds)
        for move, weight in odds:
            after = state.copy()
            after.play(move)
            todo.append((after, depth + 1, likely * Fraction(weight, ways)))
    return found.data()


@pytest.mark.parametrize(
    "tree", [pytest.param(tree, marks=[pytest.mark.compiled_only] * (tree in LARGE)) for tree in referee.TREES]
)
def test_the_package_finds_the_frozen_tree(tree: str) -> None:
    data = frozen(tree)
    assert counted(start(find(data["game"]), data["seats"], data["options"])) == data["tree"]


@pytest.mark.compiled_only
@pytest.mark.parametrize("tree", referee.TREES)
def test_the_referee_finds_the_frozen_tree(tree: str) -> None:
    """The referee is plain Python: it need not be asked twice."""
    name, seats, options = referee.TREES[tree]
    data = frozen(tree)
    assert (data["game"], data["seats"], data["options"]) == (name, seats, options)
    assert data["origin"] == referee.ORIGIN
    assert referee.census(name, seats, options) == data["tree"]


def test_every_frozen_tree_is_counted() -> None:
    assert {path.stem.removeprefix("tree_") for path in referee.DATA.glob("tree_*.json")} == set(referee.TREES)


# --- whole games -----------------------------------------------------------------------------------------------------


def retold(state: State, seed: int) -> referee.Game:
    """Play a game at random; the referee hears only words, and must ask and do the same at every step."""
    game = state.setup.game
    judge = referee.Game(game.name, state.setup.seats, dict(state.setup.options))
    draws = Draws(seed)
    while state.actor != OVER:
        assert judge.ask is not None
        chance = state.actor == CHANCE
        assert judge.ask.by == ("chance" if chance else state.actor + 1)
        odds = state.odds() if chance else [(move, 1) for move in state.moves()]
        assert judge.ask.choices == {state.say(move): weight for move, weight in odds}
        rounds, done, before = len(judge.rounds), len(judge.done), state.round
        move = choose(state, draws)
        lines = state.tell(move)
        judge.answer(state.say(move))
        for heard in lines:
            table = [line.removeprefix("table: ") for line in heard[1:]]
            assert [words for words in table if not words.startswith(("bets ", "show "))] == judge.done[done:]
        if (state.actor == OVER or state.round > before) and before > 0:
            assert len(judge.rounds) == rounds + 1
            assert judge.rounds[-1] == game.facts(state)
        else:
            assert len(judge.rounds) == rounds
    return judge


OURS = [variant for variant in ALL if variant.game is not PIG]


@pytest.mark.parametrize("variant", OURS, ids=str)
def test_the_referee_agrees_with_whole_games(variant: Variant) -> None:
    for seed in range(40, 44):
        state = variant.start()
        judge = retold(state, seed)
        result = state.result()
        assert result is not None
        assert judge.ask is None
        assert judge.end == (list(result.places), list(result.points), result.reason)


@pytest.mark.parametrize("seats", COAL.seats)
def test_the_referee_agrees_with_long_games_of_coal(seats: int) -> None:
    state = start(COAL, seats, {"rounds": 60, "target": 1000})
    judge = retold(state, seats)
    result = state.result()
    assert result is not None
    assert judge.end == (list(result.places), list(result.points), result.reason)


@pytest.mark.parametrize("seats", COAL.seats)
def test_the_referee_agrees_on_who_pays_where_everybody_is_poor(seats: int) -> None:
    """Many pacts and many devils, so that purses run dry while a devil is being paid for."""
    options = {"money": 60, "target": 5000, "track": "60 1000", "rounds": 40, "pieces": "devil:12 10:12 50:6"}
    judge = retold(start(COAL, seats, options), seats)
    payers = {words.rsplit(maxsplit=1)[-1] for words in judge.done if words.startswith("pays")}
    assert payers == {"bank", *map(str, judge.players)}
    assert "refill" in judge.done
