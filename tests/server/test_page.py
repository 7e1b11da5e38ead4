"""The page in the browser: its files leave as they are, with what a browser must know of them, and no others do."""

from __future__ import annotations

import asyncio
import gzip
import json
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from brimstone.cli.serving import open_page
from brimstone.server.house import Settings
from tests.server.house import running
from tests.server.test_doors import GUARDS

pytestmark = pytest.mark.asyncio
FILES = {
    "index.html": b"<!doctype html><link rel=icon href=icon.svg>",
    "sw.js": b"self.x = 1;" * 20,
    "icon.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "manifest.webmanifest": b"{}",
    "assets/index-B2x.js": b"export const a = 1;" * 50,
    "assets/index-B2x.css": b"body { color: red }" * 50,
    "assets/text-9aF.woff2": b"wOF2" * 10,
    "assets/strange.bin": b"?",
    "assets/deep/er/x.js": b"1",
    ".vite/manifest.json": json.dumps(
        {
            "src/words/common/de.json": {"file": "assets/de-1.js"},
            "src/words/common/en.json": {"file": "assets/en-1.js"},
            "src/words/coal/de.json": {"file": "assets/de-2.js"},
        }
    ).encode(),
    "assets/.hidden.js": b"hidden",
}
TYPES = {
    "": "text/html; charset=utf-8",
    "index.html": "text/html; charset=utf-8",
    "sw.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "manifest.webmanifest": "application/manifest+json",
    "assets/index-B2x.js": "text/javascript; charset=utf-8",
    "assets/index-B2x.css": "text/css; charset=utf-8",
    "assets/text-9aF.woff2": "font/woff2",
    "assets/strange.bin": "application/octet-stream",
    "assets/deep/er/x.js": "text/javascript; charset=utf-8",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small page, with a secret beside it."""
    (tmp_path / "secret.txt").write_bytes(b"secret")
    for name, body in FILES.items():
        file = tmp_path / "page" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
    (tmp_path / "page/link.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "page/assets/index-B2x.js.br").write_bytes(b"brotli")
    return tmp_path / "page"


@asynccontextmanager
async def browser(url: str, folder: Path, root_path: str = "", password: str = "") -> AsyncIterator[httpx.AsyncClient]:
    settings = Settings(page=str(folder), password=password)
    async with running(url, settings, root_path=root_path) as (base, _), httpx.AsyncClient(base_url=base) as http:
        http.headers["Accept-Encoding"] = "identity"
        yield http


async def test_every_file_has_its_type_its_age_and_the_guards(sqlite_url: str, folder: Path) -> None:
    async with browser(sqlite_url, folder) as http:
        for name, kind in TYPES.items():
            answer = await http.get(f"/{name}")
            assert (answer.status_code, answer.content) == (200, FILES[name or "index.html"])
            assert answer.headers["content-type"] == kind
            kept = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
            assert answer.headers["cache-control"] == kept
            assert [guard for guard in GUARDS if len(answer.headers.get_list(guard)) != 1] == []
            head = await http.head(f"/{name}")
            assert (head.status_code, head.content) == (200, b"")
            assert {**head.headers, "date": ""} == {**answer.headers, "date": ""}


async def test_what_a_browser_has_is_not_sent_again(sqlite_url: str, folder: Path) -> None:
    async with browser(sqlite_url, folder) as http:
        tag = (await http.get("/")).headers["etag"]
        again = await http.get("/", headers={"If-None-Match": f'"other", {tag}'})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert (await http.get("/sw.js", headers={"If-None-Match": tag})).status_code == 200


async def test_files_are_compressed_for_whoever_understands_it(sqlite_url: str, folder: Path) -> None:
    async def coded(name: str, accepts: str) -> tuple[str | None, bytes]:
        async with http.stream("GET", name, headers={"Accept-Encoding": accepts}) as answer:
            assert answer.headers["vary"] == "Accept-Encoding"
            return answer.headers.get("content-encoding"), b"".join([part async for part in answer.aiter_raw()])

    async with browser(sqlite_url, folder) as http:
        script = FILES["assets/index-B2x.js"]
        assert await coded("/assets/index-B2x.js", "gzip, deflate, br") == ("br", b"brotli")
        coding, body = await coded("/assets/index-B2x.js", "gzip;q=0.8, br;q=0")
        assert (coding, gzip.decompress(body)) == ("gzip", script)
        assert len(body) < len(script)
        assert await coded("/assets/index-B2x.js", "") == (None, script)
        assert await coded("/assets/text-9aF.woff2", "gzip, br") == (None, FILES["assets/text-9aF.woff2"])


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"), ("EN-gb", "en"), ("pl, de;q=0.5", "de"), ("pl", "en"), ("", "en"),
        ("coal", "en"), ("\"<>,;=", "en"),
    ],
)  # fmt: skip
async def test_with_the_page_comes_where_the_words_of_its_language_are(
    wanted: str, words: str, sqlite_url: str, folder: Path
) -> None:
    async with browser(sqlite_url, folder) as http:
        answer = await http.get("/", headers={"Accept-Language": wanted})
        assert answer.headers["link"] == f"<assets/{words}-1.js>; rel=modulepreload"
        assert answer.headers["vary"] == "Accept-Encoding, Accept-Language"
        assert "link" not in (await http.get("/sw.js")).headers


@pytest.mark.parametrize(
    "path",
    [
        "/link.txt", "/secret.txt", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt", "/assets/%2e%2e%5c%2e%2e%5csecret.txt", "/.vite/manifest.json",
        "/assets/.hidden.js", "/assets", "/assets/", "/assets/index-B2x.js.br", "/favicon.ico", "/page.py",
        "/index.htm", "//etc/passwd", "/index.html%00.js",
    ],
)  # fmt: skip
async def test_no_other_file_leaves(path: str, sqlite_url: str, folder: Path) -> None:
    async with browser(sqlite_url, folder) as http:
        address = http.base_url.copy_with(raw_path=path.encode())
        answer = await http.get(address)
        assert answer.status_code == 404
        assert answer.json()["is"] == "refused"


async def test_a_page_is_only_read(sqlite_url: str, folder: Path) -> None:
    async with browser(sqlite_url, folder) as http:
        answer = await http.post("/", content=b"x")
        assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, OPTIONS")
        assert (await http.post("/nothing")).status_code == 404


async def test_it_works_under_a_path_of_a_larger_site_and_before_the_password(sqlite_url: str, folder: Path) -> None:
    async with browser(sqlite_url, folder, root_path="/devils", password="sesame") as http:
        assert (await http.get("/")).content == FILES["index.html"]
        assert (await http.get("/assets/index-B2x.css")).content == FILES["assets/index-B2x.css"]
        assert (await http.get("/api/v1/tables")).status_code == 403


async def test_without_a_page_it_says_what_to_do(sqlite_url: str, tmp_path: Path) -> None:
    async with browser(sqlite_url, tmp_path / "nowhere") as http:
        answer = await http.get("/")
    assert answer.status_code == 503
    assert answer.headers["content-type"].startswith("text/plain")
    assert "npm --prefix web run build" in answer.text


async def test_a_browser_is_opened_once_the_server_answers(
    sqlite_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def no_browser(address: str) -> bool:
        opened.append(address)
        return False

    monkeypatch.setattr(webbrowser, "open", no_browser)
    async with running(sqlite_url) as (base, _):
        await asyncio.to_thread(open_page, f"{base}/")
    assert opened == [f"{base}/"]
    assert f"the page is at {base}/" in capsys.readouterr().out
