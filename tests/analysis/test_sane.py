"""What is stated is possible: chances between nothing and everything, and no part of them from what cannot be."""

from __future__ import annotations

from pathlib import Path

from brimstone.analysis.account import analyse, in_lines
from brimstone.analysis.advice import Advice, advise
from brimstone.arena.simulate import record
from brimstone.games import find
from brimstone.games.coal import STAKE
from brimstone.games.options import set_up
from brimstone.record import Record, read

RECORDS = Path(__file__).parents[1] / "records"


def kept(name: str) -> Record:
    return next(read((RECORDS / f"{name}.txt").read_text(encoding="utf-8").splitlines()))


def hopeless() -> Advice:
    """A bet that hardly any stake can save."""
    return advise(kept("coal-4"), 502, 2, effort=5.0)


def test_a_stake_that_few_rounds_were_spent_on_wins_no_less_than_nothing() -> None:
    choices = hopeless().thought.choices
    assert sum(choice.value == 0 for choice in choices) > 3
    for choice in choices:
        assert 0 <= choice.value <= 1
        assert abs(sum(choice.parts.values()) - choice.value) < 1e-9


def test_a_stake_of_nothing_wins_and_loses_nothing() -> None:
    for advice in (hopeless(), advise(kept("coal-4"), 1, 0, effort=0.5)):
        (nothing,) = (choice for choice in advice.thought.choices if choice.move == STAKE)
        assert nothing.parts["own_bet"] == 0
        assert any(choice.parts["own_bet"] for choice in advice.thought.choices)


def test_whims_that_come_together_bring_nobody_more_than_a_certain_win() -> None:
    """All others play at random, the Fehlerteufel among them, who may both steal and swap."""
    game = record(set_up(find("dice"), 3), 5, 11)
    thought = advise(game, 138, 1).thought
    assert max(choice.value for choice in thought.choices) == 1
    for choice in thought.choices:
        assert 0 <= choice.value <= 1
        assert abs(sum(choice.parts.values()) - choice.value) < 1e-9


def test_numbers_that_hang_on_no_chance_draw_have_no_error_beside_them() -> None:
    found = analyse(kept("dice-3"), effort=0.2)
    told = [line for line in in_lines(found) if "instead of" in line]
    assert told
    assert not any("±" in line for line in told)
