"""axe finds nothing on any screen, in any state."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import DESKTOP, PHONE, OpenPage, Watcher
from tests.page.sitting import at_table, clicked, named, offers, opened, play_on, violations
from tests.server.house import Program

PAGES = {
    "": ".shelf",
    "#/rules/coal": "article",
    "#/about": "main h2",
    "#/after/file": "input[type=file]",
    "#/nowhere": "h1",
    "#/pass/used-up": "h1",
    "#/t/222222222222": "main h1",
}


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_pages(open_page: OpenPage, program: Program, watcher: Watcher, axe: str, size: dict[str, int]) -> None:
    watcher.expected = "/passes/used-up"
    page = open_page("#/about", size=size)
    for path, sign in PAGES.items():
        page.goto(f"{program.base}/{path}")
        expect(page.locator(sign).first).to_be_visible()
        assert violations(page, axe) == [], path


def test_before_a_game(open_page: OpenPage, axe: str) -> None:
    host = open_page(size=DESKTOP)
    host.locator("li[data-game=coal]").get_by_role("button", name="With friends").click()
    host.locator(".choices span", has_text="2").click()
    expect(host.get_by_role("button", name="Open the table")).to_be_visible()
    assert violations(host, axe) == [], "set-up"
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_label("Your name at the table")).to_be_visible()
    assert violations(host, axe) == [], "name"
    named(host, "Ada")
    at_table(host)
    link = host.locator("input[readonly]").input_value()
    assert violations(host, axe) == [], "lobby of the host"
    guest = open_page(link[link.index("#") :])
    expect(guest.get_by_role("button", name="Sit here").last).to_be_visible()
    assert violations(guest, axe) == [], "lobby of a guest"
    onlooker = open_page(link[link.index("#") :])
    guest.get_by_role("button", name="Sit here").last.click()
    named(guest, "Bob")
    expect(guest.get_by_text("Waiting for Ada to begin.")).to_be_visible()
    assert violations(guest, axe) == [], "lobby of a guest who sits"
    host.get_by_role("button", name="Begin").click()
    expect(onlooker.get_by_text("You are watching")).to_be_visible()
    assert violations(onlooker, axe) == [], "a spectator"


# What must have been seen of each game: a name, and what is there then.
STATES = {
    "coal": {
        "betting": ".slip",
        "reveal": ".fists.open",
        "drawing": ".actions .draw[aria-disabled=false]",
        "account": ".arena .card",
    },
    "dice": {"claiming": "button.place.legal", "battle": ".battle"},
    "cards": {"turn": ".hand button.active", "taken": ".trick .count"},
}

# Timers of any length wait as long as a state that is wanted has just appeared, so that it can be looked at.
HELD = """
    const later = window.setTimeout;
    const waiting = [];
    window.state = "";
    window.release = () => { window.state = ""; for (const deed of waiting.splice(0)) deed(); };
    window.setTimeout = (deed, time, ...rest) =>
        later(() => (window.state && time > 100 ? waiting.push(() => deed(...rest)) : deed(...rest)), time);
    const wanted = new Map(Object.entries(STATES));
    new MutationObserver(() => {
        for (const [name, sign] of wanted)
            if (!window.state && document.querySelector(sign)) { window.state = name; wanted.delete(name); }
    }).observe(document, { childList: true, subtree: true, attributes: true });
"""


@pytest.mark.parametrize("game", STATES)
def test_a_table_in_all_its_states(open_page: OpenPage, program: Program, axe: str, game: str) -> None:
    table, kept = opened(program.base, game)
    page = open_page("#/about", kept=kept, calm=True)
    page.context.add_init_script(HELD.replace("STATES", json.dumps(STATES[game])))
    page.goto(f"{program.base}/?states#/t/{table}")
    seen = set()

    def looked(page: Page) -> bool:
        state = page.evaluate("window.state")
        if not state:
            if not clicked(page):
                page.wait_for_timeout(60)  # nothing is skipped
            return True
        seen.add(state)
        assert violations(page, axe) == [], state
        page.evaluate("window.release()")
        return True

    play_on(page, looked)
    assert seen == set(STATES[game])
    assert violations(page, axe) == [], "the end"


def test_what_opens_over_a_table(open_page: OpenPage, program: Program, axe: str) -> None:
    table, kept = opened(program.base, "coal")
    page = open_page(f"#/t/{table}", kept=kept)
    expect(offers(page).first).to_be_visible(timeout=60_000)
    for key, words in [("?", "Open the rules"), ("r", "C16"), ("c", "%")]:
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_contain_text(words, timeout=60_000)
        assert violations(page, axe) == [], key
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    assert violations(page, axe) == [], "menu"
    page.get_by_role("button", name="What happened").click()
    assert violations(page, axe) == [], "log"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="React").click()
    assert violations(page, axe) == [], "emotes"


def test_a_lesson(open_page: OpenPage, axe: str) -> None:
    page = open_page("#/learn/coal")
    at_table(page)
    expect(page.locator(".tutor")).to_be_visible()
    assert violations(page, axe) == []
