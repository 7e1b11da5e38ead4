"""What the tests of the OpenSpiel games share."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pyspiel
from absl import flags

import brimstone.envs.openspiel
from brimstone.games import find
from brimstone.games.options import set_up, written
from tests.games import referee

if not flags.FLAGS.is_parsed():
    flags.FLAGS.mark_as_parsed()  # OpenSpiel's own tests and playthroughs ask for them

REDUCED = brimstone.envs.openspiel.REDUCED
# Games as they come out of the box, but shorter.
FULL = {
    **{f"coal-{n}": f"brimstone_coal(players={n},rounds=2)" for n in range(2, 7)},
    **{f"dice-{n}": f"brimstone_dice(players={n},goal=2)" for n in range(3, 7)},
    **{f"cards-{n}": f"brimstone_cards(players={n},goal=1)" for n in range(3, 7)},
}


def frozen(tree: str) -> dict[str, Any]:
    """A tree that the referee has counted."""
    data: dict[str, Any] = json.loads((referee.DATA / f"tree_{tree}.json").read_text())
    return data


def game_of_tree(tree: str) -> Any:
    """The same game, loaded by OpenSpiel."""
    data = frozen(tree)
    texts = written(set_up(find(data["game"]), data["seats"], data["options"]))
    asked = {name: value if isinstance(value, int) else texts[name] for name, value in data["options"].items()}
    return pyspiel.load_game(f"brimstone_{data['game']}", {"players": data["seats"], **asked})


def states(game: Any) -> Iterator[Any]:
    """Every state of a small game."""
    todo = [game.new_initial_state()]
    while todo:
        state = todo.pop()
        yield state
        todo.extend(state.child(action) for action in state.legal_actions())
