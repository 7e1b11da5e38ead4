"""What a game's record says of who played: bots whose seats were taken over, substitutes, who conceded, the coach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brimstone.server.chairs import Chair


class Notes(dict[int, list[str]]):
    """Of each seat what is to be said, in its order."""

    def add(self, seat: int, said: str) -> None:
        self.setdefault(seat, []).append(said)

    def substitute(self, seat: int, chair: Chair, moves: int) -> None:
        """Who has played for a seat until now, after so many moves."""
        if chair.substitute and chair.substituted_at < moves:
            self.add(seat, f"substitute {chair.substitute} from move {chair.substituted_at + 1} to {moves}")

    def end(self, chairs: Sequence[Chair], moves: int) -> None:
        """The game is over."""
        for seat, chair in enumerate(chairs):
            self.substitute(seat, chair, moves)
            if chair.coached:
                self.add(seat, f"coach {chair.coached} times")
