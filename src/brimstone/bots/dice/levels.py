"""What the levels of dice cannot do, and how far each looks at the claims of a round."""

from __future__ import annotations

from typing import NamedTuple

WHOLE_ROUND = 4  # seats up to which the round is solved from its first claim
MOST_WAYS = 5000  # beyond, nobody looks further than the quick look
WAYS_AHEAD = 2000  # beyond, so does who goes through them but once and has less time: the first of six
STEPS = 820  # ways gone through for a move of the master in a match
FLOOR = 8  # iterations of the master in a match, however many ways there are
FEWEST = 3  # iterations that tell more than habits


class Limits(NamedTuple):
    """What a level cannot do."""

    look: str  # how claims are weighed
    steps: float  # of the master's iterations
    heat: float  # chances to win (claims of child and casual: points) that make a difference
    slack: float  # moves that are worse than the best by more are not made
    studies: bool  # notices how each of the others plays


LIMITS = {
    "child": Limits("points", 0.0, 0.1, 1.0, False),
    "casual": Limits("shared", 0.0, 0.2, 1.0, False),
    "club": Limits("quick", 0.0, 0.047, 0.17, False),
    "expert": Limits("round", 0.0, 0.038, 0.115, False),
    "master": Limits("round", 1.0, 0.001, 0.007, True),
}
AFTER = {"child": 0.15, "casual": 0.15, "club": 0.15, "expert": 0.015, "master": 0.0003}  # heat after the claims
RIVAL = 0.5  # how much of a place the casual player thinks somebody who is there will get


def way_to_look(limits: Limits, seats: int, places: int, k: int) -> str:
    """How a level looks at the claims at position k: a quick look has to do where there are too many ways."""
    too_many = places**seats > MOST_WAYS
    if not limits.steps:
        too_many |= places ** (seats - k) > WAYS_AHEAD
    return "quick" if limits.look == "round" and too_many else limits.look


def iterations(limits: Limits, effort: float, seats: int, places: int, k: int) -> int:
    """How often position k may go through the round; none where others' habits have to do for their thoughts."""
    if places**seats > MOST_WAYS:
        return 0
    ways = places ** (seats if seats <= WHOLE_ROUND else seats - k)
    tries = max(int(limits.steps * effort * STEPS / ways), int(min(limits.steps * effort, 1.0) * FLOOR))
    return tries if tries >= FEWEST else 0
