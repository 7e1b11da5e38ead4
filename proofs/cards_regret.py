"""What the master of cards loses against exact solutions where it knows all hands and wants nothing but few devils.

    python proofs/cards_regret.py [--positions 60] [--seats 4] [--cards 4] [--seed 1] [--playouts]

A position is a random round with so many cards left each and some cards of the trick on the table. The regret of the
master's card is how many devils more it takes than the best card if all play on by max^n. `--playouts` forbids it to
solve positions before its last three cards, and shows what its playouts are worth.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import numpy as np

from brimstone.bots import find as player_by_name
from brimstone.bots.cards import solved
from brimstone.bots.cards.mind import CardsPlayer
from brimstone.bots.cards.weights import devils_desk
from brimstone.chance import Draws
from brimstone.games import find
from brimstone.games.cards import MOST_CARDS, TRICK, devils_on
from brimstone.games.contract import CHANCE
from brimstone.games.state import State, start

CARDS = find("cards")
AIM = 0.05  # devils, on average, with four cards each; none with three


class Regret(NamedTuple):
    """Of many choices, in devils."""

    mean: float
    worst: float
    positions: int


def random_position(seats: int, cards: int, draws: Draws) -> State:
    """A random round at a decision with so many cards left each before the trick."""
    while True:
        state = start(CARDS, seats)
        laid = draws.below(seats)
        while state["phase"] != TRICK or MOST_CARDS - state["tricks"] > cards or state["laid"] < laid:
            moves = state.moves()
            state.play(state.draw(draws) if state.actor == CHANCE else moves[draws.below(len(moves))])
        if len(state.moves()) > 1:
            return state


def informed_choice(state: State, seed: int, playouts_only: bool) -> int:
    """The master's card if what the others may hold is what they hold, and only devils count."""
    seat = state.actor
    view = state.view(seat)
    CARDS.table.set(view.cells, maybe=state["hand"])
    player = player_by_name(CARDS, "master")(state.setup, seat, seed)
    assert isinstance(player, CardsPlayer)
    player.desks = devils_desk(state.setup.seats)
    if playouts_only:
        player.ways = 0
    return player.choose(view)


def regret(state: State, move: int) -> float:
    """How many devils more than with the best card the asking seat takes."""
    share = sum(devils_on(card) for card in range(1, MOST_CARDS * state.setup.seats + 1)) / state.setup.seats
    worth = {card: values[state.actor] for card, values in solved(state, devils_desk).items()}
    return (max(worth.values()) - worth[move]) * share


def regrets(seats: int, cards: int, positions: int, seed: int, playouts_only: bool = False) -> Regret:
    """Mean and greatest regret over random positions."""
    draws, found = Draws(seed), []
    for n in range(positions):
        state = random_position(seats, cards, draws)
        found.append(regret(state, informed_choice(state, seed + n, playouts_only)))
    return Regret(float(np.mean(found)), max(found), positions)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--cards", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--playouts", action="store_true")
    asked = parser.parse_args()
    found = regrets(asked.seats, asked.cards, asked.positions, asked.seed, asked.playouts)
    print(
        f"cards  {asked.seats} seats, {asked.cards} cards each, {found.positions} positions: regret"
        f" {found.mean:.4f} devils on average, {found.worst:.2f} at most; aim {AIM if asked.cards > 3 else 0}"
    )
    return int(found.mean > (AIM if asked.cards > 3 else 1e-9))


if __name__ == "__main__":
    raise SystemExit(main())
