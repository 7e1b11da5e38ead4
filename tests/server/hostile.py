"""Messages that nobody who means well would send."""

from __future__ import annotations

import json
import random
from typing import Any

KINDS = [
    "sit", "rise", "bot", "begin", "salt", "move", "back", "concede", "pause", "resume", "remove", "close", "rematch",
    "emote", "advice", "ping", "hello", "fly",
]  # fmt: skip
FIELDS = [
    "do", "key", "seat", "promise", "level", "salt", "say", "seen", "touch", "guest", "what", "token", "invite", "have",
    "house", "more",
]  # fmt: skip
TEXTS = [
    "", "a", "bet 10", "bet 99999999999999999999", "play 34", "stand", "deal 1: 3", "\u0000", "\u202e", "\ud83d\ude08",
    "random", "master:spoiler", "../../etc/passwd", "'; DROP TABLE log; --", "<script>", "k1", "0" * 64, "f" * 64,
    "x" * 300,
]  # fmt: skip
RAW = [
    b"", b"{", b"[]", b"null", b"1e999", b'"move"', b"\xff\xfe", b'{"do":"ping","seen":0,"key":"\xc3\x28"}',
    b'{"do":"\\ud800"}', b'{"do":"ping","seen":0,"key":"\\ud800"}', b"[" * 3000, b'{"do":' * 600,
    b'{"do":"ping","key":"p","seen":0}' * 2, b'{"do":"ping","seen":0,"key":1}', b"\x00" * 100,
    b'{"do":"move","key":"m","say":"a","seen":1e400}', b'{"do":"remove","key":"r","seen":0,"guest":' + b"9" * 400,
    b'{"do":"remove","key":"r","seen":0,"guest":' + b"9" * 400 + b"}",
    b'{"do":"ping","seen":0,"key":"' + b"x" * 5000 + b'"}', b'{"DO":"ping","key":"p","seen":0}',
    b'{"do":"ping"}', b'{"do":"ping","key":"p"}', b'{"do":"ping","seen":0}', b'{"do":"ping","key":"","seen":0}',
]  # fmt: skip


def value(dice: random.Random, depth: int = 0) -> Any:
    """Any JSON."""
    kind = dice.randrange(9 if depth < 4 else 7)
    if kind < 3:
        return dice.choice(TEXTS)
    if kind == 3:
        return dice.choice([0, 1, 2, -1, 10, 2**30, 2**63, -(2**70), 10**30])
    if kind == 4:
        return dice.choice([None, True, False, 0.5, -1e300])
    if kind < 7:
        return dice.choice(KINDS)
    if kind == 7:
        return [value(dice, depth + 1) for _ in range(dice.randrange(4))]
    return {dice.choice(FIELDS): value(dice, depth + 1) for _ in range(dice.randrange(4))}


def hostile(dice: random.Random, sensible: list[dict[str, Any]]) -> bytes:
    """A message: nonsense, or a sensible one bent a little, or sent again."""
    kind = dice.randrange(10)
    if kind == 0:
        return dice.choice(RAW)
    if kind == 1:
        said = json.dumps(value(dice)).encode()
        at = dice.randrange(len(said))
        return said[:at] + bytes([dice.randrange(256)]) + said[at + 1 :]
    if kind < 4:
        return json.dumps(value(dice)).encode()
    if kind < 8:
        message = {"do": dice.choice(KINDS), "key": f"k{dice.randrange(1000)}", "seen": dice.randrange(20)}
        return json.dumps(message | {dice.choice(FIELDS): value(dice) for _ in range(dice.randrange(4))}).encode()
    return json.dumps(dice.choice(sensible) | {dice.choice(FIELDS): value(dice)}).encode()
