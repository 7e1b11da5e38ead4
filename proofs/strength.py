"""The ladder: how strong the players are, by matches under the same chance in every seat, with 95 % intervals.

    python proofs/strength.py [GAME …] [--games 400] [--only "master vs 3 thumb"] [--keep DIR] [--distance]

A rung counts as reached when the lower bound of the interval clears it. `--keep` keeps finished games, and a later run
of the same players goes on with them. Written up in docs/strength.md.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import NamedTuple

from brimstone.arena.tournament import contest
from brimstone.bots.dice.exploit import distances
from brimstone.games import NAMES, find
from brimstone.games.options import set_up


class Rung(NamedTuple):
    """One player against copies of another."""

    one: str
    others: str
    seats: int = 4
    aim: float | None = None  # for the lower bound of the win share

    def __str__(self) -> str:
        return f"{self.one} vs {self.seats - 1} {self.others}"


NEIGHBOURS = [Rung("expert", "club"), Rung("club", "casual"), Rung("casual", "child")]
TASTES = [Rung(f"master:{taste}", "master") for taste in ("gambler", "accountant", "spoiler", "friend")]


def against_thumb(seats: tuple[int, ...]) -> list[Rung]:
    return [Rung("master", "thumb", n, 1 / n + 0.05) for n in seats]


LADDER = {
    "coal": [
        Rung("master", "random", aim=0.99),
        Rung("master", "thumb", aim=0.5),
        Rung("master", "naive", aim=0.58),
        Rung("master", "thumb", 2, 0.6),
        Rung("master", "naive", 2, 0.75),
        Rung("master", "expert", aim=0.36),
        *NEIGHBOURS, *against_thumb((3, 5, 6)), *TASTES,
    ],
    "dice": [
        Rung("master", "random", aim=0.78),
        Rung("master", "thumb", aim=0.4),
        Rung("master", "expert", aim=0.33),
        *NEIGHBOURS, *against_thumb((3, 5, 6)), *TASTES,
    ],
    "cards": [
        Rung("master", "random", aim=0.97),
        Rung("master", "thumb", aim=0.53),
        Rung("master", "expert", aim=0.3),
        *NEIGHBOURS, *against_thumb((3, 5, 6)), *TASTES,
    ],
}  # fmt: skip


def elo(share: float, seats: int) -> float:
    """The lead over each of the others, by Plackett and Luce, that wins this share."""
    share = min(max(share, 1e-3), 1 - 1e-3)
    return 400 * math.log10(share * (seats - 1) / (1 - share))


def climb(game: str, rung: Rung, asked: argparse.Namespace) -> bool:
    """Play a rung and print it; is it reached, or was nothing asked of it?"""
    setup = set_up(find(game), rung.seats, simulated=True)
    kept = asked.keep and asked.keep / f"{game} {rung}.jsonl"
    players = [rung.one, rung.others]
    report = contest(setup, players, asked.games, asked.seed, asked.workers, asked.effort, resume=kept)
    one = report.of(rung.one)
    leads = [elo(share, rung.seats) for share in (one.win_share, one.low, one.high)]
    reached = rung.aim is None or one.low >= rung.aim
    aim = "" if rung.aim is None else f"  aim {rung.aim:.1%}: {'reached' if reached else 'NOT reached'}"
    print(
        f"{game:<6} {rung!s:<28} {one.win_share:6.1%} ({one.low:.1%} to {one.high:.1%})  {report.games} games"
        f"  {leads[0]:+.0f} Elo ({leads[1]:+.0f} to {leads[2]:+.0f}){aim}",
        flush=True,
    )
    for fault in report.faults:
        print(f"       {fault}", flush=True)
    return reached and not report.faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="GAME", nargs="*", default=NAMES)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--only", default="", help="rungs with this in their names")
    parser.add_argument("--workers", type=int, help="processes; all cores if not given")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="keep finished games in this directory, go on with them"
    )
    parser.add_argument("--distance", action="store_true", help="only how far a round of dice is from equilibrium")
    asked = parser.parse_args()
    if asked.keep:
        asked.keep.mkdir(parents=True, exist_ok=True)
    missed = 0
    for game in () if asked.distance else asked.names:
        for rung in LADDER[game]:
            if asked.only in str(rung):
                missed += not climb(game, rung, asked)
    if asked.distance or ("dice" in asked.names and not asked.only):
        for seats in (3, 4, 5, 6):
            for spent, far in distances(seats, asked.seed, (0.05, 0.5, 5.0)):
                print(f"dice   {seats} seats: {far:.3f} points from equilibrium after {spent:.2f} s", flush=True)
    return min(missed, 1)


if __name__ == "__main__":
    raise SystemExit(main())
