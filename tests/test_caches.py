"""Compiled code is kept by the text it was compiled from, and by nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from brimstone import caches
from brimstone.caches import fingerprint, is_compiled, mark_compiled, reach
from brimstone.compiling import COMPILED

HERE = Path(caches.__file__).parent


def test_a_fingerprint_follows_every_letter(tmp_path: Path) -> None:
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("a = 1")
    two.write_text("b = 2")
    first = fingerprint(one, two)
    assert len(first) == 12
    assert fingerprint(one, two) == first
    assert fingerprint(two, one) != first
    two.write_text("b = 3")
    assert fingerprint(one, two) != first


def test_a_module_reaches_what_its_imports_lead_to() -> None:
    from_coal = set(reach(HERE / "games" / "coal.py"))
    assert {HERE / "compiling.py", HERE / "chance.py", HERE / "games" / "contract.py"} <= from_coal
    assert HERE / "games" / "cards.py" not in set(reach(HERE / "compiling.py"))
    assert HERE / "warmup.py" not in from_coal


@pytest.mark.parametrize(
    "text",
    [
        "from brimstone.games.cards import play",
        "from brimstone.games import cards",
        "from brimstone.games import (\n    cards,\n    coal,\n)",
        "import brimstone.games.cards",
        "def late():\n    from brimstone.games import coal, cards",
    ],
)
def test_every_way_to_import_is_seen(text: str, tmp_path: Path) -> None:
    source = tmp_path / "somebody.py"
    source.write_text(text)
    assert HERE / "games" / "cards.py" in reach(source)
    assert HERE / "games" / "bits.py" in reach(source)


def test_another_text_has_another_cache_and_others_keep_theirs(tmp_path: Path) -> None:
    """Numba would not notice an edit in another file; the directory's name does."""
    package = tmp_path / "brimstone"
    shutil.copytree(HERE, package, ignore=shutil.ignore_patterns("__pycache__"))
    ask = (
        "from brimstone.caches import *; print(*(cache_for(n, HERE / n) for n in ('games/coal.py', 'games/cards.py')))"
    )

    def where() -> list[str]:
        env = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
        run = subprocess.run(
            [sys.executable, "-c", ask], env=env, capture_output=True, text=True, check=True, cwd=tmp_path
        )
        return run.stdout.split()

    before = where()
    assert all(path.startswith(str(tmp_path / "brimstone")) for path in before)
    bits = package / "games" / "bits.py"
    bits.write_text(bits.read_text() + "# more\n")
    after = where()
    assert after[0] == before[0]  # coal has no sets of cards
    assert after[1] != before[1]


def test_marks_are_remembered_and_old_texts_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "CACHES", tmp_path)
    for age in range(6):
        for module in ("coal", "cards"):
            old = tmp_path / f"{module}-{age}" / "deep"
            old.mkdir(parents=True)
            (old / "file").touch()
            os.utime(old.parent, (1000 - age, 1000 - age))
    assert not is_compiled("games")
    mark_compiled("games")
    assert is_compiled("games")
    assert not is_compiled("records")
    kept = {path.name for path in tmp_path.iterdir() if "done" not in path.name}
    assert kept == {f"{module}-{age}" for module in ("coal", "cards") for age in range(4)}


def test_what_another_checkout_uses_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "CACHES", tmp_path)
    monkeypatch.setattr(caches, "text_of", lambda source: source.name)
    used, unused = tmp_path / "coal-used", tmp_path / "coal-unused"
    for old in (used, unused):
        old.mkdir()
        os.utime(old, (10, 10))
    for newer in range(caches.KEPT):
        (tmp_path / f"coal-{newer}").mkdir()
    assert caches.cache_for("coal", Path("used")) == used
    mark_compiled("games")
    assert used.exists()
    assert not unused.exists()


def test_the_same_text_in_another_place_is_not_compiled_again(tmp_path: Path) -> None:
    ask = (
        "from brimstone.compiling import COMPILED, plus; assert not COMPILED or plus(1, 2) == 3;"
        "print(sum(plus.stats.cache_hits.values()) if COMPILED else 'plain')"
    )

    def hits(place: str) -> str:
        shutil.copytree(HERE, tmp_path / place / "brimstone", ignore=shutil.ignore_patterns("__pycache__"))
        env = {**os.environ, "PYTHONPATH": str(tmp_path / place), "NUMBA_CACHE_DIR": str(tmp_path)}
        run = subprocess.run(
            [sys.executable, "-c", ask], env=env, capture_output=True, text=True, check=True, cwd=tmp_path
        )
        return run.stdout.strip()

    assert [hits("here"), hits("there")] in (["0", "1"], ["plain", "plain"])


def run_plainly(text: str) -> str:
    """What a script prints in a process of its own, with nobody's Numba settings."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_CACHE")}
    run = subprocess.run([sys.executable, "-c", text], env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_threads_may_make_rules_at_once() -> None:
    told = run_plainly(
        "import sys; sys.setswitchinterval(1e-5)\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from brimstone.arena.simulate import play_random\n"
        "from brimstone.compiling import weave\n"
        "def make(thread):\n"
        "    return [weave(play_random, f'{thread}_{n}', choose=None) for n in range(100)]\n"
        "with ThreadPoolExecutor(4) as pool:\n"
        "    print(len(set(sum(pool.map(make, range(4)), []))))\n"
    )
    assert told.strip() == "400"


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled, nothing is kept")
def test_two_that_compile_at_once_never_take_the_same_file(tmp_path: Path) -> None:
    from brimstone.compiling import BySignature

    both_have_a_name = threading.Barrier(2)

    class Slow(BySignature):
        def _dump(self, data: object) -> bytes:
            both_have_a_name.wait(10)
            return bytes(super()._dump(data))

    def save(kind: str) -> None:
        Slow(str(tmp_path), "function", None).save((kind, "processor"), f"code for {kind}")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(save, ["whole numbers", "fractions"]))
    kept = BySignature(str(tmp_path), "function", None)
    assert kept.load(("whole numbers", "processor")) == "code for whole numbers"
    assert kept.load(("fractions", "processor")) == "code for fractions"
    assert kept.load(("letters", "processor")) is None
