"""What the laws run over. A new game is tested by being listed here.

`python -m tests.games.variants` prints a fingerprint of whole games of every variant: the same compiled and not.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from brimstone.chance import Draws
from brimstone.games import NAMES, find
from brimstone.games.contract import CHANCE, OVER, Game
from brimstone.games.state import State, start
from examples import pig

GAMES = [*map(find, NAMES), pig.GAME]
COAL, DICE, CARDS, PIG = GAMES


@dataclass(frozen=True, repr=False)
class Variant:
    """A game with its seats and options, and the number of rounds within which it must end."""

    game: Game
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    bound: int | None = None

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}".replace(" ", "_") for name, value in self.options.items())
        return f"{self.game.name}-{self.seats}" + (f"-{options}" if options else "")

    __repr__ = __str__

    def start(self) -> State:
        return start(self.game, self.seats, self.options)


def coal(seats: int, rounds: int, **options: Any) -> Variant:
    return Variant(COAL, seats, {"rounds": rounds, **options}, rounds)


def dice(seats: int, **options: Any) -> Variant:
    goal = options.get("goal", 10)
    return Variant(DICE, seats, options, (goal - 1) * seats + 1)


def cards(seats: int, **options: Any) -> Variant:
    # In every round somebody takes a seat's share of the devils, or more.
    return Variant(CARDS, seats, options, None if options else 8)


# The games as they come out of the box, with every number of seats.
FULL = [
    *(coal(seats, 12) for seats in COAL.seats),
    *(dice(seats) for seats in DICE.seats),
    *(cards(seats) for seats in CARDS.seats),
    *(Variant(PIG, seats) for seats in (2, 5, 10)),
]

# Small enough that the same story comes up again with another truth behind it.
SMALL = [
    coal(2, 2, pieces="devil:1 10:2", money=20, target=60, track="20 40", oven=0),
    coal(3, 3, pieces="devil:2 10:2 50:1", money=50, target=200, track="50 100 150", oven=2),
    coal(6, 2, pieces="devil:3 25:4", money=10, target=500, track="10 500", oven=0),
    coal(2, 2, pieces="10:1 500:1", money=10, target=20, track="10 20", oven=1),
    dice(3, goal=1, open=1, items="bed:2x1", gold="1 2", black="1 2", grey="1 2", rerolls=0),
    dice(3, goal=2, open=2, items="bed:2x1 grill:2x3", gold="1 2", black="1 2", grey="1 1 2", rerolls=1),
    dice(
        4, goal=3, open=2, items="bed:4x1 iron:3x3", gold="1 2", black="1 2", grey="1 2", rerolls=1,
        ranks="spielteufel fehlerteufel putzteufel springteufel",
    ),
    dice(6, goal=2, open=3, items="bed:3x1 scarf:3x1 bath:2x2", gold="1 2", black="1 2", grey="1 2", rerolls=1),
    dice(3, goal=50, open=2, items="bed:3x1 grill:2x3", ranks="fehlerteufel springteufel putzteufel"),
    cards(3, hand=2, goal=1),
    cards(3, hand=3, goal=12),
    cards(5, hand=4, goal=10),
    cards(6, hand=3, goal=20),
    Variant(PIG, 2, {"goal": 4, "sides": 2}),
    Variant(PIG, 4, {"goal": 20, "sides": 4}),
]  # fmt: skip

# The rulebooks' own variants.
BOOK = [
    dice(4, open=2),
    dice(6, open=3),
    dice(3, ranks="spielteufel fehlerteufel springteufel"),
    dice(4, ranks="oberteufel spielteufel springteufel satansbraten"),
]

ALL = FULL + SMALL + BOOK


def choose(state: State, draws: Draws) -> int:
    """A move at random; stakes stay below 160, as C15 has it, so that purses last."""
    moves = state.moves()
    if state.actor == CHANCE:
        return state.draw(draws)
    return moves[draws.below(min(len(moves), 16) if state.setup.game is COAL else len(moves))]


def whole_game(variant: Variant, seed: int) -> Iterator[tuple[State, int]]:
    """Play a game at random: each position with the move that will be made there, and the end with -1.

    The state goes on in place: copy what is to be kept.
    """
    state = variant.start()
    draws = Draws(seed)
    while state.actor != OVER:
        move = choose(state, draws)
        yield state, move
        state.play(move)
    yield state, -1


def positions(variant: Variant, seed: int, every: int = 1) -> Iterator[State]:
    """The positions of a game, or every so many of them, and always the last."""
    for n, (state, _) in enumerate(whole_game(variant, seed)):
        if n % every == 0 or state.actor == OVER:
            yield state


def fingerprints() -> dict[str, str]:
    """The words and the last bytes of a game of every variant, hashed."""
    prints = {}
    for number, variant in enumerate(ALL):
        digest = hashlib.sha256()
        for state, move in whole_game(variant, number):
            digest.update(state.say(move).encode() if move >= 0 else state.key() + repr(state.result()).encode())
            if number % 3 == 0:
                digest.update(state.view(state.actor if state.actor >= 0 else -1).imagine(Draws(number)).key())
        prints[str(variant)] = digest.hexdigest()
    return prints


if __name__ == "__main__":
    print(json.dumps(fingerprints()))
