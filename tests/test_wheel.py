"""The wheel: made by Python's tools alone, it carries the page, the weights and the words."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A wheel made from what git would take, where nothing has been built before."""
    place = tmp_path_factory.mktemp("wheel")
    listed = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, capture_output=True, text=True, check=True).stdout
    for name in files.split("\0"):
        if name and (ROOT / name).is_file():
            copy = place / "tree" / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes((ROOT / name).read_bytes())
    told = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)],
        cwd=place / "tree", capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert told.returncode == 0, told.stdout + told.stderr
    (made,) = place.glob("brimstone-*.whl")
    return zipfile.ZipFile(made)


def test_it_carries_everything_that_is_needed(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    ours = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*") if path.is_file()}
    wanted = {name for name in ours if "__pycache__" not in name and "/server/page/" not in name}
    assert wanted <= names
    weights = sum(each.file_size for each in wheel.infolist() if each.filename.endswith(".npz"))
    assert 0 < weights <= 5_000_000


def test_its_page_is_whole(wheel: zipfile.ZipFile) -> None:
    page = wheel.read("brimstone/server/page/index.html").decode()
    asked = re.findall(r'(?:src|href)="\.?/?([^"#]+\.(?:js|css|svg|webmanifest))"', page)
    assert any(name.endswith(".js") for name in asked)
    for name in asked:
        assert wheel.read(f"brimstone/server/page/{name}"), name


def test_it_runs_from_where_it_was_unpacked(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    told = subprocess.run(
        [sys.executable, "-m", "brimstone", "replay", str(ROOT / "tests/records/cards-4.txt"), "--json"],
        env=os.environ | {"PYTHONPATH": str(tmp_path)}, cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert '"places"' in told.stdout
