"""People at tables in the browser: tables opened for a page, and moves made by clicking or by keys."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

SHORT: dict[str, dict[str, Any]] = {"coal": {"rounds": 1}, "dice": {"goal": 2}, "cards": {"goal": 1}}


def opened(base: str, game: str, seats: int = 3, bots: str = "random", **terms: Any) -> tuple[str, str]:
    """A short game at a table of its own: its id, and what the page has to remember to sit there."""
    token, salt = secrets.token_hex(32), secrets.token_hex(32)
    wanted = {
        "game": game, "seats": seats, "name": "Ada", "token": token, "options": SHORT[game], "pace": "quick",
        "bots": [bots] * (seats - 1), "seat": 1, "begin": True, **terms,
    }  # fmt: skip
    answer = httpx.post(f"{base}/api/v1/tables", json=wanted, timeout=60.0)
    assert answer.status_code == 201, answer.text
    found = answer.json()
    seat = {
        "table": found["table"], "game": game, "token": token, "salt": salt, "invite": found["invite"], "opened": 0,
    }  # fmt: skip
    return found["table"], f"localStorage.setItem('brimstone.games', {json.dumps(json.dumps([seat]))})"


def over(page: Page) -> bool:
    """Has the game at this page's table ended?"""
    return page.locator("dialog[open] ol li.won").count() > 0


def shown(page: Page) -> str:
    """What is on a page and what it offers, for whoever has to find out why a test failed."""
    focus = page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    offered = [each.evaluate("(one) => one.outerHTML.slice(0, 200)") for each in offers(page).all()]
    text = page.locator("body").inner_text()
    return f"at {page.url}\nfocus: {focus}\noffered: {offered}\nsaid last: {story(page)[-3:]}\ntext: {text}"


def play_on(
    page: Page, move: Callable[[Page], bool], seconds: float = 120.0, done: Callable[[Page], bool] = over
) -> None:
    """Make moves until the game is over."""
    until = time.monotonic() + seconds
    while not done(page):
        assert time.monotonic() < until, f"the game does not end; {shown(page)}"
        if not move(page):
            page.keyboard.press("Space")  # nothing to do: go on at once
            page.wait_for_timeout(60)


# What makes a move on the three boards, in the order in which it is tried; a stop comes before another draw.
OFFERS = (
    "dialog[open] .button.danger",  # a large stake asks once more
    ".hand button.active:not(.dim)",
    ".actions button.stop",
    ".actions button.draw",
    ".actions button.wide",
    "button.place.legal",
    ".prize button.none",
    ".battle .deeds button",
)


def offers(page: Page) -> Locator:
    """Everything that makes a move now."""
    return page.locator(", ".join(f"{each}:enabled:not([aria-disabled=true])" for each in OFFERS))


def clicked(page: Page) -> bool:
    """Make one move by clicking what is offered, if anything is."""
    for offer in OFFERS:
        found = page.locator(f"{offer}:enabled:not([aria-disabled=true])")
        if found.count() and found.first.is_visible():
            # only the left edge of a card in a fan is sure to be free
            found.first.click(position={"x": 22, "y": 40} if "hand" in offer else None)
            if "hand" in offer:
                page.locator(".actions .button.main").click()
            return True
    return False


def story(page: Page) -> list[str]:
    """What the page has said to ears."""
    return page.get_by_role("log").get_by_role("paragraph").all_inner_texts()


RESTED = """async () => {
    const moving = () => document.getAnimations()
        .filter((one) => one.playState === "running" && one.effect.getComputedTiming().endTime < Infinity);
    while (moving().length) await Promise.allSettled(moving().map((one) => one.finished));
}"""


# What begins to move while axe is looking is at its end at once.
LOOKED = """await (async () => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        const still = typeof options === "number" ? { duration: options } : { ...options };
        return animate.call(this, frames, { ...still, delay: 0, duration: 0 });
    };
    const { violations } = await axe.run().finally(() => (Element.prototype.animate = animate));
    return violations;
})()"""


def violations(page: Page, axe: str) -> list[str]:
    """What axe finds wrong with a page once it has come to rest: half faded in, nothing has its contrast."""
    page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate(f"async () => {{ await ({RESTED})(); return {LOOKED}; }}")
    return [f"{each['id']}: {[node['html'][:160] for node in each['nodes'][:3]]}" for each in found]


def named(page: Page, name: str) -> None:
    """Give the name that is asked for once."""
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="That’s me").click()


def at_table(page: Page) -> str:
    """Wait for a table, and say which."""
    expect(page).to_have_url(re.compile(r"#/t/[2-9a-z]{12}"), timeout=30_000)
    return page.url.rpartition("/")[2].partition("?")[0]
