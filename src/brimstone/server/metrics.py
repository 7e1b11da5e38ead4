"""Numbers for hosts, in Prometheus' format; no names, no secrets."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from brimstone.server.entries import Played, Sealed

if TYPE_CHECKING:
    from brimstone.server.house import House
    from brimstone.server.wishes import Deed


class Metrics:
    """Counters of one process."""

    def __init__(self, house: House) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("brimstone_moves", "Moves committed", ["game", "by"], registry=self.registry)
        self.entries = Counter("brimstone_entries", "Entries committed to logs", registry=self.registry)
        self.refusals = Counter("brimstone_refusals", "Wishes refused", ["why"], registry=self.registry)
        self.seconds = Histogram(
            "brimstone_wish_seconds", "From a wish to its answer", registry=self.registry,
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
        )  # fmt: skip
        self.rooms = Gauge("brimstone_rooms", "Tables in memory", registry=self.registry)
        self.rooms.set_function(lambda: len(house.rooms))
        self.links = Gauge("brimstone_links", "Open connections to tables", registry=self.registry)
        self.links.set_function(lambda: sum(len(room.links) for room in house.rooms.values()))
        self.fanout = Gauge("brimstone_fanout_healthy", "1 unless Redis is away", registry=self.registry)
        self.fanout.set_function(lambda: float(house.fanout.healthy))

    def deed(self, deed: Deed) -> None:
        """Entries were committed."""
        self.entries.inc(len(deed.entries))
        for entry in deed.entries:
            if isinstance(entry, Played | Sealed):
                self.move(deed.table.terms.game, entry.by).inc()

    @cache  # noqa: B019 (there is one of these)
    def move(self, game: str, by: str) -> Counter:
        """The counter of one kind of moves; to look it up costs more than to count."""
        return self.moves.labels(game, by)

    def text(self) -> bytes:
        return generate_latest(self.registry)
