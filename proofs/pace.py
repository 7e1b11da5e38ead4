"""How long the players think: mean, median and 99th percentile of a move's processor time, after compilation.

    python proofs/pace.py [GAME …] [--seats 4] [--games 4] [--effort 1] [--level master …]

Every seat is taken by the same level. Moves without a choice are not counted. Players think in one thread, so on a
core of their own a move takes as long as it takes processor time; what others do on the machine is not counted.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from brimstone.arena.match import play_game
from brimstone.bots import find as player_by_name
from brimstone.bots.player import LEVELS, Seated
from brimstone.games import NAMES, find
from brimstone.games.contract import Setup
from brimstone.games.options import set_up
from brimstone.games.state import View

LIMITS = dict.fromkeys(LEVELS, 0.15) | {"master": 1.0}


class Clocked(Seated):
    """A player and a watch."""

    def __init__(self, player: Seated, times: list[float]) -> None:
        super().__init__(player.setup, player.seat, player.seed)
        self.player, self.times = player, times

    def hear(self, line: str) -> None:
        self.player.hear(line)

    def choose(self, view: View) -> int:
        before = time.process_time()
        move = self.player.choose(view)
        if len(view.moves()) > 1:
            self.times.append(time.process_time() - before)
        return move


def times_of(setup: Setup, level: str, games: int, effort: float) -> list[float]:
    """Seconds of every move in games between players of this level; a game before them compiles."""
    maker, times = player_by_name(setup.game, level, effort), list[float]()
    for game in range(-1, games):
        if game == 0:
            times.clear()
        players = [Clocked(maker(setup, seat, seat), times) for seat in range(setup.seats)]
        play_game(setup, players, 1, game + 1)
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="GAME", nargs="*", default=NAMES)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--level", nargs="*", default=LEVELS)
    asked = parser.parse_args()
    late = 0
    for game in asked.names:
        setup = set_up(find(game), asked.seats, simulated=True)
        for level in asked.level:
            spent = np.array(times_of(setup, level, asked.games, asked.effort))
            worst = float(np.quantile(spent, 0.99))
            late += worst > LIMITS[level]
            print(
                f"{game:<6} {asked.seats} seats  {level:<7} {len(spent):6} moves"
                f"  mean {spent.mean() * 1e3:7.2f} ms  median {np.median(spent) * 1e3:7.2f} ms"
                f"  99 % {worst * 1e3:7.1f} ms, at most {LIMITS[level] * 1e3:.0f}: "
                f"{'NOT kept' if worst > LIMITS[level] else 'kept'}",
                flush=True,
            )
    return min(late, 1)


if __name__ == "__main__":
    raise SystemExit(main())
