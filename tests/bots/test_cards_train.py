"""Training of the players of cards, as short as it can be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from brimstone.bots.cards import train as training
from brimstone.bots.cards.weights import SHIPPED, shipped
from brimstone.compiling import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="searching uncompiled takes minutes")


def stop_at(part: float, seen: list[float]) -> training.Progress:
    def progress(done: float, _what: str) -> None:
        seen.append(done)
        if done >= part:
            raise InterruptedError

    return progress


def test_an_interrupted_training_goes_on_and_makes_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "SEATS", (3,))
    monkeypatch.setattr(training, "QUICK", tuple(plan._replace(lessons=60, epochs=1) for plan in training.QUICK))
    monkeypatch.setattr(training, "QUICK_STANDINGS", 600)
    whole, cut = tmp_path / "whole.npz", tmp_path / "cut.npz"
    training.train(5, whole, lambda _done, _what: None, quick=True)
    seen: list[float] = []
    with pytest.raises(InterruptedError):
        training.train(5, cut, stop_at(0.5, seen), quick=True)
    again: list[float] = []
    training.train(5, cut, lambda done, _what: again.append(done), quick=True)
    assert min(again) > min(seen)  # the first generation was not made again
    with np.load(whole) as one, np.load(cut) as other:
        assert set(one.files) == set(other.files) == {"net3", "rates3"}
        for name in one.files:
            assert np.array_equal(one[name], other[name])


def test_shipped_weights_serve_every_number_of_seats() -> None:
    arrays = shipped()
    assert {f"{kind}{seats}" for kind in ("net", "rates") for seats in (3, 4, 5, 6)} == set(arrays)
    assert all(np.isfinite(values).all() for values in arrays.values())
    assert SHIPPED.stat().st_size < 1_500_000
