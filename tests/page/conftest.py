"""The page in a real browser, at a real server. `make test` builds the page and installs Debian's chromium."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright
from playwright.sync_api import Response as Answer

from brimstone.server.pages import BUILT
from tests.server.house import Program

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip

expect.set_options(timeout=30_000)  # milliseconds: machines that test are busy

OpenPage = Callable[..., Page]


def started(server: Program) -> None:
    """Start a server and wait for it; in a thread, because the browser's driver has a loop running in this one."""
    server.start()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(server.ready())).result()


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A table server with the built page; its bots answer at once."""
    assert (BUILT / "index.html").exists(), "the page is not built: run `make test`, or `npm run build` in web/"
    folder = tmp_path_factory.mktemp("house")
    server = Program(f"sqlite:///{folder}/tables.sqlite")
    started(server)
    yield server
    server.stop()


@contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """Debian's chromium, without a screen; its driver keeps a loop running, so that it must end before other tests."""
    path = shutil.which("chromium")
    assert path is not None, "chromium is missing: run `make test`, or install Debian's package chromium"
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=path, args=[*QUIET, *flags])
        yield found
        found.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


class Watcher:
    """What must not happen on a page: errors, refused contents, requests to somebody else, incomplete messages."""

    def __init__(self, base: str) -> None:
        self.base, self.complaints, self.expected = base, list[str](), ""
        self.received: dict[Page, list[str]] = {}  # what came over sockets

    def watch(self, context: BrowserContext) -> None:
        context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        context.on("console", lambda said: self.hear(said.type, said.text))
        context.on("request", lambda asked: self.see(asked.url))
        context.on("request", self.overhear_post)
        context.on("response", self.get)

    def get(self, answer: Answer) -> None:
        if answer.status >= 400:
            self.hear("error", f"{answer.status} {answer.url}")

    def listen(self, page: Page) -> None:
        frames = self.received[page] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
        page.on("websocket", lambda socket: socket.on("framesent", lambda frame: self.overhear(str(frame))))

    def overhear_post(self, asked: Request) -> None:
        if asked.url.endswith(("/messages", "/events")):
            self.overhear(asked.post_data or "")

    def overhear(self, text: str) -> None:
        """A message that is sent has a key and says what was seen."""
        said = json.loads(text)
        if not said.get("key") or ("have" if said["do"] == "hello" else "seen") not in said:
            self.complaints.append(f"a message lacks something: {text}")

    def hear(self, kind: str, text: str) -> None:
        loading = text.startswith("Failed to load resource")  # which the answers say better
        if kind == "error" and not loading and not (self.expected and re.search(self.expected, text)):
            self.complaints.append(f"console: {text}")

    def see(self, address: str) -> None:
        if not address.startswith((self.base, "data:", "blob:")):
            self.complaints.append(f"a request leaves the house: {address}")


@pytest.fixture
def watcher(program: Program) -> Iterator[Watcher]:
    """Fails the test if anything went wrong on a page that the test did not expect."""
    found = Watcher(program.base)
    yield found
    assert found.complaints == []


@pytest.fixture
def open_page(browser: Browser, watcher: Watcher) -> Iterator[OpenPage]:
    """Opens pages, each in a browser of its own, closed after the test."""
    contexts: list[BrowserContext] = []

    def opened(
        path: str = "", *, size: dict[str, int] = PHONE, language: str = "en", calm: bool = False, kept: str = ""
    ) -> Page:
        context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            locale=language,
            reduced_motion="reduce" if calm else "no-preference",
        )
        watcher.watch(context)
        contexts.append(context)
        if kept:
            context.add_init_script(f"if (origin !== 'null' && !localStorage.getItem('brimstone.games')) {kept}")
        page = context.new_page()
        watcher.listen(page)
        page.goto(f"{watcher.base}/{path}")
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, to be run in a page."""
    return (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
