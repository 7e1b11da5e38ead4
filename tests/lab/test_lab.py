"""Batches of games and positions: the same as the rules play them, the same on any number of cores, bounded."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest

from brimstone import lab
from brimstone.arena.simulate import run
from brimstone.bots.random import pick
from brimstone.chance import Draws
from brimstone.extras import MissingExtra
from brimstone.games import NAMES, find
from brimstone.games.contract import BadSetup, BrimstoneError, Setup
from brimstone.games.options import set_up
from brimstone.games.state import View, doors, ready
from brimstone.lab.batches import joined
from brimstone.lab.dataset import make
from brimstone.lab.parquet import Digest, columns, write
from brimstone.lab.policies import BadPolicy

pytestmark = pytest.mark.compiled_only

SETUPS = [
    set_up(find("coal"), 3, {"rounds": 3}),
    set_up(find("dice"), 4, {"goal": 2}),
    set_up(find("cards"), 4, {"goal": 20}),
]
every_game = pytest.mark.parametrize("setup", SETUPS, ids=NAMES)


def cautious(batch: lab.Batch) -> Any:
    """The first legal move; at the first decision of a game any, by the batch's own luck."""
    k = np.where(batch.view["round"] == 1, batch.luck.integers(0, batch.count), 0)
    return batch.moves[np.arange(len(k)), k]


def same(one: Any, other: Any) -> bool:
    return all(
        getattr(one, field.name).tobytes() == getattr(other, field.name).tobytes() for field in fields(type(one))
    )


@every_game
def test_random_games_are_those_of_the_simulation(setup: Setup) -> None:
    found, expected = joined(list(lab.play(setup, "random", 50, 7, chunk=16))), run(setup, 7, 0, 50)
    assert found.game.tolist() == list(range(50))
    for name in ("rounds", "decisions", "outcomes", "places", "points"):
        assert (getattr(found, name) == getattr(expected, name)).all()
    assert found.won.sum(axis=1) == pytest.approx(1)


@every_game
@pytest.mark.parametrize("keep", [0.0, 1.0, 0.3])
def test_the_same_seed_gives_the_same_arrays_on_any_number_of_cores(setup: Setup, keep: float) -> None:
    policies: list[lab.Policy] = ["random", cautious, *["random"] * (setup.seats - 2)]

    def collected(workers: int, seed: int) -> Any:
        if keep:
            return joined(list(lab.positions(setup, policies, 40, seed, keep=keep, workers=workers, chunk=16)))
        return joined(list(lab.play(setup, policies, 40, seed, workers=workers, chunk=16)))

    assert same(collected(1, 5), collected(3, 5))
    assert not same(collected(1, 5), collected(1, 6))


@every_game
def test_a_chunk_of_positions_is_what_happens_at_the_table(setup: Setup) -> None:
    """Replay every game by the rules: the same views, moves and ends, nothing left out."""
    found = joined(list(lab.positions(setup, ["random", cautious, *["random"] * (setup.seats - 2)], 6, 3)))
    at = 0
    for game in range(6):
        state, draws = ready(setup), Draws(3, game)
        rows: list[int] = []
        while (who := state.actor) != -2:
            if who == -1:
                state.play(state.draw(draws))
                continue
            assert (found.game[at], found.ply[at], found.seat[at]) == (game, len(rows), who)
            assert found.view[at].tobytes() == state.view(who).key()
            assert found.count[at] == len(state.moves())
            if who != 1:
                assert found.move[at] == pick(state.view(who), draws)
            state.play(int(found.move[at]))
            rows.append(at)
            at += 1
        result = state.result()
        assert result is not None
        for k in rows:
            seat = int(found.seat[k])
            assert (found.place[k], found.points[k]) == (result.places[seat], result.points[seat])
            assert found.won[k] == (1 / result.places.count(1) if result.places[seat] == 1 else 0)
    assert at == len(found)


def test_kept_positions_are_a_part_of_all_and_as_many_as_wanted() -> None:
    every, some = (joined(list(lab.positions(SETUPS[2], "random", 200, 1, keep=keep))) for keep in (1.0, 0.25))
    assert len(some) / len(every) == pytest.approx(0.25, abs=0.02)
    known = set(zip(every.game.tolist(), every.ply.tolist(), every.move.tolist(), strict=True))
    assert set(zip(some.game.tolist(), some.ply.tolist(), some.move.tolist(), strict=True)) < known


@every_game
def test_a_named_player_sits_at_its_seat_and_random_plays_as_compiled(setup: Setup) -> None:
    """`thumb` at seat 1; where it happens to choose as `random` did, the games go on alike: the chance is the same."""
    policies = ["thumb", *["random"] * (setup.seats - 1)]
    one, other = (list(lab.positions(setup, policies, 4, 2, workers=workers)) for workers in (1, 2))
    assert same(joined(one), joined(other))
    found, plain = joined(one), joined(list(lab.positions(setup, "random", 4, 2)))
    assert (found.view[0].tobytes() == plain.view[0].tobytes()) == (found.seat[0] == plain.seat[0])
    ended = joined(list(lab.play(setup, policies, 4, 2)))
    assert ended.decisions.sum() == len(found)


def test_a_function_beside_a_named_player_is_asked_about_one_position() -> None:
    sizes = []

    def watched(batch: lab.Batch) -> Any:
        sizes.append(len(batch.game))
        return cautious(batch)

    list(lab.play(SETUPS[2], ["thumb", watched, "random", "random"], 1, 1))
    assert set(sizes) == {1}


def test_a_policy_that_is_no_policy_is_refused() -> None:
    with pytest.raises(BadSetup, match="2 policies for 4 seats"):
        list(lab.play(SETUPS[2], ["random", "random"], 1, 1))
    with pytest.raises(BrimstoneError, match="no player 'nobody'"):
        list(lab.play(SETUPS[2], "nobody", 1, 1))
    with pytest.raises(BadPolicy, match=r"which is not legal\. Legal: "):
        list(lab.play(SETUPS[2], lambda batch: np.full(len(batch.game), 60), 1, 1))
    with pytest.raises(BadPolicy, match="shape"):
        list(lab.play(SETUPS[2], lambda batch: batch.moves, 1, 1))
    with pytest.raises(BrimstoneError, match="keep"):
        next(lab.positions(SETUPS[2], "random", 1, 1, keep=0))


# --- values ----------------------------------------------------------------------------------------------------------


@every_game
def test_values_hang_on_nothing_but_seed_and_row(setup: Setup) -> None:
    found = joined(list(lab.positions(setup, "random", 4, 1)))
    whole = lab.value(setup, found.view, found.seat, worlds=3, seed=9)
    part = lab.value(setup, found.view[5:9], found.seat[5:9], worlds=3, seed=9, first=5, workers=1)
    assert (whole.won[5:9] == part.won).all()
    assert (whole.points[5:9] == part.points).all()
    assert whole.won.sum(axis=1) == pytest.approx(1)


def test_the_value_of_the_last_card_is_the_end() -> None:
    setup = set_up(find("cards"), 3, {"hand": 2, "goal": 1})
    found = joined(list(lab.positions(setup, "random", 30, 1)))
    forced = found.ply >= 3  # every hand has one card left
    worth = lab.value(setup, found.view[forced], found.seat[forced], worlds=40)
    last = np.flatnonzero(found.ply[forced] == 5)
    assert len(last)
    for k in last:
        seat = found.seat[forced][k]
        assert worth.won[k, seat] == pytest.approx(found.won[forced][k])
        assert worth.points[k, seat] == found.points[forced][k]


def test_the_master_values_by_its_own_chances() -> None:
    setup = set_up(find("coal"), 2, {"rounds": 2})
    found = joined(list(lab.positions(setup, "random", 1, 1)))
    worth = lab.value(setup, found.view[-2:], found.seat[-2:], policy="master", worlds=2)
    assert worth.won.sum(axis=1) == pytest.approx(1)
    assert worth.points is None


@every_game
def test_legal_moves_are_those_of_the_views(setup: Setup) -> None:
    found = joined(list(lab.positions(setup, "random", 2, 4)))
    counts, options = lab.legal_moves(setup, found.view, found.seat)
    assert (counts == found.count).all()
    for k in range(0, len(found), 7):
        cells = np.frombuffer(found.view[k].tobytes(), np.uint8).copy()
        view = View(setup, cells, doors(setup.game), int(found.seat[k]))
        assert options[k, : counts[k]].tolist() == view.moves()
        assert (options[k, counts[k] :] == -1).all()


# --- files -----------------------------------------------------------------------------------------------------------


@every_game
def test_a_file_holds_every_column_and_says_what_it_is(setup: Setup, tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"
    rows, digest = write(file, setup, lab.positions(setup, "random", 12, 1, chunk=5), seed=1)
    found, expected = pyarrow.parquet.read_table(file), joined(list(lab.positions(setup, "random", 12, 1, chunk=12)))
    assert found.num_rows == rows == len(expected)
    for name, column in columns(expected).items():
        assert found[name].to_pylist() == column.tolist()
    assert f'"game": "{setup.game.name}"'.encode() in found.schema.metadata[b"brimstone"]
    again = Digest()
    again.add(columns(expected))
    assert str(again) == digest  # however the rows were cut into chunks


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    """A process that plays ten times as many moves needs no more memory."""
    program = (
        "import resource, sys\n"
        "from brimstone import lab\n"
        "from brimstone.games import find\n"
        "from brimstone.games.options import set_up\n"
        "cards = set_up(find('cards'), 4)\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "moves = lambda n: sum(len(some) for some in lab.positions(cards, 'random', n, 1, chunk=64))\n"
        "first = moves(600), peak()\n"
        "print(*first, moves(6000), peak())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    few, before, many, after = map(int, done.stdout.split())
    assert many > 9 * few
    assert after < 1.1 * before


def test_the_command_makes_the_same_rows_again(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "brimstone", "lab", "cards", "--seats", "3", "--games", "20", "--keep", "0.5"]
    done = subprocess.run([*command, "--out", str(tmp_path / "a.parquet")], capture_output=True, text=True, check=True)
    cards = set_up(find("cards"), 3)
    rows, digest = write(tmp_path / "b.parquet", cards, lab.positions(cards, "random", 20, 1, keep=0.5, workers=1))
    assert done.stdout == f"{rows} rows in {tmp_path / 'a.parquet'}, sha256 {digest}\n"


def test_without_pyarrow_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"pip install 'brimstone\[lab\]'"):
        write(tmp_path / "a.parquet", SETUPS[2], lab.play(SETUPS[2], "random", 1, 1))


def test_the_data_set_is_made_again_to_the_byte(tmp_path: Path) -> None:
    one, other = (list(make(tmp_path / folder, games=1)) for folder in ("one", "other"))
    assert one == other
    assert [name for name, _, _ in one] == ["coal.parquet", "dice.parquet", "cards.parquet"]
    assert all(rows == pyarrow.parquet.read_metadata(tmp_path / "one" / name).num_rows > 0 for name, rows, _ in one)
