"""What a taste costs the master of cards, without the luck of matches; and who names it without sharing its luck.

    python proofs/cards_tastes.py [--games 6] [--seed 9] [--effort 2]

Plain masters play each other. At every decision each taste says which card it would play, and a second, plain mind with
luck of its own and more worlds says what that card is worth and what the plain master's card is. A taste's cost is the
sum of the differences over a game, in winning chance: what it would lose if the game went on as among plain masters. A
watcher with the second mind's luck names the taste from thirty decisions in a row.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from typing import Any

import numpy as np

from brimstone.arena.match import Fate
from brimstone.bots.cards.levels import Weighed, leaning, shares
from brimstone.bots.cards.mind import CardsPlayer
from brimstone.bots.player import TASTES, Manner
from brimstone.games import find
from brimstone.games.contract import CHANCE, OVER, Setup
from brimstone.games.options import set_up
from brimstone.games.state import State, View, ready

AIM = 0.03  # winning chance
DECISIONS = 30
SLIP = 0.02  # the watcher reckons that anybody may do anything this often
PERSONALITIES = TASTES[1:]


class Probe(CardsPlayer):
    """A master that keeps what its search found."""

    found: Weighed

    def weighed(self, cards: list[int], lines: int, weights: Any, means: Any) -> Weighed:
        self.found = super().weighed(cards, lines, weights, means)
        return self.found

    def mix(self, view: View, taste: str) -> Any:
        """How often this mind would play each card if it had this taste."""
        devils = view["devils"][: self.setup.seats]
        return shares(self.level, self.found, leaning(taste, self.found, self.seat, devils, view["led"]))


class Watch:
    """What the tastes have cost, by game and seat, and how likely each taste makes the cards of each."""

    def __init__(self, setup: Setup, effort: float) -> None:
        self.setup, self.effort = setup, effort
        self.costs: dict[str, list[float]] = defaultdict(list)
        self.likely: dict[str, list[list[float]]] = defaultdict(list)

    def play(self, seed: int, game: int) -> None:
        """One game among plain masters."""
        state, fate, seats = ready(self.setup), Fate(seed, game), range(self.setup.seats)
        minds = [Probe(self.setup, seat, game, Manner()) for seat in seats]
        judges = [Probe(self.setup, seat, game + 10**6, Manner(effort=self.effort)) for seat in seats]
        spent = {taste: np.zeros(self.setup.seats) for taste in PERSONALITIES}
        while state.actor != OVER:
            move = fate.draw(state) if state.actor == CHANCE else self.decide(state, minds, judges, spent)
            for mind, judge, told in zip(minds, judges, state.tell(move)[1:], strict=True):
                for line in told:
                    mind.hear(line)
                    judge.hear(line)
        for taste in PERSONALITIES:
            self.costs[taste] += spent[taste].tolist()

    def decide(self, state: State, minds: list[Probe], judges: list[Probe], spent: dict[str, Any]) -> int:
        """The plain master's card; what each taste would have played is judged."""
        seat = state.actor
        mind, judge, view = minds[seat], judges[seat], state.view(seat)
        cards = view.moves()
        if len(cards) == 1:
            return cards[0]
        mind.think(view)
        judge.think(view)
        plain = int(mind.mix(view, "plain").argmax())
        for taste in PERSONALITIES:
            chosen = int(mind.mix(view, taste).argmax())
            spent[taste][seat] += judge.found.value[plain] - judge.found.value[chosen]
            mixes = [float(judge.mix(view, other)[chosen]) for other in PERSONALITIES]
            self.likely[taste].append([math.log((1 - SLIP) * share + SLIP) for share in mixes])
        return cards[plain]

    def named(self, taste: str) -> list[bool]:
        """For every thirty decisions of a taste: does the watcher name it?"""
        likely = np.array(self.likely[taste])
        blocks = likely[: len(likely) // DECISIONS * DECISIONS].reshape(-1, DECISIONS, len(PERSONALITIES))
        return [PERSONALITIES[k] == taste for k in blocks.sum(axis=1).argmax(axis=1)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--effort", type=float, default=2.0, help="of the mind that judges")
    asked = parser.parse_args()
    watch, missed = Watch(set_up(find("cards"), 4, simulated=True), asked.effort), 0
    for game in range(asked.games):
        watch.play(asked.seed, game)
    for taste in PERSONALITIES:
        costs, named = np.array(watch.costs[taste]), watch.named(taste)
        mean, error = float(costs.mean()), 1.96 * float(costs.std(ddof=1)) / math.sqrt(len(costs))
        missed += mean > AIM
        print(
            f"cards  {taste:<11} costs {mean * 100:+.2f} ± {error * 100:.2f} points a game, aim {AIM * 100:.0f};"
            f" named in {np.mean(named):.0%} of {len(named)} times thirty decisions",
            flush=True,
        )
    return min(missed, 1)


if __name__ == "__main__":
    raise SystemExit(main())
