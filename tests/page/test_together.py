"""Several people at one table: by a link, beside a spectator; secrets stay secret; nothing is lost by a cut."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.conftest import DESKTOP, OpenPage, Watcher, started
from tests.page.sitting import at_table, clicked, named, opened, violations
from tests.server.house import Program


def with_friends(open_page: OpenPage, game: str, seats: int) -> tuple[Page, str]:
    """A host in the lobby of a new table, and the link for the others."""
    host = open_page(size=DESKTOP)
    host.locator(f"li[data-game={game}]").get_by_role("button", name="With friends").click()
    host.locator(".choices span", has_text=str(seats)).click()
    host.get_by_role("button", name="Open the table").click()
    named(host, "Ada")
    at_table(host)
    link = host.locator("input[readonly]").input_value()
    assert "invite=" in link
    return host, link[link.index("#") :]


def lock(page: Page) -> None:
    """Seal a bet."""
    expect(page.get_by_role("button", name=re.compile("^Lock")).first).to_be_enabled(timeout=60_000)
    page.get_by_role("button", name=re.compile("^Lock")).first.click()


def test_a_friend_comes_by_a_link_and_bets_stay_hidden_until_all_are_in(open_page: OpenPage, watcher: Watcher) -> None:
    host, link = with_friends(open_page, "coal", 2)
    friend = open_page(link)
    expect(friend.get_by_role("button", name="Sit here").last).to_be_visible()
    onlooker = open_page(link)
    friend.get_by_role("button", name="Sit here").last.click()
    named(friend, "Bob")
    expect(host.get_by_text("Bob", exact=True)).to_be_visible()
    host.get_by_role("button", name="Begin").click()
    expect(onlooker.get_by_text("You are watching")).to_be_visible(timeout=30_000)
    lock(host)
    expect(friend.get_by_text(re.compile("1 of 2")).filter(visible=True).first).to_be_visible()
    before = {page: "".join(watcher.received[page]) for page in (friend, onlooker)}
    lock(friend)
    for page in (host, friend, onlooker):
        expect(page.locator(".fists, .run, .tray").first).to_be_attached(timeout=30_000)
    for page, heard in before.items():
        assert "table: bets" not in heard
        assert not re.search(r"1: bet \d", heard), "the host's bet was told before all were in"
        assert "table: bets" in "".join(watcher.received[page])


def test_who_loads_the_lobby_anew_still_sits_and_is_not_scolded(open_page: OpenPage, watcher: Watcher) -> None:
    host, _ = with_friends(open_page, "cards", 3)
    expect(host.get_by_role("button", name="Begin")).to_be_visible()
    host.reload()
    expect(host.get_by_role("button", name="Begin")).to_be_visible()
    host.wait_for_function("document.querySelector('.invite')")
    host.wait_for_timeout(500)
    assert "".join(watcher.received[host]).count('"is":"done"') == 2  # it was asked for again, and is so already,
    expect(host.get_by_role("alert")).to_have_count(0)  # which is no news


def test_without_the_server_the_page_says_so_and_a_table_goes_on_where_it_was(
    open_page: OpenPage, program: Program, watcher: Watcher, axe: str
) -> None:
    watcher.expected = "WebSocket connection|ERR_CONNECTION_REFUSED"  # browsers say so of every try
    table, kept = opened(program.base, "cards")
    page = open_page(f"#/t/{table}", kept=kept)
    expect(page.locator(".hand button.active:not(.dim)").first).to_be_visible(timeout=60_000)
    before = page.locator(".hand li").count()
    home = open_page()
    home.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    program.kill()
    expect(page.get_by_text("Connection lost")).to_be_visible(timeout=30_000)
    home.reload()
    expect(home.get_by_text("No connection to the house")).to_be_visible()
    assert violations(home, axe) == []
    started(program)
    expect(page.get_by_text("Connection lost")).to_be_hidden(timeout=30_000)
    assert page.locator(".hand li").count() == before
    assert clicked(page)
    expect(page.locator(".hand li")).to_have_count(before - 1, timeout=30_000)


def test_two_windows_of_one_person_show_the_same(open_page: OpenPage, program: Program) -> None:
    table, kept = opened(program.base, "cards")
    first, second = (open_page(f"#/t/{table}", kept=kept) for _ in range(2))
    expect(first.locator(".hand button.active:not(.dim)").first).to_be_visible(timeout=60_000)
    expect(second.locator(".hand li")).to_have_count(first.locator(".hand li").count(), timeout=30_000)
    count = first.locator(".hand li").count()
    assert clicked(first)
    expect(second.locator(".hand li")).to_have_count(count - 1, timeout=30_000)


def test_a_host_chooses_the_ranks_and_is_told_which_go_together(open_page: OpenPage, watcher: Watcher) -> None:
    watcher.expected = "^400 .*/tables$"
    host = open_page(size=DESKTOP)

    def choose(*ranks: str) -> None:
        host.locator("li[data-game=dice]").get_by_role("button", name="With friends").click()
        dialog = host.get_by_role("dialog", name="Dice Devils")
        dialog.locator(".choices span", has_text="3").click()
        dialog.get_by_label("Variant").select_option("ranks")
        for box in dialog.get_by_role("group", name="Choose as many ranks").get_by_role("checkbox").all():
            box.uncheck()
        for rank in ranks:
            dialog.get_by_label(rank, exact=True).check()
        dialog.get_by_role("button", name="Open the table").click()

    choose("Springteufel", "Putzteufel", "Satansbraten")
    named(host, "Ada")
    expect(host.get_by_role("alert")).to_contain_text("the Satansbraten only with the Oberteufel")
    choose("Springteufel", "Putzteufel", "Fehlerteufel")
    at_table(host)
    host.get_by_role("button", name="Fill with bots").click()
    expect(host.locator(".frame")).to_be_visible(timeout=60_000)
    for rank in ("Springteufel", "Putzteufel", "Fehlerteufel"):
        expect(host.locator(".frame").get_by_text(rank, exact=True).filter(visible=True).first).to_be_visible()
