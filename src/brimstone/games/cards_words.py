"""cards in words: its options, its moves, what is told of them, and why something is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from brimstone.games import cards
from brimstone.games.cards import DEAL, DEALER, DEALT, FIRST_DEALER, MOST_CARDS, TRICK, UP
from brimstone.games.contract import CHANCE, BadMove, Game, Setup
from brimstone.games.options import Option, Whole
from brimstone.games.screens import Shares
from brimstone.games.state import State, View

OPTIONS = (
    Option("goal", "T8", Whole(1, 1000), 100),
    Option("hand", "T10", Whole(1, MOST_CARDS), MOST_CARDS),
)


def check(_seats: int, _options: Mapping[str, Any]) -> None:
    """Nothing can contradict."""


def box(setup: Setup) -> dict[str, Any]:
    return {"seats": setup.seats, "hand_size": setup.options["hand"], "goal": setup.options["goal"]}


def held(cards_held: int) -> list[int]:
    """The cards of a set of bits."""
    found = []
    while cards_held:
        lowest = cards_held & -cards_held
        found.append(lowest.bit_length() - 1)
        cards_held ^= lowest
    return found


def say(_setup: Setup, move: int) -> str:
    if move >= DEALT:
        seat, card = divmod(move - DEALT, 64)
        return f"deal {seat + 1}: {card}"
    return f"dealer {move - FIRST_DEALER + 1}" if move >= FIRST_DEALER else f"play {move}"


def read(setup: Setup, words: str) -> int:
    match = re.fullmatch(r"(?:play|dealer|deal ([1-9]):) ([1-9]\d?)", words, re.ASCII)
    if match is None:
        raise BadMove(f"{words!r} is no move of cards")
    number = int(match[2])
    if words.startswith("dealer"):
        if number > setup.seats:
            raise BadMove(f"there is no seat {number}", "T7")
        return FIRST_DEALER + number - 1
    if number > setup.options["hand"] * setup.seats:
        raise BadMove(f"the card {number} is not in play", "T10")
    if match[1] is None:
        return number
    if int(match[1]) > setup.seats:
        raise BadMove(f"there is no seat {match[1]}", "T10")
    return DEALT + 64 * (int(match[1]) - 1) + number


def why_not(state: State, by: int, move: int) -> tuple[str, str]:
    if by == CHANCE:
        if state["phase"] == DEALER:
            return "first the dealer is drawn", "T7"
        if move < DEALT:
            return "the cards are being dealt", "T10"
        seat, card = divmod(move - DEALT, 64)
        if seat != state["turn"]:
            return f"seat {state['turn'] + 1} is dealt to now", "T10"
        return f"the card {card} is dealt already", "T10"
    if move >= FIRST_DEALER:
        return f"seat {by + 1} plays a card, chance has nothing to do", "T7"
    if not state["hand"][by] >> move & 1:
        return f"seat {by + 1} does not hold the card {move}", "T10"
    if state["laid"] == 0:
        return "a card with five devils may be led only from a hand that has no other", "T1"
    side = "above" if state["direction"] == UP else "below"
    return f"seat {by + 1} has a card {side} the lead {state['trick'][state['leader']]} and must play one", "T3"


def told(before: State, move: int, after: State) -> list[list[str]]:
    """A dealt card is told to its owner, everything else to everybody."""
    by, seats, phase = before.actor, before.setup.seats, before["phase"]
    line = f"{'chance' if by == CHANCE else by + 1}: {before.say(move)}"
    if phase == DEAL:
        owner = before["turn"]
        hidden = f"chance: deal {owner + 1}: ??"
        return [[line if listener == owner else hidden] for listener in range(-1, seats)]
    lines = [line]
    if phase == TRICK and before["laid"] == seats - 1:
        lines += consequences(before, move, after)
    return [lines.copy() for _ in range(seats + 1)]


def consequences(before: State, card: int, after: State) -> list[str]:
    """A trick is taken by whoever leads from here on; after the last one the devils are counted."""  # T4, T7, T11
    lines = [f"table: trick to {after['leader'] + 1}: {before['pot'] + cards.devils_on(card)} devils"]
    if after["phase"] != TRICK:
        seats, counts = before.setup.seats, zip(before["devils"], after["devils"], strict=True)
        lines.append(f"table: round: {' '.join(str(now - then) for then, now in list(counts)[:seats])}")
    return lines


SHOWN = Shares(
    cards.Table,
    "phase", "round", "first", "turn", "tricks", "laid", "leader", "direction", "taker", "pot",
    "last_leader", "last_taker", "count", "trick", "last", "devils", "hand",
)  # fmt: skip


def shown(view: View, everything: bool) -> dict[str, Any]:
    """T6: tricks lie face down, but for the last; devils of this round are counted only at an open table."""
    screen = SHOWN.of(view)
    screen["hand"] = held(screen["hand"][view.seat]) if view.seat >= 0 else []
    if everything:
        screen |= {"taken": view["taken"][: view.setup.seats], "seen": held(view["seen"])}
    return screen


def board(view: View) -> list[str]:
    screen = view.shown()
    devils = "  ".join(f"seat {seat + 1}: {count}" for seat, count in enumerate(screen["devils"]))
    rows = [f"devils so far   {devils}"]
    if screen["last_taker"] >= 0:
        lies = "  ".join(f"seat {seat + 1}: {card_in_words(card)}" for seat, card in enumerate(screen["last"]))
        rows.append(f"last trick, seat {screen['last_taker'] + 1} took it   {lies}")
    if screen["laid"]:
        order = [(screen["leader"] + k) % view.setup.seats for k in range(screen["laid"])]
        lies = "  ".join(f"seat {seat + 1}: {card_in_words(screen['trick'][seat])}" for seat in order)
        arrow = {1: ", up", -1: ", down"}.get(screen["direction"], "")
        taker = f", seat {screen['taker'] + 1} takes it so far" if screen["taker"] >= 0 else ""
        rows.append(f"trick{arrow}{taker}   {lies}")
    if screen["hand"]:
        rows.append(f"your hand   {'  '.join(map(card_in_words, screen['hand']))}")
    return rows


def card_in_words(card: int) -> str:
    """A card with a star for each devil."""
    return f"{card}{'*' * cards.devils_on(card)}"


def facts(state: State) -> dict[str, Any]:
    return {"devils": state["devils"][: state.setup.seats]}


def reason(state: State) -> str:
    return f"{state.setup.options['goal']} devils reached"


def offer(setup: Setup, moves: Sequence[int]) -> list[str]:
    if len(moves) > 1 and moves[0] >= DEALT:
        head = say(setup, moves[0]).split(":")[0]
        return [f"{head}: one of {' '.join(str((move - DEALT) % 64) for move in moves)}"]
    return [say(setup, move) for move in moves]


GAME = Game(
    name="cards",
    title="Little Devils",
    seats=range(3, 7),
    seats_paragraph="T10",
    version=1,
    options=OPTIONS,
    table=cards.Table,
    begin=cards.begin,
    actor=cards.actor,
    waiting=cards.waiting,
    moves=cards.moves,
    most_moves=MOST_CARDS,
    ways=cards.ways,
    outcome=cards.outcome,
    play=cards.play,
    view=cards.view,
    imagine=cards.imagine,
    placing=cards.placing,
    check=check,
    box=box,
    say=say,
    read=read,
    why_not=why_not,
    told=told,
    shown=shown,
    facts=facts,
    reason=reason,
    offer=offer,
    board=board,
    bundled=("deal",),
)
