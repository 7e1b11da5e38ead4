"""The page in the browser: the files that `npm run build` made in web/, read once, served by name and no others."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litestar import HttpMethod, MediaType, Request, Response, get, route
from litestar.handlers import HTTPRouteHandler

import brimstone

BUILT = Path(__file__).with_name("page")
CODINGS = {"br": ".br", "gzip": ".gz"}  # the better one first
FOR_EVER = "public, max-age=31536000, immutable"  # of what has a hash of its content in its name
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
DENSE = (".jpg", ".mp3", ".ogg", ".png", ".webp", ".woff2")  # compressed as they are
WORDS = re.compile(r"src/words/common/(\w\w)\.json")  # whoever opens the page needs them first
NOT_BUILT = (
    f"Brimstone {brimstone.__version__}: the tables are open, but the page is not built. In a checkout:"
    " npm --prefix web ci && npm --prefix web run build, then start the server again."
    " Programs find their way by /api/v1/schema/openapi.json\n"
)


@dataclass(frozen=True)
class Asset:
    """A file of the page."""

    body: bytes
    coded: Mapping[str, bytes]  # the same by content coding, the better one first
    headers: Mapping[str, str]
    etag: str

    def answer(self, accepts: set[str], known: str) -> Response[bytes]:
        """The file, for somebody who understands these codings and may have it already."""
        headers = {**self.headers, "ETag": self.etag, "Vary": "Accept-Encoding"}
        if known == "*" or self.etag in (tag.strip() for tag in known.split(",")):
            return Response(b"", status_code=304, headers=headers)
        for coding, body in self.coded.items():
            if coding in accepts:
                return Response(body, headers={**headers, "Content-Encoding": coding})
        return Response(self.body, headers=headers)


def read(folder: Path) -> dict[str, Asset]:
    """The files of a built page by their address, `/` for its index; none if it is not built."""
    found = {f"/{file.relative_to(folder).as_posix()}": asset(folder, file) for file in files(folder)}
    return {"/": found["/index.html"], **found} if "/index.html" in found else {}


def words(folder: Path) -> dict[str, str]:
    """The file with the words of each language, as the build says."""
    listing = folder / ".vite/manifest.json"
    built = json.loads(listing.read_bytes()) if listing.is_file() else {}
    return {found[1]: entry["file"] for name, entry in built.items() if (found := WORDS.fullmatch(name))}


def spoken(header: str, known: Mapping[str, str]) -> str:
    """The first of a browser's languages that the page speaks; else English, as the page itself does."""
    wanted = [part.strip()[:2].lower() for part in header.split(",")]
    return next((language for language in wanted if language in known), "en")


def files(folder: Path) -> Iterator[Path]:
    """All that may leave: nothing hidden, and no link to a file elsewhere."""
    home = folder.resolve()
    for file in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if file.is_file() and not hidden and file.suffix not in CODINGS.values() and home in file.resolve().parents:
            yield file


def asset(folder: Path, file: Path) -> Asset:
    body = file.read_bytes()
    hashed = file.relative_to(folder).parts[0] == "assets"
    headers = {
        "Content-Type": TYPES.get(file.suffix, "application/octet-stream"),
        "Cache-Control": FOR_EVER if hashed else "no-cache",
    }
    # Weak, as it is the same for all codings.
    return Asset(body, dict(codings(file, body)), headers, f'W/"{hashlib.sha256(body).hexdigest()[:32]}"')


def codings(file: Path, body: bytes) -> Iterator[tuple[str, bytes]]:
    """A file compressed: as it lies beside it, else by ourselves."""
    for coding, suffix in CODINGS.items():
        beside = file.with_name(file.name + suffix)
        if beside.is_file() and not beside.is_symlink():
            yield coding, beside.read_bytes()
        elif coding == "gzip" and file.suffix not in DENSE:
            yield coding, gzip.compress(body, 9, mtime=0)


def accepted(header: str) -> set[str]:
    """The codings that a client understands."""
    parts = [part.replace(" ", "").lower().partition(";") for part in header.split(",")]
    return {coding for coding, _, weight in parts if not re.fullmatch(r"q=0(\.0*)?", weight)}


def handler(folder: Path) -> HTTPRouteHandler:
    """What answers for the page in a folder: one address a file, so that there is no way to any other."""
    assets, languages = read(folder), words(folder)
    if not assets:
        return not_built

    @route(list(assets), http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False)
    async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        path = request.scope["path_template"]
        accepts = accepted(request.headers.get("accept-encoding", ""))
        answer = assets[path].answer(accepts, request.headers.get("if-none-match", ""))
        if path == "/" and languages:
            file = languages[spoken(request.headers.get("accept-language", ""), languages)]
            answer.headers["Link"] = f"<{file}>; rel=modulepreload"
            answer.headers["Vary"] += ", Accept-Language"
        return answer

    return page


@get("/", media_type=MediaType.TEXT, status_code=503, include_in_schema=False)
async def not_built() -> str:
    """What this is, for whoever looks, and what is missing."""
    return NOT_BUILT
