"""`brimstone serve` and `brimstone backup`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from brimstone.cli.shared import app, compile_once, complain

Database = Annotated[
    str,
    typer.Option(
        metavar="URL",
        envvar="BRIMSTONE_DATABASE",
        help="sqlite:///FILE or postgresql://…; a file among your data if not given.",
    ),
]


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8666,
    database: Database = "",
    redis: Annotated[
        str,
        typer.Option(
            metavar="URL", envvar="BRIMSTONE_REDIS", help="redis://…, where several processes serve the same tables."
        ),
    ] = "",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than one need --redis.")] = 1,
    lan: Annotated[bool, typer.Option("--lan", help="For everybody in your network; prints a QR code.")] = False,
    password_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The house has a password: the first line of this file.")
    ] = None,
    metrics_token_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Its first line lets other machines read the metrics (docs/hosting.md)."),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="HOST", help="A name the house is reached by, as play.example; may be repeated."
        ),
    ] = None,
    root_path: Annotated[str, typer.Option(metavar="/PATH", help="The path a reverse proxy serves it under.")] = "",
    proxies: Annotated[
        str, typer.Option(metavar="A,B", help="Addresses of reverse proxies, whose word on clients' addresses counts.")
    ] = "127.0.0.1",
    retention: Annotated[
        float | None,
        typer.Option(min=1, metavar="DAYS", help="Forget names and tokens after so long; never if not given."),
    ] = None,
    pause: Annotated[
        float | None,
        typer.Option(
            "--bot-pause", min=0, metavar="SECONDS", help="How long bots wait; by a table's pace if not given."
        ),
    ] = None,
    unlimited: Annotated[bool, typer.Option("--no-limits", help="Let everybody ask as often as they like.")] = False,
    show: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
) -> None:
    """Open the house: tables for people and bots, in the browser."""
    if workers > 1 and not redis:
        complain("Several processes need --redis URL to tell each other what happens (docs/hosting.md).")
    password = first_line(password_file, "the password of the house")
    metrics_token = first_line(metrics_token_file, "the token for the metrics")
    compile_once("records")
    compile_once("players", 120)
    from brimstone.server.house import Settings
    from brimstone.server.serve import Terms, bound, serve_here, serve_in_many
    from brimstone.warmup import warm_up_server

    known = tuple(name.lower().removesuffix(".") for name in [host, *(names or [])])
    settings = Settings(pause=pause, retention=retention, password=password, metrics_token=metrics_token, names=known)
    terms = Terms(
        host="0.0.0.0" if lan else host, port=port, database=database, redis=redis, workers=workers,
        root_path=root_path, proxies=proxies, limits=not unlimited, settings=settings,
    )  # fmt: skip
    listening = bound(terms)
    if workers == 1:
        warm_up_server()
    port = listening.getsockname()[1]
    here = "127.0.0.1" if terms.host in ("0.0.0.0", "::") else terms.host
    own = f"http://[{here}]:{port}" if ":" in here else f"http://{here}:{port}"
    print(f"Brimstone is at {own}/ (Ctrl-C ends it)", flush=True)  # its proxy takes the root path off
    if lan:
        show_lan(port)
    if show:
        import threading

        threading.Thread(target=open_page, args=[f"{own}/"], daemon=True).start()
    if workers == 1:
        serve_here(terms, listening)
    else:
        serve_in_many(terms, listening, [sys.executable, "-m", "brimstone", "worker"])


@app.command(hidden=True)
def worker(descriptor: int) -> None:
    """One process of several: `serve` starts it."""
    from brimstone.server.serve import serve_as_worker
    from brimstone.warmup import warm_up_server

    warm_up_server()
    serve_as_worker(sys.stdin.buffer, descriptor)


def open_page(address: str) -> None:
    """Open the page in a browser as soon as the server answers; it listens already, so that asking waits for it."""
    import urllib.request
    import webbrowser

    with urllib.request.urlopen(f"{address}api/v1/health", timeout=120):
        pass
    if not webbrowser.open(address):
        print(f"No browser could be opened here; the page is at {address}", flush=True)


def first_line(file: Path | None, what: str) -> str:
    """Words that are kept in a file, so that no list of commands shows them."""
    if file is None:
        return ""
    words = file.read_text(encoding="utf-8").splitlines()
    if not words or not words[0].strip():
        complain(f"{file}: its first line must be {what}.")
    if max(words[0]) > "\xff":
        complain(f"{file}: a browser cannot send {max(words[0])} in {what}.")
    return words[0].strip()


def show_lan(port: int) -> None:
    """The address for others in the network, also as a QR code."""
    import socket

    import segno

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only tells which of our addresses leads outside
        except OSError:
            print("This machine is in no network: nobody else can reach it.", flush=True)
            return
        address = f"http://{probe.getsockname()[0]}:{port}/"
    print(f"For others in your network: {address}", flush=True)
    segno.make(address).terminal(compact=True)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy; it must not be there yet.")],
    database: Database = "",
) -> None:
    """Copy the tables of an SQLite database while it is in use."""
    import asyncio

    from brimstone.server.store import Store

    async def copy() -> None:
        store = await Store.open(database or None, new=False)
        try:
            await store.backup(file)
        finally:
            await store.close()

    asyncio.run(copy())
    print(f"Copied to {file}.")
