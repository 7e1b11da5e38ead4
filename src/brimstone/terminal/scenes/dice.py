"""dice in a terminal: open items with their claims, ranks and dice, what everybody has, the battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from brimstone.games.dice import CLAIM, END, FORCE, OBER, OPEN, RANKS, REROLL, ROLL, SATAN, STEAL, SWAP, TRADE
from brimstone.games.dice_words import KIND_NAMES, RANK_NAMES
from brimstone.terminal.scenes.look import (
    ASH,
    BONE,
    BRASS,
    EMBER,
    FROST,
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
    spoken,
)

RULES = """\
Everybody rolls in secret and then, the best rank first, claims one of the open items. A lone claim takes its
item. Several fight: dice are shown and the highest total wins; a tie is rolled again. The winner may also swap
ranks with a loser.

The Oberteufel counts the best two of three dice, the Spielteufel may make all opponents roll again, the
Fehlerteufel may steal an item of value 1, the Putzteufel may trade one, the Springteufel wins ties, the
Satansbraten adds the lowest gold die. Items count their value, three of a kind 3 more. The game ends with the
round in which somebody has had enough items; the most points win."""

FULL_NAMES = {
    "heater": "radiant heater",
    "bottle": "hot-water bottle",
    "chilli": "chilli peppers",
    "bath": "hot bath",
}
BATTLE = (FORCE, REROLL, STEAL, TRADE, SWAP)
BOX = 24  # columns of a place


def item(kind: int) -> str:
    """An item's name."""
    return FULL_NAMES.get(KIND_NAMES[kind], KIND_NAMES[kind])


def worth(look: Look, kind: int) -> int:
    return int(look.setup.options["items"].get(KIND_NAMES[kind], [0, 1])[1])


def rank(number: int) -> str:
    """A rank's name."""
    return RANK_NAMES[number - 1].capitalize() if number else "no rank yet"


def members(bits: int) -> list[int]:
    """The seats of a set of bits."""
    return [seat for seat in range(6) if bits >> seat & 1]


def total(shown: dict[str, Any], seat: int) -> int:
    """What a seat's dice count (D7), 0 while that is not known."""
    dice = shown["dice"][seat]
    if shown["was"][seat] != SATAN:
        return int(dice[0] + dice[1])
    gold = [shown["dice"][other][2] for other, was in enumerate(shown["was"]) if was == OBER]
    return int(dice[0] + dice[1] + gold[0]) if dice[0] and gold and gold[0] else 0


def points(look: Look, seat: int) -> int:
    """What a seat's items count (D11)."""
    return sum(n * worth(look, kind) + n // 3 * 3 for kind, n in enumerate(look.shown["items"][seat]))


# --- the table -------------------------------------------------------------------------------------------------------


def draw(look: Look, width: int) -> list[Text]:
    """The open items, then a row for each seat."""
    return [
        *places(look, width),
        situation(look),
        *matrix_head(look, width),
        *(seat_row(look, seat, width) for seat in range(look.setup.seats)),
    ]


def places(look: Look, width: int) -> list[Text]:
    """Each place as a box: the item, its value, who claims it or fights for it."""
    shown = look.shown
    room = max(10, min(BOX, (width - 2) // len(shown["open"]) - 1))
    boxes = [place_box(look, place, kind, room) for place, kind in enumerate(shown["open"])]
    return [beside(" ", *(beside(box[row], " ") for box in boxes)) for row in range(4)]


def place_box(look: Look, place: int, kind: int, room: int) -> list[Text]:
    shown = look.shown
    picked = shown["phase"] == CLAIM and look.picked == place
    frame = f"bold {FROST}" if picked or shown["place"] == place else ASH
    inner = room - 2
    name = cell(f" {item(kind)}" if kind >= 0 else " empty", inner - 3, f"bold {BONE}" if kind >= 0 else ASH)
    value = cell(f" {worth(look, kind)} " if kind >= 0 else "", 3, f"bold {BRASS}")
    fighting = shown["place"] == place
    seats = members(shown["party"]) if fighting else [s for s, at in enumerate(shown["claim"]) if at == place]
    claims = Text(" ⚔ " if fighting else " ← " if seats else "   ", frame)
    for seat in seats:
        claims.append(str(seat + 1), f"bold {SEAT_INKS[seat]}").append(" ")
    claims.truncate(inner, pad=True)
    top = f"{'▼' if picked else '─'} {place + 1} "
    return [
        Text(f"╭─{top}{'─' * (inner - len(top) - 1)}╮", frame),
        beside(("│", frame), name, value, ("│", frame)),
        beside(("│", frame), claims, ("│", frame)),
        Text(f"╰{'─' * inner}╯", frame),
    ]


def situation(look: Look) -> Text:
    """What is going on, in a line."""
    shown = look.shown
    if shown["phase"] in BATTLE:
        line = Text(" BATTLE ", f"bold {FROST}")
        rivals = members(shown["party"])
        line.append("  ".join(f"{look.name(seat)} {total(shown, seat)}" for seat in rivals), "bold")
        if shown["winner"] >= 0:
            line.append(f"   {look.does(shown['winner'], 'have', 'has')} won", f"bold {BRASS}")
        elif shown["phase"] == REROLL:
            line.append(f"   rolling again: {listed([look.name(seat) for seat in members(shown['again'])])}", ASH)
        return line
    if shown["phase"] == END:
        return Text(" The game is over.", ASH)
    words = {
        RANKS: "The ranks are dealt.",
        OPEN: "New items are laid out.",
        ROLL: "Everybody rolls under the cup.",
        CLAIM: "Claims, the best rank first.",
    }[shown["phase"]]
    end = "  This round is the last." if shown["ending"] else ""
    return Text(f" {words}  {shown['stock_left']} items are still face down.{end}", ASH)


NAME, RANK, DICE, THROW = 10, 14, 11, 6  # columns; THROW of DICE for the faces


def kind_room(width: int) -> int:
    """Columns for each kind of item."""
    return max(3, min(9, (width - NAME - RANK - DICE - 6) // len(KIND_NAMES)))


def matrix_head(look: Look, width: int) -> list[Text]:
    """The names of the kinds, each ending above its numbers; in two rows, so that they have room."""
    room = kind_room(width)
    rows = []
    for odd in range(2):
        names = [name[: 2 * room - 1] for name in KIND_NAMES[odd::2]]
        start = NAME + RANK + DICE - room + odd * room
        rows.append(cell(" " * start + "".join(f"{name:>{2 * room - 1}} " for name in names), width, ASH))
    values = [cell(f"{worth(look, kind):>{room - 1}} ", room, BRASS) for kind in range(len(KIND_NAMES))]
    heads = (
        cell("   seat", NAME, ASH),
        cell("rank", RANK, ASH),
        cell("dice", THROW, ASH),
        cell("worth", DICE - THROW, ASH),
    )
    return [*rows, beside(*heads, *values, ("score", ASH))]


def seat_row(look: Look, seat: int, width: int) -> Text:
    shown, room = look.shown, kind_room(width)
    had = []
    for n in shown["items"][seat]:
        style = f"bold {EMBER}" if n >= 3 else f"bold {BONE}" if n else ASH
        had.append(cell(f"{n or '·':>{room - 1}} ", room, style))
    swapped = shown["rank"][seat] != shown["was"][seat] and shown["was"][seat]
    name = rank(shown["rank"][seat]) + ("*" if swapped else "")
    return beside(
        look.row(seat, NAME),
        cell(name, RANK, FROST),
        dice_of(look, seat),
        *had,
        Text(f"{points(look, seat):>3}", f"bold {BRASS}"),
        Text(f"/{shown['held'][seat]}", ASH),
    )


def dice_of(look: Look, seat: int) -> Text:
    """Dice that are seen, cups over those that are not, and what they count."""
    shown = look.shown
    dice = [die for die in shown["dice"][seat] if die]
    if dice:
        line = cell(" ".join(map(str, dice)), THROW, f"bold {BONE}")
        return line.append_text(cell(f"={total(shown, seat)}" if total(shown, seat) else "=?", DICE - THROW, BRASS))
    thrown = seat in shown["order"][: shown["rolled"]] and shown["phase"] not in (RANKS, OPEN)
    cups = " ".join("∩" * (3 if shown["was"][seat] == OBER else 2)) if thrown else ""
    return cell(cups, DICE, ASH)


# --- what has happened -----------------------------------------------------------------------------------------------


def tell(before: Look, after: Look, lines: list[str]) -> list[Frame]:
    """The move; then what the table does."""
    by, words = spoken(lines[0])
    if by is None:
        first = chance_frame(before, words)
    else:
        first = Frame([did(before, by, words)], NORMAL, with_last_claim(before, words))
    return [first, Frame(list(table(after, lines[1:])), LONG)] if len(lines) > 1 else [first]


def table(look: Look, lines: list[str]) -> Iterator[str]:
    """Cups that are lifted, items taken without a fight, a battle won."""
    for line in lines:
        verb, number, *rest = spoken(line)[1].replace(":", "").split()
        seat = int(number) - 1
        if verb == "show":
            yield f"{look.does(seat, 'show')} {' '.join(rest)}."
        elif verb == "takes":
            yield f"{look.does(seat, 'take')} the {item(KIND_NAMES.index(rest[0]))} without a fight."
        else:
            totals = [f"{look.name(rival)} {total(look.shown, rival)}" for rival in members(look.shown["party"])]
            won = f"→ {look.does(seat, 'win')} the {item(KIND_NAMES.index(rest[0]))} in battle"
            yield f"{won} ({listed(totals)})."


def chance_frame(before: Look, words: str) -> Frame:
    verb, seat_or_place, *rest = words.replace(":", "").split()
    if verb == "rank":
        seat = int(seat_or_place) - 1
        return Frame([f"{before.does(seat, 'are', 'is')} the {rest[0].capitalize()}."], QUICK)
    if verb == "open":
        kind = KIND_NAMES.index(rest[0])
        return Frame([f"Place {seat_or_place}: {item(kind)}, worth {worth(before, kind)}."], QUICK)
    seat = int(seat_or_place) - 1
    if "??" in rest:
        return Frame(rest=0, status="Everybody rolls under the cup …")
    again = "again " if before.shown["phase"] == REROLL else ""
    where = "" if again else " under your cup"
    return Frame([f"{before.does(seat, 'roll')} {again}{' '.join(rest)}{where}."], NORMAL if again else QUICK)


def did(look: Look, by: int, words: str) -> str:
    """A decision as a sentence."""
    verb, *rest = words.split()
    if verb == "claim":
        kind = look.shown["open"][int(rest[0]) - 1]
        return f"{look.does(by, 'claim')} the {item(kind)} on {rest[0]}."
    if words == "reroll":
        return f"{look.does(by, 'make')} all opponents roll again."
    if words == "stand":
        return f"{look.does(by, 'let')} the dice stand."
    if words == "keep rank":
        mine = rank(look.shown["rank"][by])
        return f"{look.does(by, 'stay')} {mine}."
    if verb == "swap":
        loser = int(rest[1]) - 1
        theirs, mine = rank(look.shown["rank"][loser]), rank(look.shown["rank"][by])
        return f"{look.does(by, 'swap')} ranks with {look.name(loser)}: {theirs} for {mine}."
    if rest[0] == "nothing":
        return f"{look.does(by, verb)} nothing."
    if verb == "steal":
        return f"{look.does(by, 'steal')} the {item(KIND_NAMES.index(rest[0]))} of {look.name(int(rest[2]) - 1)}."
    mine, theirs = (item(KIND_NAMES.index(name)) for name in (rest[0], rest[2]))
    return f"{look.does(by, 'trade')} the {mine} for the {theirs} of {look.name(int(rest[4]) - 1)}."


def with_last_claim(look: Look, words: str) -> dict[str, Any] | None:
    """All claims as they lie for a moment once the last is made, before anything is taken."""
    if not words.startswith("claim") or look.shown["claimed"] + 1 < look.setup.seats:
        return None
    claims = list(look.shown["claim"])
    claims[look.shown["turn"]] = int(words.split()[1]) - 1
    return look.shown | {"claim": claims, "claimed": look.setup.seats}


def gloss(look: Look, move: int) -> str:
    """What a claim or swap is about."""
    verb, *rest = look.setup.game.say(look.setup, move).split()
    if verb == "claim":
        kind = look.shown["open"][int(rest[0]) - 1]
        return f"{item(kind)}, worth {worth(look, kind)}"
    if verb == "swap":
        seat = int(rest[1]) - 1
        return f"{look.name(seat)}, {rank(look.shown['rank'][seat])}"
    if verb in ("steal", "trade") and rest[0] != "nothing":
        return look.name(int(rest[-1]) - 1)
    return {"keep": rank(look.shown["rank"][look.me]), "reroll": "all opponents", "stand": "leave the dice"}.get(
        verb, ""
    )


SCENE = Scene(ink=FROST, draw=draw, tell=tell, table=table, gloss=gloss, rules=RULES)
