"""Tables laid for tests: positions reached by real moves, drawn as they lie. Seats count from 1, as in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from brimstone.games import find
from brimstone.games.contract import BadMove
from brimstone.games.dice_words import KIND_NAMES
from brimstone.games.state import State, start

# --- any game --------------------------------------------------------------------------------------------------------


def lay(game: str, seats: int, *moves: str, **options: Any) -> State:
    """A new game after these moves."""
    return play(start(find(game), seats, options), *moves)


def play(state: State, *moves: str) -> State:
    for move in moves:
        state.play(move)
    return state


def put(state: State, **fields: Any) -> State:
    """Write fields that no short game would lead to."""
    state.setup.game.table.set(state.cells, **fields)
    return state


def by_seat(state: State, field: str) -> list[Any]:
    """A field of every seat in play."""
    values: list[Any] = state[field][: state.setup.seats]
    return values


def said(state: State) -> list[str]:
    """What can be played now, in words."""
    return [state.say(move) for move in state.moves()]


def odds(state: State) -> dict[str, int]:
    """What chance can do now, with its weight."""
    return {state.say(move): weight for move, weight in state.odds()}


def refused(state: State, move: str | int) -> BadMove:
    """The refusal of a move, which must leave the state as it was."""
    before = state.key()
    with pytest.raises(BadMove) as caught:
        state.play(move)
    assert state.key() == before
    return caught.value


# --- coal ------------------------------------------------------------------------------------------------------------


def coal(seats: int, starter: int = 1, **options: Any) -> State:
    """A game of coal before the first bets."""
    return lay("coal", seats, f"start {starter}", **options)


def bet(state: State, *stakes: int | None) -> State:
    """Everybody's bets, from seat 1; None for who has no money and is not asked."""
    assert len(stakes) == state.setup.seats
    assert state.waiting == tuple(seat for seat, amount in enumerate(stakes) if amount is not None)
    return play(state, *(f"bet {amount}" for amount in stakes if amount is not None))


def pull(state: State, *turns: str) -> State:
    """Turns at the oven, from the starting seat on: "100 25 10 stop", "50 devil"."""
    for turn in turns:
        for piece in turn.split():
            if piece == "stop":
                play(state, "stop")
            else:
                play(state, "draw", "devil" if piece == "devil" else f"coal {piece}")
    return state


def settled(state: State, bets: Iterable[int | None], turns: Iterable[str]) -> list[int]:
    """Everybody's money after a round of these bets and turns."""
    return by_seat(pull(bet(state, *bets), *turns), "money")


def owning(*money: int, starter: int = 1, **options: Any) -> State:
    """The second round, with this money: in the first everybody staked 0 and met the devil."""
    seats = len(money)
    state = bet(coal(seats, (starter - 2) % seats + 1, **options), *[0] * seats)
    return pull(put(state, money=list(money)), *["devil"] * seats)


# --- dice ------------------------------------------------------------------------------------------------------------

LINE = re.compile(r"(\d) (\w+) +([\d ]+?) +-> (\d)")


def dice(drawing: str, opened: str, owned: dict[int, str] | None = None, **options: Any) -> State:
    """A first round up to the last claim, drawn with a line a seat, as `fight` takes it."""
    lines = read_drawing(drawing)
    state = lay("dice", len(lines), *(f"rank {seat}: {rank}" for seat, rank, _, _ in lines), **options)
    for seat, kinds in (owned or {}).items():
        give(state, seat, kinds)
    return fight(state, drawing, opened)


def fight(state: State, drawing: str, opened: str = "") -> State:
    """Open items, roll and claim: `1 oberteufel 6 4 2 -> 1` is seat 1, who rolls 6 4 2 and claims place 1."""
    lines = read_drawing(drawing)
    for kind in opened.split():
        play(state, f"open {state['open'].index(-1) + 1}: {kind}")
    by_rank = [lines[seat] for seat in by_seat(state, "order")]
    play(state, *(f"roll {seat}: {faces}" for seat, _, faces, _ in by_rank))
    return play(state, *(f"claim {place}" for _, _, _, place in by_rank))


def read_drawing(drawing: str) -> list[tuple[str, ...]]:
    """Seat, rank, dice and claim of each line."""
    found = [LINE.fullmatch(line.strip()) for line in drawing.strip().splitlines()]
    return [match.groups() for match in found if match]


def give(state: State, seat: int, kinds: str) -> State:
    """Items out of the box for a seat."""
    items, held, stock = state["items"], state["held"], state["stock"]
    for kind in kinds.split():
        items[seat - 1][KIND_NAMES.index(kind)] += 1
        held[seat - 1] += 1
        stock[KIND_NAMES.index(kind)] -= 1
    return put(state, items=items, held=held, stock=stock, stock_left=sum(stock))


def owned_by(state: State, seat: int) -> str:
    """A seat's items in the order of the box."""
    counted = zip(KIND_NAMES, state["items"][seat - 1], strict=True)
    return " ".join(name for name, count in counted for _ in range(count))


# --- cards -----------------------------------------------------------------------------------------------------------


def cards(*hands: str, leader: int = 1, **options: Any) -> State:
    """A dealt round; hands may name fewer cards than they hold and are filled from the lowest left over."""
    seats = len(hands)
    return deal(lay("cards", seats, f"dealer {(leader - 2) % seats + 1}", **options), *hands)


def deal(state: State, *hands: str) -> State:
    size = state.setup.options["hand"]
    named = [[int(card) for card in hand.split()] for hand in hands]
    rest = [card for card in range(1, size * len(hands) + 1) if not any(card in hand for hand in named)]
    for seat, hand in enumerate(named, 1):
        full = hand + [rest.pop(0) for _ in range(size - len(hand))]
        play(state, *(f"deal {seat}: {card}" for card in full))
    return state


def tricks(state: State, *rows: str) -> State:
    """Tricks, each a row of cards from the leader on."""
    for row in rows:
        play(state, *(f"play {card}" for card in row.split()))
    return state
