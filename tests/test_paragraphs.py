"""Every paragraph of docs/rules has a test, and every paragraph that the source cites exists."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

from brimstone.games import NAMES, find

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "src/brimstone/games").glob("*.py"))
CITED = re.compile(r"\b[CDT]\d+\b")
LETTERS = {"coal": "C", "dice": "D", "cards": "T"}


@cache
def paragraphs(game: str) -> dict[str, str]:
    """The paragraphs of a game's rules: number and text."""
    text = (ROOT / f"docs/rules/{game}.en.md").read_text(encoding="utf-8")
    parts = re.split(r"^### ([A-Z]\d+) · .*$", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


NUMBERS = [number for game in NAMES for number in paragraphs(game)]


@cache
def names_of_tests() -> tuple[str, ...]:
    """The names of all test functions of the games."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "tests/games").glob("*.py"))]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return tuple(function.name for function in functions if function.name.startswith("test_"))


@pytest.mark.parametrize("game", NAMES)
def test_paragraphs_are_numbered_without_a_gap(game: str) -> None:
    numbers = sorted(int(number[1:]) for number in paragraphs(game))
    assert numbers == list(range(1, len(numbers) + 1))
    assert {number[0] for number in paragraphs(game)} == {LETTERS[game]}


@pytest.mark.parametrize("number", NUMBERS)
def test_every_paragraph_has_a_test(number: str) -> None:
    assert [name for name in names_of_tests() if f"_{number.lower()}_" in name]


def test_every_paragraph_in_a_test_s_name_exists() -> None:
    cited = {found.upper() for name in names_of_tests() for found in re.findall(r"(?<=_)[cdt]\d+(?=_)", name)}
    assert cited - set(NUMBERS) == set()


def comments_and_strings(source: Path) -> str:
    """What a source file says beside its code."""
    tokens = tokenize.generate_tokens(io.StringIO(source.read_text(encoding="utf-8")).readline)
    return "\n".join(token.string for token in tokens if token.type in (tokenize.COMMENT, tokenize.STRING))


@pytest.mark.parametrize("source", SOURCES, ids=[path.name for path in SOURCES])
def test_every_paragraph_the_source_cites_exists(source: Path) -> None:
    assert set(CITED.findall(comments_and_strings(source))) - set(NUMBERS) == set()


@pytest.mark.parametrize("game", NAMES)
def test_the_source_cites_every_paragraph(game: str) -> None:
    sources = " ".join(comments_and_strings(ROOT / f"src/brimstone/games/{game}{part}.py") for part in ("", "_words"))
    ranges = re.findall(r"\b([CDT])(\d+)-[CDT](\d+)\b", sources)
    spanned = {f"{letter}{n}" for letter, first, last in ranges for n in range(int(first), int(last) + 1)}
    assert set(paragraphs(game)) - set(CITED.findall(sources)) - spanned == set()


def reconstructed(game: str) -> set[str]:
    """The paragraphs that say they are reconstructed; the table of options, the last, only repeats it."""
    *rules, _ = paragraphs(game).items()
    return {number for number, text in rules if "**[R]**" in text}


@pytest.mark.parametrize("game", NAMES)
def test_what_is_reconstructed_is_an_option(game: str) -> None:
    for number in reconstructed(game):
        named = [option.name for option in find(game).options if option.paragraph == number]
        assert [name for name in named if f"option `{name}`" in paragraphs(game)[number]], number


@pytest.mark.parametrize("game", NAMES)
def test_the_table_of_options_marks_the_same(game: str) -> None:
    *_, (_, table) = paragraphs(game).items()
    rows = dict(re.findall(r"^\| `(\w+)` (\|.*)$", table, flags=re.MULTILINE))
    assert list(rows) == [option.name for option in find(game).options]
    marked = {option.paragraph for option in find(game).options if "**[R]**" in rows[option.name]}
    assert marked == reconstructed(game)


def test_c18_c19_and_d14_are_the_reconstructions() -> None:
    assert {game: reconstructed(game) for game in NAMES} == {"coal": {"C18", "C19"}, "dice": {"D14"}, "cards": set()}
