"""How fast bots decide through the door, beside a call in the same process: `python -m benchmarks.door`.

The bot makes the one in the middle of its moves. *here* is a call in this process and *door* a question through the
door, about decisions of real games; *game* is whole games of four such bots, each in its own process, rules and views
included, and *hearing* the same where each bot also hears its story. *door_cpu_us* is processor time, which other work
on the machine changes little.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from brimstone.arena.door import Door, DoorPlayer
from brimstone.arena.match import Fate, play_game
from brimstone.bots.player import Seated
from brimstone.games import NAMES, find
from brimstone.games.contract import CHANCE, OVER, Setup
from brimstone.games.options import set_up
from brimstone.games.state import View, ready

SEATS = 4
MOST = 500  # decisions a run
RUNS = 40
ENOUGH = 10_000  # decisions to weigh processor time by, of which starting a process takes some
BOT = "class Bot:\n    def choose(self, view, moves):\n        return moves[len(moves) // 2]\n"
LISTENER = f"{BOT}\n    def hear(self, line):\n        pass\n"


class Middle(Seated):
    """The same bot in this process."""

    def choose(self, view: View) -> int:
        moves = view.legal(self.seat)
        return moves[len(moves) // 2]


def decisions(setup: Setup, seat: int, games: int) -> list[View]:
    """What a seat sees whenever it decides, in some games."""
    seen = []
    for game in range(games):
        state, fate = ready(setup), Fate(0, game)
        while state.actor != OVER:
            moves = state.moves()
            if state.actor == seat:
                seen.append(state.view(seat))
            state.play(fate.draw(state) if state.actor == CHANCE else moves[len(moves) // 2])
    return seen


def rate(times: int, work: Callable[[], object]) -> float:
    """How many a second, in the best of some short runs: other work on the machine breaks into the rest."""
    best = float("inf")
    for _ in range(RUNS):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return times / best


def whole_games(setup: Setup, make: Callable[[int], Seated], games: int) -> float:
    """Decisions a second in whole games of four."""
    count = 0

    class Counted(Seated):
        """Counts its seat's decisions."""

        def __init__(self, player: Seated) -> None:
            super().__init__(player.setup, player.seat, player.seed)
            self.player = player
            self.listens = getattr(player, "listens", False)

        def hear(self, line: str) -> None:
            self.player.hear(line)

        def choose(self, view: View) -> int:
            nonlocal count
            count += 1
            return self.player.choose(view)

    begun = time.perf_counter()
    for game in range(games):
        play_game(setup, [Counted(make(seat)) for seat in range(SEATS)], 0, game)
    return count / (time.perf_counter() - begun)


def answers(player: Seated, views: list[View]) -> list[int]:
    return [player.choose(view) for view in views]


def behind(setup: Setup, doors: list[Door], seat: int) -> Seated:
    return DoorPlayer(setup, seat, 0, doors[seat])


def cpu_seconds() -> float:
    """Processor time of this process and of all that have ended."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def cpu_cost(setup: Setup, file: Path, views: list[View]) -> float:
    """Microseconds of processor time that a decision costs on both sides, whatever else the machine does."""
    spent, many = [], views * (ENOUGH // len(views) + 1)
    for asked in ([], many):
        before = cpu_seconds()
        with closing(Door(setup, {"file": str(file), "name": "Bot"}, 5.0)) as door:
            answers(DoorPlayer(setup, 0, 0, door), asked)
        spent.append(cpu_seconds() - before)
    return 1e6 * (spent[1] - spent[0]) / len(many)


def measured(name: str, games: int) -> dict[str, float]:
    """The rates for one game."""
    setup = set_up(find(name), SEATS, simulated=True)
    views = decisions(setup, 0, games)[:MOST]
    here = Middle(setup, 0, 0)
    found = {"here": rate(len(views), partial(answers, here, views))}
    found["game_here"] = whole_games(setup, lambda seat: Middle(setup, seat, 0), games)
    with tempfile.TemporaryDirectory() as folder:
        for kind, text in (("", BOT), ("_hearing", LISTENER)):
            file = Path(folder, f"bot{kind}.py")
            file.write_text(text)
            doors = [Door(setup, {"file": str(file), "name": "Bot"}, 5.0) for _ in range(SEATS)]
            there = DoorPlayer(setup, 0, 0, doors[0])
            if not kind:
                found["door"] = rate(len(views), partial(answers, there, views))
                found["door_cpu_us"] = cpu_cost(setup, file, views)
            found[f"game{kind}"] = whole_games(setup, partial(behind, setup, doors), games)
            for door in doors:
                door.close()
    found["times_slower"] = found["here"] / found["door"]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = {name: measured(name, arguments.games) for name in NAMES}
    if arguments.json:
        print(json.dumps(found))
        return
    print("decisions a second, one bot at a time, four seats")
    for name, rates in found.items():
        print(f"  {name:<6}" + "".join(f"{key} {value:,.0f}   " for key, value in rates.items()))


if __name__ == "__main__":
    main()
