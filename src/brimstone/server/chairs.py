"""The chairs of a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Chair:
    """A seat and whoever has to do with it."""

    guest: int = 0
    level: str = ""  # of a bot whose seat it is
    substitute: str = ""  # of a bot that plays for the guest
    left: bool = False  # the guest has said so
    conceded: bool = False
    claimed: int = 0  # the guest who takes over at the next round
    since: int = 0  # version of the seat's story that says who plays here now: a bot no more, a substitute or no more
    promise: str = ""
    salt: str = ""
    substituted_at: int = 0  # moves before the substitute came
    coached: int = 0  # times
    waited: int = 0  # milliseconds that the game has waited for the guest who was away

    @property
    def plays(self) -> str:
        """The level of the bot that plays here; empty: a person does."""
        return self.substitute or self.level
