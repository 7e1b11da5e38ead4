"""A newcomer: one button, and a game begins; whole games are played to their ends."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import DESKTOP, PHONE, OpenPage
from tests.page.sitting import at_table, clicked, offers, opened, over, play_on
from tests.server.house import Program

GAMES = ["coal", "dice", "cards"]
SIDEWAYS = {"width": 844, "height": 390}

# Frame by frame, while a table is set: how far cards are drawn out of shape, and what is said below the table.
WATCH = """() => {
    window.seen = { stretch: 1, said: [] };
    const look = () => {
        for (const card of document.querySelectorAll(".hand li"))
            seen.stretch = Math.max(seen.stretch, card.getBoundingClientRect().width / card.offsetWidth);
        const said = document.querySelector(".actions p")?.innerText;
        if (said && said !== seen.said.at(-1)) seen.said.push(said);
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize("game", GAMES)
def test_one_button_and_one_sits_at_a_table(open_page: OpenPage, game: str) -> None:
    page = open_page()
    page.locator(f"li[data-game={game}] .doors .main").click()
    at_table(page)
    expect(offers(page).first).to_be_visible(timeout=60_000)
    expect(page.locator(".others section")).to_have_count(3)


@pytest.mark.parametrize(("game", "first"), [("coal", "Choose your stake"), ("cards", "Your turn")])
def test_while_a_table_is_set_nothing_is_stretched_and_nothing_is_over(
    open_page: OpenPage, game: str, first: str
) -> None:
    page = open_page()
    page.evaluate(WATCH)
    page.locator(f"li[data-game={game}] .doors .main").click()
    expect(page.locator(".actions p")).to_contain_text(first, timeout=60_000)
    seen = page.evaluate("seen")
    assert seen["stretch"] < 1.02
    assert not [said for said in seen["said"] if "over" in said]


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_on_its_side_the_move_is_in_sight(
    open_page: OpenPage, program: Program, game: str, seats: int
) -> None:
    table, kept = opened(program.base, game, seats)
    page = open_page(f"#/t/{table}", size=SIDEWAYS, kept=kept)
    expect(offers(page).first).to_be_in_viewport(ratio=0.85, timeout=60_000)


def test_on_a_desktop_all_boxes_stand_on_one_screen_with_all_their_doors(open_page: OpenPage) -> None:
    page = open_page(size=DESKTOP)
    for door in page.locator(".shelf .doors .button").all():
        expect(door).to_be_in_viewport(ratio=1)


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
