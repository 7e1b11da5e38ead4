"""`python -m tests.envs.playthroughs` writes the frozen playthroughs again: look at what changes before keeping it."""

from __future__ import annotations

from pathlib import Path

from open_spiel.python.algorithms import generate_playthrough

from tests.envs.spiel import REDUCED

DATA = Path(__file__).parent / "data"

if __name__ == "__main__":
    DATA.mkdir(exist_ok=True)
    for name in ("coal", "dice", "cards"):
        text = generate_playthrough.playthrough(REDUCED[name], None, seed=6)
        (DATA / f"{name}.txt").write_text(text, encoding="utf-8")
