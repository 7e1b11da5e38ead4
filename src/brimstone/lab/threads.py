"""Work on all cores, in order, with few results waiting."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from brimstone.envs.checks import at_least

T = TypeVar("T")


def in_order(tasks: Iterable[Callable[[], T]], workers: int | None) -> Iterator[T]:
    """What each task makes, in their order; a few are under way while one is looked at."""
    workers = (os.cpu_count() or 1) if workers is None else at_least(workers, 1, "workers")
    with ThreadPoolExecutor(workers) as pool:
        running: deque[Future[T]] = deque()
        try:
            for task in tasks:
                running.append(pool.submit(task))
                if len(running) > workers + 1:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        finally:
            for waiting in running:
                waiting.cancel()
