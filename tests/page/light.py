"""Lighthouse, asked from Python: it runs on the Node of the Python packages and on Debian's chromium."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from tests.page.conftest import QUIET

PROGRAM = Path(__file__).with_name("lighthouse") / "node_modules/lighthouse/cli/index.js"
TABLE = "#/learn/coal"  # opens a table of its own and sits down there
PATIENCE = 300  # seconds


def scores(address: str, *categories: str, desktop: bool = False, tries: int = 3) -> dict[str, float]:
    """What Lighthouse thinks of a page, from 0 to 1; a phone on a slow line unless it is a desktop."""
    assert PROGRAM.exists(), "lighthouse is missing: run `make test`"
    chromium = shutil.which("chromium")
    assert chromium is not None, "chromium is missing: run `make test`, or install Debian's package chromium"
    command = [
        "node", str(PROGRAM), address, "--quiet", "--no-enable-error-reporting", "--output=json",
        f"--only-categories={','.join(categories)}", f"--chrome-flags={' '.join(['--headless=new', *QUIET])}",
        *(["--preset=desktop"] if desktop else []),
    ]  # fmt: skip
    environment = {**os.environ, "CHROME_PATH": chromium}
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environment, check=False)
    if tries > 1 and "Please run Lighthouse again" in done.stderr:  # its trace has failed, not the page
        return scores(address, *categories, desktop=desktop, tries=tries - 1)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert "runtimeError" not in found, found["runtimeError"]
    return {name: category["score"] for name, category in found["categories"].items()}
