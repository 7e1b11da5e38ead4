"""coal in a terminal: the oven, everybody's bet and coal, pawns on the money track."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from brimstone.games.coal import BET, BONUS, DRAW, END, PAY, TURN
from brimstone.games.coal_words import field_in_words, numbers
from brimstone.terminal.scenes.look import (
    ASH,
    BONE,
    BRASS,
    DEVIL,
    EMBER,
    LONG,
    NORMAL,
    QUICK,
    SEAT_INKS,
    Frame,
    Look,
    Scene,
    beside,
    cell,
    listed,
    plural,
    spoken,
)

RULES = f"""\
Everybody secretly bets on how much coal one single player, no matter who, will bring out of the oven this
round. Then everybody in turn draws pieces, one after the other, and stops in time: a devil burns the whole run.

The highest amount kept decides: a bet up to it wins its stake once more, the highest bet of all wins it twice;
a bet above it is lost. The most coal and the most pieces earn {BONUS} each. Whoever stands alone at the back of
the money track, or on its lowest space, has a pact: {PAY} whenever somebody else draws a devil. The richest
wins once somebody has reached the target."""


# --- the table -------------------------------------------------------------------------------------------------------


def draw(look: Look, width: int) -> list[Text]:
    """Oven and run, a row for each seat, the track."""
    return [
        *oven(look, width),
        run(look),
        Text(""),
        head(look),
        *(seat_row(look, seat) for seat in range(look.setup.seats)),
        Text(""),
        *track(look, width),
    ]


def oven(look: Look, width: int) -> list[Text]:
    """How many pieces are left, and what the box holds: which are left is for one's memory."""
    pieces: dict[str, int] = look.setup.options["pieces"]
    left, whole = look.shown["pieces_left"], sum(pieces.values())
    room = min(whole, width - 52)
    glowing = round(left * room / whole)
    says = f" {left} of {whole} face down, filled again at {look.setup.options['oven']}"
    kinds = " ".join(f"{pieces[str(value)]}×{value}" for value in numbers(look.setup.options))
    return [
        beside((" OVEN  ", f"bold {BRASS}"), ("█" * glowing, EMBER), ("░" * (room - glowing), ASH), says),
        beside(
            ("       a full oven: ", ASH), kinds, (f" and {plural(pieces.get('devil', 0), 'devil')} {DEVIL}", EMBER)
        ),
    ]


def run_of(look: Look) -> list[str]:
    """The pieces of the present run, which lie face up: what has been turned over since the last turn ended."""
    found: list[str] = []
    for line in reversed(look.heard):
        by, words = spoken(line)
        if words.startswith("coal "):
            found.insert(0, words.removeprefix("coal "))
        elif by is None or words != "draw":
            break
    return found if len(found) == look.shown["run_pieces"] else []


def run(look: Look) -> Text:
    """Who is at the oven, and with what."""
    shown = look.shown
    line = Text(" RUN   ", f"bold {BRASS}")
    if shown["phase"] not in (DRAW, TURN):
        return line.append("all bets are in closed fists" if shown["phase"] == BET else "the fire is out", ASH)
    line.append(f"{look.name(shown['turn'])}: ", f"bold {SEAT_INKS[shown['turn']]}")
    if not shown["run_pieces"]:
        return line.append("the first piece must be drawn", ASH)
    for value in run_of(look)[-9:]:
        line.append(f" {value} ", f"bold #201a14 on {BRASS}").append(" ")
    return line.append(f"= {shown['run']} in {plural(shown['run_pieces'], 'piece')}", "bold")


SEAT, PURSE, STAKED, KEPT = 14, 10, 10, 16  # columns


def head(look: Look) -> Text:
    line = beside(cell("   seat", SEAT, ASH), cell("purse", PURSE, ASH), cell("bet", STAKED, ASH))
    if look.shown["phase"] != BET:
        return line.append("coal kept", ASH)
    return line.append("last round's bet and coal", ASH) if look.shown["round"] > 1 else line


def seat_row(look: Look, seat: int) -> Text:
    shown = look.shown
    closed = shown["money"][seat] is None
    purse = cell("closed", PURSE, ASH) if closed else cell(str(shown["money"][seat]), PURSE, f"bold {BRASS}")
    betting = shown["phase"] == BET
    row = beside(look.row(seat, SEAT), purse, cell(bet_of(look, seat), STAKED))
    row.append_text(cell(last_of(look, seat), STAKED + KEPT, ASH) if betting else cell(coal_of(look, seat), KEPT))
    return row.append(f"{DEVIL} pact", f"bold {EMBER}") if shown["pact"][seat] else row


def last_of(look: Look, seat: int) -> str:
    """What a seat staked and kept in the round before, as everybody saw."""
    shown = look.shown
    if shown["round"] < 2:
        return ""
    coal = f"{shown['last_coal'][seat]} in {shown['last_pieces'][seat]}" if shown["last_coal"][seat] else "no coal"
    return f"{shown['last_bet'][seat]:<10}{coal}"


def bet_of(look: Look, seat: int) -> str:
    """A bet as far as fists are open."""
    shown = look.shown
    if shown["bet"][seat] >= 0:
        return str(shown["bet"][seat])
    return "sealed" if shown["phase"] == BET and seat < shown["turn"] else "…"


def has_drawn(look: Look, seat: int) -> bool:
    """Has the seat had its turn at the oven?"""
    shown, seats = look.shown, look.setup.seats
    if shown["phase"] not in (DRAW, TURN):
        return False
    return bool((seat - shown["starter"]) % seats < (shown["turn"] - shown["starter"]) % seats)


def coal_of(look: Look, seat: int) -> str:
    shown = look.shown
    if shown["pieces"][seat]:
        return f"{shown['coal'][seat]} in {shown['pieces'][seat]}"
    if has_drawn(look, seat):
        return f"{DEVIL} burnt"
    return "at the oven" if shown["phase"] in (DRAW, TURN) and seat == shown["turn"] else ""


def track(look: Look, width: int) -> list[Text]:
    """The money track with everybody's pawn; in words where it does not fit."""
    spaces: list[int] = look.setup.options["track"]
    labels = [f"0-{spaces[0]}", *map(str, spaces[1:])]
    pawns: list[int] = look.shown["pawn"]
    wide = [max(len(label) + 1, 5) for label in labels]
    gap = min(6, (width - 7 - sum(wide)) // max(1, len(labels) - 1))
    if gap < 3:
        return [
            Text(f" {look.name(seat)}: pawn {field_in_words(look.setup, pawns[seat])}") for seat in range(len(pawns))
        ]
    rooms = [room for label in wide for room in (label, gap)][:-1]
    standing = [[seat for seat, pawn in enumerate(pawns) if pawn == place] for place in range(len(rooms))]
    rows = max(-(-len(there) // (room - 1)) for there, room in zip(standing, rooms, strict=True))
    lines = []
    for row in range(max(rows, 1)):
        line = Text(" PAWN  " if row == max(rows, 1) - 1 else "       ", f"bold {BRASS}")
        for there, room in zip(standing, rooms, strict=True):
            line.append_text(pawns_at(there[row * (room - 1) : (row + 1) * (room - 1)], room))
        lines.append(line)
    names = [name for label in labels for name in (label, "·")][:-1]
    ground = [cell(name, room, ASH if name == "·" else BONE) for name, room in zip(names, rooms, strict=True)]
    return [*lines, beside("       ", *ground)]


def pawns_at(seats: list[int], room: int) -> Text:
    there = Text("".join(str(seat + 1) for seat in seats).ljust(room))
    for k, seat in enumerate(seats):
        there.stylize(f"bold reverse {SEAT_INKS[seat]}", k, k + 1)
    return there


# --- what has happened -----------------------------------------------------------------------------------------------


def tell(before: Look, after: Look, lines: list[str]) -> list[Frame]:
    """A frame for the move with what is paid at once, one more where a round ends."""
    by, words = spoken(lines[0])
    verb = words.split()[0]
    end = [line for line in lines[1:] if line.startswith(("table: settles", "table: refill"))]
    at_once = list(table(after, [line for line in lines[1:] if line not in end]))
    settled = bool(end)
    frames = []
    if verb == "start":
        frames.append(Frame([f"{before.does(int(words.split()[1]) - 1, 'start')} at the oven."]))
    elif verb == "bet" and by is not None:
        frames.append(bet_frame(before, by, words, at_once))
    elif verb == "draw" and by is not None:
        frames.append(Frame(rest=QUICK, status=f"{before.does(by, 'reach', 'reaches')} into the oven …"))
    elif verb == "stop" and by is not None:
        said = f"{before.does(by, 'stop')} and {'keep' if by == before.me else 'keeps'} {kept(before.shown)}."
        frames.append(Frame([said], NORMAL, with_run_kept(before.shown) if settled else None))
    elif verb == "coal":
        frames.append(coal_frame(before, after, words, settled))
    else:
        frames.append(devil_frame(before, at_once, settled))
    if settled:
        frames.append(Frame([*table(after, end), *new_pacts(before, after)], LONG))
    return frames


def table(look: Look, lines: list[str]) -> Iterator[str]:
    """Fists open, the devil's pay, what a round brings, a new fire."""
    told = [spoken(line)[1] for line in lines]
    for words in told:
        verb, *rest = words.split()
        if verb == "bets":
            yield f"The fists open: {listed([f'{look.name(seat)} {stake}' for seat, stake in enumerate(rest)])}."
        elif verb == "pays":
            payer = "The bank pays" if rest[-1] == "bank" else look.does(int(rest[-1]) - 1, "pay")
            yield f"{payer} {look.name(int(rest[2]) - 1)} {rest[0]} for the pact."
    settles = [words.replace(":", "").split() for words in told if words.startswith("settles")]
    if settles:
        yield from settlement(look, [[int(part) for part in parts if part.isdigit()] for parts in settles])
    if "refill" in told:
        yield f"The oven is filled again: {sum(look.setup.options['pieces'].values())} pieces."


def bet_frame(before: Look, by: int, words: str, opened: list[str]) -> Frame:
    mine = by == before.me
    said = [f"You bet {words.split()[1]}.", *opened] if mine else opened
    return Frame(said, LONG if opened else QUICK, status="" if mine else f"{before.name(by)} seals a bet …")


def kept(shown: dict[str, Any]) -> str:
    return f"{shown['run']} in {plural(shown['run_pieces'], 'piece')}"


def with_run_kept(shown: dict[str, Any]) -> dict[str, Any]:
    """The table a moment before the round is settled: the last run lies with the others."""
    coal, pieces = list(shown["coal"]), list(shown["pieces"])
    coal[shown["turn"]], pieces[shown["turn"]] = shown["run"], shown["run_pieces"]
    return shown | {"coal": coal, "pieces": pieces, "run": 0, "run_pieces": 0}


def coal_frame(before: Look, after: Look, words: str, settled: bool) -> Frame:
    shown, value = before.shown, int(words.split()[1])
    if settled or after.shown["turn"] != shown["turn"]:  # the oven is empty
        grown = shown | {"run": shown["run"] + value, "run_pieces": shown["run_pieces"] + 1, "pieces_left": 0}
        keeps = before.does(shown["turn"], "keep")
        return Frame([f"The last piece of all is {value}. {keeps} {kept(grown)}."], NORMAL, with_run_kept(grown))
    so_far = f"; the run is {after.shown['run']}" if after.shown["run_pieces"] > 1 else ""
    return Frame([f"{before.does(shown['turn'], 'draw')} {value}{so_far}."])


def devil_frame(before: Look, paid: list[str], settled: bool) -> Frame:
    shown, seat = before.shown, before.shown["turn"]
    lost = f"the run of {shown['run']} is burnt" if shown["run"] else "nothing was won yet"
    said = [f"{DEVIL} {before.does(seat, 'draw')} a devil: {lost}!", *paid]
    left = {"run": 0, "run_pieces": 0, "pieces_left": shown["pieces_left"] - 1}
    return Frame(said, LONG, shown | left if settled else None)


def settlement(look: Look, settles: list[list[int]]) -> Iterator[str]:
    """Who won what: by seat its number, stake, what the bank hands back, and the bonuses for coal and pieces."""
    most_coal, most_pieces = ([seat - 1 for seat, *_, coal, pieces in settles if (coal, pieces)[k]] for k in range(2))
    if most_coal:
        coal, pieces = look.shown["last_coal"][most_coal[0]], look.shown["last_pieces"][most_pieces[0]]
        yield f"Most coal: {coal} by {listed([look.name(seat) for seat in most_coal])} (+{BONUS})."
        yield f"Most pieces: {pieces} by {listed([look.name(seat) for seat in most_pieces])} (+{BONUS})."
    else:
        yield "Everybody is burnt: all bets are lost."
    for seat, stake, paid, *_ in settles:
        if paid:
            highest_bet = ", the highest bet, twice" if paid > 2 * stake else ""
            yield f"{look.does(seat - 1, 'win')} {paid - stake} with the bet of {stake}{highest_bet}."
        elif stake:
            yield f"{look.does(seat - 1, 'lose')} the bet of {stake}."


def new_pacts(before: Look, after: Look) -> Iterator[str]:
    """Who has come to a pact by the new pawns."""
    for seat, pact in enumerate(after.shown["pact"]):
        if pact and not before.shown["pact"][seat] and after.shown["phase"] != END:
            yield f"{DEVIL} {after.does(seat, 'have', 'has')} a pact with the devil now."


def gloss(look: Look, move: int) -> str:
    """What drawing and stopping mean just now."""
    words = look.setup.game.say(look.setup, move)
    if words == "stop":
        return f"keep {look.shown['run']}"
    return "one more piece" if words == "draw" else ""


SCENE = Scene(ink=EMBER, draw=draw, tell=tell, table=table, gloss=gloss, rules=RULES)
