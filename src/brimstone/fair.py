"""Randomness at the table that nobody can bend, and that everybody can check afterwards: docs/fairness.md.

Secrets, salts and hashes are texts of 64 hexadecimal digits. Before the game the server and every person's client
promise a secret by its hash; when all promises are in, the clients tell theirs, which are then called salts. The draws
of the game follow from all of them. Every move and outcome extends a chain of hashes; secret choices enter it as
salted hashes. After the game the server's secret is told, and all of it can be computed again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

WORD = 8  # bytes of the stream that one try of a draw takes


def new_secret() -> str:
    """A secret that nobody can guess."""
    return secrets.token_hex(32)


def promise_of(secret: str) -> str:
    """The hash by which a secret is promised."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def keyed(secret: str, words: str) -> str:
    """What follows from a secret for one purpose; it tells nothing about the secret."""
    return hmac.new(bytes.fromhex(secret), words.encode(), "sha256").hexdigest()


class Keyed:
    """The same for many words: the secret is prepared once, which takes longer than the words."""

    def __init__(self, secret: bytes) -> None:
        self.prepared = hmac.new(secret, digestmod="sha256")

    def digest(self, words: str) -> bytes:
        """What follows from the secret for these words."""
        mac = self.prepared.copy()
        mac.update(words.encode())
        return mac.digest()


class Stream:
    """The draws of one game: from the server's secret, the table's name and the salts by seat."""

    def __init__(self, secret: str, table: str, salts: Mapping[int, str]) -> None:
        said = "".join(f" {seat}={salts[seat]}" for seat in sorted(salts))
        self.key = bytes.fromhex(keyed(secret, f"draws {table}{said}"))
        self.keyed = Keyed(self.key)

    def below(self, draw: int, n: int) -> int:
        """Draw number `draw` (from 0): one of 0 to n-1, all equally likely."""
        most = (1 << 8 * WORD) // n * n  # a word from here on would make small numbers likelier: take the next
        block = 0
        while True:
            words = self.keyed.digest(f"{draw} {block}")
            for at in range(0, len(words), WORD):
                word = int.from_bytes(words[at : at + WORD], "big")
                if word < most:
                    return word % n
            block += 1

    def pick(self, draw: int, weights: Sequence[int]) -> int:
        """Draw number `draw`: an index, as likely as its weight says."""
        ends = list(accumulate(weights))
        return bisect_right(ends, self.below(draw, ends[-1]))


# --- secret choices --------------------------------------------------------------------------------------------------


def seal_salt(secret: str, table: str, moves: int, seat: int) -> str:
    """The salt of a seat's secret choice, made when the game had so many moves; seats from 1."""
    return keyed(secret, f"seal {table} {moves} {seat}")


def seal_of(salt: str, say: str) -> str:
    """The hash by which a secret choice is promised."""
    return keyed(salt, say)


# --- the chain -------------------------------------------------------------------------------------------------------


class Chain:
    """A chain of hashes over all that happens in a game.

    A line enters as a hash with a salt of its own that follows from the secret: heads are public while the game is
    played, and a plain hash of "chance: deal 2: 34" would give the card away to whoever tries all cards.
    """

    def __init__(self, secret: str, table: str, heading: str) -> None:
        """`heading` says what is played, who promised what, and the salts."""
        self.salts, self.table, self.links = Keyed(bytes.fromhex(secret)), table, 0
        self.head = hashlib.sha256(f"brimstone chain 1\n{table}\n{heading}".encode()).hexdigest()

    def add(self, line: str) -> str:
        """The next head."""
        salt = self.salts.digest(f"link {self.table} {self.links}")
        salted = hmac.new(salt, line.encode(), "sha256").hexdigest()
        self.head = hashlib.sha256(f"{self.head}\n{salted}".encode()).hexdigest()
        self.links += 1
        return self.head
