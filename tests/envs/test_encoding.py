"""Observations and actions: they agree with views and moves, and hold nothing that a seat cannot know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brimstone.chance import Draws
from brimstone.envs.batch import WHOEVER, Batch, kernels
from brimstone.envs.encoding import PASS, Encoding, encoding_for, table_of
from brimstone.games.coal import BET, DRAW
from brimstone.games.contract import Game
from brimstone.games.state import State, View
from tests.games.test_laws_secrecy import hide
from tests.games.variants import ALL, CARDS, COAL, DICE, FULL, PIG, Variant, positions

OURS = [variant for variant in ALL if variant.game is not PIG]
every_variant = pytest.mark.parametrize("variant", OURS, ids=str)
every_game = pytest.mark.parametrize("game", [COAL, DICE, CARDS], ids=lambda game: game.name)


def around(row: list[Any], view: View) -> list[Any]:
    """A view's row by seat, the view's own seat first, then clockwise."""
    seats = view.setup.seats
    return [row[(view.seat + k) % seats] for k in range(seats)]


def one_hot(at: int, size: int) -> list[int]:
    return [int(k == at) for k in range(size)]


def expected(view: View) -> dict[str, Any]:
    """The pieces as a person would work them out from the view, without the room for seats that nobody has."""
    v, seats = view.fields(), view.setup.seats
    if view.setup.game is CARDS:
        maybe = [{card for card in range(64) if bits >> card & 1} for bits in around(v["maybe"], view)]
        fives = {15, 25, 35, 45}
        return {
            "hand": [v["hand"][view.seat] >> card & 1 for card in range(56)],
            "seen": [v["seen"] >> card & 1 for card in range(56)],
            "trick": around(v["trick"], view),
            "taken": around(v["taken"], view),
            "missing": [max(0, min(255, v["goal"] - devils)) for devils in around(v["devils"], view)],
            "least": [min(cards, default=0) for cards in maybe],
            "most": [max(cards, default=63) for cards in maybe],
            "fives": [int(cards <= fives) for cards in maybe],
            "table": [
                seats, v["laid"], v["led"], v["direction"] == 1, v["direction"] == -1, v["pot"], v["tricks"],
                v["phase"] == 3,
            ],
        }  # fmt: skip
    if view.setup.game is COAL:
        same = ("money", "bet", "coal", "pieces", "pawn", "pact", "last_bet", "last_coal", "last_pieces")
        return {name: around(v[name], view) for name in same} | {
            "phase": [v["phase"] == 1, v["phase"] == 2, v["phase"] == 4],
            "seats": [1] * seats,
            "starter": around(one_hot(v["starter"], 6), view),
            "turn": around(one_hot(v["turn"] if v["phase"] == DRAW else -1, 6), view),
            "drawn": [v["drawn"]],
            "round": [v["round"], v["rounds"] - v["round"]],
            "left": v["left"],
            "run": [v["run"], v["run_pieces"]],
        }
    bits = {name: [v[name] >> seat & 1 for seat in range(6)] for name in ("party", "rivals")}
    return {
        "phase": one_hot(v["phase"] - 4, 6),
        "seats": [1] * seats,
        "turn": around(one_hot(v["turn"] if 4 <= v["phase"] < 9 else -1, 6), view),
        "open": [one_hot(kind if place < v["places"] else -1, 11) for place, kind in enumerate(v["open"])],
        "stock": v["stock"],
        "items": around(v["items"], view),
        "rank": [one_hot(rank - 1, 6) for rank in around(v["rank"], view)],
        "was": [one_hot(rank - 1, 6) for rank in around(v["was"], view)],
        "dice": around(v["dice"], view),
        "shown": around(v["shown"], view),
        "claim": [one_hot(place, 6) for place in around(v["claim"], view)],
        "place": one_hot(v["place"], 6),
        "party": around(bits["party"], view),
        "rivals": around(bits["rivals"], view),
        "winner": around(one_hot(v["winner"], 6), view),
        "ending": [v["ending"]],
        "ties": [min(100, v["ties"])],
    }


def looks(variant: Variant, every: int = 5) -> Iterator[tuple[Encoding, State, View]]:
    """What every seat sees in positions of a game."""
    encoding = encoding_for(variant.start().setup)
    for state in positions(variant, 31, every):
        for seat in range(variant.seats):
            yield encoding, state, state.view(seat)


@every_variant
def test_every_piece_agrees_with_the_view(variant: Variant) -> None:
    low, high = encoding_for(variant.start().setup).bounds()
    for encoding, _, view in looks(variant):
        row = encoding.observe(view)
        assert (row >= low).all()
        assert (row <= high).all()
        parts = encoding.parts(row)
        for name, piece in expected(view).items():
            found, wanted = parts.pop(name), np.array(piece)
            if wanted.shape != found.shape:  # by seat: nothing stands where nobody sits
                assert not found[variant.seats :].any()
                found = found[: variant.seats]
            np.testing.assert_array_equal(found, wanted, err_msg=name)
        assert parts == {}


@every_variant
def test_actions_are_the_legal_moves_and_come_back(variant: Variant) -> None:
    asked = 0
    for encoding, _, view in looks(variant):
        mask = encoding.legal(view)
        assert mask.shape == (encoding.actions,)
        if view.seat in view.waiting:
            moves = view.moves()
            assert np.flatnonzero(mask).tolist() == sorted(encoding.action(view.seat, move) for move in moves)
            assert [encoding.move(view.seat, encoding.action(view.seat, move)) for move in moves] == moves
            asked += 1
        else:
            assert np.flatnonzero(mask).tolist() == [PASS]
    assert asked


@every_variant
def test_what_a_seat_cannot_know_changes_no_observation(variant: Variant) -> None:
    draws, others = Draws(5), 0
    for encoding, state, view in looks(variant, every=7):
        world = view.imagine(draws)
        others += world != state
        other = world.view(view.seat)
        np.testing.assert_array_equal(encoding.observe(other), encoding.observe(view))
        np.testing.assert_array_equal(encoding.legal(other), encoding.legal(view))
    assert others or variant not in FULL  # in a small game the same positions may hold no secret


@every_game
def test_compiled_batches_show_what_the_view_shows_whatever_the_hidden_fields_hold(game: Game) -> None:
    """The batch writes rows from its records: with every secret made another number they stay those of the view."""
    dice = random.Random(8)
    changed = 0
    for variant in FULL:
        if variant.game is not game:
            continue
        setup = variant.start().setup
        batch = Batch(setup, 1, learner=WHOEVER, robots=0)
        for state in positions(variant, 11, every=9):
            for seat in range(variant.seats):
                view, truth = state.view(seat), state.fields()
                false = {name: scrambled(value, dice) for name, value in truth.items()}
                record = hide(game, seat, truth, false)
                changed += record != truth
                game.table.set(batch.tables, **record)
                asked = seat in view.waiting
                kernels(game).look_at(
                    batch.tables, 0, batch.views, seat, asked, batch.obs_stored, batch.masks_stored, 0, batch.room
                )
                np.testing.assert_array_equal(batch.obs[0], batch.encoding.observe(view))
                np.testing.assert_array_equal(batch.masks[0], batch.encoding.legal(view))
    assert changed > 20


def scrambled(value: Any, dice: random.Random) -> Any:
    """Another number, or numbers, of a kind that any field can hold."""
    return [scrambled(part, dice) for part in value] if isinstance(value, list) else dice.randrange(100)


def test_a_closed_fist_is_minus_one() -> None:
    state = next(state for state in positions(FULL[2], 3) if state["phase"] == BET and state["turn"] == 2)
    encoding = encoding_for(state.setup)
    assert encoding.parts(encoding.observe(state.view(3)))["bet"].tolist()[:4] == [-1, -1, -1, -1]
    mine = encoding.parts(encoding.observe(state.view(1)))["bet"].tolist()[:4]
    assert mine == [state["bet"][1], -1, -1, -1]


@every_game
def test_the_docs_have_every_piece_and_action(game: Game) -> None:
    text = Path(__file__).parents[2].joinpath("docs/lab.md").read_text()
    table = table_of(game)
    for piece in table.pieces:
        shape = " × ".join(map(str, piece.shape))
        assert f"| `{piece.name}` | {shape} | {piece.low} to {piece.high} | {piece.about} |" in text
    for numbers, meaning in table.actions.about:
        assert f"| {numbers} | {meaning} |" in text
