"""docs/bots.md says everything that a bot is sent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from brimstone.games import NAMES, find

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()


def section(name: str) -> str:
    """The part of the page about a game's view."""
    return PAGE.split("## What a view holds")[1].split(f"\n### {name}\n")[1].split("\n## ")[0].split("\n### ")[0]


@pytest.mark.parametrize("name", NAMES)
def test_every_field_is_listed_with_its_shape_and_nothing_else(name: str) -> None:
    listed: dict[str, str] = {}
    for names, shape in re.findall(r"^\| (`[^|]*`) \| ([^|]*)\|", section(name), re.MULTILINE):
        listed |= {field: " × ".join(re.findall(r"\d+", shape)) for field in re.findall(r"`(\w+)`", names)}
    assert listed == {field: " × ".join(map(str, kind.shape)) for field, kind in find(name).table.fields.items()}


def test_every_method_is_named() -> None:
    for method in ("choose(view, moves)", "start(seat, seats, options)", "hear(line)", "finish(result)"):
        assert f"`{method}`" in PAGE
    assert "`seat`" in PAGE
