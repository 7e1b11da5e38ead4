"""What a table draws, and what stands in its chain of hashes before the first move and under each seal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brimstone.fair import promise_of, seal_of, seal_salt
from brimstone.games.contract import CHANCE
from brimstone.server.entries import Sealed
from brimstone.verify import heading, terms_of

if TYPE_CHECKING:
    from brimstone.server.table import Table


def drawn(table: Table) -> list[str]:
    """What chance does up to the next decision, from the table's stream of draws."""
    state, says = table.state.copy(), list[str]()
    while state.actor == CHANCE:
        odds = state.odds()
        outcome, _ = odds[table.stream.pick(table.draws + len(says), [weight for _, weight in odds])]
        says.append(table.words.say(outcome))
        state.play(outcome)
    return says


def heading_of(table: Table, before: Sequence[str]) -> str:
    """The beginning of the chain: what is played, from where on, and what was promised."""
    salted = [
        {"seat": seat, "promise": chair.promise, "salt": chair.salt}
        for seat, chair in enumerate(table.chairs, 1)
        if chair.salt
    ]
    return heading(terms_of(table.setup, before), promise_of(table.secret), salted)


def hash_of(table: Table, choice: Sealed) -> str:
    """The hash of a secret choice."""
    salt = seal_salt(table.secret, table.id, len(table.moves) - len(table.given), choice.seat + 1)
    return seal_of(salt, choice.say)
