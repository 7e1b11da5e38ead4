"""What README.md tells people to type, works."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]
INSTALLED = shutil.which("brimstone", path=str(ROOT / ".venv" / "bin")) or shutil.which("brimstone")


def test_the_readme_has_commands() -> None:
    assert len(COMMANDS) >= 6
    assert COMMANDS[:2] == ["make play", "make test"]


def test_the_commands_run_one_after_the_other(tmp_path: Path) -> None:
    """All but `make test`, which is what runs this; see the next test."""
    for command in COMMANDS:
        if command == "make test":
            continue
        words = shlex.split(command)
        house = {"BRIMSTONE_DATABASE": f"sqlite:///{tmp_path}/tables.sqlite", "BROWSER": "true"}
        if command == "make play":
            serve_for_a_moment(["make", "-C", str(ROOT), "play", "PORT=0"], house)
            continue
        if words[0] == "make":
            words[1:1] = ["-C", str(ROOT)]
        else:
            assert words[0] == ".venv/bin/brimstone"
            assert INSTALLED, "the command is not installed"
            words[0] = INSTALLED
        if words[1] == "serve":
            serve_for_a_moment([*words, "--port", "0"], house)
            continue
        told = subprocess.run(
            words, cwd=tmp_path, input="quit\n", capture_output=True, text=True, check=False, timeout=600
        )
        assert told.returncode == 0, f"{command}\n{told.stdout}\n{told.stderr}"
        assert told.stdout.strip(), command


def serve_for_a_moment(words: list[str], house: dict[str, str]) -> None:
    """A server says where it is, shows the page, and ends when it is told to."""
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, env=os.environ | house, start_new_session=True
    ) as server:
        assert server.stdout is not None
        said = next(line for line in server.stdout if "Brimstone is at" in line)
        found = re.search(r"http://\S+/", said)
        assert found
        with urllib.request.urlopen(found[0], timeout=60) as answer:
            assert answer.headers.get_content_type() == "text/html"
        os.killpg(server.pid, signal.SIGTERM)
        assert server.wait(60) in (0, 2, -signal.SIGTERM)  # the latter two of make, which was told to stop as well


def test_make_test_is_what_ci_runs() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert [line.strip() for line in lines if line.strip().startswith("make")] == ["make check", "make test"]


def test_the_python_example_is_true() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for n, block in enumerate(blocks):
        runner.run(parser.get_doctest(block, {}, f"README block {n}", "README.md", 0))
    assert runner.summarize(verbose=False).attempted >= 5
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").rglob("*.md")), ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page}: {target}"
