"""How much anybody may ask for: so much a second on average, with bursts."""

from __future__ import annotations

import time
from collections.abc import Hashable
from ipaddress import IPv6Address, IPv6Network, ip_address

FORGOTTEN = 10_000  # keys, after which full buckets are thrown away


class Limit:
    """A bucket for each key that fills at `rate` a second up to `burst`; a rate of 0 means no limit."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.buckets: dict[Hashable, tuple[float, float]] = {}

    def left(self, key: Hashable) -> float:
        """How many there are."""
        now = time.monotonic()
        left, then = self.buckets.get(key, (self.burst, now))
        return min(self.burst, left + (now - then) * self.rate)

    def allows(self, key: Hashable) -> bool:
        """Take one, if there is one."""
        if not self.rate:
            return True
        now, left = time.monotonic(), self.left(key)
        if len(self.buckets) > FORGOTTEN:
            self.tidy(now)
        self.buckets[key] = (max(left - 1, -self.burst) if left < 1 else left - 1, now)
        return left >= 1

    def debt(self, key: Hashable) -> float:
        """How far below nothing somebody is who went on asking."""
        return max(0.0, -self.buckets.get(key, (0.0, 0.0))[0])

    def tidy(self, now: float) -> None:
        self.buckets = {
            key: (left, then)
            for key, (left, then) in self.buckets.items()
            if left + (now - then) * self.rate < self.burst
        }


def household(address: str) -> str:
    """Whom an address stands for: of IPv6, where one house has more of them than there are people, its first half."""
    try:
        known = ip_address(address)
    except ValueError:  # a socket of this machine's own
        return address
    if not isinstance(known, IPv6Address) or known.ipv4_mapped:
        return address
    return str(IPv6Network((known, 64), strict=False).network_address)


class Limits:
    """All limits of a process."""

    def __init__(self, on: bool = True) -> None:
        self.guest = Limit(20.0 * on, 60.0)
        self.address = Limit(800.0 * on, 2400.0)
        self.tables = Limit(0.5 * on, 30.0)
        self.questions = Limit(50.0 * on, 200.0)  # REST, by address
        self.games = Limit(2.0 * on, 60.0)  # whole games to be gone through, by address: each is as many moves
        self.guesses = Limit(2.0 * on, 100.0)  # wrong passwords of the house, by address, or by guest who is known
        self.emotes = Limit(1.0 * on, 2.0)
        self.advice = Limit(0.5 * on, 5.0)  # by guest
        self.changes = Limit(0.25 * on, 60.0)  # wishes that lengthen a log while the game does not go on, by guest
        self.links = 600 if on else 1_000_000  # open at once from one address
        self.open: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """One more link from an address, if that is not too many."""
        if self.open.get(address, 0) >= self.links:
            return False
        self.open[address] = self.open.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]
