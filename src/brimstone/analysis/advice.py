"""Advice: what a master would do in a seat's place, from the lines that seat has heard and the view it has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from brimstone.analysis.words import choice_in_words, fact_in_words, lead
from brimstone.bots import find
from brimstone.bots.player import Player, Thought
from brimstone.games.contract import BadMove
from brimstone.games.state import State, View, ready
from brimstone.record import Line, Record

ADVISER = "master"


@dataclass
class Moment:
    """A game between two lines of its record, with a player in every seat who has heard that seat's story."""

    after: int  # lines so far
    state: State
    players: list[Player]

    def thought(self, seat: int) -> Thought:
        """What the seat's player thinks now."""
        return self.players[seat].think(self.view(seat))

    def weighed(self, seat: int) -> Thought:
        """The same without the reasons, where the player can leave them out: it is faster."""
        player = self.players[seat]
        weigh = getattr(player, "weigh_only", player.think)
        thought: Thought = weigh(self.view(seat))
        return thought

    def view(self, seat: int) -> View:
        return self.state.view(seat)


def moments(record: Record, seed: int, effort: float) -> Iterator[tuple[Moment, Line]]:
    """Every line of a record with the moment before it; the last moment, after the last line, comes with that line."""
    setup = record.setup
    maker = find(setup.game, ADVISER, effort)
    moment = Moment(0, ready(setup), [maker(setup, seat, seed) for seat in range(setup.seats)])
    line = Line(0, "", 0, [])
    for line in record.lines():
        yield moment, line
        for move in line.moves:
            for player, told in zip(moment.players, moment.state.tell(move)[1:], strict=True):
                for words in told:
                    player.hear(words)
        moment.after += 1
    yield moment, line


@dataclass(frozen=True)
class Advice:
    """A seat's thought at a moment, and what it saw."""

    view: View
    thought: Thought


def as_json(advice: Advice, language: str) -> dict[str, Any]:
    """The advice as plain data, with its sentences in a language."""
    setup = advice.view.setup
    return {
        "game": setup.game.name,
        "seat": advice.view.seat + 1,
        "words": lead(advice.thought, setup, language),
        "moves": [
            {
                "say": setup.game.say(setup, choice.move),
                "value": choice.value,
                "error": choice.error,
                "estimated": choice.estimated,
                "share": choice.share,
                "parts": dict(choice.parts),
                "words": choice_in_words(choice, setup, language),
            }
            for choice in advice.thought.choices
        ],
        "facts": [
            {
                "key": fact.key,
                "numbers": dict(fact.numbers),
                "move": None if fact.move is None else setup.game.say(setup, fact.move),
                "words": fact_in_words(fact, language),
            }
            for fact in advice.thought.facts
        ],
    }


def advise(record: Record, after: int, seat: int, seed: int = 0, effort: float = 1.0) -> Advice:
    """What to do in a seat's place after so many lines of a record; raises BadMove where it has nothing to decide."""
    check_turn(record, after, seat)
    moment = next(moment for moment, _ in moments(record, seed, effort) if moment.after == after)
    return Advice(moment.view(seat), moment.thought(seat))


def check_turn(record: Record, after: int, seat: int) -> None:
    """Raise BadMove, and say where to look, unless a seat has something to decide after so many lines of a record."""
    if seat >= record.setup.seats:
        raise BadMove(f"there is no seat {seat + 1}")
    state, turns, n = ready(record.setup), [], -1
    for n, line in enumerate(record.lines()):
        if seat in state.waiting:
            turns.append(n)
        for move in line.moves:
            state.play(move)
    if seat in state.waiting:
        turns.append(n + 1)
    if after in turns:
        return
    nearest = min(turns, key=lambda turn: abs(turn - after), default=None)
    when = "it never has" if nearest is None else f"the nearest time it has is after {nearest}"
    raise BadMove(f"seat {seat + 1} has nothing to decide after {after} of the {n + 1} moves of this record; {when}")
