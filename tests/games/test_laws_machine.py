"""Hypothesis plays whole games: any legal choice, any chance, one game after the other, and nonsense in between."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from brimstone.chance import Draws
from brimstone.games.contract import CHANCE, OVER, PUBLIC, BadMove
from brimstone.games.state import State
from tests.games.variants import ALL, SMALL, Variant

VERBS = "bet coal start draw stop devil play deal dealer claim steal trade swap roll rank open hold die reroll with of"
NOUNS = "bed grill oberteufel from for nothing keep 0 1 2 3 6 7 10 15 54 99 1: 2: 9: -1 ?? 1e3 ① \n"
nonsense = st.lists(st.sampled_from([*VERBS.split(), *NOUNS.split()]), max_size=6).map(" ".join) | st.text(max_size=12)
numbers = st.integers(-5, 6000) | st.integers(-(2**62), 2**62)


class WholeGames(RuleBasedStateMachine):
    """A game under way, its story in words, and what must always hold."""

    @initialize(variant=st.sampled_from(ALL))
    def sit_down(self, variant: Variant) -> None:
        self.begin(variant)

    def begin(self, variant: Variant) -> None:
        self.variant = variant
        self.state: State = variant.start()
        self.words: list[str] = []

    @precondition(lambda self: self.state.actor >= 0)
    @rule(data=st.data())
    def decide(self, data: Any) -> None:
        self.play(data.draw(st.sampled_from(self.state.moves())))

    @precondition(lambda self: self.state.actor == CHANCE)
    @rule(data=st.data())
    def happen(self, data: Any) -> None:
        self.play(data.draw(st.sampled_from(self.state.moves())))

    @precondition(lambda self: self.state.actor != OVER)
    @rule(seed=st.integers(0, 2**32), steps=st.integers(1, 60))
    def play_on(self, seed: int, steps: int) -> None:
        """So that games get somewhere: the middle and the end are as likely to be looked at as the beginning."""
        draws = Draws(seed)
        for _ in range(steps):
            if self.state.actor == OVER:
                break
            moves = self.state.moves()
            self.play(moves[draws.below(len(moves))])

    def play(self, move: int) -> None:
        self.words.append(self.state.say(move))
        self.state.play(move)

    @rule(variant=st.sampled_from(SMALL))
    def again(self, variant: Variant) -> None:
        if self.state.actor == OVER or len(self.words) > 200:
            self.begin(variant)

    @rule(words=nonsense)
    def speak_nonsense(self, words: str) -> None:
        if " ".join(words.split()) not in [self.state.say(move) for move in self.state.moves()]:
            self.refused(words)

    @rule(move=numbers)
    def move_nonsense(self, move: int) -> None:
        if move not in self.state.moves():
            self.refused(move)

    def refused(self, move: int | str) -> None:
        before = self.state.key()
        with pytest.raises(BadMove) as refusal:
            self.state.play(move)
        assert refusal.value.reason
        assert self.state.key() == before

    @rule()
    def replay(self) -> None:
        """The words alone tell the same game."""
        again = self.variant.start()
        for words in self.words:
            again.play(words)
        assert again == self.state

    @rule(seed=st.integers(0, 2**32))
    def look(self, seed: int) -> None:
        for seat in range(PUBLIC, self.variant.seats):
            view = self.state.view(seat)
            assert view.imagine(Draws(seed)).view(seat) == view

    @invariant()
    def somebody_moves_or_it_is_over(self) -> None:
        actor, moves, waiting = self.state.actor, self.state.moves(), self.state.waiting
        assert (actor == OVER) == (not moves) == (self.state.result() is not None)
        assert (actor >= 0) == bool(waiting)
        assert actor < 0 or actor in waiting


# Shrinking whole games takes minutes; the test below finds short ones.
WholeGames.TestCase.settings = settings(
    max_examples=30, stateful_step_count=40, deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)  # fmt: skip
TestWholeGames = WholeGames.TestCase


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_choices_lead_to_an_end(data: Any) -> None:
    """From a list of numbers a whole game, so that a failure shrinks to a short one."""
    variant = data.draw(st.sampled_from(SMALL))
    choices = data.draw(st.lists(st.integers(0, 400), max_size=60))
    state = variant.start()
    draws = Draws(1)
    while state.actor != OVER:
        moves = state.moves()
        choice = choices.pop() if choices else draws.below(len(moves))
        state.play(moves[choice % len(moves)])
        assert variant.bound is None or state.round <= variant.bound
    assert state.result() is not None
