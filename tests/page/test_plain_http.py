"""At home, over plain http: browsers give such a page no WebCrypto, no service worker and no clipboard."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import DESKTOP, OpenPage, Watcher, chromium
from tests.page.sitting import clicked, named, opened, play_on
from tests.server.house import Program

NAME = "brimstone.test"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for which the server is a machine in the house and not itself."""
    with chromium(f"--host-resolver-rules=MAP {NAME} 127.0.0.1") as found:
        yield found


@pytest.fixture
def plain(program: Program, watcher: Watcher) -> None:
    watcher.base = f"http://{NAME}:{program.port}"
    watcher.expected = "Cross-Origin-Opener-Policy header has been ignored"  # which browsers say of every such page


def test_the_link_for_friends_is_copied(open_page: OpenPage, plain: None) -> None:
    page = open_page(size=DESKTOP)
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'clipboard' in navigator]") == [False] * 3
    assert page.evaluate("crypto.subtle === undefined")
    page.locator("li[data-game=coal]").get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="Open the table").click()
    named(page, "Ada")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.locator("input[readonly]").input_value()
    page.evaluate("document.body.append(document.createElement('textarea'))")
    page.locator("textarea").focus()
    page.keyboard.press("Control+V")
    assert page.locator("textarea").input_value() == link
    assert f"//{NAME}:" in link


def test_a_game_is_played_and_its_draws_are_checked(open_page: OpenPage, program: Program, plain: None) -> None:
    table, kept = opened(program.base, "cards")
    page = open_page(f"#/t/{table}", size=DESKTOP, kept=kept)
    play_on(page, clicked)
    page.get_by_role("link", name="Take it apart").click()
    page.get_by_role("button", name="Check every draw").click()
    expect(page.get_by_text(re.compile(r"All \d+ draws are as promised"))).to_be_visible()
    expect(page.get_by_text("They also fit what this browser kept")).to_be_visible()
