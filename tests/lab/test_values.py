"""What positions are worth by any policy, and what is refused before compiled code reads it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from brimstone import lab
from brimstone.envs.checks import BadCall
from brimstone.games import find
from brimstone.games.contract import BrimstoneError, Setup
from brimstone.games.options import set_up
from brimstone.games.state import View, doors
from brimstone.lab.batches import joined
from brimstone.lab.policies import BadPolicy
from brimstone.lab.values import spans
from tests.lab.setups import SETUPS, cautious, every_game

pytestmark = pytest.mark.compiled_only


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
    played = lab.value(setup, found.view[-2:], found.seat[-2:], policy=["master"] * 2, worlds=2)
    assert played.won.sum(axis=1) == pytest.approx(1)
    assert played.points.shape == (2, 2)


@every_game
@pytest.mark.parametrize("policy", [cautious, "thumb", "club", "expert"])
def test_any_policy_values(setup: Setup, policy: lab.Policy) -> None:
    """Alike on any number of cores and beside other rows; but for functions, also by their luck, in any parts."""
    found = joined(list(lab.positions(setup, "random", 1, 1)))
    rows = slice(len(found) - 12, None)
    policies: list[lab.Policy] = [policy, *["random"] * (setup.seats - 1)]
    args: dict[str, Any] = {"policy": policies, "worlds": 3, "seed": 9}
    whole, again = (lab.value(setup, found.view[rows], found.seat[rows], **args, workers=w) for w in (1, 3))
    assert (whole.won == again.won).all()
    assert (whole.points == again.points).all()
    assert whole.won.sum(axis=1) == pytest.approx(1)
    if policy != cautious:
        part = lab.value(setup, found.view[rows][5:9], found.seat[rows][5:9], **args, first=5)
        assert (whole.won[5:9] == part.won).all()
        assert (whole.points[5:9] == part.points).all()


def test_values_by_a_policy_are_means_over_whole_games() -> None:
    """From before the first card, `thumb` against three `random` is worth what it wins in games."""
    setup = set_up(find("cards"), 4, {"goal": 1})
    start = joined(list(lab.positions(setup, ["thumb", "random", "random", "random"], 200, 3)))
    first = np.flatnonzero(start.ply == 0)
    won = joined(list(lab.play(setup, ["thumb", "random", "random", "random"], 400, 4))).won.mean(axis=0)
    worth = lab.value(
        setup, start.view[first], start.seat[first], policy=["thumb", "random", "random", "random"], worlds=2
    )
    assert worth.won.mean(axis=0) == pytest.approx(won, abs=0.1)
    plain = lab.value(setup, start.view[first], start.seat[first], worlds=2)
    assert worth.won.mean(axis=0)[0] > plain.won.mean(axis=0)[0] + 0.05
    compiled = lab.value(setup, start.view[first], start.seat[first], policy=["random"] * 4, worlds=2)
    assert (compiled.won == plain.won).all()


def test_worlds_are_valued_in_parts_of_bounded_size() -> None:
    for rows, worlds, size in ((10, 3, 8), (3, 20, 8), (1, 8, 8), (0, 5, 8), (4, 1, 8)):
        found = list(spans(rows, worlds, size))
        assert [at for span in found for at in range(*span)] == list(range(rows * worlds))
        assert all(0 < end - start <= size for start, end in found)
        assert all(start % worlds == 0 or start // worlds == (end - 1) // worlds for start, end in found)


def test_a_function_is_asked_about_worlds_at_once_and_only_about_views() -> None:
    setup, sizes = SETUPS[2], []

    def watched(batch: lab.Batch) -> Any:
        sizes.append(len(batch.game))
        for known, seat in zip(batch.view["hand"], batch.seat, strict=True):
            assert np.count_nonzero(known) <= 1
            assert not np.delete(known, seat).any()
        return cautious(batch)

    found = joined(list(lab.positions(setup, "random", 1, 1)))
    lab.value(setup, found.view[:20], found.seat[:20], policy=watched, worlds=8)
    assert max(sizes) == 160
    with pytest.raises(BadPolicy, match="not legal"):
        lab.value(setup, found.view[:2], found.seat[:2], policy=lambda batch: np.zeros(len(batch.game), int))


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ([9, 9], "a seat must be from 0 to 3, not 9"),
        ([100_000] * 2, "a seat must be from 0 to 3"),
        ([-5, -5], "a seat must be from 0 to 3, not -5"),
        ([0, 4], "not 4"),
        ([0], "2 views need as many seats"),
        (0, "2 views need as many seats"),
        ([0, 1, 2], "2 views need as many seats"),
        ([0.0, 1.0], "2 views need as many seats, as whole numbers, not float64"),
        ([True, False], "as whole numbers, not bool"),
    ],
)
def test_seats_that_compiled_code_would_misread_are_refused(seat: Any, said: str) -> None:
    found = next(lab.positions(SETUPS[2], "random", 1, 1))
    for ask in (lab.legal_moves, lab.value):
        with pytest.raises(BadCall, match=said):
            ask(SETUPS[2], found.view[:2], seat)


def test_views_and_worlds_that_cannot_be_are_refused() -> None:
    setup, found = SETUPS[2], next(lab.positions(SETUPS[2], "random", 1, 1))
    view, seat = found.view[:4], found.seat[:4]
    others = next(lab.positions(SETUPS[0], "random", 1, 1)).view[:4]
    for wrong in (others, view[0], view.view(np.uint8), seat, view.reshape(2, 2), [1, 2, 3, 4]):
        for ask in (lab.legal_moves, lab.value):
            with pytest.raises(BadCall, match="views must be a row of records of cards"):
                ask(setup, wrong, seat)
    with pytest.raises(BadCall, match="tables with 3 seats"):
        lab.value(set_up(find("cards"), 3), view, np.zeros(4, int))
    for worlds in (0, -1, 2.5, "3"):
        with pytest.raises(BadCall, match="worlds must be"):
            lab.value(setup, view, seat, worlds=worlds)  # type: ignore[arg-type]
    named: dict[str, Any]
    for named in ({"seed": -1}, {"seed": 0.5}, {"first": -1}, {"workers": 0}):
        with pytest.raises(BadCall, match="must be"):
            lab.value(setup, view, seat, **named)
    with pytest.raises(BrimstoneError, match="no player 'nobody'"):
        lab.value(setup, view, seat, policy="nobody")


@every_game
def test_no_views_and_views_with_gaps_between_are_views(setup: Setup) -> None:
    found = next(lab.positions(setup, "random", 1, 1))
    counts, _ = lab.legal_moves(setup, found.view[::2], found.seat[::2])
    assert (counts == found.count[::2]).all()
    none = lab.legal_moves(setup, found.view[:0], [])
    assert [len(each) for each in none] == [0, 0]
    assert len(lab.value(setup, found.view[:0], []).won) == 0
    assert len(lab.value(setup, found.view[:0], [], policy="thumb").won) == 0


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
