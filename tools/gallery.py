"""Screenshots of every screen in its states, on a phone and a desktop, into gallery/ (not committed), to be looked at.

    python tools/gallery.py [--language de] [--size phone] [--only coal]

It plays at a server of its own, as the tests of the page do. `make play` or `make test` has built the page before.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import html
import json
import random
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.page.conftest import DESKTOP, PHONE, QUIET, started  # noqa: E402
from tests.page.sitting import SHORT, clicked, over  # noqa: E402
from tests.server.client import Client  # noqa: E402
from tests.server.house import Program  # noqa: E402

T = TypeVar("T")
SIZES = {"phone": PHONE, "desktop": DESKTOP}
FEWEST = {"coal": 2, "dice": 3, "cards": 3}
GAMES = tuple(FEWEST)
PARTS = ("pages", *GAMES)
SCENES = ("few", "four", "advised", "late", "after", "lesson")
LONG = ("Maximiliane-Charlotte von Falkenhausen", "Bartholomäus", "Ида", "Jean-Baptiste-Emmanuel", "Wu")
SOON = 700  # milliseconds: what moves has come to rest
PATIENCE = 40.0  # seconds of play in which all moments of a game should have come

# What is worth a picture at a table, and how the page looks then; a moment is taken once, after so many milliseconds.
MOMENTS: dict[str, dict[str, tuple[str, int]]] = {
    "coal": {
        "bet": (".slip:not(:has(.sealed))", 400),
        "fists": (".fists:not(.open)", 250),
        "revealed": (".fists.open", 300),
        "waiting": (".mouth:not(.ready) .chosen", 0),
        "turn": (".mouth.ready", 400),
        "run": (".tray:has(li:nth-child(2))", 200),
        "devil": (".inferno", 500),
        "account": ("section.card", 500),
    },
    "dice": {
        "cup": (".cup.ready", 300),
        "peek": (".own .dice", 500),
        "claim": ("button.place.legal", 300),
        "claimed": (".places .hand + .hand, .places .hand.own", 400),
        "battle": (".battle", 100),
        "settled": (".battle li.won", 300),
        "force": (".force", 300),
        "prize": (".prize.sheet", 400),
        "passing": (".flight", 200),
    },
    "cards": {
        "lead": (".hand button.active", 400),
        "second": (".trick .card.lead:only-of-type", 400),
        "follow": (".arrow", 300),
        "waiting": (".hand:has(button):not(:has(.active))", 300),
        "swept": (".trick .sweep", 700),
        "counted": (".count table", 900),
    },
}


def outside(work: Coroutine[Any, Any, T]) -> T:
    """Something of a loop of its own: the browser's driver has one running in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work)).result()


def sensible(moves: list[str]) -> str:
    """A move such as a child would make."""
    some = random.Random(len(moves))
    small = [say for say in moves if say.startswith("bet ") and int(say[4:]) <= 60]
    if "stop" in moves:
        return some.choice(["draw", "draw", "stop"])
    return some.choice(small or moves)


async def played(base: str, game: str, seats: int) -> dict[str, Any]:
    """A whole game of the box, without a page: what a browser has to remember of it."""
    host = await Client.host(base, game, seats=seats, bots=["casual"] * (seats - 1), pace="quick", name=LONG[0])
    await host.enter()
    await host.sit(1)
    await host.say("begin")
    await host.play(sensible)
    await host.leave()
    return {
        **{"table": host.table, "game": game, "token": host.token, "salt": host.salt, "invite": host.invite},
        **{"opened": int(time.time() * 1000), "seat": 1, "over": True},
    }


def seated(base: str, game: str, seats: int, **terms: Any) -> dict[str, Any]:
    """A game against bots, each of its own taste: what a browser has to remember to sit there."""
    token, salt = secrets.token_hex(32), secrets.token_hex(32)
    bots = ["club:gambler", "club:accountant", "club:spoiler", "club:friend", "expert"][: seats - 1]
    wanted = {
        **{"game": game, "seats": seats, "name": LONG[0], "token": token, "options": SHORT[game], "pace": "normal"},
        **{"bots": bots, "seat": 1, "begin": True, **terms},
    }
    answer = httpx.post(f"{base}/api/v1/tables", json=wanted, timeout=60.0)
    assert answer.status_code == 201, answer.text
    found = answer.json()
    return {"table": found["table"], "game": game, "token": token, "salt": salt, "invite": found["invite"]}


async def gathered(base: str) -> dict[str, Any]:
    """A lobby at which people with long names have sat down: what its host's browser has to remember."""
    host = await Client.host(base, "coal", seats=6, name=LONG[0])
    await host.enter()
    await host.sit(1)
    for seat, name in enumerate(LONG[1:4], 2):
        guest = await host.friend(name)
        await guest.enter()
        await guest.sit(seat)
    await host.say("bot", seat=5, level="club:accountant")
    return {"table": host.table, "game": "coal", "token": host.token, "salt": host.salt, "invite": host.invite}


def remembering(*games: dict[str, Any]) -> str:
    """A script that gives a browser its games."""
    kept = json.dumps([{"opened": 0, **each} for each in games])
    return f"localStorage.setItem('brimstone.games', {json.dumps(kept)})"


class Photographer:
    """A browser of one size in one language, and the folder for its pictures."""

    def __init__(self, browser: Browser, base: str, folder: Path, size: str, language: str) -> None:
        self.browser, self.base, self.folder = browser, base, folder
        self.size, self.language = size, language
        self.taken: list[Path] = []

    def page(self, path: str = "", kept: str = "") -> Page:
        context = self.browser.new_context(viewport=SIZES[self.size], locale=self.language)  # type: ignore[arg-type]
        if kept:
            context.add_init_script(f"if (origin !== 'null' && !localStorage.getItem('brimstone.games')) {kept}")
        page = context.new_page()
        page.goto(f"{self.base}/{path}")
        page.wait_for_timeout(SOON)
        return page

    def sit(self, seat: dict[str, Any]) -> Page:
        page = self.page(f"#/t/{seat['table']}", remembering(seat))
        page.wait_for_selector(".ground", timeout=60_000)
        page.wait_for_timeout(SOON)
        return page

    def take(self, page: Page, name: str) -> None:
        path = self.folder / f"{name}-{self.size}-{self.language}.png"
        page.screenshot(path=path)
        self.taken.append(path)

    def glance(self, name: str, path: str, kept: str = "") -> None:
        """One picture of a screen, and one of what is below its edge, if anything is."""
        page = self.page(path, kept)
        self.take(page, name)
        if page.evaluate("document.documentElement.scrollHeight > innerHeight + 40"):
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            page.wait_for_timeout(300)
            self.take(page, f"{name}-foot")
        page.context.close()

    def pages(self) -> None:
        """Screens without a game."""
        some = [outside(played(self.base, game, 3)) for game in ("coal", "cards")]
        self.glance("home-first", "")
        self.glance("home-again", "", remembering(*some, {**some[0], "table": "2" * 12, "over": False}))
        for name, path in {"rules": "#/rules/dice", "about": "#/about", "file": "#/after/file", "lost": "#/no"}.items():
            self.glance(name, path)
        page = self.page()
        page.locator("li[data-game=coal] .doors .button").nth(1).click()
        page.wait_for_timeout(SOON)
        self.take(page, "new-table")
        page.locator("dialog[open] .button.main").click()
        page.wait_for_timeout(SOON)
        self.take(page, "name")
        page.context.close()
        lobby = outside(gathered(self.base))
        page = self.sit(lobby)
        self.take(page, "lobby")
        page.context.close()

    def moments(self, page: Page, game: str, name: str) -> None:
        """Play, and take every kind of moment once."""
        wanted = dict(MOMENTS[game])
        until = time.monotonic() + PATIENCE
        while wanted and not over(page) and time.monotonic() < until:
            now = page.evaluate(
                "(wanted) => Object.keys(wanted).filter((name) => document.querySelector(wanted[name][0]))", wanted
            )
            for moment in now[:1]:
                page.wait_for_timeout(wanted.pop(moment)[1])
                self.take(page, f"{name}-{moment}")
            if not now and not clicked(page):
                page.wait_for_timeout(30)

    def table(self, game: str, seats: int, **terms: Any) -> None:
        """A short game to its end."""
        name = f"{game}-{seats}"
        page = self.sit(seated(self.base, game, seats, **terms))
        self.moments(page, game, name)
        for _ in range(300):
            if over(page):
                break
            clicked(page)
            page.keyboard.press("Space")
            page.wait_for_timeout(50)
        page.wait_for_timeout(SOON)
        self.take(page, f"{name}-end")
        page.context.close()

    def advised(self, game: str) -> None:
        """The coach, the rules and a refusal at one's turn."""
        page = self.sit(seated(self.base, game, 4, pace="quick"))
        page.wait_for_selector(".slip, button.place.legal, .hand button.active", timeout=60_000)
        if game == "cards":
            page.wait_for_selector(".hand button.active", timeout=60_000)
            while not page.locator(".hand button.dim").count() and not over(page):
                clicked(page)
                page.wait_for_timeout(300)
            page.locator(".hand button.dim").first.click(position={"x": 14, "y": 40})
            page.wait_for_timeout(SOON)
            self.take(page, f"{game}-refused")
        for key, name in {"c": "coach", "r": "rules", "?": "keys"}.items():
            page.evaluate("document.activeElement?.blur()")
            page.keyboard.press(key)
            page.wait_for_timeout(4 * SOON if key == "c" else SOON)
            self.take(page, f"{game}-{name}")
            page.keyboard.press("Escape")
        page.context.close()

    def late(self, game: str) -> None:
        """Six at the table shortly before the end, everything open; and somebody who watches them."""
        kept = outside(played(self.base, game, 6))
        before = {"table": kept["table"], "move": self.near_end(kept["table"])}
        seat = seated(self.base, game, 6, **{"from": before, "open_purses": True})
        page = self.sit(seat)
        self.moments(page, game, f"{game}-late")
        page.context.close()
        page = self.page(f"#/t/{seat['table']}?invite={seat['invite']}")
        self.take(page, f"{game}-watching")
        page.context.close()

    def near_end(self, table: str) -> int:
        """How many moves and outcomes there were at a moment shortly before the end of a game."""
        frames = httpx.get(f"{self.base}/api/v1/tables/{table}/replay", timeout=60.0).json()["frames"]
        return int(next(frame["n"] for frame in reversed(frames) if frame["n"] < frames[-1]["n"] * 0.94))

    def after(self, game: str) -> None:
        """Everything after a game of four."""
        kept = outside(played(self.base, game, 4))
        page = self.page(f"#/after/{kept['table']}?n={self.near_end(kept['table'])}", remembering(kept))
        page.wait_for_selector(".halves", timeout=240_000)
        page.wait_for_timeout(SOON)
        self.take(page, f"{game}-after")
        for part in ("film", "curve", "luck", "grades", "fair"):
            page.locator(f"main .{part}").first.evaluate("(node) => node.scrollIntoView({ block: 'start' })")
            page.wait_for_timeout(300)
            self.take(page, f"{game}-after-{part}")
        page.context.close()

    def lesson(self, game: str) -> None:
        """The first steps of a lesson."""
        page = self.page(f"#/learn/{game}")
        page.wait_for_selector(".tutor", timeout=60_000)
        for step in range(6):
            page.wait_for_timeout(SOON)
            self.take(page, f"{game}-lesson-{step}")
            more = page.locator(".tutor .button.main")
            if more.count() and more.first.is_visible():
                more.first.click()
            else:
                clicked(page)
        page.context.close()

    def few(self, game: str) -> None:
        self.table(game, FEWEST[game])

    def four(self, game: str) -> None:
        self.table(game, 4)

    def work(self, parts: Sequence[str], scenes: Sequence[str]) -> None:
        for part in parts:
            if part == "pages":
                self.pages()
            else:
                for scene in scenes:
                    getattr(self, scene)(part)


def sheet(folder: Path) -> None:
    """All pictures on one page."""
    images = "".join(
        f"<figure><img src='{html.escape(each.name)}' height=420><figcaption>{html.escape(each.stem)}</figcaption>"
        "</figure>"
        for each in sorted(folder.glob("*.png"))
    )
    style = "body{background:#333;color:#eee;font-family:sans-serif}figure{display:inline-block;margin:.5rem}"
    (folder / "index.html").write_text(f"<!doctype html><title>Gallery</title><style>{style}</style>{images}")


@contextlib.contextmanager
def house(running: str) -> Iterator[str]:
    """The address of a server: one that runs already, or one of our own."""
    if running:
        yield running
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Program(f"sqlite:///{folder}/tables.sqlite")
        started(server)
        try:
            yield server.base
        finally:
            server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", default="de", help="the longest words are German's")
    parser.add_argument("--size", choices=tuple(SIZES))
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--scene", choices=SCENES, help="of games, only this")
    parser.add_argument("--at", default="", help="a server that runs already, with --bot-pause 0 --no-limits")
    parser.add_argument("--out", type=Path, default=ROOT / "gallery")
    asked = parser.parse_args()
    asked.out.mkdir(exist_ok=True)
    taken = 0
    with sync_playwright() as play, house(asked.at) as base:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        for size in [asked.size] if asked.size else SIZES:
            artist = Photographer(browser, base, asked.out, size, asked.language)
            artist.work([asked.only] if asked.only else PARTS, [asked.scene] if asked.scene else SCENES)
            taken += len(artist.taken)
    sheet(asked.out)
    print(f"{taken} pictures: {asked.out / 'index.html'}")


if __name__ == "__main__":
    main()
