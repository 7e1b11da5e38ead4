"""The weights of coal can be made again, and an interrupted run goes on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from brimstone.bots.coal.train import train
from brimstone.bots.coal.worth import FILE


class Interrupted(Exception):
    pass


def weights(path: Path) -> dict[str, np.ndarray]:
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


@pytest.mark.compiled_only
def test_training_again_after_an_interruption_gives_the_same_file(tmp_path: Path) -> None:
    told: list[float] = []

    def interrupt(part: float, _words: str) -> None:
        told.append(part)
        if len(told) == 8:
            raise Interrupted

    with pytest.raises(Interrupted):
        train(3, tmp_path / "a.npz", interrupt, quick=True)
    assert not (tmp_path / "a.npz").exists()
    again: list[float] = []
    train(3, tmp_path / "a.npz", lambda part, _words: again.append(part), quick=True)
    assert again[0] > told[-1]
    assert again[-1] == 1
    train(3, tmp_path / "b.npz", lambda _part, _words: None, quick=True)
    one, other = weights(tmp_path / "a.npz"), weights(tmp_path / "b.npz")
    assert all(np.array_equal(one[name], other[name]) for name in one)
    shipped = weights(FILE)
    assert {name: array.shape for name, array in one.items()} == {name: array.shape for name, array in shipped.items()}
    assert FILE.stat().st_size < 1_000_000
