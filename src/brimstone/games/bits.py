"""Sets of small numbers as the bits of one 64-bit integer; bits 0 to 55 only."""

from __future__ import annotations

from brimstone.compiling import constants, rule, times

# WITHIN[256 * k + byte]: where the k-th set bit of `byte` stands (0 if there is none)
WITHIN = constants(
    ([bit for bit in range(8) if byte >> bit & 1] + [0] * 8)[k] for k in range(8) for byte in range(256)
)
ONES = 0x0101010101010101


@rule
def bytes_counted(bits):
    """How many bits are set in each byte, side by side."""
    pairs = bits - ((bits >> 1) & 0x5555555555555555)
    nibbles = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    return (nibbles + (nibbles >> 4)) & 0x0F0F0F0F0F0F0F0F


@rule
def size(bits):
    """How many numbers are in the set."""
    return (times(bytes_counted(bits), ONES) >> 56) & 0xFF  # compilers know this one: a single instruction


@rule
def nth(bits, k):
    """The k-th smallest number in the set, from 0."""
    upto = times(bytes_counted(bits), ONES)  # in each byte: how many bits are set in it and those below it
    before = (((k * ONES) | 0x80808080808080) - (upto & 0x7F7F7F7F7F7F7F)) & 0x80808080808080  # bytes before the k-th
    shift = size(before) * 8
    skipped = ((upto & 0xFFFFFFFFFFFF) << 8 >> shift) & 0xFF
    return shift + WITHIN[256 * (k - skipped) + ((bits >> shift) & 0xFF)]
