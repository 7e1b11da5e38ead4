"""Pig, the example of how to add a game: roll as long as you dare, and hold before you roll a 1.

P1  Two to ten seats; seat 1 begins, then it goes clockwise.
P2  A turn begins with a roll of one die with `sides` faces. After every roll but a 1: roll again or hold.
P3  The faces rolled add up; hold, and they are yours. A 1 loses the points of the turn, and the turn.
P4  Whoever holds `goal` points or more wins at once; places go by points, equal points share a place.

First the rules, compiled: functions on the record `t`, in the order of the paragraphs. Then the words. Nothing else
in the package has to know: `start(GAME, seats=3)` plays, and tests/games/variants.py lists the game for the laws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from brimstone.compiling import i8, i16, rule, struct, u8
from brimstone.games.contract import CHANCE, OVER, BadMove, Game, Setup
from brimstone.games.options import Option, Whole
from brimstone.games.state import State, View

MOST_SEATS = 10
CHOOSE, ROLLING, END = range(3)  # phases: ROLLING while the die rolls
ROLL, HOLD = 0, 1  # moves
FACE = 10  # + face: chance rolls it


@struct
class Table:
    """The state of a game."""

    seats: u8
    goal: i16
    sides: i8
    phase: i8
    round: i16  # in a round every seat has one turn
    turn: u8
    run: i16  # points of this turn; 0 before its first roll, as a roll that counts is 2 or more
    points: i16[10]


# --- the rules -------------------------------------------------------------------------------------------------------


@rule
def begin(t):  # P1
    t.round = 1


@rule
def may_hold(t):  # P2
    return t.run > 0


@rule
def fall(t, face):  # P3
    t.phase = CHOOSE
    t.run += face
    if face == 1:
        end_turn(t)


@rule
def hold(t):  # P3, P4
    t.points[t.turn] += t.run
    if t.points[t.turn] >= t.goal:
        t.phase = END
    else:
        end_turn(t)


@rule
def end_turn(t):  # P1
    t.run = 0
    t.turn += 1
    if t.turn == t.seats:
        t.turn = 0
        t.round += 1


@rule
def placing(t, places, points):  # P4
    for seat in range(t.seats):
        points[seat] = t.points[seat]
        places[seat] = 1
        for other in range(t.seats):
            if t.points[other] > t.points[seat]:
                places[seat] += 1


# --- the contract ----------------------------------------------------------------------------------------------------


@rule
def actor(t):
    return t.turn if t.phase == CHOOSE else CHANCE if t.phase == ROLLING else OVER


@rule
def waiting(t):
    return 1 << t.turn if t.phase == CHOOSE else 0


@rule
def moves(t, seat, out):
    out[0] = ROLL
    out[1] = HOLD
    return 2 if may_hold(t) else 1


@rule
def ways(t):
    return t.sides


@rule
def outcome(t, k):
    return FACE + k + 1


@rule
def play(t, move):
    if t.phase == ROLLING:
        fall(t, move - FACE)
    elif move == ROLL:
        t.phase = ROLLING
    else:
        hold(t)


@rule
def view(t, seat, v):
    """Pig has no secrets; even so everything is copied by name, so that a field added later is not told by itself."""
    v.seats = t.seats
    v.goal = t.goal
    v.sides = t.sides
    v.phase = t.phase
    v.round = t.round
    v.turn = t.turn
    v.run = t.run
    for other in range(MOST_SEATS):
        v.points[other] = t.points[other]


@rule
def imagine(v, seat, r):
    """A view has no holes to fill."""


# --- words -----------------------------------------------------------------------------------------------------------

WORDS = {"roll": ROLL, "hold": HOLD} | {f"die {face}": FACE + face for face in range(1, 7)}


def check(_seats: int, _options: Mapping[str, Any]) -> None:
    """Nothing can contradict."""


def box(setup: Setup) -> dict[str, Any]:
    return {"seats": setup.seats, "goal": setup.options["goal"], "sides": setup.options["sides"]}


def say(_setup: Setup, move: int) -> str:
    return {known: words for words, known in WORDS.items()}[move]


def read(_setup: Setup, words: str) -> int:
    if words not in WORDS:
        raise BadMove(f"{words!r} is no move of pig")
    return WORDS[words]


def why_not(state: State, by: int, move: int) -> tuple[str, str]:
    if by == CHANCE:
        return f"a die with {state['sides']} sides is rolling", "P2"
    return ("a turn begins with a roll", "P2") if move == HOLD else (f"seat {by + 1} decides, not chance", "P2")


def told(before: State, move: int, _after: State) -> list[list[str]]:
    """Everybody sees everything."""
    by = "chance" if before.actor == CHANCE else before.actor + 1
    return [[f"{by}: {before.say(move)}"] for _ in range(before.setup.seats + 1)]


def shown(view: View, _everything: bool) -> dict[str, Any]:
    return {name: view[name] for name in ("phase", "round", "turn", "run")} | facts(view)


def facts(state: State | View) -> dict[str, Any]:
    return {"points": state["points"][: state.setup.seats]}


def reason(state: State) -> str:
    return f"{state.setup.options['goal']} points reached"


def offer(setup: Setup, moves: Sequence[int]) -> list[str]:
    return [say(setup, move) for move in moves]


GAME = Game(
    name="pig",
    title="Pig",
    seats=range(2, MOST_SEATS + 1),
    seats_paragraph="P1",
    version=1,
    options=(Option("goal", "P4", Whole(1, 1000), 100), Option("sides", "P2", Whole(2, 6), 6)),
    table=Table,
    begin=begin,
    actor=actor,
    waiting=waiting,
    moves=moves,
    most_moves=2,
    ways=ways,
    outcome=outcome,
    play=play,
    view=view,
    imagine=imagine,
    placing=placing,
    check=check,
    box=box,
    say=say,
    read=read,
    why_not=why_not,
    told=told,
    shown=shown,
    facts=facts,
    reason=reason,
    offer=offer,
)
