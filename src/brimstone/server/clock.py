"""Thinking time: each decision has some of its own, and then lives on the seat's bank. Times in milliseconds."""

from __future__ import annotations

from collections.abc import Iterable

from brimstone.server import entries


class Watch:
    """The time of every seat of one game."""

    def __init__(self, clock: entries.Clock | None, seats: int) -> None:
        self.allowed = clock.move * 1000 if clock else 0
        self.ticks = clock is not None
        self.bank = [clock.bank * 1000 if clock else 0] * seats
        self.since: dict[int, int] = {}  # seats that decide: when that began
        self.stopped_at: int | None = None

    def decide(self, seats: Iterable[int], at: int) -> None:
        """From now on these seats have something to decide, and no others."""
        wanted = set(seats)
        for seat in [seat for seat in self.since if seat not in wanted]:
            self.bank[seat] -= max(0, at - self.since.pop(seat) - self.allowed)
            self.bank[seat] = max(0, self.bank[seat])
        for seat in wanted:
            self.since.setdefault(seat, at)

    def stop(self, at: int) -> None:
        """A pause."""
        self.stopped_at = at

    def go_on(self, at: int) -> None:
        """It is over: nobody's time ran meanwhile."""
        if self.stopped_at is not None:
            self.since = {seat: since + at - self.stopped_at for seat, since in self.since.items()}
            self.stopped_at = None

    def forgive(self, at: int, left: int) -> None:
        """Nobody was there after a time: whoever decides goes on from it, or begins anew if it is not known."""
        self.since = {seat: since + at - max(since, left) for seat, since in self.since.items()}

    def ends(self) -> dict[int, int]:
        """When each deciding seat's own time for this decision ends; nothing without a clock or during a pause."""
        if not self.ticks or self.stopped_at is not None:
            return {}
        return {seat: since + self.allowed for seat, since in self.since.items()}

    def due(self) -> dict[int, int]:
        """When its time is up, the bank's too."""
        return {seat: end + self.bank[seat] for seat, end in self.ends().items()}
