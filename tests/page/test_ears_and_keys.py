"""Whole games with neither mouse nor eyes: by keys alone, and by roles and names alone."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import OpenPage, Watcher
from tests.page.sitting import OFFERS, offers, opened, over, play_on
from tests.server.house import Program

GAMES = ["coal", "dice", "cards"]
MOST_STEPS = 80  # with the Tab key, from anywhere to anything


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard_alone(open_page: OpenPage, program: Program, game: str) -> None:
    table, kept = opened(program.base, game)
    page = open_page(f"#/t/{table}", kept=kept)
    held = "(offers) => document.activeElement.matches(offers) && document.activeElement.ariaDisabled !== 'true'"

    def by_keys(page: Page) -> bool:
        if not offers(page).count():
            return False
        for _ in range(MOST_STEPS):
            if page.evaluate(held, ", ".join(OFFERS)):
                page.keyboard.press("Enter")
                if game == "cards":
                    page.keyboard.press("Enter")  # once more plays it
                page.wait_for_timeout(80)
                return True
            page.keyboard.press("Tab")
        if offers(page).count():
            raise AssertionError("what is offered cannot be reached with the Tab key")
        return False

    play_on(page, by_keys)
    assert over(page)


# Names of buttons that make a move or go on, in the order in which they are tried.
NAMES = {
    "coal": (r"^Go on$", r"^Lock \d", r"^Stop keep", r"^One more$", r"^Draw$"),
    "dice": (r"^Claim", r"^Keep my rank$", r"^(Steal|Trade) nothing$", r"^Let it stand$"),
    "cards": (r"^Play the \d", r"^\d+, .*devils?$"),
}

# Lines as the server tells them, and how often they must have been said: whatever else is said between.
TOLD = {
    "coal": {r"coal (\d+)": r"turns? over {0}:", r"devil": r"^The devil!", r"stop": r"stops? and keeps?"},
    "dice": {r"claim (\d+)": r"grabs? at place {0}", r"rolls? .*": r"(shows?|rolls? again)"},
    "cards": {r"play (\d+)": r"plays? the {0} with"},
}

# What a screen reader is given: paragraphs that are added to the log.
LISTENED = """
    window.said = [];
    new MutationObserver((changes) => {
        for (const node of changes.flatMap((change) => [...change.addedNodes]))
            if (node.parentElement?.closest("[role=log]")) window.said.push(node.textContent.trim());
    }).observe(document, { childList: true, subtree: true });
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_roles_and_names_alone(
    open_page: OpenPage, program: Program, watcher: Watcher, game: str
) -> None:
    table, kept = opened(program.base, game)
    page = open_page("#/about", calm=True, kept=kept)
    page.context.add_init_script(LISTENED)
    page.goto(f"{program.base}/?ears#/t/{table}")
    expect(page.get_by_role("log")).to_be_attached()
    calls = 0

    def by_ear(page: Page) -> bool:
        nonlocal calls
        for name in NAMES[game]:
            found = page.get_by_role("button", name=re.compile(name), disabled=False).element_handles()
            if found:  # the last card may be on its way by now: nobody waits for it to come back
                calls += page.get_by_role("status").filter(has_text="Your turn").count()
                found[0].dispatch_event("click")  # as assistive technology presses
                return True
        return False

    def ended(page: Page) -> bool:
        return page.get_by_role("dialog", name=re.compile("wins?!?$")).get_by_role("listitem").count() == 3

    play_on(page, by_ear, done=ended)
    assert calls, "nobody was told that it was their turn"
    said = page.evaluate("window.said")
    told = [line for frame in watcher.received[page] for line in lines(frame)]
    for pattern, sentence in TOLD[game].items():
        found = [re.fullmatch(rf"(?:\d+|table|chance): {pattern}", line) for line in told]
        for line in filter(None, found):
            heard = [each for each in said if re.search(sentence.format(*line.groups()), each)]
            assert heard, f"{line.group()} was not said: {said}"


def lines(frame: str) -> list[str]:
    """The lines that news brought."""
    news = json.loads(frame)
    if news["is"] != "steps":
        return []
    return [line for step in news["steps"] if step["is"] == "told" for line in step["lines"]]
