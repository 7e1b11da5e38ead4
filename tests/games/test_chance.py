"""The generator: known answers, even draws, and games that depend on nothing but seed and number."""

# mypy does not see what `@struct` makes of a class, nor that a field's annotation is a width.
# mypy: disable-error-code="attr-defined, valid-type"

from __future__ import annotations

from collections import Counter
from types import FunctionType

import pytest

from brimstone.chance import GOLDEN, WORD, Draws, Source, aim_at, below, below_at, fraction, mixed, word
from brimstone.compiling import plus, row, rule, times


@rule
def words_at(sources, i, out):  # type: ignore[no-untyped-def]
    for k in range(len(out)):
        out[k] = word(sources[i])


@rule
def fraction_at(sources, i):  # type: ignore[no-untyped-def]
    return fraction(sources[i])


def unsigned(number: int) -> int:
    return int(number) % 2**64


def signed(number: int) -> int:
    return (number + 2**63) % 2**64 - 2**63


def test_splitmix64_known_answers() -> None:
    """Seed 1234567: the first numbers of the reference implementation (rosettacode.org/wiki/Pseudo-random_numbers/
    Splitmix64)."""
    answers = [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip
    at, found = 1234567, []
    for _ in answers:
        at = int(plus(at, GOLDEN))
        found.append(unsigned(mixed(at)))
    assert found == answers


def test_mixed_agrees_with_unsigned_arithmetic() -> None:
    mask = 2**64 - 1
    for number in (0, 1, 2**31, 2**63 - 1, 2**63, mask, 0x0123456789ABCDEF):
        z = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & mask
        assert unsigned(mixed(signed(number))) == z ^ (z >> 31)


@pytest.mark.parametrize(("a", "b"), [(2**63 - 1, 1), (-(2**63), -1), (GOLDEN, GOLDEN), (3, 5), (-7, 2**62)])
def test_sums_and_products_wrap(a: int, b: int) -> None:
    assert plus(a, b) == signed(a + b)
    assert times(a, b) == signed(a * b)


def test_a_word_is_the_upper_half_of_the_next_number() -> None:
    sources = Source.batch(1)
    Source.set(sources, at=1234567)
    assert below_at(sources, 0, 2**31) == 6457827717110365317 >> 33
    assert below_at(sources, 0, 2**16) == 3203168211198807973 >> 48
    assert Source.get(sources, "at") == signed(1234567 + 2 * GOLDEN)


def test_these_are_the_numbers_of_game_0_of_seed_0_for_ever() -> None:
    """Records of simulations are named by seed: other numbers would be other games."""
    draws = Draws(0)
    assert [draws.below(1000) for _ in range(8)] == FIRST_OF_SEED_0
    draws = Draws(2013, 7)
    assert [draws.below(48) for _ in range(8)] == FIRST_OF_SEED_2013


FIRST_OF_SEED_0 = [338, 269, 271, 480, 597, 433, 92, 207]
FIRST_OF_SEED_2013 = [8, 46, 11, 29, 3, 45, 41, 24]


# --- even draws ------------------------------------------------------------------------------------------------------


def fed(words: list[int], n: int) -> tuple[int, int]:
    """What `below` makes of these 32-bit words, and how many it took."""
    function = getattr(below, "py_func", below)
    feed = iter(words)
    plain = FunctionType(function.__code__, {**function.__globals__, "word": next})
    result = plain(feed, n)
    return result, len(words) - len(list(feed))


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 36, 48, 54, 216, 1000, 65536, 2**30 + 1, 2**31 - 1, 2**31])
def test_below_gives_every_number_equally_many_words(n: int) -> None:
    """The words for k lie side by side, and at most the first of them is thrown away: count them, k by k."""
    whole = 2**32
    some = range(n) if n <= 1000 else [0, 1, 2, n // 3, n // 2, n - 2, n - 1]
    for k in some:
        first, last = -(-k * whole // n), -(-(k + 1) * whole // n) - 1
        assert fed([first + 1, -1], n) == (k, 1)  # the second word for k is always taken
        assert fed([last, -1], n) == (k, 1)
        rejected = fed([first, first + 1, -1], n) == (k, 2)
        assert rejected or fed([first, -1], n) == (k, 1)
        assert last - first + 1 - rejected == whole // n


def test_below_stays_in_range_and_meets_every_number() -> None:
    draws = Draws(5)
    for n in (1, 2, 3, 6, 11, 48, 216):
        found = {draws.below(n) for _ in range(60 * n)}
        assert found == set(range(n))


@pytest.mark.parametrize("n", [2, 6, 9, 36, 48])
def test_below_is_even(n: int) -> None:
    draws, throws = Draws(99, n), 600 * n
    counts = Counter(draws.below(n) for _ in range(throws))
    square = sum((counts[k] - 600) ** 2 / 600 for k in range(n))
    assert square < n - 1 + 5 * (2 * (n - 1)) ** 0.5  # five standard deviations


def test_below_throws_words_away() -> None:
    n = 2**30 + 1  # 2**32 leaves a quarter over
    sources = Source.batch()
    aim_at(sources, 0, 3, 0)
    taken = []
    for _ in range(400):
        before = Source.get(sources, "at")
        assert 0 <= below_at(sources, 0, n) < n
        steps, at = 0, before
        while at != Source.get(sources, "at"):
            at, steps = int(plus(at, GOLDEN)), steps + 1
        taken.append(steps)
    assert min(taken) == 1
    assert 400 * 1.25 < sum(taken) < 400 * 1.42  # 4/3 words a draw
    assert max(taken) > 2


def test_fractions_lie_between_0_and_1_in_steps_of_2_to_the_minus_53() -> None:
    sources = Source.batch()
    aim_at(sources, 0, 8, 0)
    found = [float(fraction_at(sources, 0)) for _ in range(2000)]
    assert all(0 <= number < 1 and (number * 2**53).is_integer() for number in found)
    assert abs(sum(found) / 2000 - 0.5) < 0.03
    assert any((number * 2**53) % 2 for number in found)  # down to the last bit


# --- games -----------------------------------------------------------------------------------------------------------


def test_games_do_not_depend_on_batches() -> None:
    """Game 5 of a seed has the same numbers alone, in a row with others, and whatever the others drew."""
    alone = Draws(42, 5)
    expected = [alone.below(1000) for _ in range(20)]
    batch = Source.batch(8)
    for game in range(8):
        aim_at(batch, game, 42, game)
    found = []
    for k in range(20):
        for game in range(8):
            for _ in range(1 if game == 5 else k % 3):
                drawn = int(below_at(batch, game, 1000))
                found += [drawn] * (game == 5)
    assert found == expected


def test_games_and_seeds_differ() -> None:
    def sequence(seed: int, game: int) -> tuple[int, ...]:
        draws = Draws(seed, game)
        return tuple(draws.below(2**31) for _ in range(4))

    grid = [(seed, game) for seed in (*range(12), -1, 2**40, 2**62) for game in (*range(12), 10**6)]
    sequences = [sequence(seed, game) for seed, game in grid]
    assert len(set(sequences)) == len(grid)
    numbers = [number for found in sequences for number in found]
    assert len(set(numbers)) == len(numbers)  # nor is one the other, some draws later


def test_neighbouring_games_are_not_alike() -> None:
    """Bits of game g and game g+1 agree half the time."""
    differ = 0
    for game in range(300):
        differ += (Draws(7, game).below(2**31) ^ Draws(7, game + 1).below(2**31)).bit_count()
    assert abs(differ / (300 * 31) - 0.5) < 0.03


def test_words_fill_32_bits() -> None:
    sources, out = Source.batch(), row(500)
    aim_at(sources, 0, 1, 1)
    words_at(sources, 0, out)
    drawn = [int(number) for number in out]
    assert all(0 <= number <= WORD for number in drawn)
    for bit in range(32):
        assert 190 < sum(number >> bit & 1 for number in drawn) < 310
