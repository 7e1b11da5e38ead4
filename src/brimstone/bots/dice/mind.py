"""The player: one mind behind all levels and tastes.

Claims come from the round's solution, everything after them from weighing each move. Lower levels look less far (the
expert answers habits, the club takes a quick look, the casual player divides the points printed on an item among those
who want it, the child wants what has most points printed on it, whoever is there) and tell values apart less finely.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from brimstone.bots.dice.asked import odds_now, swap_now, take_now, value_now, where_at, wins_already
from brimstone.bots.dice.battles import NONE
from brimstone.bots.dice.layout import ROOM, Round, desk, laid_out
from brimstone.bots.dice.levels import AFTER, LIMITS, MOST_WAYS, RIVAL, WHOLE_ROUND, iterations, way_to_look
from brimstone.bots.dice.look import RATIONAL, customs_at, habits_at, look
from brimstone.bots.dice.odds import CLASSES, odds_for
from brimstone.bots.dice.outcomes import CHANCES
from brimstone.bots.dice.round import conclude, infer, reach, solve
from brimstone.bots.dice.settle import weigh_moves
from brimstone.bots.dice.study import Study, wild
from brimstone.bots.dice.tastes import claim_bonus, deed_bonus
from brimstone.bots.dice.utility import fill_wins_of, prepare
from brimstone.bots.dice.value import Weights, sheet, weights_for
from brimstone.bots.player import Choice, Fact, Manner, Player, Thought
from brimstone.compiling import row
from brimstone.games.contract import Setup
from brimstone.games.dice import AGAIN, CLAIM, CLAIM_AT, FORCE, SWAP, SWAP_WITH
from brimstone.games.dice_words import RANK_NAMES
from brimstone.games.state import View

CHANCE = (0.0, 1.0)  # what several whims change is added up, and may lead beyond
DOMINATED = -2.0  # added to what nobody does, however little it costs
MIXED = 6  # iterations whose mix is better than the best value


class Memory(NamedTuple):
    """The round as it was solved when we claimed."""

    number: int
    round: Round
    claims: list[int]  # by position, as indices of places, up to our own


class Solution(NamedTuple):
    """A round solved from our seat."""

    round: Round
    mine: int  # our row
    known: int  # positions who follow habits
    k: int  # ours
    prefix: int  # the claims before us
    likely: float  # how likely those are

    @property
    def values(self) -> Any:
        """What each claim is worth to us."""
        return self.round.gain[self.mine] / self.likely


def battle_facts(view: View, where: list[int], chances: Any) -> list[Fact]:
    """The chance to get the item at each place, and how many claim it already."""
    return [
        Fact(
            "dice.battle",
            {"place": place + 1, "chance": float(chance), "against": view["claim"][: view.setup.seats].count(place)},
            CLAIM_AT + place,
        )
        for place, chance in zip(where, chances, strict=True)
    ]


class Mind(Player):
    """Weighs what it can see, at its level and to its taste."""

    def __init__(self, setup: Setup, seat: int, seed: int, manner: Manner) -> None:
        super().__init__(setup, seat, seed)
        self.manner, self.limits = manner, LIMITS[manner.level]
        self.odds = odds_for(setup)
        self.weights: Weights = weights_for(setup.seats)
        self.table = setup.game.table
        self.ts = self.table.batch(ROOM)
        self.desk, self.sheet = desk(), sheet()
        self.belief = np.zeros((6, CLASSES))
        self.memory: Memory | None = None
        self.listens = self.limits.look == "round"
        self.study = Study(setup, seat, self.weights, self.limits.studies)

    def hear(self, line: str) -> None:
        if self.listens:
            self.study.hear(line)

    # --- claims ------------------------------------------------------------------------------------------------------

    def think(self, view: View) -> Thought:
        return self.thought(view, reasons=True)

    def weigh_only(self, view: View) -> Thought:
        """The same without the reasons, which take as long again where the round is solved."""
        return self.thought(view, reasons=False)

    def thought(self, view: View, reasons: bool) -> Thought:
        self.look_at(view)
        if view["phase"] != CLAIM:
            return self.think_after(view)
        where = [move - CLAIM_AT for move in view.moves()]
        shares, solved = self.weigh_claims(view, where)
        if solved is not None and not reasons:
            worth = np.clip(solved.values, *CHANCE).tolist()
            return Thought(tuple(Choice(CLAIM_AT + place, worth[k], float(shares[k])) for k, place in enumerate(where)))
        values, facts, parts = self.explain(view, where, solved)
        choices = [
            Choice(CLAIM_AT + place, value, float(share), part)
            for place, value, share, part in zip(where, values, shares, parts, strict=True)
        ]
        return Thought(tuple(choices), (*facts, self.worth_of_rank(view)))

    def look_at(self, view: View) -> None:
        """Lay the table out, and recall what the others have done until now."""
        self.study.catch_up(self.understood)
        self.lay_out(view)

    def lay_out(self, view: View) -> None:
        """Have the table before us, and what we think of those who sit there."""
        self.table.lay(self.ts, 0, view.cells)
        if self.limits.studies:
            self.sheet.wild[:] = wild(self.study.minds)
            self.weights = weights_for(self.setup.seats, wild=bool(self.sheet.wild.any()))

    def choose(self, view: View) -> int:
        self.look_at(view)
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        if view["phase"] == CLAIM:
            shares, _ = self.weigh_claims(view, [move - CLAIM_AT for move in moves])
        else:
            shares = self.shares_after(view, moves, self.values_after(view, moves))
        at = self.draws(view, 1).below(1 << 30) / (1 << 30)
        for move, share in zip(moves, shares, strict=True):
            at -= share
            if at < 0:
                return move
        return moves[int(np.argmax(shares))]

    def solution(self, view: View, where: list[int], iterations: int) -> Solution:
        """The round solved, by what we think of the others."""
        k, klass = where_at(self.odds, self.ts, self.seat)
        prefix = self.prefix(view, where, k)
        rd = laid_out(self.odds, where)
        known = k if self.setup.seats > WHOLE_ROUND or iterations == 0 else 0
        start = prefix if known else 0
        habits_at(self.odds, rd, self.ts)
        customs_at(self.odds, rd, self.ts, self.study.minds)
        prepare(self.odds, rd, self.desk, self.weights, self.ts, self.sheet, CHANCES, True, known, start)
        solve(self.odds, rd, self.desk, 0, iterations, known, start)
        conclude(self.odds, rd, self.desk, known, k, prefix, k)
        mine = int(rd.start[k] + prefix * self.odds.classes[k] + klass)
        return Solution(rd, mine, known, k, prefix, float(reach(self.odds, rd, k, prefix)))

    def claims(self, view: View, where: list[int], k: int) -> list[int]:
        """The claims before position k as indices of places."""
        return [where.index(view["claim"][seat]) for seat in view["order"][:k]]

    def prefix(self, view: View, where: list[int], k: int) -> int:
        """The same as digits."""
        prefix = 0
        for claim in self.claims(view, where, k):
            prefix = prefix * len(where) + claim
        return prefix

    def tries(self, where: list[int], k: int, effort: float) -> int:
        """How often we may go through the round."""
        return iterations(self.limits, effort, self.setup.seats, len(where), k)

    def solved_at(self, seen: View, effort: float) -> Solution | None:
        """The round of which we saw this when we claimed; none at a quick look."""
        self.lay_out(seen)
        where = [move - CLAIM_AT for move in seen.moves()]
        k, _ = where_at(self.odds, self.ts, self.seat)
        if way_to_look(self.limits, self.setup.seats, len(where), k) != "round":
            return None
        return self.solution(seen, where, self.tries(where, k, effort))

    def understood(self, seen: View) -> Round | None:
        """A round of before, to learn from it: the same whether we were asked then or not, and with no more effort than
        a match has, for whoever is asked late takes in all rounds at once.
        """
        if self.memory and self.memory.number == seen["round"] and self.manner.effort <= 1.0:
            return self.memory.round
        solved = self.solved_at(seen, min(self.manner.effort, 1.0))
        return solved.round if solved else None

    def recall(self, seen: View) -> None:
        """Remember this round as we saw it when we claimed, if we were not asked then."""
        if self.memory is None or self.memory.number != seen["round"]:
            solved = self.solved_at(seen, self.manner.effort)
            if solved:
                self.memory = Memory(
                    seen["round"], solved.round, self.claims(seen, solved.round.where.tolist(), solved.k)
                )

    def weigh_claims(self, view: View, where: list[int]) -> tuple[Any, Solution | None]:
        """How often each place is claimed, and the round behind it where it was solved."""
        k, klass = where_at(self.odds, self.ts, self.seat)
        bonus = claim_bonus(view, self.seat, self.manner.taste, where)
        kind = way_to_look(self.limits, self.setup.seats, len(where), k)
        if kind == "round":
            tries = self.tries(where, k, self.manner.effort)
            solved = self.solution(view, where, tries)
            self.memory = Memory(view["round"], solved.round, self.claims(view, where, k))
            mixes = self.limits.studies and self.manner.taste == "plain" and tries >= MIXED and self.is_met()
            mix = solved.round.plan[solved.mine] if mixes else None
            return self.shares(solved.values + bonus, self.limits.heat, mix), solved
        if kind == "quick":
            values = np.zeros(6)
            look(self.odds, self.weights, self.ts, k, klass, self.sheet, values)
            return self.shares(values[where] + bonus, self.limits.heat), None
        notions = np.array([float(view["value"][view["open"][place]]) for place in where])
        if kind == "shared":
            notions /= [1 + RIVAL * sum(claim == place for claim in view["claim"]) for place in where]
        return self.shares(notions + 40 * bonus, self.limits.heat), None

    def is_met(self) -> bool:
        """Do the others think as we do, more likely than not? Else there is nobody to be read by."""
        trust = self.study.minds[: self.setup.seats, RATIONAL].sum() - 1.0  # without our own
        return bool(trust > 0.5 * (self.setup.seats - 1))

    def chances_at(self, view: View, where: list[int], k: int, klass: int) -> Any:
        """The chance to win each place against who is there already."""
        before = view["order"][:k]
        there = [sum(1 << j for j, seat in enumerate(before) if view["claim"][seat] == place) for place in where]
        return np.array([self.odds.win[0, k, klass, party] for party in there])

    def shares(self, values: Any, heat: float, mix: Any = None) -> Any:
        """How often each move is made: by its value, or by a given mix of those that are good enough."""
        good = values >= values.max() - self.limits.slack
        if mix is not None and (mix * good).sum() > 0.05:
            shares = np.where(mix >= 0.03, mix, 0.0) * good
            if shares.sum() > 0:
                return shares / shares.sum()
        shares = np.exp((values - values.max()) / heat) * good
        return shares / shares.sum()

    def explain(
        self, view: View, where: list[int], solved: Solution | None
    ) -> tuple[list[float], list[Fact], list[dict[str, float]]]:
        """What each claim is worth, in parts, and the odds behind it."""
        value_now(self.weights, self.ts, 0, self.sheet)
        rest = float(self.sheet.chances[self.seat])
        alone = []
        for place in where:
            self.table.lay(self.ts, 1, view.cells)
            take_now(self.ts, 1, self.seat, place)
            value_now(self.weights, self.ts, 1, self.sheet)
            alone.append(float(self.sheet.chances[self.seat]) - rest)
        if len(where) ** self.setup.seats > MOST_WAYS:
            return self.explain_quickly(view, where, rest, alone)
        solved = solved or self.solution(view, where, 0)
        rd, k, here = solved.round, solved.k, (solved.k, solved.prefix)
        values = np.clip(solved.values, *CHANCE)
        prepare(self.odds, rd, self.desk, self.weights, self.ts, self.sheet, CHANCES, False, *here)
        conclude(self.odds, rd, self.desk, solved.known, *here, k)
        plain = solved.values
        fill_wins_of(self.odds, rd, self.desk, k)
        conclude(self.odds, rd, self.desk, solved.known, *here, k)
        chances = solved.values
        parts = []
        for a in range(len(where)):
            rank = float(values[a] - plain[a])
            parts.append(
                {"item": alone[a], "battle": float(values[a]) - rest - alone[a] - rank, "rank": rank, "rest": rest}
            )
        return values.tolist(), battle_facts(view, where, chances), parts

    def explain_quickly(self, view: View, where: list[int], rest: float, alone: list[float]) -> Any:
        """The same from a quick look, where there are too many ways."""
        k, klass = where_at(self.odds, self.ts, self.seat)
        out = np.zeros(6)
        look(self.odds, self.weights, self.ts, k, klass, self.sheet, out)
        values = [float(out[place]) for place in where]
        chances = self.chances_at(view, where, k, klass)
        parts = [
            {"item": item, "battle": value - rest - item, "rest": rest}
            for value, item in zip(values, alone, strict=True)
        ]
        return values, battle_facts(view, where, chances), parts

    # --- after the claims --------------------------------------------------------------------------------------------

    def remember(self, view: View) -> None:
        """What the dice still hidden may be, by the claims: as we understood them when we claimed."""
        self.belief[:] = self.odds.chance
        if seen := self.study.own_claim():
            self.recall(seen)
            self.lay_out(view)
        memory = self.memory
        if memory is None or memory.number != view["round"] or not any(place >= 0 for place in view["claim"]):
            return
        claims = np.full(6, NONE, np.int64)
        claims[: len(memory.claims)] = memory.claims
        where = memory.round.where.tolist()
        for k, seat in enumerate(view["order"][: self.setup.seats]):
            if view["claim"][seat] >= 0:
                claims[k] = where.index(view["claim"][seat])
        infer(self.odds, memory.round, self.desk, claims, self.belief)

    def values_after(self, view: View, moves: list[int]) -> Any:
        """Our chance to win after each move."""
        values = np.zeros((len(moves), 6))
        out = row(len(moves))
        out[:] = moves
        self.remember(view)
        room = (self.belief, self.desk, self.sheet, values)
        weigh_moves(self.odds, self.weights, self.ts, out, len(moves), *room)
        return np.clip(values[:, self.seat], *CHANCE)

    def shares_after(self, view: View, moves: list[int], values: Any) -> Any:
        bonus = deed_bonus(view, self.seat, self.manner.taste, moves)
        if view["phase"] == FORCE and wins_already(self.ts, self.seat):
            bonus[moves.index(AGAIN)] = DOMINATED
        return self.shares(values + bonus, AFTER[self.manner.level])

    def think_after(self, view: View) -> Thought:
        moves = view.moves()
        values = self.values_after(view, moves)
        shares = self.shares_after(view, moves, values)
        rest = float(values[0])
        part = {FORCE: "battle", SWAP: "rank"}.get(view["phase"], "item")
        choices = [
            Choice(move, float(value), float(share), {part: float(value) - rest, "rest": rest})
            for move, value, share in zip(moves, values, shares, strict=True)
        ]
        return Thought(tuple(choices), tuple(self.facts_after(view, moves, values)))

    def worth_of_rank(self, view: View) -> Fact:
        """What our rank is worth from the next round on, against the others' on average and the best of them."""
        value_now(self.weights, self.ts, 0, self.sheet)
        here, gains = float(self.sheet.chances[self.seat]), {}
        for other in range(self.setup.seats):
            if other != self.seat:
                self.table.lay(self.ts, 1, view.cells)
                swap_now(self.ts, 1, self.seat, other)
                value_now(self.weights, self.ts, 1, self.sheet)
                gains[other] = float(self.sheet.chances[self.seat]) - here
        best = max(gains, key=lambda other: gains[other])
        mine, its = (RANK_NAMES[view["rank"][seat] - 1] for seat in (self.seat, best))
        average = sum(gains.values()) / len(gains)
        return Fact("dice.rank.held", {"rank": mine, "worth": -average, "best": its, "gain": gains[best]})

    def facts_after(self, view: View, moves: list[int], values: Any) -> list[Fact]:
        """What the battle's odds are, and what our rank is worth, or each that we may have."""
        if view["phase"] == FORCE:
            found = np.zeros(6)
            facts = []
            for move in moves:
                odds_now(self.odds, self.ts, move == AGAIN, found)
                key = "dice.reroll" if move == AGAIN else "dice.stand"
                facts.append(Fact(key, {"chance": float(found[self.odds.spiel])}, move))
            return [*facts, self.worth_of_rank(view)]
        if view["phase"] != SWAP:
            return [self.worth_of_rank(view)]
        facts = []
        for move, value in zip(moves, values, strict=True):
            if move >= SWAP_WITH:
                rank = RANK_NAMES[view["rank"][move - SWAP_WITH] - 1]
                facts.append(Fact("dice.rank", {"rank": rank, "worth": float(value - values[0])}, move))
        return facts


def player(setup: Setup, seat: int, seed: int, manner: Manner) -> Player:
    """A player of this level and taste."""
    return Mind(setup, seat, seed, manner)
