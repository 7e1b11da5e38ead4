"""Batches of games and positions: the same as the rules play them, the same on any number of cores, bounded."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
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
from brimstone.envs.checks import BadCall
from brimstone.extras import MissingExtra
from brimstone.games import find
from brimstone.games.contract import BadSetup, BrimstoneError, Setup
from brimstone.games.options import set_up
from brimstone.games.state import ready
from brimstone.lab.batches import joined
from brimstone.lab.dataset import make
from brimstone.lab.parquet import Digest, columns, write
from brimstone.lab.policies import BadPolicy
from tests.lab.setups import SETUPS, cautious, every_game

pytestmark = pytest.mark.compiled_only


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
    wrong: Any
    for wrong in (5, None, ["random", 5, "random", "random"]):
        with pytest.raises(BadPolicy, match="a policy is random, the name of a player or a function, not"):
            list(lab.play(SETUPS[2], wrong, 1, 1))
    with pytest.raises(BadPolicy, match="answered with float64, not with whole numbers"):
        list(lab.play(SETUPS[2], lambda batch: batch.moves[:, 0] + 0.5, 1, 1))


def test_numbers_that_cannot_be_are_refused() -> None:
    cards = SETUPS[2]
    for wrong, said in (
        ({"games": -1}, "games must be at least 0"),
        ({"games": 1.5}, "games must be a whole number"),
        ({"workers": -1}, "workers must be at least 1"),
        ({"workers": 0}, "workers must be at least 1"),
        ({"chunk": 0}, "chunk must be at least 1"),
        ({"seed": "abc"}, "a seed must be a whole number"),
        ({"seed": True}, "a seed must be a whole number"),
        ({"seed": -1}, "a seed must be from 0"),
        ({"seed": 2**63}, "a seed must be from 0"),
    ):
        named: dict[str, Any] = {"games": 2, "seed": 1, **wrong}
        for collect in (lab.play, lab.positions):
            with pytest.raises(BadCall, match=said):
                list(collect(cards, "random", **named))
    for policy in ("random", "thumb", cautious, "master"):
        last = joined(list(lab.positions(cards, "random", 1, 2**63 - 1)))
        lab.value(cards, last.view[:2], last.seat[:2], policy=policy, worlds=2, seed=2**63 - 1)
    seeds: tuple[Any, ...] = (5, np.int64(5))
    one, other = (joined(list(lab.play(cards, "random", 3, seed))) for seed in seeds)
    assert same(one, other)


@every_game
def test_a_chunk_of_which_nothing_is_kept_is_empty(setup: Setup) -> None:
    for policies in ("thumb", "random", cautious):
        found = list(lab.positions(setup, policies, 3, 1, keep=1e-9, chunk=1))
        assert [len(some) for some in found] == [0, 0, 0]
        assert found[0].view.dtype == setup.game.table.dtype


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


def test_of_a_file_that_was_not_finished_nothing_is_left(tmp_path: Path) -> None:
    def broken(error: type[BaseException]) -> Iterator[Any]:
        yield from lab.positions(SETUPS[2], "random", 2, 1, chunk=1)
        raise error

    for error in (ValueError, KeyboardInterrupt):
        with pytest.raises(error):
            write(tmp_path / "some.parquet", SETUPS[2], broken(error))
        assert list(tmp_path.iterdir()) == []
    with pytest.raises(BrimstoneError, match="no rows"):
        write(tmp_path / "none.parquet", SETUPS[2], lab.positions(SETUPS[2], "thumb", 3, 1, keep=1e-9))
    assert list(tmp_path.iterdir()) == []


def test_chunks_without_rows_leave_the_file_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"
    rows, digest = write(file, SETUPS[2], lab.positions(SETUPS[2], "thumb", 60, 1, keep=0.01, chunk=1))
    every = joined(list(lab.positions(SETUPS[2], "thumb", 60, 1, keep=0.01)))
    assert 0 < rows == len(every) == pyarrow.parquet.read_table(file).num_rows < 60
    again = Digest()
    again.add(columns(every))
    assert str(again) == digest


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
