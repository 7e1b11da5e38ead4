"""Sets of small numbers as the bits of one 64-bit integer; bits 0 to 55 only."""

from __future__ import annotations

from brimstone.compiling import constants, rule, times

# WITHIN[8 * byte + k]: where the k-th set bit of `byte` stands (0 if there is none)
WITHIN = constants(([bit for bit in range(8) if byte >> bit & 1] + [0] * 8)[k] for byte in range(256) for k in range(8))
ONES = 0x0101010101010101
ONES_ABOVE = 0x0101010101010100
SIGNS = 0x0080808080808000  # of the bytes 1 to 6


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
def tally(bits):
    """For each byte, side by side: how many bits are set in the bytes below it."""
    return times(bytes_counted(bits), ONES_ABOVE)


@rule
def tally_without(tally, number):
    """The tally after a number has left the set."""
    return tally - times(ONES_ABOVE, 1 << (number & 56))


@rule
def nth(bits, k):
    """The k-th smallest number in the set, from 0."""
    return nth_by(bits, tally(bits), k)


@rule
def nth_by(bits, tally, k):
    """The k-th smallest number in the set, from 0, where its tally is known already."""
    begun = ((k * ONES_ABOVE | SIGNS) - tally) & SIGNS  # the sign of each byte above 0 that has at most k below it
    shift = size(begun) * 8
    rank = (k - (tally >> shift)) & 7
    return shift + WITHIN[8 * ((bits >> shift) & 0xFF) + rank]
