"""Numbers for hosts, in Prometheus' format; no names, no secrets."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from brimstone.server.entries import Bared, Played, Sealed

if TYPE_CHECKING:
    from brimstone.server.house import House
    from brimstone.server.wishes import Deed

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)  # seconds


class Metrics(Collector):
    """What one process counts, in plain numbers: Prometheus' own counters have a lock each, for threads."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.entries = 0
        self.moves: Counter[tuple[str, str]] = Counter()  # by game and hand
        self.refusals: Counter[str] = Counter()  # by why
        self.waits = [0] * (len(BUCKETS) + 1)  # wishes, by bucket
        self.waited = 0.0  # seconds, all of them
        self.registry = CollectorRegistry()
        self.registry.register(self)

    def deed(self, deed: Deed) -> None:
        """Entries were committed; sealed choices count once they are open: whoever watches learns nothing earlier."""
        game = deed.table.terms.game
        for entry in deed.entries:
            if isinstance(entry, Bared):
                self.entries += len(deed.table.opened_by)
                self.moves.update((game, by) for by in deed.table.opened_by)
            elif isinstance(entry, Played):
                self.moves[game, entry.by] += 1
            self.entries += not isinstance(entry, Sealed)

    def answered(self, seconds: float) -> None:
        """A wish has its answer."""
        self.waits[bisect_left(BUCKETS, seconds)] += 1
        self.waited += seconds

    def collect(self) -> Iterator[Metric]:
        """For whoever asks."""
        yield CounterMetricFamily(
            "brimstone_entries", "Entries committed to logs, sealed ones when they open", self.entries
        )
        moves = CounterMetricFamily("brimstone_moves", "Moves committed", labels=["game", "by"])
        for labels, count in self.moves.items():
            moves.add_metric(labels, count)
        yield moves
        refusals = CounterMetricFamily("brimstone_refusals", "Wishes refused", labels=["why"])
        for why, count in self.refusals.items():
            refusals.add_metric([why], count)
        yield refusals
        bounds = [*map(str, BUCKETS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self.waits), strict=True))
        yield HistogramMetricFamily("brimstone_wish_seconds", "From a wish to its answer", buckets, self.waited)
        rooms = self.house.rooms.values()
        yield GaugeMetricFamily("brimstone_rooms", "Tables in memory", len(rooms))
        links = sum(len(room.links) for room in rooms)
        yield GaugeMetricFamily("brimstone_links", "Open connections to tables", links)
        yield GaugeMetricFamily("brimstone_fanout_healthy", "1 unless Redis is away", float(self.house.fanout.healthy))

    def text(self) -> bytes:
        return generate_latest(self.registry)
