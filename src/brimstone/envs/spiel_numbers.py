"""The moves and outcomes of a set-up, numbered without gaps, and how long its games can be: what OpenSpiel asks for."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

from brimstone.games import cards, coal, dice
from brimstone.games.cards import devils_on
from brimstone.games.contract import BadSetup, Setup
from brimstone.games.dice_words import KIND_NAMES, RANK_NAMES

MOST_HANDS = 5000  # of a deal in whole hands


class Numbers(NamedTuple):
    """OpenSpiel's action k is the rules' move moves[k] of a seat, or outcomes[k] of chance."""

    moves: tuple[int, ...]
    outcomes: tuple[tuple[int, ...], ...]  # one, or all cards of a hand at once
    decisions: int  # in one game, at most
    chances: int
    events: int  # moves and outcomes of the rules, at most
    least: float  # points
    most: float
    total: float | None = None  # points of all seats together, where that is always the same


def numbers_for(setup: Setup, whole_hands: bool = False) -> Numbers:
    """The numbers of a set-up of one of our games; raises BadSetup where its games have no bound."""
    if setup.game.table is cards.Table:
        return numbers_of_cards(setup, whole_hands)
    return numbers_of_coal(setup) if setup.game.table is coal.Table else numbers_of_dice(setup)


def singles(outcomes: list[int]) -> tuple[tuple[int, ...], ...]:
    return tuple((outcome,) for outcome in outcomes)


def numbers_of_coal(setup: Setup) -> Numbers:
    options, n = setup.options, setup.seats
    rounds = options["rounds"]
    if rounds is None:
        raise BadSetup("OpenSpiel knows no game without a bound", "C15", ["rounds 1 to 1000"], "rounds")
    pieces = sum(options["pieces"].values())
    kinds = setup.game.box(setup)["kinds"]
    stakes = range(coal.STAKE, coal.STAKE + options["target"] // coal.STEP)  # who has more has ended the game
    outcomes = [coal.FIRST_SEAT + seat for seat in range(n)] + [coal.PIECE + kind for kind in range(kinds)]
    decisions, chances = rounds * (2 * n + pieces), 1 + rounds * pieces
    richest = 3 * (options["target"] - coal.STEP) + 2 * coal.BONUS + (n - 1) * coal.PAY
    return Numbers(
        (coal.DRAW_ON, coal.STOP, *stakes), singles(outcomes), decisions, chances, decisions + chances, 0.0, richest
    )


def numbers_of_dice(setup: Setup) -> Numbers:
    options, n = setup.options, setup.seats
    if options["rerolls"] is None:
        raise BadSetup("OpenSpiel knows no game without a bound", "D13", ["rerolls 0 to 100"], "rerolls")
    goods = {KIND_NAMES.index(name): pair for name, pair in options["items"].items() if pair[0]}
    ranks = [RANK_NAMES.index(name) + 1 for name in options["ranks"]]
    seats, places = range(n), range(options["open"])
    moves = [dice.CLAIM_AT + place for place in places]
    if dice.SPIEL in ranks:
        moves += [dice.STAND, dice.AGAIN]
    if dice.FEHLER in ranks:
        cheap = [kind for kind, (_, worth) in goods.items() if worth == 1]
        moves += [dice.NO_STEAL, *(dice.STEAL_FROM + 16 * seat + kind for seat, kind in product(seats, cheap))]
    if dice.PUTZ in ranks:
        pairs = [(mine, its) for mine, its in product(goods, goods) if mine != its]
        moves += [dice.NO_TRADE]
        moves += [dice.TRADE_WITH + 256 * seat + 16 * mine + its for seat, (mine, its) in product(seats, pairs)]
    moves += [dice.NO_SWAP, *(dice.SWAP_WITH + seat for seat in seats)]
    outcomes = [dice.RANK_TO + 8 * seat + rank for seat, rank in product(seats, ranks)]
    outcomes += [dice.OPEN_AT + 16 * place + kind for place, kind in product(places, goods)]
    outcomes += [dice.ROLLED + 343 * seat + throw for seat, throw in product(seats, sorted(throws(options)))]
    items = sum(copies for copies, _ in goods.values())
    rounds = min((options["goal"] - 1) * n + 1, items)  # in every round somebody takes one
    decisions = rounds * (n + 1 + 2 * (n // 2))  # claims, stand or reroll, and for each battle's winner two
    chances = n + items + rounds * n * (2 + options["rerolls"])
    most = sum(copies * worth + copies // 3 * 3 for copies, worth in goods.values())
    return Numbers(tuple(sorted(moves)), singles(outcomes), decisions, chances, decisions + chances, 0.0, most)


def throws(options: Mapping[str, Any]) -> set[int]:
    """Everything that dice can show, as the rules write it."""
    found = set()
    for name, count in (("gold", 3), ("black", 2), ("grey", 2)):
        for faces in product(options[name], repeat=count):
            high, middle, low = (*sorted(faces, reverse=True), 0)[:3]
            found.add(49 * high + 7 * middle + low)
    return found


def numbers_of_cards(setup: Setup, whole_hands: bool) -> Numbers:
    n, hand, goal = setup.seats, setup.options["hand"], setup.options["goal"]
    deck = range(1, n * hand + 1)
    outcomes = singles([cards.FIRST_DEALER + seat for seat in range(n)])
    if whole_hands:
        count = comb(len(deck), hand)
        if count > MOST_HANDS:
            raise BadSetup(f"there are {count} different hands", "T10", [f"up to {MOST_HANDS}, or deal=cards"], "deal")
        hands = list(combinations(deck, hand))
        outcomes += tuple(
            tuple(cards.DEALT + 64 * seat + card for card in cards_held) for seat in range(n) for cards_held in hands
        )
    else:
        outcomes += singles([cards.DEALT + 64 * seat + card for seat in range(n) for card in deck])
    devils = sum(devils_on(card) for card in deck)
    rounds = n * (goal - 1) // devils + 1  # until then nobody need have reached the goal
    plays = rounds * n * hand
    return Numbers(
        tuple(deck), outcomes, plays, 1 + (rounds * n if whole_hands else plays), 1 + 2 * plays,
        -float(goal - 1 + devils), 0.0, -float(devils) if rounds == 1 else None,
    )  # fmt: skip
