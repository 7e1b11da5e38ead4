"""Rounds of cards for the tests of its players."""

from __future__ import annotations

from brimstone.bots.cards.standing import fill_wins
from brimstone.bots.cards.weights import desk_for
from brimstone.bots.player import Player
from brimstone.chance import Draws
from brimstone.compiling import rule
from brimstone.games import find
from brimstone.games.cards import DEVILS, TRICK
from brimstone.games.contract import CHANCE
from brimstone.games.state import State, start

CARDS = find("cards")


def dealt(hands: list[list[int]], first: int = 0, options: dict[str, int] | None = None) -> State:
    """A game in which these hands have been dealt and seat `first` leads."""
    seats = len(hands)
    state = start(CARDS, seats, {"hand": len(hands[0])} | (options or {}))
    state.play(f"dealer {(first - 1) % seats + 1}")
    for seat, hand in enumerate(hands):
        for card in hand:
            state.play(f"deal {seat + 1}: {card}")
    return state


def random_round(seats: int, seed: int, cards_left: int, devils: list[int] | None = None) -> tuple[State, list[str]]:
    """A round played at random until so many cards are left each, and what everybody has heard of it."""
    state, draws, heard = start(CARDS, seats), Draws(seed), []
    while state["phase"] != TRICK or CARDS.options[1].default - state["tricks"] > cards_left:
        if state.actor == CHANCE:
            move = state.draw(draws)
        else:
            moves = state.moves()
            move = moves[draws.below(len(moves))]
            heard.append(f"{state.actor + 1}: {state.say(move)}")
        state.play(move)
    if devils:
        CARDS.table.set(state.cells, devils=devils)
    return state, heard


def told(player: Player, lines: list[str]) -> Player:
    for line in lines:
        player.hear(line)
    return player


@rule
def fill_wins_at(desks, seats, goal, unit):  # type: ignore[no-untyped-def]
    fill_wins(seats, goal, unit, desks[0], 0)


def worth(devils: tuple[int, ...], goal: int) -> tuple[float, ...]:
    """What a standing is worth to each seat."""
    seats = len(devils)
    desks = desk_for(seats)
    desks["vec"][0, :seats] = devils
    unit = sum(int(DEVILS[card]) for card in range(1, 9 * seats + 1)) / seats
    fill_wins_at(desks, seats, goal, unit)
    return tuple(desks["wins"][0, 0, :seats])
