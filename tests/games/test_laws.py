"""Laws of play: every game listed in variants.py keeps them at every step."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from brimstone.compiling import COMPILED, row
from brimstone.games.contract import CHANCE, OVER, PUBLIC, BadMove
from brimstone.games.state import State, doors
from tests.games.variants import ALL, CARDS, COAL, GAMES, SMALL, Variant, fingerprints, positions, whole_game

ROOT = Path(__file__).parents[2]
every_variant = pytest.mark.parametrize("variant", ALL, ids=str)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_variant
def test_there_are_moves_exactly_until_the_end(variant: Variant) -> None:
    for state, _ in whole_game(variant, 1):
        assert (state.actor == OVER) == (not state.moves()) == (state.result() is not None)
        assert len(set(state.moves())) == len(state.moves())
        assert state.actor == CHANCE or len(state.moves()) <= variant.game.most_moves


@every_variant
def test_words_and_moves_are_each_others_inverse(variant: Variant) -> None:
    for state in positions(variant, 2, every=3):
        words = [state.say(move) for move in state.moves()]
        assert [state.read(said) for said in words] == state.moves()
        assert len(set(words)) == len(words)
        assert all(said == " ".join(said.split()) for said in words)  # as they are written in a record
        assert [state.read(f"  {said.replace(' ', '   ')} ") for said in words] == state.moves()


@every_variant
def test_who_moves_is_waited_for(variant: Variant) -> None:
    for state, _ in whole_game(variant, 3):
        if state.actor in (CHANCE, OVER):
            assert state.waiting == ()
        else:
            assert state.actor in state.waiting
        for seat in state.waiting:
            assert state.legal(seat)
        assert set(state.waiting) <= set(range(variant.seats))


@every_variant
def test_odds_are_the_ways_counted(variant: Variant) -> None:
    for state in positions(variant, 4, every=5):
        if state.actor != CHANCE:
            continue
        ways = state.doors.ways_at(state.cells, 0)
        outcomes = [state.doors.outcome_at(state.cells, 0, k) for k in range(ways)]
        assert dict(state.odds()) == {move: outcomes.count(move) for move in outcomes}
        assert sum(weight for _, weight in state.odds()) == ways > 0
        assert state.moves() == [move for move, _ in state.odds()]


@every_variant
def test_a_copy_is_equal_and_independent(variant: Variant) -> None:
    for state, move in whole_game(variant, 5):
        if move < 0:
            continue
        before, fields = state.key(), state.fields()
        copy = state.copy()
        assert (copy, hash(copy), copy.key()) == (state, hash(state), before)
        copy.play(move)
        assert (state.key(), state.fields()) == (before, fields)
        assert copy != state
        assert copy.key() != before
        assert copy != state.view()  # a state is not a view, whatever its bytes


@every_variant
def test_the_same_moves_give_the_same_bytes(variant: Variant) -> None:
    twin = variant.start()
    for state, move in whole_game(variant, 6):
        assert (twin, hash(twin)) == (state, hash(state))
        if move >= 0:
            twin.play(state.say(move))


@every_variant
def test_play_never_touches_a_neighbour(variant: Variant) -> None:
    game, table = variant.game, variant.game.table
    first, last = variant.start(), list(positions(variant, 8))[-1]
    batch = table.batch(3)
    for i, there in enumerate((first, first, last)):
        table.lay(batch, i, there.cells)
    entries = doors(game)
    views, out = table.batch(3), row(game.most_moves)
    for state, move in whole_game(variant, 7):
        assert table.key(batch, 1) == state.key()
        assert entries.actor_at(batch, 1) == state.actor
        if move >= 0:
            assert not entries.try_at(batch, 1, -7, out)
            assert entries.try_at(batch, 1, move, out)
            entries.view_at(batch, 1, PUBLIC, views, 1)
        assert (table.key(batch, 0), table.key(batch, 2)) == (first.key(), last.key())
    blank = table.key(table.batch())
    assert (table.key(views, 0), table.key(views, 2)) == (blank, blank)


@every_variant
def test_a_refused_move_changes_nothing(variant: Variant) -> None:
    for state in positions(variant, 9, every=4 if variant in SMALL else 23):
        before = state.key()
        strange = ["", "x", "play", "bet ten", "roll 1: 7 7", "claim 9", "coal -5", "deal 1: 99", "\n", "bet 10 10"]
        for words in strange:
            with pytest.raises(BadMove) as refused:
                state.play(words)
            assert refused.value.reason
            assert list(refused.value.allowed) == state.offer()
        numbers = {*range(-3, 70), 127, 128, 130, 191, 192, 400, 511, 512, 1000, 2047, 2048, 3000, 5000, 10**6}
        for move in numbers - {*state.moves()}:
            with pytest.raises(BadMove) as refused:
                state.play(move)
            assert refused.value.reason
            if state.actor != OVER:
                assert refused.value.allowed
        assert state.key() == before


@every_variant
def test_games_end_within_their_bounds(variant: Variant) -> None:
    for seed in range(20, 23):
        end = list(positions(variant, seed, every=10**6))[-1]
        assert end.actor == OVER
        assert variant.bound is None or end.round <= variant.bound


@every_variant
def test_rounds_count_up_from_one(variant: Variant) -> None:
    rounds = [state.round for state in positions(variant, 10)]
    assert all(after - before in (0, 1) for before, after in pairwise(rounds))
    assert rounds[0] in (0, 1)
    assert rounds[-1] >= 1


@every_variant
def test_places_agree_with_points(variant: Variant) -> None:
    for seed in range(30, 33):
        end = list(positions(variant, seed, every=10**6))[-1]
        result = end.result()
        assert result is not None
        assert len(result.places) == len(result.points) == variant.seats
        assert result.reason
        assert 1 in result.places
        better = -1 if variant.game is CARDS else 1
        for mine, place in zip(result.points, result.places, strict=True):
            ahead = sum(better * other > better * mine for other in result.points)
            level = result.points.count(mine)
            if variant.game.name == "dice":  # D12: no place is shared
                assert ahead < place <= ahead + level
            else:
                assert place == ahead + 1
        if variant.game.name == "dice":
            assert sorted(result.places) == list(range(1, variant.seats + 1))
        assert all(points >= 0 for points in result.points)


@every_variant
def test_before_the_end_there_is_no_result(variant: Variant) -> None:
    assert variant.start().result() is None


@every_game
def test_a_record_is_small(game: object) -> None:
    table = game.table  # type: ignore[attr-defined]
    assert table.dtype.itemsize <= 512
    assert len(table.key(table.batch())) == table.dtype.itemsize


@every_variant
def test_offers_name_every_move_or_its_range(variant: Variant) -> None:
    for state in positions(variant, 11, every=3):
        offer = state.offer()
        if state.actor == OVER:
            assert offer == []
        elif len(offer) == len(state.moves()):
            assert offer == [state.say(move) for move in state.moves()]
        else:
            assert len(offer) == 1


def test_uniform_stakes_do_end_by_the_round_limit() -> None:
    ends = {list(positions(variant, 3, every=10**6))[-1].result() for variant in ALL if variant.game is COAL}
    reasons = {result.reason for result in ends if result}
    assert "round limit" in reasons
    assert any(reason.endswith("reached") for reason in reasons)


@pytest.mark.compiled_only
@pytest.mark.skipif(not COMPILED, reason="compares compiled with uncompiled")
def test_compiled_and_uncompiled_play_the_same_games() -> None:
    command = [sys.executable, "-m", "tests.games.variants"]
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    plain = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(plain.stdout) == fingerprints()


@pytest.mark.compiled_only
@pytest.mark.skipif(not COMPILED, reason="plain rules keep Python numbers")
@every_game
def test_a_batch_is_an_array_of_records(game: object) -> None:
    batch = game.table.batch(5)  # type: ignore[attr-defined]
    assert isinstance(batch, np.ndarray)
    assert (batch.shape, batch.dtype) == ((5,), game.table.dtype)  # type: ignore[attr-defined]


def test_a_state_takes_no_view_for_its_equal() -> None:
    for variant in ALL[:3]:
        state: State = variant.start()
        assert state != state.view()
        assert state.view(0) != state
        assert state != "state"


def test_numbers_that_no_record_could_hold_are_refused() -> None:
    state = next(positions(SMALL[0], 1, every=1))
    for move in (2**70, -(2**70)):
        with pytest.raises(BadMove, match="is no move of"):
            state.play(move)
    with pytest.raises(TypeError):
        state.play(3.0)  # type: ignore[arg-type]
