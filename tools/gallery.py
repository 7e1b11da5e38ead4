"""Screenshots of every screen in its states, on a phone and a desktop, into gallery/ (not committed), to be looked at.

    python tools/gallery.py [--language de] [--only coal]

It plays at a server of its own, as the tests of the page do. `make play` or `make test` has built the page before.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.page.conftest import DESKTOP, PHONE, QUIET  # noqa: E402
from tests.page.sitting import clicked, opened, over  # noqa: E402
from tests.server.house import Program  # noqa: E402

SIZES = {"phone": PHONE, "desktop": DESKTOP}
GAMES = ("coal", "dice", "cards")
MOMENTS = 14  # pictures of a game
SOON = 700  # milliseconds: what moves has come to rest


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

    def take(self, page: Page, name: str) -> None:
        path = self.folder / f"{name}-{self.size}-{self.language}.png"
        page.screenshot(path=path)
        self.taken.append(path)

    def pages(self) -> None:
        """Screens without a game."""
        page = self.page()
        self.take(page, "home")
        page.locator("li[data-game=coal] .doors .button").nth(1).click()
        page.wait_for_timeout(SOON)
        self.take(page, "new-table")
        page.locator("dialog[open] .button.main").click()
        page.wait_for_timeout(SOON)
        self.take(page, "name")
        page.locator("dialog[open] .button.main").click()
        page.wait_for_timeout(2 * SOON)
        self.take(page, "lobby")
        page.context.close()
        for name, path in {"rules": "#/rules/dice", "about": "#/about", "file": "#/after/file", "lost": "#/no"}.items():
            page = self.page(path)
            self.take(page, name)
            page.context.close()

    def game(self, game: str) -> None:
        """A short game, then the page after it."""
        table, kept = opened(self.base, game, 4, bots="casual", pace="normal")
        page = self.page(f"#/t/{table}", kept)
        for moment in range(MOMENTS):
            self.take(page, f"{game}-{moment:02}")
            if not over(page):
                clicked(page)
            page.wait_for_timeout(SOON)
        for _ in range(200):
            if over(page):
                break
            clicked(page)
            page.keyboard.press("Space")
            page.wait_for_timeout(100)
        page.wait_for_timeout(SOON)
        self.take(page, f"{game}-end")
        page.goto(f"{self.base}/#/after/{table}")
        page.wait_for_selector("input[type=range]")
        page.wait_for_timeout(2 * SOON)
        self.take(page, f"{game}-after")
        page.context.close()

    def lesson(self, game: str) -> None:
        page = self.page(f"#/learn/{game}")
        page.wait_for_selector(".tutor", timeout=60_000)
        page.wait_for_timeout(SOON)
        self.take(page, f"{game}-lesson")
        page.context.close()


def sheet(folder: Path, pictures: list[Path]) -> None:
    """All pictures on one page."""
    images = "".join(
        f"<figure><img src='{html.escape(each.name)}' height=420><figcaption>{html.escape(each.stem)}</figcaption>"
        "</figure>"
        for each in sorted(pictures)
    )
    style = "body{background:#333;color:#eee;font-family:sans-serif}figure{display:inline-block;margin:.5rem}"
    (folder / "index.html").write_text(f"<!doctype html><title>Gallery</title><style>{style}</style>{images}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", default="de", help="the longest words are German's")
    parser.add_argument("--only", choices=("pages", *GAMES))
    parser.add_argument("--out", type=Path, default=ROOT / "gallery")
    asked = parser.parse_args()
    asked.out.mkdir(exist_ok=True)
    pictures: list[Path] = []
    with tempfile.TemporaryDirectory() as house, sync_playwright() as play:
        server = Program(f"sqlite:///{house}/tables.sqlite")
        server.start()
        asyncio.run(server.ready())
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        for size in SIZES:
            artist = Photographer(browser, server.base, asked.out, size, asked.language)
            if asked.only in (None, "pages"):
                artist.pages()
            for game in GAMES:
                if asked.only in (None, game):
                    artist.game(game)
                    artist.lesson(game)
            pictures += artist.taken
        server.stop()
    sheet(asked.out, pictures)
    print(f"{len(pictures)} pictures: {asked.out / 'index.html'}")


if __name__ == "__main__":
    main()
