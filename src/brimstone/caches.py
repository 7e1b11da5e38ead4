"""Where compiled code is kept. Numba notices an edit in a function's own file, not in those it calls into: so the cache
of each module is named by the texts of all our modules that its imports reach.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from contextlib import suppress
from functools import cache
from pathlib import Path

import platformdirs

HERE = Path(__file__).parent
ASKED = os.environ.get("NUMBA_CACHE_DIR")
CACHES = Path(ASKED, "brimstone") if ASKED else platformdirs.user_cache_path("brimstone")
KEPT = 4  # texts of each module, and
RECENT = 3600.0  # seconds: whatever somebody has begun to use within them

IMPORT = re.compile(rb"^\s*(?:from\s+brimstone([.\w]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+brimstone([.\w]*))", re.M)


def fingerprint(*sources: Path) -> str:
    """A short hash of the texts of `sources`."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:12]


def modules(path: str) -> list[Path]:
    """The files of our module `.games.coal`, its package's among them."""
    parts = path.strip(".").split(".") if path.strip(".") else []
    packages = [HERE.joinpath(*parts[:n], "__init__.py") for n in range(len(parts) + 1)]
    return [file for file in (*packages, HERE.joinpath(*parts).with_suffix(".py")) if file.is_file()]


@cache
def imported(source: Path) -> frozenset[Path]:
    """Our files that a file imports itself."""
    found: set[Path] = set()
    for package, names, module in IMPORT.findall(source.read_bytes()):
        found.update(modules((package or module).decode()))
        for name in re.findall(rb"\w+", names):
            found.update(modules(f"{package.decode()}.{name.decode()}"))
    return frozenset(found)


@cache
def reach(source: Path) -> tuple[Path, ...]:
    """A file and all of ours that its imports lead to, in a fixed order."""
    found, new = {source}, [source]
    while new:
        further = imported(new.pop()) - found
        found |= further
        new += further
    return tuple(sorted(found))


@cache
def text_of(source: Path) -> str:
    """A short name for the present text of a file and of all that it reaches."""
    return fingerprint(*reach(source))


@cache
def cache_for(module: str, source: Path) -> Path:
    """The directory for what is compiled from this module; from now on it counts as just used."""
    found = CACHES / f"{module}-{text_of(source)}"
    with suppress(OSError):  # nothing is there yet, or it is not ours to change
        os.utime(found)
    return found


def mark(name: str) -> Path:
    return CACHES / f"{name}.done-{text_of(HERE / 'warmup.py')}"


def is_compiled(name: str) -> bool:
    """Has `name` been compiled for the present text?"""
    return mark(name).exists()


def last_used(path: Path) -> float:
    """When a directory was last used; long ago if another process has just removed it."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def mark_compiled(name: str) -> None:
    """Remember that `name` has been compiled; of each module forget all but the last few texts and those in use."""
    mark(name).mkdir(parents=True, exist_ok=True)
    os.utime(mark(name))
    now = last_used(mark(name))
    used = {path: last_used(path) for path in CACHES.iterdir()}
    kinds: dict[str, list[Path]] = {}
    for path in sorted(used, key=lambda path: -used[path]):
        kinds.setdefault(path.name.rpartition("-")[0], []).append(path)
    for texts in kinds.values():
        for old in texts[KEPT:]:
            if now - used[old] > RECENT:
                shutil.rmtree(old, ignore_errors=True)  # another process may be doing the same
