"""What every audience of a table was told, step by step: the public first, and then each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brimstone.server import steps


class Stories(list[list[bytes]]):
    """The steps of each audience, as they were written."""

    def __init__(self, seats: int) -> None:
        super().__init__([] for _ in range(seats + 1))

    def versions(self) -> list[int]:
        """How long each is by now."""
        return [len(story) for story in self]

    def tell(self, step: steps.Step) -> None:
        """Tell everybody."""
        said = steps.encode(step)
        for story in self:
            story.append(said)

    def tell_each(self, told: Sequence[list[str]], **more: Any) -> None:
        """Tell what was done, to each in lines of its own."""
        public = told[0]
        said = steps.encode(steps.ToldStep(lines=public, **more))
        for story, lines in zip(self, told, strict=True):
            story.append(said if lines == public else steps.encode(steps.ToldStep(lines=lines, **more)))
