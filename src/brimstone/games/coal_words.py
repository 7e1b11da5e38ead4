"""coal in words: its options, its moves, what is told of them, and why something is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from brimstone.games import coal
from brimstone.games.coal import (
    BET,
    DEVIL,
    DRAW,
    DRAW_ON,
    FIRST_SEAT,
    MOST_NUMBERS,
    PAY,
    PIECE,
    ROUND_LIMIT,
    STAKE,
    STARTER,
    STEP,
    STOP,
    TARGET_REACHED,
)  # fmt: skip
from brimstone.games.contract import CHANCE, BadMove, BadSetup, Game, Setup
from brimstone.games.options import Counts, Option, Whole, Wholes
from brimstone.games.screens import Shares
from brimstone.games.state import State, View

MOST_TARGET = 10_000
MOST_PIECES = 100

OPTIONS = (
    Option("money", "C17", Whole(STEP, MOST_TARGET - STEP, STEP), 200),
    Option("target", "C13", Whole(2 * STEP, MOST_TARGET, STEP), 1600),
    # [R] above 500
    Option(
        "track", "C18", Wholes(2, coal.MOST_FIELDS, STEP, MOST_TARGET, STEP, rising=True),
        [50, 200, 300, 500, 700, 1000, 1300, 1600],
    ),
    Option("oven", "C19", Whole(0, MOST_PIECES - 1), 19),  # [R]
    Option("rounds", "C15", Whole(1, 1000, none=True), None, simulated=200),
    Option(
        "pieces", "C16", Counts(("devil",), 1, 500, MOST_PIECES),
        {"devil": 9, "10": 9, "20": 9, "25": 9, "50": 7, "75": 3, "100": 2},
    ),
)  # fmt: skip


def numbers(options: Mapping[str, Any]) -> list[int]:
    """The numbers on the coal, from the least up."""
    return sorted(int(name) for name, count in options["pieces"].items() if name != "devil" and count)


def check(_seats: int, options: Mapping[str, Any]) -> None:
    pieces = sum(options["pieces"].values())
    if options["money"] >= options["target"]:
        below = f"money below {options['target']}"
        raise BadSetup(f"with {options['money']} at the start the target is reached already", "C13", [below], "money")
    if not 1 <= len(numbers(options)) <= MOST_NUMBERS:
        raise BadSetup(
            "the oven needs pieces with numbers", "C16", [f"1 to {MOST_NUMBERS} different numbers"], "pieces"
        )
    if pieces > MOST_PIECES:
        raise BadSetup(f"{pieces} pieces do not fit into the oven", "C16", [f"up to {MOST_PIECES} pieces"], "pieces")
    if options["oven"] >= pieces:
        below = f"oven 0 to {pieces - 1}"
        raise BadSetup(f"with {pieces} pieces the oven mouth cannot hold {options['oven']}", "C19", [below], "oven")


def box(setup: Setup) -> dict[str, Any]:
    options = setup.options
    values = numbers(options)
    return {
        "seats": setup.seats,
        "target": options["target"],
        "oven": options["oven"],
        "rounds": options["rounds"] or 0,
        "kinds": 1 + len(values),
        "value": [0, *values],
        "box": [options["pieces"].get("devil", 0), *(options["pieces"][str(value)] for value in values)],
        "fields": len(options["track"]),
        "track": list(options["track"]),
        "money": [options["money"]] * setup.seats,
    }


def say(setup: Setup, move: int) -> str:
    if move >= STAKE:
        return f"bet {(move - STAKE) * STEP}"
    if move >= PIECE:
        kind = move - PIECE
        return "devil" if kind == DEVIL else f"coal {numbers(setup.options)[kind - 1]}"
    if move >= FIRST_SEAT:
        return f"start {move - FIRST_SEAT + 1}"
    return "draw" if move == DRAW_ON else "stop"


def read(setup: Setup, words: str) -> int:
    if words in ("draw", "stop", "devil"):
        return {"draw": DRAW_ON, "stop": STOP, "devil": PIECE + DEVIL}[words]
    match = re.fullmatch(r"(bet|coal|start) (0|[1-9]\d{0,5})", words, re.ASCII)
    if match is None:
        raise BadMove(f"{words!r} is no move of coal")
    verb, number = match[1], int(match[2])
    if verb == "bet":
        if number % STEP:
            raise BadMove(f"bets go in steps of {STEP}", "C1")
        return STAKE + number // STEP
    if verb == "coal":
        if number not in numbers(setup.options):
            raise BadMove(f"there is no coal worth {number}", "C16")
        return PIECE + 1 + numbers(setup.options).index(number)
    if not 1 <= number <= setup.seats:
        raise BadMove(f"there is no seat {number}", "C14")
    return FIRST_SEAT + number - 1


def why_not(state: State, by: int, move: int) -> tuple[str, str]:
    phase = state["phase"]
    if by == CHANCE:
        if phase == STARTER:
            return "first the starting seat is drawn", "C14"
        if PIECE <= move < STAKE:
            return f"no {state.say(move).removeprefix('coal ')} is left in the oven", "C16"
        return "a piece is being turned over", "C3"
    seat = f"seat {by + 1}"
    if phase == BET:
        if move >= STAKE:
            return f"{seat} has only {state['money'][by]}", "C1"
        return f"{seat} has to bet first", "C1"
    if move >= STAKE:
        return "the bets are closed", "C20"
    if move == STOP:
        return "the first piece of a turn must be drawn", "C3"
    return f"{seat} decides, not chance", "C3"


ENDS_TURN = (STOP, PIECE + DEVIL)


def told(before: State, move: int, after: State) -> list[list[str]]:
    """Bets are told to their owner; once all are in, to everybody. All payments are public (C12)."""
    seats = before.setup.seats
    by = before.actor
    if before["phase"] != BET:
        story = [f"{'chance' if by == CHANCE else by + 1}: {before.say(move)}"]
        if move in ENDS_TURN or (move > PIECE and not after["run_pieces"]):  # C5: the last piece of all ends it, too
            story += consequences(before, move, after)
        return [story.copy() for _ in range(seats + 1)]
    lines = [[f"{by + 1}: {before.say(move) if listener == by else 'bet ??'}"] for listener in range(-1, seats)]
    if after["phase"] == DRAW:
        bets = f"table: bets {' '.join(map(str, after['bet'][:seats]))}"
        lines = [[*heard, bets] for heard in lines]
    return lines


def consequences(before: State, move: int, after: State) -> list[str]:
    """What the table does after the last word of a turn."""
    lines = devils_pay(before) if move == PIECE + DEVIL else []
    if after["phase"] != DRAW or not after["drawn"]:  # the end, or another round: drawing at once if nobody can bet
        lines += settlement(after)
        if after["pieces_left"] == sum(after["box"]):  # C19; in every round a piece is drawn
            lines.append("table: refill")
    return lines


def devils_pay(before: State) -> list[str]:
    """Every other pact holder is paid, to the left of who drew the devil; out of his purse while it lasts."""  # C11
    pact = before["pact"]
    if not any(pact):
        return []
    seats, payer = before.setup.seats, before["turn"]
    holders = [seat for seat in (*range(payer + 1, seats), *range(payer)) if pact[seat]]
    own = before["money"][payer] // PAY
    return [
        f"table: pays {PAY} to {seat + 1} from {payer + 1 if n < own else 'bank'}" for n, seat in enumerate(holders)
    ]


# the rules themselves, uncompiled: these few numbers are not worth an entry into compiled code
handed_back, bonus = (getattr(rule, "py_func", rule) for rule in (coal.handed_back, coal.bonus))


def settlement(after: State) -> list[str]:
    """What the bank gives every seat for its bet, for the most coal and for the most pieces."""  # C6, C8
    seats = after.setup.seats
    bets, amounts, pieces = (after[name][:seats] for name in ("last_bet", "last_coal", "last_pieces"))
    highest, most, boldest = max(amounts), max(pieces), max(bets)
    return [
        f"table: settles {seat}: stake {bet} paid {handed_back(bet, highest, boldest)} "
        f"coal {bonus(amount, highest)} pieces {bonus(count, most)}"
        for seat, (bet, amount, count) in enumerate(zip(bets, amounts, pieces, strict=True), 1)
    ]


SHOWN = Shares(
    coal.Table,
    "bet", "coal", "pieces", "pawn", "pact", "last_bet", "last_coal", "last_pieces",
    "phase", "round", "starter", "turn", "run", "run_pieces", "pieces_left", "money",
)  # fmt: skip


def shown(view: View, everything: bool) -> dict[str, Any]:
    """C12: purses are closed but one's own and a pact holder's; pieces put aside lie face down."""
    screen = SHOWN.of(view)
    if everything:
        screen["left"] = view["left"][: view["kinds"]]
    else:
        purses = enumerate(zip(screen["money"], screen["pact"], strict=True))
        screen["money"] = [money if pact or seat == view.seat else None for seat, (money, pact) in purses]
    return screen


def board(view: View) -> list[str]:
    screen = view.shown()
    rows = []
    for seat in range(view.setup.seats):
        money = "closed purse" if screen["money"][seat] is None else f"money {screen['money'][seat]}"
        bet = f", bet {screen['bet'][seat]}" if screen["bet"][seat] >= 0 else ""
        coal_kept = f", coal {screen['coal'][seat]} in {screen['pieces'][seat]}" if screen["pieces"][seat] else ""
        pact = ", pact with the devil" if screen["pact"][seat] else ""
        stands = field_in_words(view.setup, screen["pawn"][seat])
        rows.append(f"  seat {seat + 1}: {money}, pawn {stands}{bet}{coal_kept}{pact}")
    whose = "your run" if view.seat == screen["turn"] else "run"
    run = f", {whose} {screen['run']}" if screen["run"] else ""
    if screen["phase"] == BET and screen["round"] > 1:
        last = "; ".join(f"{name} {' '.join(map(str, screen[f'last_{name}']))}" for name in ("bet", "coal", "pieces"))
        rows.append(f"last round, by seat: {last}")
    return [f"oven: {screen['pieces_left']} pieces face down{run}", *rows]


def field_in_words(setup: Setup, position: int) -> str:
    """Where a pawn stands on the track."""
    track = setup.options["track"]
    names = [f"0-{track[0]}", *map(str, track[1:])]
    if position % 2 == 0:
        return f"on {names[position // 2]}"
    return f"between {names[position // 2]} and {names[position // 2 + 1]}"


def facts(state: State) -> dict[str, Any]:
    seats = state.setup.seats
    return {
        "money": state["money"][:seats],
        "bets": state["last_bet"][:seats],
        "coal": state["last_coal"][:seats],
        "pieces": state["last_pieces"][:seats],
        "pawns": state["pawn"][:seats],
        "pact": [bool(pact) for pact in state["pact"][:seats]],
        "left": state["pieces_left"],
    }


def reason(state: State) -> str:
    return {TARGET_REACHED: f"{state.setup.options['target']} reached", ROUND_LIMIT: "round limit"}[state["why"]]


def offer(setup: Setup, moves: Sequence[int]) -> list[str]:
    if len(moves) > 3 and moves[0] == STAKE:
        return [f"{say(setup, moves[0])} to {say(setup, moves[-1])} in steps of {STEP}"]
    return [say(setup, move) for move in moves]


GAME = Game(
    name="coal",
    title="Auf Teufel komm raus",
    seats=range(2, 7),
    seats_paragraph="C20",
    version=1,
    options=OPTIONS,
    table=coal.Table,
    begin=coal.begin,
    actor=coal.actor,
    waiting=coal.waiting,
    moves=coal.moves,
    most_moves=MOST_TARGET // STEP + 1,
    ways=coal.ways,
    outcome=coal.outcome,
    play=coal.play,
    view=coal.view,
    imagine=coal.imagine,
    placing=coal.placing,
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
    board=board,
)
