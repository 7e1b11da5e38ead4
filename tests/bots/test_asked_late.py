"""Who is asked late thinks as who was asked at every turn: a thought hangs on view and story alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from brimstone.bots import find as find_player
from brimstone.games.state import ready
from brimstone.record import read

RECORDS = Path(__file__).parents[1] / "records"
EFFORTS = (0.25, 2.0)


@pytest.mark.parametrize("effort", EFFORTS)
@pytest.mark.parametrize(
    ("name", "level", "lines"),
    [("coal-2", "master", 120), ("dice-3", "master", 72), ("dice-4", "expert", 72), ("cards-4", "master", 100)],
)
def test_who_is_asked_late_thinks_as_who_was_asked_always(name: str, level: str, lines: int, effort: float) -> None:
    record = next(read((RECORDS / f"{name}.txt").read_text(encoding="utf-8").splitlines()))
    state = ready(record.setup)
    make = find_player(record.setup.game, level, effort)
    always = [make(record.setup, seat, 7) for seat in range(record.setup.seats)]
    stories: list[list[str]] = [[] for _ in always]
    asked = 0
    for n, line in enumerate(record.lines()):
        if n == lines:
            break
        for seat in state.waiting:
            view = state.view(seat)
            if len(view.moves()) > 1:
                thought = always[seat].think(view)
                asked += 1
                if asked % 5 == 0:
                    late = make(record.setup, seat, 7)
                    for told in stories[seat]:
                        late.hear(told)
                    assert late.think(view) == thought
        for move in line.moves:
            for seat, told_now in enumerate(state.tell(move)[1:]):
                stories[seat] += told_now
                for told in told_now:
                    always[seat].hear(told)
    assert asked > 25
