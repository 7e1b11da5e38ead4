"""The players of cards: one engine behind all levels and tastes."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from brimstone.bots.cards.desk import GOOD
from brimstone.bots.cards.hidden import Start, advised
from brimstone.bots.cards.levels import LEVELS, Weighed, dominated, leaning, shares
from brimstone.bots.cards.search import (
    AFTER_TRICK,
    FIRST_SEAT,
    LAYERS,
    OWN,
    RECORDS,
    TAKES,
    TRICK_DEVILS,
    VALUE,
    new_room,
    weigh,
    worth_at,
)  # fmt: skip
from brimstone.bots.cards.weights import desk_for
from brimstone.bots.cards.worlds import KINDS, study_at
from brimstone.bots.player import Choice, Fact, Manner, Player, Thought
from brimstone.chance import sources
from brimstone.games.bits import size
from brimstone.games.cards import FIVES, MOST_CARDS, MOST_SEATS, Table
from brimstone.games.contract import Setup
from brimstone.games.state import View

PLAYED = re.compile(r"([1-9]): play ([1-9]\d?)")
SOLVED_FROM = 3  # cards each
WAYS = 2_000  # to play the rest of a round, for each imagined world: what can be solved in the time of a playout
CHANCE = (0.0, 1.0)  # an estimate for a card that was given up may lie outside
TRUST = (0.0, -3.0, -3.0)  # logarithms: before anything is seen, others play well rather than by thumb or anyhow
PEERS = 0.8  # the chance that somebody plays well, from which on hidden hands are solved as if he did


class CardsPlayer(Player):
    """Imagines worlds, plays every card out in each, and wants to win the match."""

    def __init__(self, setup: Setup, seat: int, seed: int, manner: Manner) -> None:
        super().__init__(setup, seat, seed)
        self.manner, self.level = manner, LEVELS[manner.level]
        self.worlds = max(1, round(self.level.worlds * manner.effort))
        self.candidates, self.ways = self.worlds * self.level.candidates, self.worlds * WAYS
        self.desks, self.room = desk_for(setup.seats), new_room(self.candidates)
        self.tables, self.sources = Table.batch(RECORDS), sources()
        self.out = np.zeros((LAYERS, self.worlds, MOST_CARDS))
        self.counts = np.zeros(self.worlds, np.int64)
        self.plays, self.heard = np.zeros((MOST_SEATS * MOST_CARDS, 2), np.int64), 0
        self.evidence = np.tile(np.array(TRUST), (MOST_SEATS, 1))
        if not self.level.studies:
            self.evidence[:, 1:] = -1e9
        assert self.evidence.shape[1] == KINDS

    def hear(self, line: str) -> None:
        played = PLAYED.fullmatch(line)
        if played:
            self.plays[self.heard] = int(played[1]) - 1, int(played[2])
            self.heard += 1
        elif self.heard and not line.startswith("table: "):  # cards are dealt again
            if self.level.studies and self.heard == self.setup.seats * self.setup.options["hand"]:
                self.study_round()
            self.heard = 0

    def study_round(self) -> None:
        """Now that all cards of the round are known: who of the others plays how?"""
        Table.set(
            self.tables, seats=self.setup.seats, hand_size=self.setup.options["hand"], first=int(self.plays[0, 0])
        )
        study_at(self.tables, self.seat, self.plays, self.heard, self.desks, self.evidence)

    def plays_seen(self, view: View) -> int:
        """How many plays of this round are known in their order: all, or none if the story was not told."""
        cards = 0
        for _, card in self.plays[: self.heard].tolist():
            cards |= 1 << card
        return self.heard if cards == view["seen"] and self.level.candidates > 1 else 0

    def think(self, view: View) -> Thought:
        cards = view.moves()
        if not cards:
            return Thought(())
        Table.lay(self.tables, 0, view.cells)
        luck = self.draws(view).below(1 << 30)
        lines = weigh(
            self.tables, self.seat, self.plays, self.plays_seen(view), self.evidence, self.level.memory,
            self.candidates, self.worlds, SOLVED_FROM, self.ways, self.seed, luck, self.desks, self.sources,
            self.room, self.out, self.counts,
        )  # fmt: skip
        weights = self.counts[:lines] / self.counts[:lines].sum()
        means = np.einsum("l,clk->ck", weights, self.out[:, :lines, : len(cards)])
        found = self.weighed(cards, lines, weights, means)
        devils = view["devils"][: self.setup.seats]
        share = shares(self.level, found, leaning(self.manner.taste, found, self.seat, devils, view["led"]))
        value, error = np.clip(means[VALUE], *CHANCE), found.error
        among_peers = self.among_peers(view, found.slope) if len(cards) > 1 else None
        if among_peers:
            share, value = among_peers
            error = np.zeros(len(cards))
        before = float(worth_at(self.tables, 0, self.seat, self.desks))
        values, after_trick = value.tolist(), means[AFTER_TRICK].tolist()
        choices = [
            Choice(
                card,
                values[k],
                float(share[k]),
                {"match": before, "trick": after_trick[k] - before, "round": values[k] - after_trick[k]},
                float(error[k]),
            )
            for k, card in enumerate(cards)
        ]
        return Thought(tuple(choices), (*self.card_facts(view, cards, means), *void_facts(view)))

    def among_peers(self, view: View, devil: float) -> tuple[Any, Any] | None:
        """How often to play each card and what each is worth, if the rest of the round can be solved with hands hidden
        and all others seem to play well. `devil`: what one costs. A taste cannot lean on what is mixed on purpose.
        """
        if not self.level.studies or self.manner.taste != "plain" or self.plays_seen(view) < size(view["seen"]):
            return None
        chances = np.exp(self.evidence - self.evidence.max(axis=1, keepdims=True))
        well = chances[:, GOOD] / chances.sum(axis=1)
        if min(well[other] for other in range(self.setup.seats) if other != self.seat) < PEERS:
            return None
        seats, hand, goal = self.setup.seats, self.setup.options["hand"], view["goal"]
        plays = tuple((seat, card) for seat, card in self.plays[: self.heard].tolist())
        start = Start(seats, hand, goal, tuple(view["devils"][:seats]), view["first"], plays)
        return advised(start, view["hand"][self.seat], bool(self.desks["devils_only"][0]), devil)

    def choose(self, view: View) -> int:
        cards = view.moves()
        return cards[0] if len(cards) == 1 else super().choose(view)

    def weighed(self, cards: list[int], lines: int, weights: Any, means: Any) -> Weighed:
        """The search's findings by card."""
        values, own = (self.out[layer, :lines, : len(cards)] for layer in (VALUE, OWN))
        spread = np.einsum("l,lk->k", weights, (values - means[VALUE]) ** 2)
        tried = self.room.tried[: len(cards)] * (self.counts[:lines].sum() / lines)
        centred = own - own.mean()
        slope = -float((centred * (values - values.mean())).sum()) / max(1e-9, float((centred**2).sum()))
        return Weighed(
            cards, means[VALUE], np.sqrt(spread / tried), means[OWN],
            means[FIRST_SEAT : FIRST_SEAT + self.setup.seats].T, max(slope, 0.002),
            dominated(values),
        )  # fmt: skip

    def card_facts(self, view: View, cards: list[int], means: Any) -> list[Fact]:
        """For each card: the chance to take the trick, and the devils to expect of trick and round."""
        facts = []
        for k, card in enumerate(cards):
            takes = float(np.clip(means[TAKES, k], *CHANCE))
            facts.append(Fact("cards.take", {"card": card, "chance": takes}, card))
            round_devils = float(means[OWN, k]) - view["devils"][self.seat]
            trick_devils = float(means[TRICK_DEVILS, k])
            facts.append(Fact("cards.devils", {"card": card, "trick": trick_devils, "round": round_devils}, card))
        return facts


def void_facts(view: View) -> list[Fact]:
    """Cards that a seat is known not to hold, with the paragraph that proves it."""
    facts = []
    deck = view.setup.options["hand"] * view.setup.seats
    for other in range(view.setup.seats):
        maybe = view["maybe"][other]
        if other == view.seat or not view["count"][other]:
            continue
        if maybe & ~FIVES == 0:
            facts.append(Fact("cards.fives", {"seat": other + 1, "why": "T1"}))
            continue
        low = 0
        for card in range(1, deck + 2):
            missing = card <= deck and not maybe >> card & 1
            if missing and not low:
                low = card
            elif low and not missing:
                run = {"card": low} if low == card - 1 else {"low": low, "high": card - 1}
                key = "cards.void.one" if "card" in run else "cards.void"
                facts.append(Fact(key, {"seat": other + 1, **run, "why": "T3"}))
                low = 0
    return facts


def player(setup: Setup, seat: int, seed: int, manner: Manner) -> CardsPlayer:
    """A player of cards."""
    return CardsPlayer(setup, seat, seed, manner)
