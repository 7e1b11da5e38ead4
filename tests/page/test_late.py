"""Wishes that come late or twice: lines that break or stand still, windows that are behind, blocked sockets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.page.conftest import DESKTOP, OpenPage, Watcher
from tests.page.sitting import clicked, opened, play_on
from tests.server.house import Program

WORDS = Path(__file__).parents[2] / "web/src/words/common"
HAND = ".hand button.active:not(.dim)"
AHEAD = 2**30  # a version that nobody has seen
NO_SOCKETS = """window.WebSocket = class {
    static OPEN = 1;
    readyState = 3;
    constructor() { setTimeout(() => this.onclose()); }
    close() {}
};"""

Wish = dict[str, Any]


class Line:
    """A page's line to its table: it may be cut, stand still, or bend what is said."""

    def __init__(self, page: Page) -> None:
        self.wishes: list[Wish] = []
        self.swallows = self.bends = ""  # what is wished for and does not arrive, or as if from another table
        self.still = False
        self.held: list[str | bytes] = []
        page.route_web_socket("**/socket", self.open)

    def open(self, socket: WebSocketRoute) -> None:
        self.socket, self.server = socket, socket.connect_to_server()
        socket.on_message(self.say)
        self.server.on_message(self.hear)

    def say(self, said: str | bytes) -> None:
        wish = json.loads(said)
        self.wishes.append(wish)
        if wish["do"] == self.bends:
            wish, self.bends = {**wish, "seen": AHEAD}, ""
        if wish["do"] == self.swallows:
            self.swallows = ""
        else:
            self.server.send(json.dumps(wish))

    def hear(self, said: str | bytes) -> None:
        if self.still:
            self.held.append(said)
        else:
            self.socket.send(said)

    def go_on(self) -> None:
        """Everything that was held arrives, in its order."""
        self.still = False
        for said in self.held:
            self.socket.send(said)

    def said(self, do: str) -> list[Wish]:
        return [wish for wish in self.wishes if wish["do"] == do]


def to_table(page: Page, base: str, table: str) -> Line:
    line = Line(page)
    page.goto(f"{base}/?#/t/{table}")
    return line


def test_a_move_that_got_lost_is_sent_again_as_it_was(open_page: OpenPage, program: Program) -> None:
    table, kept = opened(program.base, "cards")
    page = open_page("#/about", kept=kept)
    line = to_table(page, program.base, table)
    expect(page.locator(HAND).first).to_be_visible(timeout=60_000)
    count = page.locator(".hand li").count()
    line.swallows = "move"
    assert clicked(page)
    line.socket.close()
    expect(page.locator(".hand li")).to_have_count(count - 1)
    first, again = line.said("move")
    assert first == again
    assert first["seen"] > 0
    assert [hello["have"] for hello in line.said("hello")] == [0, first["seen"]]
    keys = [wish["key"] for wish in line.wishes]
    assert len({*keys}) == len(keys) - 1
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_window_that_is_behind_shows_what_has_changed_and_says_that_it_was_late(
    open_page: OpenPage, program: Program
) -> None:
    table, kept = opened(program.base, "cards")
    first, second = open_page(f"#/t/{table}", kept=kept), open_page("#/about", kept=kept)
    line = to_table(second, program.base, table)
    for page in (first, second):
        expect(page.locator(HAND).first).to_be_visible(timeout=60_000)
    count = second.locator(".hand li").count()
    line.still = True
    assert clicked(first)
    expect(first.locator(HAND).first).to_be_visible(timeout=60_000)
    assert clicked(second)  # the table asks for another card by now
    first.wait_for_timeout(300)
    line.go_on()
    expect(second.get_by_role("alert")).to_contain_text("so that did not count")
    for page in (first, second):
        expect(page.locator(".hand li")).to_have_count(count - 1)
    assert len(line.said("move")) == 1
    expect(second.locator(HAND).first).to_be_visible()
    assert clicked(second)
    for page in (first, second):
        expect(page.locator(".hand li")).to_have_count(count - 2)
    expect(second.get_by_role("alert")).to_have_count(0)


def lobby_of(base: str) -> tuple[str, str]:
    """A table of which a browser's memory knows that it is its own."""
    token = "late" * 8
    terms = {"game": "cards", "seats": 3, "name": "Ada", "token": token, "options": {"goal": 1}}
    table = httpx.post(f"{base}/api/v1/tables", json=terms).raise_for_status().json()["table"]
    seat = {"table": table, "game": "cards", "token": token, "salt": "0" * 64, "opened": 0}
    return table, f"localStorage.setItem('brimstone.games', {json.dumps(json.dumps([seat]))})"


def test_of_two_bots_chosen_in_one_breath_the_last_one_sits(open_page: OpenPage, program: Program) -> None:
    table, kept = lobby_of(program.base)
    page = open_page("#/about", kept=kept)
    line = to_table(page, program.base, table)
    levels = page.locator(".lobby li").nth(1).get_by_role("combobox").first
    expect(page.locator(".lobby li").first).to_contain_text("You")
    line.still = True
    for level in ("child", "casual", "club"):
        levels.select_option(level)
    page.wait_for_timeout(300)
    line.go_on()
    expect(levels).to_have_value("club")
    page.wait_for_timeout(300)
    expect(levels).to_have_value("club")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert [wish["level"] for wish in line.said("bot")] == ["child", "club"]


@pytest.mark.parametrize("language", ["en", "de", "it", "fr"])
def test_who_was_late_to_begin_reads_so_and_begins(language: str, open_page: OpenPage, program: Program) -> None:
    words = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    table, kept = lobby_of(program.base)
    page = open_page("#/about", kept=kept, language=language)
    line = to_table(page, program.base, table)
    button = page.get_by_role("button", name=words["lobby.begin_with_bots"])
    expect(page.locator(".lobby li").first).to_contain_text(words["seat.you"])
    line.bends = "begin"
    button.click()
    expect(page.get_by_role("alert")).to_contain_text(words["refused.stale"])
    page.get_by_role("button", name=words["lobby.begin"]).click()  # it waits no more
    expect(page.locator(HAND).first).to_be_visible(timeout=60_000)
    expect(page.get_by_role("alert")).to_have_count(0)
    keys = [wish["key"] for wish in line.wishes]
    assert len({*keys}) == len(keys)  # nothing was said twice, though a seat brings a new welcome


def test_a_rematch_that_was_not_had_can_be_wanted_again(open_page: OpenPage, program: Program) -> None:
    table, kept = opened(program.base, "cards")
    page = open_page("#/about", kept=kept, size=DESKTOP)
    line = to_table(page, program.base, table)
    play_on(page, clicked)
    line.bends = "rematch"
    rematch = page.get_by_role("button", name="Rematch")
    rematch.click()
    expect(page.get_by_role("alert")).to_contain_text("so that did not count")
    rematch.click()
    page.wait_for_url(lambda url: "#/t/" in url and table not in url)


def test_without_sockets_a_refusal_and_a_lost_answer_leave_nothing_waiting(
    open_page: OpenPage, program: Program, watcher: Watcher
) -> None:
    watcher.expected = "^503 .*/messages$"
    table, kept = opened(program.base, "cards")
    page = open_page("#/about", kept=kept)
    moves: list[Wish] = []

    def bad_line(route: Route) -> None:
        """The first move meets a database that is away; of the second the answer is lost."""
        wish = json.loads(route.request.post_data or "")
        moves.extend([wish] if wish["do"] == "move" else [])
        if wish["do"] == "move" and len(moves) == 1:
            route.fulfill(status=503, json={"is": "refused", "key": "", "why": "busy"})
        elif wish["do"] == "move" and len(moves) == 2:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/messages", bad_line)
    page.add_init_script(NO_SOCKETS)
    page.goto(f"{program.base}/?#/t/{table}")
    expect(page.locator(HAND).first).to_be_visible(timeout=60_000)
    count = page.locator(".hand li").count()
    assert clicked(page)
    expect(page.get_by_role("alert")).to_contain_text("The server cannot write anything down just now")
    page.locator(".actions .button.main").click()  # the same card, which is still chosen
    expect(page.locator(".hand li")).to_have_count(count - 1)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(HAND).first).to_be_visible(timeout=60_000)
    refused, lost, again = moves
    assert lost == again
    assert refused["key"] != lost["key"]
