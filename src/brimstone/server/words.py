"""The words of a game as it is set up, each found once: tables where the same is played share them."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import Any

import msgspec

from brimstone.games import find
from brimstone.games.contract import Setup
from brimstone.games.options import set_up
from brimstone.server.entries import Terms

KEPT = 500  # different games


class Words:
    """A game that can be played, and what has been said of it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.say = cache(partial(setup.game.say, setup))  # a move or outcome in words
        self.read = cache(partial(setup.game.read, setup))  # and back: only what was said at a table comes here


def words_of(terms: Terms) -> Words:
    """The words at a table; raises BadSetup."""
    return kept(msgspec.json.encode((terms.game, terms.seats, terms.options)))


@lru_cache(KEPT)
def kept(written: bytes) -> Words:
    game, seats, options = msgspec.json.decode(written, type=tuple[str, int, dict[str, Any]])
    return Words(set_up(find(game), seats, options))
