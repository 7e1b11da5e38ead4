"""dice in words: its options, its moves, what is told of them, and why something is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from brimstone.games import dice
from brimstone.games.contract import CHANCE, BadMove, BadSetup, Game, Setup
from brimstone.games.dice import (
    AGAIN,
    CLAIM,
    CLAIM_AT,
    FORCE,
    GOAL_REACHED,
    MOST_FACES,
    MOST_PLACES,
    NO_ITEMS,
    NO_STEAL,
    NO_SWAP,
    NO_TRADE,
    OPEN,
    OPEN_AT,
    RANK_TO,
    RANKS,
    REROLL,
    ROLL,
    ROLLED,
    STAND,
    STEAL,
    STEAL_FROM,
    SWAP,
    SWAP_WITH,
    TRADE,
    TRADE_WITH,
)  # fmt: skip
from brimstone.games.options import Goods, Names, Option, Whole, Wholes
from brimstone.games.screens import Shares
from brimstone.games.state import State, View

RANK_NAMES = ("oberteufel", "spielteufel", "fehlerteufel", "putzteufel", "springteufel", "satansbraten")
KIND_NAMES = (
    "bed", "heater", "earmuffs", "scarf", "teacup", "bottle", "nightcap", "chilli", "bath", "iron", "grill",
)  # fmt: skip

# [R]: worth by how many copies there are; five of the eleven are confirmed
ITEMS = {name: [6, 1] for name in KIND_NAMES[:7]} | {"chilli": [4, 2], "bath": [4, 2], "iron": [3, 3], "grill": [3, 3]}
RANKS_BY_SEATS = {seats: [RANK_NAMES[rank - 1] for rank in ranks] for seats, ranks in {
    3: (1, 4, 6), 4: (1, 2, 3, 6), 5: (1, 2, 3, 4, 6), 6: (1, 2, 3, 4, 5, 6),
}.items()}  # fmt: skip

MOST_COPIES = 12
OPTIONS = (
    Option("ranks", "D16", Names(RANK_NAMES), RANKS_BY_SEATS),
    Option("open", "D16", Whole(1, MOST_PLACES), {3: 2, 4: 3, 5: 3, 6: 4}),
    Option("gold", "D15", Wholes(1, MOST_FACES, 1, 6), [1, 2, 3, 4, 5, 6]),
    Option("black", "D15", Wholes(1, MOST_FACES, 1, 6), [1, 2, 3, 4, 5, 6]),
    Option("grey", "D15", Wholes(1, MOST_FACES, 1, 6), [1, 2, 3, 3, 4, 4]),
    Option("rerolls", "D13", Whole(0, 100, none=True), None),
    Option("goal", "D10", Whole(1, 50), 10),
    Option("items", "D14", Goods(KIND_NAMES, MOST_COPIES, 9), ITEMS),
)


def check(seats: int, options: Mapping[str, Any]) -> None:
    ranks = options["ranks"]
    items = sum(copies for copies, _ in options["items"].values())
    if len(ranks) != seats:
        raise BadSetup(
            f"{seats} seats need {seats} ranks, not {len(ranks)}", "D16", [f"{seats} different ranks"], "ranks"
        )
    if "satansbraten" in ranks and "oberteufel" not in ranks:
        raise BadSetup(
            "the satansbraten needs the oberteufel's lowest die", "D16", ["ranks with the oberteufel in them"], "ranks"
        )
    if items == 0:
        raise BadSetup("there must be an item to fight for", "D14", ["at least one item"], "items")
    if options["open"] > items:
        raise BadSetup(
            f"{options['open']} items cannot lie open when there are {items}", "D2", [f"open 1 to {items}"], "open"
        )
    endless = [name for name in ("gold", "black", "grey") if len(set(options[name])) == 1]
    if endless and options["rerolls"] is None:
        raise BadSetup(
            f"{endless[0]} dice with equal faces may tie for ever",
            "D13",
            ["a limit with rerolls", "other faces"],
            endless[0],
        )


def box(setup: Setup) -> dict[str, Any]:
    options = setup.options
    goods = [options["items"].get(name, [0, 1]) for name in KIND_NAMES]
    return {
        "seats": setup.seats,
        "goal": options["goal"],
        "rerolls": -1 if options["rerolls"] is None else options["rerolls"],
        "places": options["open"],
        "copies": [copies for copies, _ in goods],
        "value": [worth for _, worth in goods],
        "sides": [len(options[name]) for name in ("gold", "black", "grey")],
        "face": [options[name] + [0] * (MOST_FACES - len(options[name])) for name in ("gold", "black", "grey")],
        "ranks_left": sum(1 << 1 + RANK_NAMES.index(name) for name in options["ranks"]),
    }


FIXED = {
    "stand": STAND, "reroll": AGAIN, "steal nothing": NO_STEAL, "trade nothing": NO_TRADE, "keep rank": NO_SWAP,
}  # fmt: skip
FIXED_WORDS = {move: words for words, move in FIXED.items()}


def digits(code: int) -> list[int]:
    """The dice of a throw, the highest first."""
    return [die for die in (code // 49, code // 7 % 7, code % 7) if die]


def say(_setup: Setup, move: int) -> str:
    if move in FIXED_WORDS:
        return FIXED_WORDS[move]
    if move >= ROLLED:
        seat, code = divmod(move - ROLLED, 343)
        return f"roll {seat + 1}: {' '.join(map(str, digits(code)))}"
    if move >= TRADE_WITH:
        seat, pair = divmod(move - TRADE_WITH, 256)
        return f"trade {KIND_NAMES[pair >> 4]} for {KIND_NAMES[pair & 15]} of {seat + 1}"
    if move >= OPEN_AT:
        place, kind = divmod(move - OPEN_AT, 16)
        return f"open {place + 1}: {KIND_NAMES[kind]}"
    if move >= RANK_TO:
        seat, rank = divmod(move - RANK_TO, 8)
        return f"rank {seat + 1}: {RANK_NAMES[rank - 1]}"
    if move >= STEAL_FROM:
        seat, kind = divmod(move - STEAL_FROM, 16)
        return f"steal {KIND_NAMES[kind]} from {seat + 1}"
    return f"swap with {move - SWAP_WITH + 1}" if move >= SWAP_WITH else f"claim {move - CLAIM_AT + 1}"


# words -> base + each part times its factor
FORMS: dict[str, tuple[int, dict[str, int]]] = {
    r"claim (\d)": (CLAIM_AT, {"place": 1}),
    r"swap with (\d)": (SWAP_WITH, {"seat": 1}),
    r"steal (\w+) from (\d)": (STEAL_FROM, {"kind": 1, "seat": 16}),
    r"trade (\w+) for (\w+) of (\d)": (TRADE_WITH, {"mine": 16, "kind": 1, "seat": 256}),
    r"rank (\d): (\w+)": (RANK_TO, {"seat": 8, "rank": 1}),
    r"open (\d): (\w+)": (OPEN_AT, {"place": 16, "kind": 1}),
    r"roll (\d): (\d \d(?: \d)?)": (ROLLED, {"seat": 343, "dice": 1}),
}


def number(setup: Setup, what: str, text: str) -> int:
    """A seat, place, kind, rank or throw by its words."""
    if what in ("kind", "mine") and text in KIND_NAMES:
        return KIND_NAMES.index(text)
    if what == "rank" and text in RANK_NAMES:
        return RANK_NAMES.index(text) + 1
    if what == "seat" and 1 <= int(text) <= setup.seats:
        return int(text) - 1
    if what == "place" and 1 <= int(text) <= MOST_PLACES:
        return int(text) - 1
    if what == "dice":
        faces = [int(face) for face in text.split()]
        if faces == sorted(faces, reverse=True) and all(1 <= face <= 6 for face in faces):
            return faces[0] * 49 + faces[1] * 7 + (faces[2] if len(faces) == 3 else 0)
        raise BadMove("dice show 1 to 6 and are named from the highest to the lowest", "D15")
    called, paragraph = {
        "kind": ("item", "D14"), "mine": ("item", "D14"), "rank": ("rank", "D15"),
        "seat": ("seat", "D16"), "place": ("place", "D2"),
    }[what]  # fmt: skip
    raise BadMove(f"there is no {called} {text!r}", paragraph)


def read(setup: Setup, words: str) -> int:
    if words in FIXED:
        return FIXED[words]
    for form, (base, parts) in FORMS.items():
        match = re.fullmatch(form, words, re.ASCII)
        if match:
            found = zip(parts.items(), match.groups(), strict=True)
            return base + sum(factor * number(setup, what, text) for (what, factor), text in found)
    raise BadMove(f"{words!r} is no move of dice")


EXPECTED = {
    RANKS: ("the ranks are being dealt", "D1"),
    OPEN: ("items are being opened", "D2"),
    ROLL: ("the dice are being rolled", "D3"),
    REROLL: ("dice are being rolled again", "D6"),
    CLAIM: ("seat {} has to claim a place", "D3"),
    FORCE: ("seat {} decides whether its opponents roll again", "D6"),
    STEAL: ("seat {} may take an item of value 1", "D8"),
    TRADE: ("seat {} may trade an item", "D8"),
    SWAP: ("seat {} may swap ranks", "D8"),
}


def why_not(state: State, by: int, move: int) -> tuple[str, str]:
    phase, turn = state["phase"], state["turn"]
    said = state.say(move)
    verb = said.split()[0]
    if phase == CLAIM and verb == "claim":
        return f"no item lies at place {move - CLAIM_AT + 1}", "D3"
    if phase in (ROLL, REROLL) and verb == "roll":
        seat = (move - ROLLED) // 343
        if seat != turn:
            return f"seat {turn + 1} rolls now", "D3" if phase == ROLL else "D6"
        return f"the dice of the {RANK_NAMES[state['was'][seat] - 1]} cannot fall like that", "D15"
    if phase == RANKS and verb == "rank":
        seat, rank = divmod(move - RANK_TO, 8)
        if seat != turn:
            return f"seat {turn + 1} is dealt a rank now", "D1"
        return f"the {RANK_NAMES[rank - 1]} is not to be dealt", "D16"
    if phase == OPEN and verb == "open":
        place, kind = divmod(move - OPEN_AT, 16)
        if place != state["open"].index(-1):
            return f"place {state['open'].index(-1) + 1} is filled now", "D2"
        return f"no {KIND_NAMES[kind]} is left to open", "D14"
    if (phase, verb) in ((STEAL, "steal"), (TRADE, "trade"), (SWAP, "swap")):
        return why_no_prize(state, by, move)
    reason, paragraph = EXPECTED[phase]
    return reason.format(turn + 1), paragraph


def why_no_prize(state: State, by: int, move: int) -> tuple[str, str]:
    """Why a winner cannot have this item or rank."""
    base, width = {STEAL: (STEAL_FROM, 16), TRADE: (TRADE_WITH, 256), SWAP: (SWAP_WITH, 1)}[state["phase"]]
    seat, rest = divmod(move - base, width)
    if seat == by or not state["party"] >> seat & 1:
        return f"seat {seat + 1} has not lost this battle", "D8"
    mine, its = divmod(rest, 16)
    if not state["items"][seat][its]:
        return f"seat {seat + 1} has no {KIND_NAMES[its]}", "D8"
    if state["phase"] == STEAL:
        return f"a {KIND_NAMES[its]} is worth more than 1", "D8"
    if mine == its:
        return "an item is not traded for one of its kind", "D8"
    return f"seat {by + 1} has no {KIND_NAMES[mine]}", "D8"


def show(state: State, seat: int) -> str:
    """A seat's dice, for everybody."""  # D4, D5
    return f"table: show {seat + 1}: {' '.join(str(die) for die in state['dice'][seat] if die)}"


def told(before: State, move: int, after: State) -> list[list[str]]:
    """A throw under the cup is told to its owner; what the table does is told to everybody."""
    by, seats, phase = before.actor, before.setup.seats, before["phase"]
    line = f"{'chance' if by == CHANCE else by + 1}: {before.say(move)}"
    if phase == ROLL:
        owner = before["turn"]
        hidden = f"chance: roll {owner + 1}: ??"
        return [[line if listener == owner else hidden] for listener in range(-1, seats)]
    lines = [line]
    if phase in (CLAIM, FORCE, REROLL, SWAP) and after["phase"] != CLAIM:  # else nothing can follow
        lines += consequences(before, phase, move, after)
    return [lines.copy() for _ in range(seats + 1)]


def consequences(before: State, phase: int, move: int, after: State) -> list[str]:
    """Lone claims once the last is made, the dice of a battle that begins, the end of one."""
    lines = lone_claims(before, move) if phase == CLAIM else []
    if phase in (CLAIM, SWAP):  # D5: the next battle; the gold dice lie open already
        party, gold = after["party"], before["ober"]
        lines += [show(before, seat) for seat in range(before.setup.seats) if party >> seat & 1 and seat != gold]
    winner = after["winner"]
    if winner >= 0:  # D8
        lines.append(f"table: wins {winner + 1}: {KIND_NAMES[before['open'][after['place']]]}")
    return lines


def lone_claims(before: State, move: int) -> list[str]:
    """The gold dice, then by place whoever claims alone."""  # D4
    claims, opened, gold = before["claim"], before["open"], before["ober"]
    claims[before["turn"]] = move - CLAIM_AT
    takes = [
        f"table: takes {claims.index(place) + 1}: {KIND_NAMES[kind]}"
        for place, kind in enumerate(opened)
        if claims.count(place) == 1
    ]
    return [show(before, gold), *takes] if gold >= 0 else takes


SHOWN = Shares(
    dice.Table,
    "phase", "round", "ending", "stock_left", "rolled", "claimed", "turn", "place", "party", "rivals", "again",
    "ties", "winner", "rank", "was", "order", "items", "held", "dice", "shown", "claim",
)  # fmt: skip


def shown(view: View, everything: bool) -> dict[str, Any]:
    """Everything a seat knows lies on the table; only which items are still to come is a matter of memory."""
    screen = SHOWN.of(view)
    screen["open"] = view["open"][: view["places"]]
    if everything:
        screen["stock"] = view["stock"]
    return screen


def board(view: View) -> list[str]:
    screen = view.shown()
    values = view["value"]
    places = [
        f"{place + 1} {KIND_NAMES[kind]} (worth {values[kind]})"
        for place, kind in enumerate(screen["open"])
        if kind >= 0
    ]
    rows = [f"open: {'  '.join(places)}"]
    for seat in range(view.setup.seats):
        rank = RANK_NAMES[screen["rank"][seat] - 1] if screen["rank"][seat] else "no rank yet"
        thrown = " ".join(str(die) for die in screen["dice"][seat] if die)
        cup = f", dice {thrown}" if thrown else ""
        claims = f", claims {screen['claim'][seat] + 1}" if screen["claim"][seat] >= 0 else ""
        goods = ", ".join(f"{n} {name}" for name, n in zip(KIND_NAMES, screen["items"][seat], strict=True) if n)
        rows.append(f"  seat {seat + 1}: {rank}{cup}{claims}; has {goods or 'nothing'}")
    return rows


def facts(state: State) -> dict[str, Any]:
    seats = range(state.setup.seats)
    items = state["items"]
    return {
        "items": [{name: n for name, n in zip(KIND_NAMES, items[seat], strict=True) if n} for seat in seats],
        "ranks": [RANK_NAMES[state["rank"][seat] - 1] for seat in seats],
    }


def reason(state: State) -> str:
    return {GOAL_REACHED: f"{state.setup.options['goal']} items reached", NO_ITEMS: "no items left"}[state["why"]]


def offer(setup: Setup, moves: Sequence[int]) -> list[str]:
    if moves and moves[0] >= ROLLED:
        return [f"{say(setup, moves[0]).split(':')[0]}: {len(moves)} throws of its dice"]
    return [say(setup, move) for move in moves]


GAME = Game(
    name="dice",
    title="Dice Devils",
    seats=range(3, 7),
    seats_paragraph="D16",
    version=1,
    options=OPTIONS,
    table=dice.Table,
    begin=dice.begin,
    actor=dice.actor,
    waiting=dice.waiting,
    moves=dice.moves,
    most_moves=dice.MOST_MOVES,
    ways=dice.ways,
    outcome=dice.outcome,
    play=dice.play,
    view=dice.view,
    imagine=dice.imagine,
    placing=dice.placing,
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
