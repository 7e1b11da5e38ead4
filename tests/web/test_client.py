"""The page's own tests: TypeScript checked and run by Node."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def npm(*words: str) -> subprocess.CompletedProcess[str]:
    assert shutil.which("npm"), "Node with npm is missing: `make test` says how to get it"
    assert (WEB / "node_modules").is_dir(), "web's packages are not installed: `make test` does it"
    return subprocess.run(
        ["npm", "--prefix", str(WEB), *words],
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_the_page_is_typed_and_its_tests_pass() -> None:
    told = npm("test")
    assert told.returncode == 0, f"{told.stdout}\n{told.stderr}"
    passed = re.search(r"Tests +(\d+) passed \((\d+)\)", told.stdout)
    assert passed, told.stdout
    assert int(passed[1]) == int(passed[2]) > 0, "some were left out"


def test_every_version_is_exact_and_locked() -> None:
    package = json.loads((WEB / "package.json").read_text())
    lock = json.loads((WEB / "package-lock.json").read_text())["packages"]
    for name, version in {**package["dependencies"], **package["devDependencies"]}.items():
        assert lock[f"node_modules/{name}"]["version"] == version
    assert all("integrity" in entry for place, entry in lock.items() if place)
    assert not any("resolved" in entry for entry in lock.values())
