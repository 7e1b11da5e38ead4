"""For everybody: four languages, keyboard alone, no violation that axe knows, calm motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import OpenPage
from tests.page.sitting import offers, opened
from tests.server.house import Program

GAMES = ["coal", "dice", "cards"]
LANGUAGES = {"de": "Jetzt spielen", "en": "Play now", "it": "Gioca ora", "fr": "Jouer"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_front_page_speaks_the_browsers_language(open_page: OpenPage, language: str) -> None:
    page = open_page(language=language)
    expect(page.locator(".doors .main").first).to_have_text(LANGUAGES[language])
    assert page.locator("html").get_attribute("lang") == language


def test_another_language_is_spoken_at_once_and_remembered(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_label("Language").select_option("it")
    expect(page.locator(".doors .main").first).to_have_text("Gioca ora")
    page.reload()
    expect(page.locator(".doors .main").first).to_have_text("Gioca ora")


def test_help_and_rules_are_one_key_away(open_page: OpenPage, program: Program) -> None:
    table, kept = opened(program.base, "coal")
    page = open_page(f"#/t/{table}", kept=kept)
    expect(offers(page).first).to_be_visible(timeout=60_000)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Open the rules")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.get_by_role("dialog")).to_contain_text("C16")
    page.get_by_role("searchbox").fill("pact")
    expect(page.get_by_role("dialog").locator("article h3").first).to_contain_text("C")


def test_every_target_is_large_enough_for_a_finger(open_page: OpenPage) -> None:
    page = open_page()
    page.wait_for_selector(".shelf")
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, a.button, select, input")]
            .filter((one) => one.offsetParent)
            .filter((one) => { const box = one.getBoundingClientRect(); return box.height < 43.5 || box.width < 43.5; })
            .map((one) => one.outerHTML.slice(0, 120))"""
    )
    assert small == []
