"""Training the values of Dice Devils: the same file from the same seed, interrupted or not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from brimstone.bots.dice.train import fit, fresh, games, surprise, train, wild_tables
from brimstone.bots.dice.value import FILE, weights_for


def contents(file: Path) -> dict[str, bytes]:
    with np.load(file) as kept:
        return {name: kept[name].tobytes() for name in kept}


class Interrupted(Exception):
    pass


def test_an_interrupted_run_goes_on_to_the_same_file(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.npz", tmp_path / "broken.npz"
    said: list[float] = []
    train(5, whole, lambda done, words: said.append(done), quick=True)
    assert said == sorted(said)
    assert said[-1] == 1.0

    def stop(done: float, words: str) -> None:
        if done > 0.5:
            raise Interrupted

    with pytest.raises(Interrupted):
        train(5, broken, stop, quick=True)
    assert not broken.exists()
    train(5, broken, lambda done, words: None, quick=True)
    assert contents(broken) == contents(whole)
    assert sorted(tmp_path.iterdir()) == [broken, whole]
    assert weights_for(4, file=broken).first.shape == weights_for(4).first.shape


def test_fitting_lowers_the_surprise() -> None:
    rng = np.random.default_rng(1)
    start = fresh(rng)
    features, winners = games(3, (start, start), 0.0, False, 1, 400)
    assert surprise(fit(start, features, winners, rng, 12), features, winners) < 0.9 * np.log(3)


def test_the_shipped_values_know_more_than_even_chances() -> None:
    for seats in (3, 4, 5, 6):
        calm, wild = weights_for(seats), weights_for(seats, wild=True)
        features, winners = games(seats, (calm, wild), 0.0, False, 99, 200)
        with_wild = wild_tables(features)
        assert surprise(calm, features[~with_wild], winners[~with_wild]) < 0.95 * np.log(seats)
        assert surprise(wild, features[with_wild], winners[with_wild]) < 0.8 * np.log(seats)
    assert FILE.stat().st_size < 200_000
