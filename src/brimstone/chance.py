"""The generator for simulation and search: SplitMix64, counted by (seed, game, draw).

The number of a draw is mixed with a key made of seed and game, so a game's numbers depend on nothing else: the same
games come out on any number of cores, in any batches, compiled or not. (G. Steele, D. Lea, C. Flood, "Fast
splittable pseudorandom number generators", OOPSLA 2014.)
"""

from __future__ import annotations

from typing import Any

from brimstone.compiling import i64, plus, rule, struct, times

WORD = 0xFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15 - 2**64  # the step of the counter, as a signed number
MIX_1 = 0xBF58476D1CE4E5B9 - 2**64
MIX_2 = 0x94D049BB133111EB - 2**64


@struct
class Source:
    """Where a game's randomness comes from."""

    at: i64  # the game's key + draws * GOLDEN


def sources(size: int = 1) -> Any:
    """A row of sources for compiled code."""
    return Source.batch(size)


@rule
def mixed(z):
    """64 bits stirred so that each bit of the result hangs on every bit of `z`."""
    z = times(z ^ ((z >> 30) & 0x3FFFFFFFF), MIX_1)
    z = times(z ^ ((z >> 27) & 0x1FFFFFFFFF), MIX_2)
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


@rule
def aim(r, seed, game):
    """Put the source `r` before the first draw of game number `game` of `seed`."""
    r.at = mixed(plus(mixed(plus(seed, GOLDEN)), times(game, MIX_1)))


@rule
def word(r):
    """The next 32 random bits."""
    r.at = plus(r.at, GOLDEN)
    return (mixed(r.at) >> 32) & WORD


@rule
def below(r, n):
    """A whole number from 0 to n-1, each exactly as likely (D. Lemire 2019); n at most 2**31."""
    product = word(r) * n
    if product & WORD < n:
        least = (WORD + 1 - n) % n
        while product & WORD < least:
            product = word(r) * n
    return product >> 32


@rule
def fraction(r):
    """A number from 0 up to, not including, 1, in steps of 2**-53."""
    high = word(r) >> 5
    return (high * 67108864 + (word(r) >> 6)) / 9007199254740992


@rule
def aim_at(sources, i, seed, game):
    aim(sources[i], seed, game)


@rule
def below_at(sources, i, n):
    return below(sources[i], n)


class Draws:
    """The generator for use from Python: game number `game` of `seed`."""

    def __init__(self, seed: int, game: int = 0) -> None:
        self.sources = sources()
        aim_at(self.sources, 0, seed, game)

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1, each exactly as likely."""
        return int(below_at(self.sources, 0, n))
