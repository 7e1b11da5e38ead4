"""Pairs of games that differ only in what one audience may not know, and a server that is made to play them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from brimstone.games import find
from brimstone.games.contract import CHANCE, OVER
from brimstone.games.state import State, start
from brimstone.server.table import Table
from tests.server.desk import SHORT

MOST = 40  # moves


@dataclass
class Script:
    """What happens in a game: outcomes in their order, and moves by seat."""

    outcomes: list[str] = field(default_factory=list)
    moves: list[tuple[int, str]] = field(default_factory=list)

    def drawn(self, table: Table) -> list[str]:
        """In place of `wishes.drawn`: what chance does up to the next decision."""
        state, says = table.state.copy(), list[str]()
        while state.actor == CHANCE:
            says.append(self.outcomes[table.draws + len(says)])
            state.play(says[-1])
        return says


@dataclass
class Twins:
    """Two games that are one to a listener."""

    truth: Script
    other: Script
    apart: int  # decisions at which the two really differed


def by_lines(state: State, listener: int) -> dict[tuple[str, ...], list[int]]:
    """The moves there are, by what the listener would be told of them."""
    found = defaultdict(list)
    for move in state.moves():
        found[tuple(state.copy().tell(move)[listener + 1])].append(move)
    return found


def twins(game: str, seats: int, listener: int, tries: int = 24) -> Twins:
    """Of many pairs the one that is apart for longest, and short of that goes furthest."""
    pairs = [
        side_by_side(game, seats, listener, random.Random(seed), (0.5, 0.7, 0.9)[seed % 3]) for seed in range(tries)
    ]
    return max(pairs, key=lambda pair: (pair.apart, len(pair.truth.moves)))


def side_by_side(game: str, seats: int, listener: int, dice: random.Random, alike: float) -> Twins:
    """Play two games, often apart where the listener cannot tell, as far as that goes."""
    states = [start(find(game), seats, SHORT[game]) for _ in range(2)]
    scripts, kept = [Script(), Script()], [Script(), Script()]
    apart = now_apart = 0
    while states[0].actor != OVER and len(scripts[0].moves) < MOST:
        who = states[0].actor
        if who != CHANCE:  # a game on the server stands still here
            apart += now_apart
            kept = [Script(list(script.outcomes), list(script.moves)) for script in scripts]
        ways = [by_lines(state, listener) for state in states]
        common = [lines for lines in ways[0] if lines in ways[1]]
        if not common:
            break
        lines = dice.choice(common)
        moves = chosen(ways[0][lines], ways[1][lines], dice, alike)
        for state, script, move in zip(states, scripts, moves, strict=True):
            if who == CHANCE:
                script.outcomes.append(state.say(move))
            else:
                script.moves.append((who, state.say(move)))
            state.play(move)
        now_apart = states[0] != states[1]
    return Twins(kept[0], kept[1], apart)


def chosen(here: list[int], there: list[int], dice: random.Random, alike: float) -> list[int]:
    """A move for each of two games: the same, or such that the two come together again, or any."""
    both = [move for move in here if move in there]
    only = [[move for move in here if move not in both], [move for move in there if move not in both]]
    if all(only) and dice.random() < 0.5:
        return [dice.choice(moves) for moves in only]
    if both and dice.random() < alike:
        return [dice.choice(both)] * 2
    return [dice.choice(here), dice.choice(there)]


def feeding(scripts: dict[str, Script]) -> Callable[[Table], list[str]]:
    """In place of `wishes.drawn`, for several tables by their ids."""
    return lambda table: scripts[table.id].drawn(table)
