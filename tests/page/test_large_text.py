"""Text at 200 %, by a browser's settings: nothing is cut off, nothing hides a button, nobody scrolls sideways."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import DESKTOP, PHONE, OpenPage, chromium
from tests.page.sitting import RESTED, clicked, offers, opened, play_on
from tests.server.house import Program

# Text that does not fit into its box, text and buttons beside the screen, buttons that cannot be hit anywhere.
# A table in a text may be pushed sideways in its own frame.
LOST = """() => {
    const found = [];
    const say = (what, one) => found.push(`${what}: ${one.outerHTML.slice(0, 160)}`);
    if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth} wide`);
    const top = document.querySelector("dialog[open]") ?? document.body;
    for (const one of top.querySelectorAll("*")) {
        if (one.closest(".spoken, svg, table, select") || !one.checkVisibility({ checkOpacity: true })) continue;
        const style = getComputedStyle(one), box = one.getBoundingClientRect();
        const text = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        const button = one.matches("button, a, input, select");
        if (!text && !button || !box.width) continue;
        if (text && style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1) say("cut off", one);
        if (box.right > innerWidth + 1 || box.left < -1) say("beside the screen", one);
        if (!one.matches("button:enabled:not([tabindex='-1']), a.button")) continue; // heaps of coal lie as they fell
        one.scrollIntoView({ block: "center", behavior: "instant" });
        const at = one.getBoundingClientRect();
        const free = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]].some(([x, y]) =>
            one.contains(document.elementFromPoint(at.left + at.width * x, at.top + at.height * y)));
        if (!free) say("covered", one);
    }
    return found;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser whose owner wants letters twice as large."""
    with chromium("--blink-settings=defaultFontSize=32") as found:
        yield found


def lost(page: Page) -> list[str]:
    """What cannot be read or reached; the letters are checked to be large."""
    page.evaluate(RESTED)
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") >= 32
    return list(page.evaluate(LOST))


SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])


@SIZES
def test_pages_can_be_read(open_page: OpenPage, program: Program, size: dict[str, int]) -> None:
    page = open_page(size=size, language="de")
    for path, sign in [
        ("", ".shelf"),
        ("#/rules/coal", "article"),
        ("#/about", "main h2"),
        ("#/nowhere", "h1"),
        ("#/after/file", "input[type=file]"),
    ]:
        page.goto(f"{program.base}/{path}")
        expect(page.locator(sign).first).to_be_attached()
        assert lost(page) == [], path


@SIZES
@pytest.mark.parametrize("game", ["coal", "dice", "cards"])
def test_tables_can_be_read_and_played(open_page: OpenPage, program: Program, game: str, size: dict[str, int]) -> None:
    table, kept = opened(program.base, game)
    page = open_page(f"#/t/{table}", size=size, kept=kept, language="de", calm=True)
    expect(offers(page).first).to_be_visible(timeout=60_000)
    assert lost(page) == []
    play_on(page, clicked)
    page.evaluate(RESTED)
    assert lost(page) == []


@SIZES
@pytest.mark.parametrize("game", ["coal", "dice", "cards"])
def test_lessons_can_be_read_and_played(open_page: OpenPage, game: str, size: dict[str, int]) -> None:
    page = open_page(f"#/learn/{game}", size=size, language="de", calm=True)
    for idea in (1, 2):  # which every lesson begins with
        expect(page.locator(".tutor .count")).to_have_text(re.compile(rf"Idee {idea} von"), timeout=60_000)
        assert lost(page) == [], f"idea {idea}"
        page.locator(".tutor .button.main").click()


@SIZES
def test_the_page_after_a_game_can_be_read(open_page: OpenPage, program: Program, size: dict[str, int]) -> None:
    table, kept = opened(program.base, "coal")
    page = open_page(f"#/t/{table}", size=size, kept=kept, language="de", calm=True)
    play_on(page, clicked)
    page.goto(f"{program.base}/#/after/{table}")
    expect(page.locator(".luck")).to_be_visible(timeout=120_000)
    assert lost(page) == []
