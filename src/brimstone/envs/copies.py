"""Environments whose copies and pickles play on where the original stands, each for itself."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar


class Copied:
    """An environment that is made again by its arguments; then it gets everything that changes."""

    made_of: tuple[tuple[Any, ...], dict[str, Any]]  # its arguments
    MADE_AGAIN: ClassVar[frozenset[str]]  # the attributes that need not be kept

    def __reduce__(self) -> Any:
        kept = {name: value for name, value in self.__dict__.items() if name not in self.MADE_AGAIN}
        return made_again, (type(self), *self.made_of), deepcopy((kept, self.carried()))

    def __setstate__(self, state: tuple[dict[str, Any], Any]) -> None:
        kept, carried = state
        self.__dict__.update(kept)
        self.restore(carried)

    def carried(self) -> Any:
        """What has to be kept of the game besides."""
        raise NotImplementedError

    def restore(self, carried: Any) -> None:
        """Go on with the game of another environment."""
        raise NotImplementedError


def made_again(kind: Any, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    return kind(*given, **named)
