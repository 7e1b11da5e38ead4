"""The house itself: pins, versions, what lies in the tree, and the rules in four languages."""

import re
import shutil
import subprocess
import tomllib
from collections import Counter
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

import brimstone

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = ("en", "de", "it", "fr")
PINS = ("uv", "run", "dev", "peers")
PIN = re.compile(r"(?P<package>[a-z0-9-]+)==(?P<version>\S+)(?: ; .*?)?(?:\s+--hash=sha256:[0-9a-f]{64})+")

# Spelled in parts, so that this file does not name them.
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pypi", "python", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("deb", "debian", "org"),
        ("ftp", "debian", "org"),
        ("security", "debian", "org"),
        ("packages", "debian", "org"),
    )
]
BUILT_FOLDERS = {"__pycache__", "build", "dist", "htmlcov", "node_modules", ".venv"}
BUILT_ENDINGS = {".egg", ".gz", ".nbc", ".nbi", ".pyc", ".so", ".tgz", ".whl", ".zip"}


@cache
def tree() -> tuple[Path, ...]:
    """Every file that is in the repository or would be added to it."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("needs git and a repository to know which files are ours")
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-co", "--exclude-standard", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    files = (ROOT / name for name in listed.split("\0") if name)
    return tuple(file for file in files if file.is_file())  # one deleted and not yet committed is listed too


def short(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


# ------------------------------------------------------------------------------------------ the tree


def test_tree_is_seen() -> None:
    assert ROOT / "pyproject.toml" in tree()
    assert Path(__file__).resolve() in tree()


def test_no_file_names_a_package_registry() -> None:
    found = [
        f"{short(file)}: {host}" for file in tree() for host in REGISTRIES if host.encode() in file.read_bytes().lower()
    ]
    assert found == []


def test_no_file_is_large() -> None:
    assert [short(file) for file in tree() if file.stat().st_size > 1_000_000] == []


def test_nothing_built_is_kept() -> None:
    built = [
        short(file)
        for file in tree()
        if file.suffix in BUILT_ENDINGS or BUILT_FOLDERS & set(file.relative_to(ROOT).parts[:-1])
    ]
    assert built == []


# ------------------------------------------------------------------------------------------ pins and versions


def pinned(name: str) -> dict[str, str]:
    """The version of each package in requirements/NAME.txt; every line must be a pin with hashes."""
    versions: dict[str, str] = {}
    text = (ROOT / "requirements" / f"{name}.txt").read_text().replace("\\\n", "")
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        pin = PIN.fullmatch(line.rstrip())
        assert pin, f"not a pin with hashes: {line[:80]}"
        assert pin["package"] not in versions, f"pinned twice: {pin['package']}"
        versions[pin["package"]] = pin["version"]
    return versions


@pytest.mark.parametrize("name", PINS)
def test_requirements_are_hashed_pins_without_addresses(name: str) -> None:
    assert pinned(name)
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    assert "://" not in text
    assert re.search(r"^\s*(-i|-f|--(extra-)?index|--find-links|--trusted-host)", text, re.MULTILINE) is None


def test_each_requirements_file_contains_the_smaller_one() -> None:
    run, dev, peers = (pinned(name).items() for name in ("run", "dev", "peers"))
    assert run < dev < peers


def test_what_pyproject_asks_for_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    asked = {
        "uv": groups["uv"],
        "run": project["project"]["dependencies"] + groups["build"],
        "dev": groups["dev"],
        "peers": groups["peers"],
    }
    for name, requirements in asked.items():
        wanted = {re.split(r"[<>=!~;\[ ]", requirement)[0] for requirement in requirements}
        assert wanted - pinned(name).keys() == set(), f"missing in requirements/{name}.txt: run `make pins`"


def test_one_version() -> None:
    assert metadata.version("brimstone") == brimstone.__version__
    citation = (ROOT / "CITATION.cff").read_text()
    assert re.findall(r"^version: (\S+)$", citation, re.MULTILINE) == [brimstone.__version__]


# ------------------------------------------------------------------------------------------ four languages


def rulebooks() -> list[str]:
    """The games that have rules in any language."""
    return sorted({file.name.split(".")[0] for file in (ROOT / "docs" / "rules").glob("*.*.md")})


def paragraphs(game: str, language: str) -> Counter[str]:
    """How often each paragraph number heads a paragraph: «### C1 · title»."""
    text = (ROOT / "docs" / "rules" / f"{game}.{language}.md").read_text(encoding="utf-8")
    numbers: Counter[str] = Counter()
    for heading in re.findall(r"^### *[A-Z]+ *\d.*$", text, re.MULTILINE):
        numbered = re.fullmatch(r"### ([A-Z]+\d+) · \S.*", heading)
        assert numbered, f"{game}.{language}.md: a paragraph is headed «### C1 · title», not «{heading}»"
        numbers[numbered[1]] += 1
    return numbers


def test_every_game_has_rules() -> None:
    assert set(rulebooks()) >= {"coal", "dice", "cards"}


@pytest.mark.parametrize("game", rulebooks())
def test_rules_are_numbered_from_one_without_gaps(game: str) -> None:
    numbers = paragraphs(game, "en")
    letters = {number.rstrip("0123456789") for number in numbers}
    assert len(letters) == 1, f"one letter a game, not {sorted(letters)}"
    letter = letters.pop()
    assert numbers == Counter(f"{letter}{n}" for n in range(1, len(numbers) + 1))


@pytest.mark.parametrize("game", rulebooks())
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_every_paragraph(game: str, language: str) -> None:
    assert paragraphs(game, language) == paragraphs(game, "en")
