"""The chairs of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brimstone.server.entries import Hand


@dataclass(slots=True)
class Chair:
    """A seat and whoever has to do with it."""

    guest: int = 0
    level: str = ""  # of a bot whose seat it is
    substitute: str = ""  # of a bot that plays for the guest
    left: bool = False  # the guest has said so
    conceded: bool = False
    claimed: int = 0  # the guest who takes over at the next round
    since: Sequence[int] = ()  # versions, of the public story first and then of every seat's, that say all this
    promise: str = ""
    salt: str = ""
    substituted_at: int = 0  # moves before the substitute came
    coached: int = 0  # times
    waited: int = 0  # milliseconds that the game has waited for the guest who was away

    @property
    def plays(self) -> str:
        """The level of the bot that plays here; empty: a person does."""
        return self.substitute or self.level

    @property
    def hand(self) -> Hand:
        """Who plays here."""
        return "substitute" if self.substitute else "bot" if self.level else "person"
