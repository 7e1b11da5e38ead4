"""Learning before, and looking back after: lessons, replays, analysis, the draws checked, playing on from a moment."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.page.conftest import DESKTOP, OpenPage, Watcher
from tests.page.sitting import at_table, clicked, offers, opened, play_on, violations
from tests.server.house import Program

RECORDS = Path(__file__).parents[1] / "records"


def finished(open_page: OpenPage, program: Program, game: str) -> Page:
    """The page after a short game."""
    table, kept = opened(program.base, game)
    page = open_page(f"#/t/{table}", size=DESKTOP, kept=kept)
    play_on(page, clicked)
    page.goto(f"{program.base}/#/after/{table}")
    expect(page.get_by_role("slider")).to_be_visible(timeout=30_000)
    return page


def test_a_game_is_looked_at_again_taken_apart_checked_and_played_on(
    open_page: OpenPage, program: Program, axe: str
) -> None:
    page = finished(open_page, program, "cards")
    page.get_by_role("button", name="To the end").click()
    count = page.locator(".count").inner_text()
    assert re.fullmatch(r"(\d+) / \1", count)
    page.get_by_role("combobox", name="Seen by").select_option("everything")
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".count")).not_to_have_text(re.compile(r"^0 /"), timeout=10_000)
    page.get_by_role("button", name="Check every draw").click()
    expect(page.get_by_text(re.compile(r"All \d+ draws are as promised"))).to_be_visible()
    expect(page.get_by_text("They also fit what this browser kept")).to_be_visible()
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible(timeout=120_000)
    expect(page.get_by_role("heading", name="Decisions")).to_be_visible()
    assert violations(page, axe) == []
    page.get_by_role("slider").fill("3")
    page.get_by_role("button", name="Play on from here").click()
    at_table(page)
    expect(offers(page).first).to_be_visible(timeout=60_000)


@pytest.mark.parametrize("name", ["coal-4.txt", "dice-4.txt", "cards-4.txt"])
def test_a_record_from_a_file_is_shown(open_page: OpenPage, name: str) -> None:
    page = open_page("#/after/file", size=DESKTOP)
    page.locator("input[type=file]").set_input_files(RECORDS / name)
    expect(page.get_by_role("slider")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("heading", level=2).first).to_have_text(re.compile("win"))


def test_a_file_that_is_no_record_is_explained(open_page: OpenPage, watcher: Watcher, tmp_path: Path) -> None:
    watcher.expected = "^400 .*/replay"
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("not a record\n")
    page = open_page("#/after/file")
    page.locator("input[type=file]").set_input_files(wrong)
    expect(page.get_by_role("alert")).to_contain_text("record")


@pytest.mark.parametrize("game", ["coal", "dice", "cards"])
def test_a_lesson_explains_one_idea_at_a_time_and_the_learner_moves(open_page: OpenPage, game: str) -> None:
    page = open_page(f"#/learn/{game}")
    at_table(page)
    page.set_default_timeout(5_000)
    tutor = page.locator(".tutor")
    ideas = set()
    for _ in range(40):
        try:
            if tutor.count():
                ideas.add(tutor.locator("p").last.inner_text())
                tutor.locator(".button.main").click()
            elif not clicked(page):
                page.keyboard.press("Space")
        except TimeoutError:
            assert tutor.count(), "only an idea may come between looking and clicking"
        page.wait_for_timeout(250)
        if len(ideas) >= 6:
            break
    assert len(ideas) >= 6
