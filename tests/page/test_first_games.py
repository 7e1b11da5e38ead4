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
