"""How strong the players of coal are: the ladder's matches on all cores, with 95 % intervals.

    python proofs/strength_coal.py --games 2000
    python proofs/strength_coal.py --games 400 --only "master vs 3 thumb"

Every deal of chance is played once from each seat. A row holds if the lower end of its interval clears its aim.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from brimstone.arena.match import play_game, shares
from brimstone.arena.simulate import share_of
from brimstone.bots import find as find_player
from brimstone.games import find
from brimstone.games.options import set_up

DEALS = 4  # a task: each is played once from every seat


class Match(NamedTuple):
    """One player against a table of others."""

    hero: str
    others: str
    seats: int
    aim: float  # share of wins
    most: float = 1.0  # for levels: not too far above either

    def __str__(self) -> str:
        return f"{self.hero} vs {self.seats - 1} {self.others}"


def by_elo(elo: float, seats: int = 4) -> float:
    """The share of wins of one seat that is stronger by `elo` than all others."""
    strength: float = 10 ** (elo / 400)
    return strength / (strength + seats - 1)


LADDER = [
    Match("master", "random", 4, 0.99),
    Match("master", "thumb", 4, 0.50),
    Match("master", "naive", 4, 0.58),
    Match("master", "thumb", 2, 0.60),
    Match("master", "naive", 2, 0.75),
    *(Match("master", "thumb", seats, 1 / seats + 0.05) for seats in (3, 5, 6)),
    Match("master", "expert", 4, 0.36),
    *(
        Match(better, worse, 4, by_elo(100), by_elo(200))
        for better, worse in (("expert", "club"), ("club", "casual"), ("casual", "child"))
    ),
    *(Match(f"master:{taste}", "master", 4, 0.22, 0.28) for taste in ("gambler", "accountant", "spoiler", "friend")),
]


def play_deals(match: Match, seed: int, first: int, deals: int) -> tuple[float, int]:
    """The hero's wins over these deals, and the games played."""
    setup = set_up(find("coal"), match.seats, simulated=True)
    hero, other = find_player(setup.game, match.hero), find_player(setup.game, match.others)
    wins = 0.0
    for deal in range(first, first + deals):
        for mine in range(match.seats):
            makers = [hero if seat == mine else other for seat in range(match.seats)]
            players = [make(setup, seat, seed * 1009 + deal * 31 + seat) for seat, make in enumerate(makers)]
            wins += shares(play_game(setup, players, seed, deal).result)[mine]
    return wins, deals * match.seats


def tasks(match: Match, games: int) -> Iterator[tuple[int, int]]:
    deals = math.ceil(games / match.seats)
    for first in range(0, deals, DEALS):
        yield first, min(DEALS, deals - first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="games a match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="only matches whose name contains this")
    chosen = parser.parse_args()
    print(f"{'match':34} {'games':>6} {'share':>7}  {'95 % interval':15} {'aim':>6}  holds  seconds")
    with ProcessPoolExecutor(chosen.workers) as pool:
        for match in LADDER:
            if chosen.only not in str(match):
                continue
            began = time.perf_counter()
            played = [pool.submit(play_deals, match, chosen.seed, *task) for task in tasks(match, chosen.games)]
            results = [each.result() for each in played]
            wins, games = sum(won for won, _ in results), sum(count for _, count in results)
            found = share_of(wins, games)
            holds = found.low >= match.aim and found.mean <= match.most
            print(
                f"{match!s:34} {games:6} {found.mean:7.1%}  {found.low:6.1%}-{found.high:6.1%} {match.aim:7.1%}"
                f"  {'yes' if holds else 'no ':5} {time.perf_counter() - began:6.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
