"""How strong the players of Dice Devils are: matches with 95 % intervals, and the distance of a round to equilibrium.

python proofs/strength_dice.py --games 400
python proofs/strength_dice.py --only master:thumb --games 2000
python proofs/strength_dice.py --distance
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from brimstone.arena.match import play_game, shares
from brimstone.arena.simulate import share_of
from brimstone.bots import find as find_player
from brimstone.bots.dice.exploit import distances
from brimstone.games import find
from brimstone.games.options import set_up


class Match(NamedTuple):
    """One player against others who are all the same."""

    one: str
    others: str
    seats: int
    bound: float | None  # the lower end of the interval must reach it


MATCHES = [
    Match("master", "random", 4, 0.78),
    Match("master", "thumb", 4, 0.40),
    Match("master", "expert", 4, 0.33),
    Match("expert", "club", 4, None),
    Match("club", "casual", 4, None),
    Match("casual", "child", 4, None),
    *(Match("master", "thumb", seats, 1 / seats + 0.05) for seats in (3, 5, 6)),
    *(Match(f"master:{taste}", "master", 4, None) for taste in ("gambler", "accountant", "spoiler", "friend")),
]
CHUNK = 8


class Tally(NamedTuple):
    """What a chunk of games came to."""

    won: float
    games: int
    moves: int
    seconds: float


def play(match: Match, effort: float, seed: int, first: int, games: int) -> Tally:
    """Games number `first` and on; the one sits at each seat in turn, chance repeats for each of its seats."""
    game = find("dice")
    setup = set_up(game, match.seats, {})
    won, moves, seconds = 0.0, 0, 0.0
    for number in range(first, first + games):
        where = number % match.seats
        names = [match.one if seat == where else match.others for seat in range(match.seats)]
        players = [find_player(game, name, effort)(setup, seat, seed + number) for seat, name in enumerate(names)]
        hero, choose = players[where], players[where].choose
        taken: list[float] = []

        def timed(view, choose=choose, taken=taken):  # type: ignore[no-untyped-def]
            start = time.perf_counter()
            move = choose(view)
            taken.append(time.perf_counter() - start)
            return move

        hero.choose = timed  # type: ignore[method-assign]
        won += shares(play_game(setup, players, seed, number // match.seats).result)[where]
        moves += len(taken)
        seconds += sum(taken)
    return Tally(won, games, moves, seconds)


def report(match: Match, tallies: list[Tally]) -> str:
    won, games = sum(t.won for t in tallies), sum(t.games for t in tallies)
    share = share_of(won, games)
    pace = 1000 * sum(t.seconds for t in tallies) / max(1, sum(t.moves for t in tallies))
    verdict = "" if match.bound is None else f" ≥ {match.bound:.1%}: {'yes' if share.low >= match.bound else 'no'}"
    line = (
        f"{match.one:>18} vs {match.seats - 1} {match.others:<8}{share.mean:7.1%} [{share.low:.1%}, {share.high:.1%}]"
    )
    return f"{line} {games:6} games {pace:6.1f} ms a move{verdict}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="matches whose ONE:OTHERS:SEATS contains this")
    parser.add_argument("--distance", action="store_true", help="only the distance to equilibrium by time")
    asked = parser.parse_args()
    if not asked.distance:
        with ProcessPoolExecutor(asked.workers) as pool:
            for match in MATCHES:
                if asked.only not in f"{match.one}:{match.others}:{match.seats}":
                    continue
                spans = [(first, min(CHUNK, asked.games - first)) for first in range(0, asked.games, CHUNK)]
                tasks = [pool.submit(play, match, asked.effort, asked.seed, *span) for span in spans]
                print(report(match, [task.result() for task in tasks]), flush=True)
    if asked.distance or not asked.only:
        for seats in (3, 4, 5, 6):
            for spent, far in distances(seats, asked.seed, (0.05, 0.5, 5.0)):
                print(f"{seats} seats: {far:.3f} points from equilibrium after {spent:.2f} s", flush=True)


if __name__ == "__main__":
    main()
