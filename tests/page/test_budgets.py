"""What the page may cost: script, pictures, and nothing that jumps after it was shown."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from brimstone.server.pages import BUILT
from tests.page.conftest import DESKTOP, PHONE, OpenPage
from tests.page.sitting import offers, opened
from tests.server.house import Program

MOST_SHIFT = 0.02  # a fifth of what counts as good
PICTURES = (".svg", ".png", ".jpg", ".webp", ".ico")
MOST_PICTURE = 100_000  # bytes


def shifts(page: Page) -> float:
    """How far things have jumped on a page since it was opened, as browsers count it."""
    found: float = page.evaluate(
        """() => new Promise((done) => {
            let sum = 0;
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) sum += entry.value;
            }).observe({ type: "layout-shift", buffered: true });
            setTimeout(() => done(sum), 1000);
        })"""
    )
    return found


def largest_drawing(page: Page) -> int:
    """The pictures are drawn in the page itself: the length of the longest."""
    return int(page.evaluate("Math.max(...[...document.querySelectorAll('svg')].map((one) => one.outerHTML.length))"))


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_jumps_on_the_front_page(open_page: OpenPage, size: dict[str, int]) -> None:
    page = open_page(size=size)
    expect(page.locator(".shelf")).to_be_visible()
    assert shifts(page) < MOST_SHIFT
    assert 1000 < largest_drawing(page) <= MOST_PICTURE


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", ["coal", "dice", "cards"])
def test_nothing_jumps_at_a_table(open_page: OpenPage, program: Program, game: str, size: dict[str, int]) -> None:
    table, kept = opened(program.base, game)
    page = open_page(f"#/t/{table}", size=size, kept=kept)
    expect(offers(page).first).to_be_visible(timeout=60_000)
    assert shifts(page) < MOST_SHIFT
    assert 1000 < largest_drawing(page) <= MOST_PICTURE


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_letters_that_come_late_hold_nothing_up_and_move_nothing(
    browser: Browser, program: Program, size: dict[str, int]
) -> None:
    late: list[Route] = []
    context = browser.new_context(viewport=size, locale="de", service_workers="block")  # type: ignore[arg-type]
    page = context.new_page()
    page.route("**/*.woff2", lambda route: late.append(route))  # noqa: PLW0108 - a builtin cannot be a handler
    page.goto(program.base, wait_until="commit")
    expect(page.locator(".shelf")).to_be_visible()
    page.wait_for_timeout(500)  # shown in the letters that stand in
    assert len(late) == 3
    for each in late:
        each.continue_()
    page.evaluate("document.fonts.ready.then(() => undefined)")
    assert page.evaluate("document.fonts.check(\"1rem 'Alegreya Sans'\")")
    assert shifts(page) < MOST_SHIFT
    context.close()


def test_pictures_in_files_are_small() -> None:
    sizes = {file.name: file.stat().st_size for file in BUILT.rglob("*") if file.suffix in PICTURES}
    assert sizes
    assert max(sizes.values()) <= MOST_PICTURE


def test_the_script_before_the_table_is_small(open_page: OpenPage, program: Program) -> None:
    """At most 150 kB compressed, as the server sends it."""
    page = open_page("#/about")  # so that the front page is asked for below, with everything it needs
    expect(page.locator("main.sheet")).to_be_visible()
    sizes: dict[str, int] = {}
    page.on(
        "response",
        lambda answer: (
            sizes.__setitem__(answer.url, int(answer.headers.get("content-length", 0)))
            if answer.url.endswith(".js")
            else None
        ),
    )
    page.goto(f"{program.base}/?again")
    page.wait_for_selector(".shelf")
    page.wait_for_timeout(500)
    assert len(sizes) == 2  # what the front page needs is one file; the words of a language are another
    assert 0 < sum(sizes.values()) <= 150_000


@pytest.mark.parametrize("locale", ["de", "en", "fr", "it"])
def test_the_words_of_the_browsers_language_come_with_the_script(
    browser: Browser, program: Program, locale: str
) -> None:
    """Asked for while the script is still on its way, and only once."""
    context = browser.new_context(locale=locale, service_workers="block")
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    scripts: list[Route] = []
    page.route("**/front-*.js", lambda route: scripts.append(route))  # noqa: PLW0108 - a builtin cannot be a handler
    page.goto(program.base, wait_until="commit")
    words: list[str] = []
    until = time.monotonic() + 10
    while not (scripts and words) and time.monotonic() < until:  # the script is held back
        page.wait_for_timeout(100)
        words = [name for name in asked if name.startswith(f"{locale}-")]
    assert (len(scripts), len(words)) == (1, 1)
    scripts[0].continue_()
    expect(page.locator(".shelf")).to_be_visible()
    assert [name for name in asked if name.startswith(f"{locale}-")] == words
    context.close()


def test_what_a_lesson_needs_is_asked_for_before_its_table_is_there(browser: Browser, program: Program) -> None:
    """Over a slow line each journey more costs: when the table is opened, everything else is on its way."""
    context = browser.new_context(viewport=PHONE, service_workers="block")  # type: ignore[arg-type]
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url.rpartition('/')[2]}"))
    page.goto(f"{program.base}/#/learn/coal")
    expect(page.locator(".tutor")).to_be_visible(timeout=60_000)
    opening = asked.index("POST tables")
    assert not [one for one in asked[opening:] if one.endswith((".js", ".css"))]
    assert sum(one.endswith(".js") for one in asked) <= 12  # six at a time
    context.close()
