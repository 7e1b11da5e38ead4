"""A server loads everything before it says where it is: no table waits for a compiler."""

from __future__ import annotations

import subprocess
import sys

import pytest

from brimstone.compiling import COMPILED

ASK = """
from numba.core.dispatcher import Dispatcher
from brimstone.arena.match import play_game
from brimstone.bots import find as player
from brimstone.bots.player import LEVELS, TASTES
from brimstone.games import NAMES, find
from brimstone.games.options import set_up
from brimstone.warmup import warm_up_server

warm_up_server()
compile, late = Dispatcher.compile, []

def told(self, signature):
    late.append(self.py_func.__qualname__)
    return compile(self, signature)

Dispatcher.compile = told
for name in NAMES:
    game = find(name)
    for seats in (game.seats[0], game.seats[-1]):
        setup = set_up(game, seats, simulated=True)
        mixed = [[f"{LEVELS[(first + seat) % 5]}:{TASTES[seat % 5]}" for seat in range(seats)] for first in range(2)]
        for named in (*mixed, ["master"] * seats):
            players = [player(game, each, 0.02)(setup, seat, seat) for seat, each in enumerate(named)]
            play_game(setup, players, 1, seats)
print(*late)
"""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_nothing_is_left_to_be_compiled_at_a_table() -> None:
    run = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == []
