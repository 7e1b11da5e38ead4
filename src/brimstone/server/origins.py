"""Where a request comes from: by which name of this server, from whose page, from which machine.

A browser takes a page for ours if it was opened by a name that leads here, and whoever owns a name can let it lead
anywhere, here too. So the server answers only to what no stranger can own: addresses in numbers, names without a dot,
those that belong to networks at home, and the names its host has given it.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

HOME = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".test")  # below which nobody registers
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")

Connection = ASGIConnection[Any, Any, Any, Any]


def is_address(name: str) -> bool:
    """Is it an address in numbers?"""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_ours(host: str, names: Collection[str]) -> bool:
    """May this header Host stand for this server? Browsers always send one."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:  # half an address in numbers
        return False
    return "." not in name or is_address(name) or name.endswith(HOME) or name in names


def by_our_name(connection: Connection, names: Collection[str]) -> bool:
    return is_ours(connection.headers.get("host", ""), names)


def same_origin(connection: Connection) -> bool:
    """Does a browser's page come from here? Other programs say nothing about where they come from."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # no address at all
        return False


def at_this_machine(connection: Connection) -> bool:
    """Does somebody at this machine ask, and no proxy on it for somebody else?"""
    if connection.client is None or not is_address(connection.client.host):
        return False
    address = ip_address(connection.client.host)
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback and not any(name in connection.headers for name in FORWARDED)


def bears(connection: Connection, token: str) -> bool:
    """Does the request carry this token, if there is one?"""
    scheme, _, said = connection.headers.get("authorization", "").partition(" ")
    return bool(token) and scheme.lower() == "bearer" and hmac.compare_digest(said.encode(), token.encode())
