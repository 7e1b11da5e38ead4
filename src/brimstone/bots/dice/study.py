"""What a seat's play has shown of its mind: likelihoods of its claims and deeds, once the dice of a round lie open.

Dice under the cups are told as `??` and shown only in battle, so a round is taken in when the next one is rolled.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from brimstone.bots.dice.layout import Round
from brimstone.bots.dice.look import HABIT, MINDS, RANDOM, RATIONAL, THUMB
from brimstone.bots.dice.odds import odds_for
from brimstone.bots.dice.outcomes import CHANCES, do_deed, evaluate
from brimstone.bots.dice.settle import battle_odds
from brimstone.bots.dice.thumb import choose as thumb_choose
from brimstone.bots.dice.thumb import class_of, position
from brimstone.bots.dice.value import Weights, sheet
from brimstone.compiling import put, row, rule
from brimstone.games.contract import BadMove, Setup
from brimstone.games.dice import AGAIN, CLAIM, CLAIM_AT, FORCE, MOST_SEATS, ROLL, SWAP, SWAP_WITH, swap
from brimstone.games.state import View, ready

PRIOR = (0.5, 0.12, 0.13, 0.25)  # of the minds, before anything is heard
ALIKE = 0.8  # how often all at a table have the same mind: people seek their like
SLIP = 0.04  # a seat does something else than its mind says this often
HEAT = {FORCE: 0.05, SWAP: 0.015}  # chances that make a difference to a rational seat
DOUBT = 0.5  # nobody is thought to play at random to the end before that is at least as likely
STAY = 0.98  # a mind stays the same from one decision to the next this often


@rule
def class_at(odds, ts, seat):
    return position(ts[0], seat), class_of(odds, ts[0], seat)


@rule
def promise(odds, w, ts, move, s, d_chances):
    """What a decision after the claims promises who makes it, battles still to come left out; ts[1] is room."""
    t = ts[0]
    if t.phase == FORCE:
        battle_odds(odds, t, move == AGAIN, d_chances)
        return d_chances[odds.spiel]
    put(ts, 1, ts, 0)
    if t.phase != SWAP:
        do_deed(ts[1], move)
    elif move >= SWAP_WITH:
        swap(ts[1], move - SWAP_WITH)
    evaluate(w, CHANCES, ts[1], s)
    return s.chances[t.turn]


@rule
def deed_likelihoods(odds, w, ts, moves, count, move, heat, s, room, out):
    """How likely each mind makes this move of the actor of ts[0], a decision after the claims."""
    most = -1.0
    for m in range(count):
        most = max(most, promise(odds, w, ts, moves[m], s, room))
    total = 0.0
    for m in range(count):
        total += math.exp((promise(odds, w, ts, moves[m], s, room) - most) / heat)
    sharp = math.exp((promise(odds, w, ts, move, s, room) - most) / heat) / total
    by_thumb = 1.0 if thumb_choose(odds, ts[0], ts[0].turn) == move else 0.0
    out[RATIONAL] = sharp
    out[HABIT] = (sharp + by_thumb) / 2.0
    out[THUMB] = by_thumb
    out[RANDOM] = 1.0 / count


class Study:
    """What one listener has noticed about every seat; it follows the game by the lines it hears.

    Who does not notice minds follows it all the same, to know what its own claim was made for.
    """

    def __init__(self, setup: Setup, seat: int, weights: Weights, notices: bool) -> None:
        self.notices = notices
        self.minds = np.tile(np.array(PRIOR), (MOST_SEATS, 1))
        self.minds[seat] = np.eye(MINDS)[RATIONAL]
        self.evidence = np.full((setup.seats, MINDS), 1.0 / MINDS)  # how well each mind explains each seat's moves
        self.others = [other for other in range(setup.seats) if other != seat]
        self.setup, self.seat, self.weights, self.odds = setup, seat, weights, odds_for(setup)
        self.game = ready(setup)
        self.lines: list[str] = []
        self.lost = False  # came in late, or missed a line: what was noticed stays, no more is learnt
        self.ts, self.sheet, self.room = setup.game.table.batch(2), sheet(), np.zeros(MOST_SEATS)

    def hear(self, line: str) -> None:
        """Keep a line until its round is over; what the table does, but for lifting cups, follows from the rules."""
        if not self.lost and (line.startswith("table: show ") or not line.startswith("table: ")):
            self.lines.append(line)

    def catch_up(self, understood: Callable[[View], Round | None]) -> None:
        """Take in the rounds that are over; `understood` solves a round by what our seat saw when it claimed."""
        try:
            while not self.lost and (over := self.next_round()):
                seen = self.own_claim()
                solved = understood(seen) if seen and self.notices else None
                self.prepare_round(over)
                round_now = self.game.round
                while self.game.round == round_now:
                    self.take_in(solved)
        except (BadMove, IndexError):
            self.lost = True

    def own_claim(self) -> View | None:
        """What our seat saw when it claimed in the round that the lines begin with; none if they do not tell of it."""
        game = self.game.copy()
        try:
            for line in self.lines:
                who, _, words = line.partition(": ")
                if game.actor == self.seat and game["phase"] == CLAIM:
                    break
                if line.endswith("??"):
                    game.play(game.moves()[0])  # any dice: our seat does not see them
                elif who != "table":
                    game.play(words)
        except (BadMove, IndexError):
            self.lost = True
            return None
        return game.view(self.seat) if game.actor == self.seat and game["phase"] == CLAIM else None

    def next_round(self) -> int:
        """Where in the lines the first hidden roll of the round after this one is; 0 if there is none yet."""
        claimed = False
        for at, line in enumerate(self.lines):
            claimed = claimed or ": claim " in line
            if claimed and line.endswith("??"):
                return at
        return 0

    def prepare_round(self, over: int) -> None:
        """Play on to the claims; a cup that nobody lifts may hide any dice."""
        while self.game["phase"] != ROLL:
            self.play(self.lines.pop(0))
            over -= 1
        seats = self.setup.seats
        self.shown = {}
        for line in self.lines[seats:over]:
            if line.startswith("table: show "):
                who, dice = line.removeprefix("table: show ").split(": ")
                self.shown[int(who) - 1] = dice
        for _ in range(seats):
            line = self.lines.pop(0)
            seat = self.game["turn"]
            if not line.endswith("??"):
                self.play(line)
            elif seat in self.shown:
                self.game.play(f"roll {seat + 1}: {self.shown[seat]}")
            else:
                self.game.play(self.game.moves()[0])

    def play(self, line: str) -> None:
        """Follow a line; what the table shows is known already."""
        who, _, words = line.partition(": ")
        if who != "table":
            self.game.play(words)

    def take_in(self, solved: Round | None) -> None:
        """A line after the rolls."""
        line = self.lines.pop(0)
        seat = self.game.actor
        if self.notices and seat >= 0 and seat != self.seat and not line.startswith("table"):
            moves, move = self.game.moves(), self.game.read(line.partition(": ")[2])
            if len(moves) > 1 and move in moves:
                self.setup.game.table.lay(self.ts, 0, self.game.cells)
                if self.game["phase"] != CLAIM:
                    self.see_deed(seat, moves, move)
                elif solved is not None:
                    self.see_claim(seat, move - CLAIM_AT, solved)
        self.play(line)

    def see_claim(self, seat: int, place: int, rd: Round) -> None:
        """A claim, by the dice that were shown later, or by what they may have been."""
        k, klass = class_at(self.odds, self.ts, seat)
        where, prefix = rd.where.tolist(), 0
        for other in self.game["order"][:k]:
            prefix = prefix * rd.places + where.index(self.game["claim"][other])
        a, classes = where.index(place), int(self.odds.classes[k])
        chance = self.odds.chance[k, :classes]
        if seat in self.shown:
            chance = np.arange(classes) == klass
        at = int(rd.start[k]) + prefix * classes
        rows = slice(at, at + classes)
        likely = np.full(MINDS, 1.0 / rd.places)
        likely[RATIONAL] = (chance * rd.plan[rows, a]).sum()
        likely[HABIT] = (chance * rd.habit[rows, a]).sum()
        likely[THUMB] = (chance * (rd.thumb[rows] == a)).sum()
        self.learn(seat, likely, rd.places)

    def see_deed(self, seat: int, moves: list[int], move: int) -> None:
        """A reroll, steal, trade or swap."""
        out, likely = row(len(moves)), np.zeros(MINDS)
        out[:] = moves
        heat = HEAT.get(self.game["phase"], HEAT[SWAP])
        room = (self.sheet, self.room, likely)
        deed_likelihoods(self.odds, self.weights, self.ts, out, len(moves), move, heat, *room)
        self.learn(seat, likely, len(moves))

    def learn(self, seat: int, likely: Any, choices: int) -> None:
        """Bayes' rule; minds slip, and may change."""
        evidence = self.evidence[seat] * ((1 - SLIP) * likely + SLIP / choices)
        self.evidence[seat] = STAY * evidence / evidence.sum() + (1 - STAY) / MINDS
        shown = np.array(PRIOR) * self.evidence[self.others]  # [other, mind]
        alike = ALIKE * np.array(PRIOR) * self.evidence[self.others].prod(axis=0)
        mixed = (1 - ALIKE) * shown.sum(axis=1).prod()
        self.minds[self.others] = normal(alike + mixed * normal(shown))


def wild(minds: Any) -> Any:
    """How likely each seat plays at random to the end, as far as we count on it: not before that is at least as likely.

    A little hope for random players at every table would have us state too good chances at most of them.
    """
    chances = minds[:, RANDOM]
    return np.where(chances >= DOUBT, chances, 0.0)


def normal(weights: Any) -> Any:
    """Weights as chances, along the last axis."""
    return weights / weights.sum(axis=-1, keepdims=True)
