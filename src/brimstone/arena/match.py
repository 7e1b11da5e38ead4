"""One game between players: everybody hears its own story and sees its own view, chance is the same for every line-up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from brimstone.bots.player import Player
from brimstone.chance import Draws
from brimstone.games.contract import CHANCE, OVER, Result, Setup
from brimstone.games.state import State, ready

ROUNDS = 1 << 16  # more than any game has


class Fate:
    """What chance does in game number `game` of `seed`: each round has a stream of its own, so that the deals, rolls and
    pieces of a round are the same whatever was played in the rounds before."""

    def __init__(self, seed: int, game: int) -> None:
        self.seed, self.game, self.round = seed, game, -1

    def draw(self, state: State) -> int:
        """An outcome at chance's turn."""
        if state.round != self.round:
            self.round = state.round
            self.draws = Draws(self.seed, self.game * ROUNDS + self.round)
        return state.draw(self.draws)


class Played(NamedTuple):
    """A game that has ended."""

    moves: list[int]
    result: Result


def play_game(setup: Setup, players: Sequence[Player], seed: int, game: int) -> Played:
    """Play one game; the seats belong to the players in this order."""
    state, fate, moves = ready(setup), Fate(seed, game), []
    listeners = [player for player in players if type(player).hear is not Player.hear]
    while state.actor != OVER:
        who = state.actor
        move = fate.draw(state) if who == CHANCE else players[who].choose(state.view(who))
        moves.append(move)
        if listeners:
            told = state.tell(move)
            for player in listeners:
                for line in told[player.seat + 1]:
                    player.hear(line)
        else:
            state.play(move)
    result = state.result()
    assert result is not None
    for player in players:
        player.finish(result)
    return Played(moves, result)


def shares(result: Result) -> list[float]:
    """What each seat has won: 1, or a part of it where the win is shared."""
    winners = result.places.count(1)
    return [1 / winners if place == 1 else 0.0 for place in result.places]
