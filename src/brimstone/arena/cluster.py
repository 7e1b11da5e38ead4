"""The same work on many machines, by Ray (the extra `ray`).

Work is cut into tasks that hang on nothing but their arguments, so what comes out is what one machine would have made.
A task whose worker is lost is done again by another one.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

from brimstone.extras import bring
from brimstone.games.contract import BrimstoneError

NAME = "ray"
LOSSES = 20  # workers that may be lost over one task: it might be what kills them
AHEAD = 2  # tasks for each core that are under way or waiting
GLANCE = 0.2  # seconds between two looks whether to stop
PATIENCE = 5.0  # seconds for a cluster to answer the door
THERE = re.compile(r"(?:ray://)?(?P<host>\[[0-9a-fA-F:.]+\]|[^\s/:\[\]]+):(?P<port>[0-9]{1,5})")


class BadCluster(BrimstoneError):
    """A cluster that cannot be reached, or has lost a task too often."""


def address_of(text: str) -> str | None:
    """`ray` means a cluster on this machine, `ray=address` one that is there; raises BadCluster."""
    name, equals, address = text.partition("=")
    if name != NAME or (equals and address != "auto" and not is_address(address)):
        raise BadCluster(f"work is done here or on {NAME}, {NAME}=auto or {NAME}=HOST:PORT, not on {text!r}.")
    return address or None


def is_address(text: str) -> bool:
    """Is it HOST:PORT, perhaps with ray:// before it?"""
    found = THERE.fullmatch(text)
    return found is not None and 0 < int(found["port"]) < 1 << 16


def knock(address: str) -> None:
    """Raises OSError where nobody listens: Ray itself would go on trying for minutes."""
    found = THERE.fullmatch(address)
    if found:
        socket.create_connection((found["host"].strip("[]"), int(found["port"])), PATIENCE).close()


class Cluster:
    """A Ray cluster."""

    def __init__(self, ray: Any) -> None:
        self.ray = ray

    def spread(
        self, work: Callable[..., Any], tasks: Iterable[tuple[Any, ...]], stopped: Callable[[], bool] = lambda: False
    ) -> Generator[Any, None, None]:
        """What `work` makes of each task's arguments, in their order, until all are done or `stopped`."""
        remote = self.ray.remote(work).options(max_retries=LOSSES, num_cpus=1)
        most = AHEAD * max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        waiting: Iterator[tuple[Any, ...]] = iter(tasks)
        running: deque[Any] = deque()
        more = True
        try:
            while not stopped():
                while more and len(running) < most:
                    task = next(waiting, None)
                    more = task is not None
                    if task is not None:
                        running.append(remote.remote(*task))
                if not running:
                    return
                done, _ = self.ray.wait([running[0]], timeout=GLANCE)
                if done:
                    yield self.result(running.popleft())
        finally:
            for task in running:
                self.ray.cancel(task, force=True)

    def result(self, task: Any) -> Any:
        try:
            return self.ray.get(task)
        except self.ray.exceptions.RayTaskError as failed:
            raise failed.as_instanceof_cause() from None
        except self.ray.exceptions.RayError as lost:
            raise BadCluster(f"a task was lost: {lost}") from None


@contextlib.contextmanager
def results_apart(ray: Any) -> Iterator[None]:
    """What Ray tells of lost workers goes to standard error: it would print that among our results."""
    worker = ray._private.worker
    told = worker.print_worker_logs
    worker.print_worker_logs = lambda data, _stream, *more, **named: told(data, sys.stderr, *more, **named)
    try:
        yield
    finally:
        worker.print_worker_logs = told


@contextlib.contextmanager
def cluster(text: str, cores: int | None = None) -> Iterator[Cluster]:
    """The cluster that `--on` names; one on this machine ends with the work."""
    address = address_of(text)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # we use no accelerators: no warning about them
    ray = bring("ray", NAME)
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    with results_apart(ray):
        try:
            if address is None:
                ray.init("local", num_cpus=cores, include_dashboard=False, _node_ip_address="127.0.0.1", **quiet)
            else:
                knock(address)
                ray.init(address, **quiet)
        except Exception as refused:  # Ray raises what comes, also a bare Exception
            ray.shutdown()
            raise BadCluster(f"there is no Ray cluster at {address or 'this machine'}: {refused}") from None
        try:
            yield Cluster(ray)
        finally:
            ray.shutdown()
