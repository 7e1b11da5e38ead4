"""Tastes: can a watcher tell them apart from thirty decisions?

    python proofs/tastes.py [GAME …] [--level master] [--samples 25] [--minds 4]

A player with a taste sits among plain ones. The watcher hears and sees what the player does, asks itself at each of
thirty decisions how likely each taste would have made the move, and names the likeliest. It does not know what the
player has imagined, so it imagines several times for itself. What the tastes cost in strength is measured by the ladder
(`python proofs/strength.py --only master:`).
"""

from __future__ import annotations

import argparse
import contextlib
import math
from collections import Counter
from itertools import chain
from statistics import mean

from brimstone.arena.match import play_game
from brimstone.bots import find as player_by_name
from brimstone.bots.player import TASTES, Player, Seated, Thought
from brimstone.games import NAMES, find
from brimstone.games.contract import Setup
from brimstone.games.options import set_up
from brimstone.games.state import View

DECISIONS = 30
AIM = 0.7
SLIP = 0.02  # the watcher reckons that anybody may do anything this often
ANOTHER_LUCK = 1_000_003  # the watcher's own: with the seed of what it watches it would simulate the same rounds
PERSONALITIES = TASTES[1:]


class SeenEnough(Exception):
    """The watcher has its thirty decisions."""


class Watched(Seated):
    """A player, and beside it some minds of every taste that hear and see the same."""

    def __init__(self, player: Player, minds: dict[str, list[Player]], evidence: dict[str, float]) -> None:
        super().__init__(player.setup, player.seat, player.seed)
        self.player, self.minds, self.evidence, self.seen = player, minds, evidence, 0

    def hear(self, line: str) -> None:
        for player in (self.player, *chain(*self.minds.values())):
            player.hear(line)

    def choose(self, view: View) -> int:
        if self.seen == DECISIONS:
            raise SeenEnough
        move = self.player.choose(view)
        if len(view.moves()) > 1:
            self.seen += 1
            for taste, minds in self.minds.items():
                share = mean(share_of(move, mind.think(view)) for mind in minds)
                self.evidence[taste] += math.log((1 - SLIP) * share + SLIP)
        return move


def share_of(move: int, thought: Thought) -> float:
    return next(choice.share for choice in thought.choices if choice.move == move)


def named(setup: Setup, taste: str, sample: int, asked: argparse.Namespace) -> str:
    """The taste that a watcher names after thirty decisions of a player, in as many games as that takes."""
    evidence = dict.fromkeys(PERSONALITIES, 0.0)
    makers = {name: player_by_name(setup.game, f"{asked.level}:{name}", asked.effort) for name in PERSONALITIES}
    plain = player_by_name(setup.game, asked.level, asked.effort)
    lucks = [sample + ANOTHER_LUCK * k for k in range(1, asked.minds + 1)]
    seen = game = 0
    while seen < DECISIONS:
        seat = (sample + game) % setup.seats
        minds = {name: [maker(setup, seat, luck) for luck in lucks] for name, maker in makers.items()}
        watched = Watched(makers[taste](setup, seat, sample), minds, evidence)
        watched.seen = seen
        players = [watched if k == seat else plain(setup, k, sample) for k in range(setup.seats)]
        with contextlib.suppress(SeenEnough):
            play_game(setup, players, sample + 1, game)
        seen, game = watched.seen, game + 1
    return max(evidence, key=lambda name: evidence[name])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="GAME", nargs="*", default=NAMES)
    parser.add_argument("--level", default="master")
    parser.add_argument("--samples", type=int, default=25, help="of each taste")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--minds", type=int, default=4, help="how often the watcher imagines for itself")
    asked = parser.parse_args()
    missed = 0
    for game in asked.names:
        setup, right = set_up(find(game), asked.seats, simulated=True), 0
        for taste in PERSONALITIES:
            found = Counter(named(setup, taste, k, asked) for k in range(asked.samples))
            right += found[taste]
            print(
                f"{game:<6} {taste:<11} taken for " + ", ".join(f"{n} {k}" for n, k in found.most_common()), flush=True
            )
        share = right / (asked.samples * len(PERSONALITIES))
        missed += share < AIM
        print(
            f"{game:<6} named rightly {share:.0%}; aim {AIM:.0%}: {'reached' if share >= AIM else 'NOT reached'}",
            flush=True,
        )
    return min(missed, 1)


if __name__ == "__main__":
    raise SystemExit(main())
