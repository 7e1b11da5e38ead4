"""docs/protocol.md names every message, step and refusal there is, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from brimstone.server import messages, steps

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return re.split(r"\n#+ ", PAGE.split(f"# {title}\n", 1)[1], maxsplit=1)[0]


def first_column(title: str) -> set[str]:
    rows = [line.split("|")[1] for line in section(title).splitlines() if line.startswith("| `")]
    return {word for row in rows[1:] for word in re.findall(r"`([a-z_]+)`", row)}  # without the heading


def tags(base: type[msgspec.Struct]) -> set[str]:
    """Of all kinds that are not themselves the base of others."""
    found = base.__subclasses__()
    return set[str]().union(*map(tags, found)) if found else {str(base.__struct_config__.tag)}


@pytest.mark.parametrize(
    ("title", "base"),
    [
        ("What a client says", messages.Request),
        ("What the server says", messages.Answer),
        ("Steps", steps.Step),
    ],
)
def test_every_kind_has_its_row(title: str, base: type[msgspec.Struct]) -> None:
    assert first_column(title) == tags(base)


def keys_in_code(places: Mapping[str, int]) -> set[str]:
    """The keys that are handed to some functions, each at its place among the arguments."""
    found = set()
    for file in (ROOT / "src/brimstone/server").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                at = places.get(node.func.id if isinstance(node.func, ast.Name) else f".{node.func.attr}")
                if at is not None and len(node.args) > at:
                    texts = [part.value for part in ast.walk(node.args[at]) if isinstance(part, ast.Constant)]
                    found |= {text for text in texts if isinstance(text, str) and re.fullmatch("[a-z_]+", text)}
    return found


def test_every_refusal_is_listed() -> None:
    said = section("Refusals").split("`illegal` and `bad_setup` carry")[0]
    listed = set(re.findall(r"`([a-z_]+)`", said)) - {"why"}
    assert keys_in_code({"Refused": 0, "demand": 1}) == listed


def test_every_goodbye_is_listed() -> None:
    (row,) = [line for line in section("What the server says").splitlines() if line.startswith("| `bye`")]
    listed = set(re.findall(r"`([a-z_]+)`", row.split("(")[1].split(")")[0]))
    assert keys_in_code({".close": 0}) == listed
