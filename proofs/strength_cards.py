"""How strong the players of cards are: the ladder's matches on all cores, with 95 % intervals.

    .venv/bin/python proofs/strength_cards.py --games 400 [--only "master vs 3 thumb"] [--seats 4] [--cores 2]

One player sits among copies of another; every deal is played once from each seat. A shared win counts in parts.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from brimstone.arena.match import play_game, shares
from brimstone.bots import find
from brimstone.games import find as find_game
from brimstone.games.options import set_up

SEED = 2012


class Rung(NamedTuple):
    """One player against copies of another, and the share of wins it has to reach."""

    hero: str
    rival: str
    seats: int = 4
    goal: float = 0.0

    def __str__(self) -> str:
        return f"{self.hero} vs {self.seats - 1} {self.rival}"


LADDER = [
    Rung("master", "random", goal=0.97),
    Rung("master", "thumb", goal=0.53),
    Rung("master", "expert", goal=0.30),
    *(Rung("master", "thumb", seats, 1 / seats + 0.05) for seats in (3, 5, 6)),
    *(Rung(hero, rival) for hero, rival in (("casual", "child"), ("club", "casual"), ("expert", "club"))),
    *(Rung(f"master:{taste}", "master") for taste in ("gambler", "accountant", "spoiler", "friend")),
]


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (E. B. Wilson 1927)."""
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def elo(share: float, seats: int) -> float:
    """How many points the hero is above each rival, by Luce's choice rule."""
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share * (seats - 1) / (1 - share))


def won(rung: Rung, deal: int, effort: float) -> list[float]:
    """What the hero has won of one deal's games, from every seat."""
    game = find_game("cards")
    setup = set_up(game, rung.seats)
    wins = []
    for hero in range(rung.seats):
        names = [rung.hero if seat == hero else rung.rival for seat in range(rung.seats)]
        players = [find(game, name, effort)(setup, seat, SEED + deal) for seat, name in enumerate(names)]
        wins.append(shares(play_game(setup, players, SEED, deal).result)[hero])
    return wins


def measure(rung: Rung, games: int, effort: float, pool: ProcessPoolExecutor) -> None:
    """Play a rung's games and print its line."""
    began = time.perf_counter()
    deals = max(1, games // rung.seats)
    wins = [win for part in pool.map(won, [rung] * deals, range(deals), [effort] * deals) for win in part]
    share = sum(wins) / len(wins)
    low, high = wilson(share, len(wins))
    verdict = "" if not rung.goal else "reached" if low >= rung.goal else "not shown" if high >= rung.goal else "missed"
    goal = f">= {rung.goal:.0%}" if rung.goal else ""
    print(
        f"{rung!s:28} {len(wins):6} {share:7.1%}  {low:6.1%} .. {high:6.1%}  {elo(share, rung.seats):+5.0f}"
        f"  {goal:8} {verdict:10} {time.perf_counter() - began:6.0f} s",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--only", action="append", help="names of rungs, as printed; may be any `A vs N B`")
    parser.add_argument("--seats", type=int, default=4, help="of the rungs that are not in the ladder")
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    rungs = LADDER
    if asked.only:
        named = {str(rung): rung for rung in LADDER}
        rungs = [named.get(name) or Rung(*(name.split()[k] for k in (0, 3)), asked.seats) for name in asked.only]
    print("match                         games   share  95 % interval     Elo  goal     verdict      time")
    with ProcessPoolExecutor(asked.cores) as pool:
        for rung in rungs:
            measure(rung, asked.games, asked.effort, pool)


if __name__ == "__main__":
    main()
