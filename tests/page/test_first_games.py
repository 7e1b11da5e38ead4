"""A newcomer: one button, and a game begins; whole games are played to their ends."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import DESKTOP, PHONE, OpenPage
from tests.page.sitting import at_table, clicked, offers, opened, over, play_on
from tests.server.house import Program

GAMES = ["coal", "dice", "cards"]


@pytest.mark.parametrize("game", GAMES)
def test_one_button_and_one_sits_at_a_table(open_page: OpenPage, game: str) -> None:
    page = open_page()
    page.locator(f"li[data-game={game}] .doors .main").click()
    at_table(page)
    expect(offers(page).first).to_be_visible(timeout=60_000)
    expect(page.locator(".others section")).to_have_count(3)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_whole_game_by_clicking(open_page: OpenPage, program: Program, game: str, size: dict[str, int]) -> None:
    table, kept = opened(program.base, game)
    page = open_page(f"#/t/{table}", size=size, kept=kept)
    play_on(page, clicked)
    page.keyboard.press("Space")  # that was still meant for the table
    assert over(page)
    expect(page.locator("dialog[open] ol li")).to_have_count(3)
    page.get_by_role("link", name="Take it apart").click()
    expect(page.get_by_role("region", name="The game again")).to_be_visible()
    expect(page.get_by_role("heading", level=2).first).to_have_text(re.compile("win"))


def test_nothing_moves_on_the_front_page_after_it_was_shown(open_page: OpenPage) -> None:
    page = open_page()
    shifts = page.evaluate(
        """() => new Promise((done) => {
            let sum = 0;
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) sum += entry.value;
            }).observe({ type: "layout-shift", buffered: true });
            setTimeout(() => done(sum), 1500);
        })"""
    )
    assert shifts < 0.02


def test_the_script_before_the_table_is_small(open_page: OpenPage, program: Program) -> None:
    """At most 150 kB compressed, as the server sends it."""
    page = open_page("#/about")  # so that the front page is asked for below, with everything it needs
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
    assert sizes
    assert 0 < sum(sizes.values()) <= 150_000
