"""What a table does when something goes against it: hasty clicks, late salts, refused moves, onlookers, long titles."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.page.conftest import DESKTOP, OpenPage
from tests.page.sitting import at_table, clicked, offers, opened, story, violations
from tests.server.house import Program

RECORDS = Path(__file__).parents[1] / "records"
HAND = ".hand button.active:not(.dim)"

Wish = dict[str, Any]


def between(page: Page, base: str, path: str, change: Callable[[Wish], Wish | None]) -> list[WebSocketRoute]:
    """Open a page whose wishes go through somebody else's hands: they may be changed, or not arrive. Its sockets."""
    servers: list[WebSocketRoute] = []

    def pass_on(said: str | bytes) -> None:
        changed = change(json.loads(said))
        if changed is not None:
            servers[-1].send(json.dumps(changed))

    def behind(socket: WebSocketRoute) -> None:
        servers.append(socket.connect_to_server())
        socket.on_message(pass_on)

    page.route_web_socket("**/socket", behind)
    page.goto(f"{base}/?{path}")
    return servers


def test_a_move_for_a_table_that_has_changed_is_refused_and_nothing_is_lost(
    open_page: OpenPage, program: Program
) -> None:
    table, kept = opened(program.base, "cards")
    page = open_page("#/about", kept=kept)
    moves: list[Wish] = []

    def late(wish: Wish) -> Wish:
        if wish["do"] != "move":
            return wish
        moves.append(wish)
        return {**wish, "seen": 0} if len(moves) == 1 else wish

    between(page, program.base, f"#/t/{table}", late)
    expect(page.locator(HAND).first).to_be_visible(timeout=60_000)
    count = page.locator(".hand li").count()
    assert clicked(page)
    expect(page.get_by_role("alert")).to_contain_text("The table has changed meanwhile")
    expect(page.locator(".hand li")).to_have_count(count)
    page.locator(".actions .button.main").click()  # the same card, which is still chosen
    expect(page.locator(".hand li")).to_have_count(count - 1)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert len(moves) == 2


def test_a_move_against_a_rule_is_refused_with_its_paragraph_and_nothing_is_lost(
    open_page: OpenPage, program: Program
) -> None:
    table, kept = opened(program.base, "coal")
    page = open_page("#/about", kept=kept)
    tried: list[Wish] = []

    def greedy(wish: Wish) -> Wish:
        if wish["do"] != "move" or tried:
            return wish
        tried.append(wish)
        return {**wish, "say": "bet 990"}

    between(page, program.base, f"#/t/{table}", greedy)
    expect(offers(page).first).to_be_visible(timeout=60_000)
    assert clicked(page)
    alert = page.get_by_role("alert")
    expect(alert).to_be_visible()
    alert.get_by_role("button", name="C1").first.click()
    expect(page.locator("dialog[open]")).to_contain_text("C1")
    page.keyboard.press("Escape")
    assert clicked(page)
    expect(alert).to_have_count(0)
    expect(page.locator(".fists, .tray").first).to_be_attached(timeout=30_000)


def test_a_salt_that_comes_late_is_no_trouble_but_said(open_page: OpenPage, program: Program) -> None:
    page = open_page("#/about")
    held: list[Wish] = []

    def hold(wish: Wish) -> Wish | None:
        if wish["do"] != "salt":
            return wish
        held.append(wish)
        return None

    servers = between(page, program.base, "", hold)
    page.locator("li[data-game=cards]").get_by_role("button", name="Play now").click()
    at_table(page)
    expect(page.locator(HAND).first).to_be_visible(timeout=90_000)
    assert len(held) == 1
    assert any("before this browser could add its share of chance" in words for words in story(page))
    servers[-1].send(json.dumps(held[0]))
    count = page.locator(".hand li").count()
    assert clicked(page)
    expect(page.locator(".hand li")).to_have_count(count - 1)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_click_that_was_meant_for_the_table_does_not_close_a_dialog(open_page: OpenPage, program: Program) -> None:
    table, kept = opened(program.base, "cards")
    page = open_page(f"#/t/{table}", kept=kept)
    expect(page.get_by_role("button", name="Menu")).to_be_visible(timeout=60_000)
    hasty, later = page.get_by_role("button", name="Menu").evaluate(
        """async (button) => {
            button.click();
            let dialog = null;
            while (!(dialog = document.querySelector("dialog[open]"))) await new Promise((done) => setTimeout(done));
            dialog.click(); // beside what is in it
            const hasty = dialog.open;
            await new Promise((done) => setTimeout(done, 500));
            dialog.click();
            return [hasty, dialog.open];
        }"""
    )
    assert hasty
    assert not later


@pytest.mark.parametrize("terms", [{"lesson": True}, {"from": {"move": 3}}], ids=["lesson", "continued"])
def test_who_watches_a_table_for_one_is_not_offered_a_seat(
    open_page: OpenPage, program: Program, terms: dict[str, Any]
) -> None:
    if "from" in terms:
        terms = {"from": {"record": (RECORDS / "cards-4.txt").read_text(encoding="utf-8"), "move": 3}, "options": {}}
    table, kept = opened(program.base, "cards", 4, **terms)
    invite = json.loads(json.loads(kept[kept.index(", ") + 2 : -1]))[0]["invite"]
    watching = open_page(f"#/t/{table}?invite={invite}")
    expect(watching.get_by_text("You are watching")).to_be_visible(timeout=60_000)
    watching.wait_for_timeout(500)
    expect(watching.get_by_role("button", name="Take over")).to_have_count(0)


def test_who_watches_a_table_for_all_is_offered_a_bots_seat(open_page: OpenPage, program: Program) -> None:
    table, kept = opened(program.base, "cards", 4)
    invite = json.loads(json.loads(kept[kept.index(", ") + 2 : -1]))[0]["invite"]
    watching = open_page(f"#/t/{table}?invite={invite}")
    expect(watching.get_by_role("button", name="Take over")).to_be_visible(timeout=60_000)


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_titles_are_whole_on_a_phone(open_page: OpenPage, program: Program, language: str) -> None:
    for game in ("coal", "dice", "cards"):
        table, kept = opened(program.base, game)
        page = open_page(f"#/t/{table}", kept=kept, language=language)
        for path in (f"#/t/{table}", "#/after/file"):
            page.goto(f"{program.base}/{path}")
            title = page.locator("header h1").first
            expect(title).to_be_visible(timeout=60_000)
            room, wanted, lines = title.evaluate(
                """(one) => [one.clientWidth, one.scrollWidth,
                    one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)]"""
            )
            assert wanted <= room, (path, game)
            assert lines <= 2.1, (path, game)


def test_a_table_that_is_held_says_so_to_all_and_its_host_goes_on(
    open_page: OpenPage, program: Program, axe: str
) -> None:
    table, kept = opened(program.base, "coal", 4)
    invite = json.loads(json.loads(kept[kept.index(", ") + 2 : -1]))[0]["invite"]
    host = open_page(f"#/t/{table}", kept=kept)
    watching = open_page(f"#/t/{table}?invite={invite}")
    expect(offers(host).first).to_be_visible(timeout=60_000)
    host.get_by_role("button", name="React").click()
    host.keyboard.press("Escape")
    expect(host.locator(".emotes")).to_have_count(0)
    expect(host.get_by_role("button", name="React")).to_be_focused()
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Pause").click()
    host.keyboard.press("Escape")
    for page in (host, watching):
        expect(page.locator(".paused")).to_be_visible()
        assert violations(page, axe) == []
    expect(watching.get_by_role("button", name="Go on")).to_have_count(0)
    host.get_by_role("button", name="Go on").click()
    for page in (host, watching):
        expect(page.locator(".paused")).to_have_count(0)


def test_the_coach_stands_beside_the_table_and_one_plays_on(open_page: OpenPage, program: Program) -> None:
    table, kept = opened(program.base, "coal")
    page = open_page(f"#/t/{table}", kept=kept, size=DESKTOP)
    expect(offers(page).first).to_be_visible(timeout=60_000)
    page.locator(".slip input").first.focus()
    page.keyboard.press("Tab")
    focus = page.evaluate("document.activeElement.outerHTML")
    page.keyboard.press("c")
    coach = page.get_by_role("dialog", name="Coach")
    expect(coach.locator("ol li").first).to_be_visible(timeout=60_000)
    assert page.evaluate("document.activeElement.outerHTML") == focus
    box, room = coach.bounding_box(), page.locator(".room").bounding_box()
    assert box is not None
    assert room is not None
    assert room["x"] + room["width"] <= box["x"], "the coach covers the table"
    assert page.locator("main").evaluate("(main) => main.scrollWidth <= main.clientWidth")

    why = coach.locator("details").first
    expect(why.locator("table")).to_be_hidden()
    why.locator("summary").click()
    parts = [float(part.replace("−", "-").rstrip("%")) for part in why.locator("tbody td").all_inner_texts()]
    assert len(parts) > 1
    assert f"{sum(parts):.1f}%" == why.locator("tfoot td").inner_text()

    assert clicked(page)  # a move, while the coach is open
    expect(page.locator(".fists, .tray").first).to_be_attached(timeout=30_000)
    expect(coach).to_be_visible()
    coach.get_by_role("button", name="Close").focus()
    page.keyboard.press("Escape")
    expect(coach).to_be_hidden()
    button = page.get_by_role("button", name="Coach")
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")


def test_the_coach_lies_over_the_table_on_a_phone(open_page: OpenPage, program: Program) -> None:
    table, kept = opened(program.base, "coal")
    page = open_page(f"#/t/{table}", kept=kept)
    expect(offers(page).first).to_be_visible(timeout=60_000)
    page.keyboard.press("c")
    expect(page.locator("dialog:modal").get_by_role("heading", name="Coach")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
