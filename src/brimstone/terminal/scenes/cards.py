"""cards in a terminal: the trick, everybody's devils, one's own hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from brimstone.games.cards import TRICK, UP, devils_on
from brimstone.terminal.scenes.look import (
    ASH,
    BONE,
    BRASS,
    DEVIL,
    EMBER,
    IMP,
    LONG,
    Frame,
    Look,
    Scene,
    beside,
    cell,
    fitted,
    plural,
    spoken,
)

RULES = """\
Nobody wants the tricks: they bring devils, and the fewest devils win. The second card of a trick decides
whether it goes up or down from the first, the lead. Whoever has a card on that side of the lead must play one;
who has none may play anything.

If all have followed, the farthest card takes the trick; if somebody could not, the farthest card on the wrong
side does. So the leader never takes it. A card with five devils may not be led while there is another one. The
game ends after the round in which somebody reaches the goal."""

CARD = 7  # columns


# --- the table -------------------------------------------------------------------------------------------------------


def draw(look: Look, width: int) -> list[Text]:
    """The trick beside everybody's devils; below, the last trick and one's own hand."""
    left = trick(look)
    right = scores(look)
    room = max(CARD * look.setup.seats + look.setup.seats + 1, 36)
    tall = max(len(left), len(right))
    left += [Text("")] * (tall - len(left))
    right += [Text("")] * (tall - len(right))
    top = [beside(fitted(a, room), b) for a, b in zip(left, right, strict=True)]
    return [*top, last_trick(look), *hand(look, width)]


def order(shown: dict[str, Any], seats: int) -> list[int]:
    """The seats that have laid a card, the leader first."""
    return [(shown["leader"] + k) % seats for k in range(shown["laid"])]


def trick(look: Look) -> list[Text]:
    shown = look.shown
    seats = order(shown, look.setup.seats)
    line = Text(" TRICK ", f"bold {BRASS}").append(f"{min(shown['tricks'] + 1, look.setup.options['hand'])} ")
    lead = shown["trick"][shown["leader"]] if seats else 0
    if shown["direction"]:
        up = shown["direction"] == UP
        line.append(f" {'▲ UP' if up else '▼ DOWN'} ", f"bold reverse {IMP}")
        line.append(f"  {'above' if up else 'below'} {lead}")
    elif seats:
        line.append(" ◆ the next card decides: up or down", ASH)
    elif shown["phase"] == TRICK:
        line.append(f" {look.does(shown['leader'], 'lead')}", ASH)
    if shown["laid"]:
        line.append(f"   {shown['pot']} {DEVIL}", f"bold {EMBER}")
    cards = [face(shown["trick"][seat], seat + 1, seat == shown["taker"]) for seat in seats]
    empty = [blank() for _ in range(look.setup.seats - len(seats))]
    marks = [mark(shown, seat) for seat in seats]
    return [
        line,
        *side_by_side(cards + empty),
        beside(" ", *(cell(words, CARD + 1, f"bold {BRASS}") for words in marks)),
    ]


def mark(shown: dict[str, Any], seat: int) -> str:
    if seat == shown["taker"]:
        return "takes it"
    return "leads" if seat == shown["leader"] else ""


def face(card: int, seat: int = 0, strong: bool = False, dim: bool = False) -> list[Text]:
    """A card: its number, its devils, and in its frame the seat that laid it."""
    devils = DEVIL * devils_on(card)
    frame = f"bold {IMP}" if strong else ASH
    top = f"╭─{seat}───╮" if seat else "╭─────╮"
    number = ASH if dim else f"bold {BONE}"
    return [
        Text(top, frame),
        beside(("│", frame), (f"{card:^5}", number), ("│", frame)),
        beside(("│", frame), (f"{devils:^5}", ASH if dim else EMBER), ("│", frame)),
        Text("╰─────╯", frame),
    ]


def blank() -> list[Text]:
    """A place where a card will lie."""
    return [Text(row, ASH) for row in ("       ", "       ", "   ·   ", "       ")]


def side_by_side(cards: Sequence[list[Text]]) -> list[Text]:
    return [beside(" ", *(beside(card[row], " ") for card in cards)) for row in range(4)]


def scores(look: Look) -> list[Text]:
    shown = look.shown
    lines = [Text("    seat       devils  cards", ASH)]
    for seat in range(look.setup.seats):
        devils = Text(f"{shown['devils'][seat]:>4} {DEVIL} ", f"bold {EMBER}")
        lines.append(beside(look.row(seat, 15), devils, f"  {shown['count'][seat]:>3}"))
    return lines


def last_trick(look: Look) -> Text:
    shown = look.shown
    if shown["last_taker"] < 0:
        return Text(" last trick: none yet in this round", ASH)
    seats = [(shown["last_leader"] + k) % look.setup.seats for k in range(look.setup.seats)]
    lay = "  ".join(f"{shown['last'][seat]}{DEVIL * devils_on(shown['last'][seat])}" for seat in seats)
    return Text(f" last trick: {lay}  to {look.name(shown['last_taker'])}", ASH)


def hand(look: Look, width: int) -> list[Text]:
    """One's own cards; those that may not be played now are dim, the one under the cursor stands out."""
    cards = look.shown["hand"]
    choosing = bool(look.legal)
    faces = []
    for card in cards[: (width - 1) // (CARD + 1)]:
        rows = face(card, strong=card == look.picked, dim=choosing and card not in look.legal)
        if card == look.picked:
            rows[0] = Text("╭──▼──╮", f"bold {IMP}")
        elif choosing and card not in look.legal:
            rows[3] = Text("╰─ ✗ ─╯", ASH)
        faces.append(rows)
    return side_by_side(faces) if faces else [Text(" your hand is empty", ASH), Text(""), Text(""), Text("")]


# --- what has happened -----------------------------------------------------------------------------------------------


def tell(before: Look, after: Look, lines: list[str]) -> list[Frame]:
    """A card laid, a trick taken, a round counted; dealt cards are seen, not said."""
    by, words = spoken(lines[0])
    if words.startswith("dealer"):
        return [Frame([f"{before.does(int(words.split()[1]) - 1, 'deal')}."])]
    if by is None:
        return [Frame(rest=0, status="The cards are dealt …")]
    card = int(words.split()[1])
    said = sentence(before, by, card)
    if len(lines) == 1:
        return [Frame([said])]
    taken, *counted = table(after, lines[1:])
    return [
        Frame([said, taken], LONG, with_card(before, by, card, lines[1])),
        *(Frame([words], LONG) for words in counted),
    ]


def table(look: Look, lines: list[str]) -> Iterator[str]:
    """Who takes a trick, with how many devils; then the devils of a round."""
    for line in lines:
        _, words = spoken(line)
        if words.startswith("trick"):
            taker, devils = trick_of(words)
            yield f"→ {look.does(taker, 'take')} the trick: {plural(devils, 'devil') if devils else 'no devils'}."
        else:
            counts = zip(look.shown["devils"], map(int, words.split()[1:]), strict=True)
            devils_now = ", ".join(f"{look.name(seat)} {now} (+{new})" for seat, (now, new) in enumerate(counts))
            yield f"The round is over. Devils: {devils_now}."


def trick_of(words: str) -> tuple[int, int]:
    """The taker and the devils of a trick."""
    _, _, taker, devils, _ = words.replace(":", "").split()
    return int(taker) - 1, int(devils)


def sentence(look: Look, by: int, card: int) -> str:
    """What a card does where it is laid."""
    shown = look.shown
    devils = f" with {plural(devils_on(card), 'devil')}" if devils_on(card) else ""
    lead = shown["trick"][shown["leader"]]
    if not shown["laid"]:
        return f"{look.does(by, 'lead')} {card}{devils}."
    if not shown["direction"]:
        return f"{look.does(by, 'play')} {card}{devils}: {'▲ up' if card > lead else '▼ down'}."
    if (card > lead) != (shown["direction"] == UP):
        return f"{look.does(by, 'play')} {card}{devils} and cannot follow."
    return f"{look.does(by, 'play')} {card}{devils}."


def with_card(look: Look, by: int, card: int, line: str) -> dict[str, Any]:
    """The trick with its last card on it, as it lies for a moment before it is taken."""
    shown = dict(look.shown)
    shown["trick"] = [card if seat == by else laid for seat, laid in enumerate(shown["trick"])]
    shown["laid"] += 1
    shown["hand"] = [mine for mine in shown["hand"] if mine != card]
    shown["count"] = [n - (seat == by) for seat, n in enumerate(shown["count"])]
    shown["taker"], shown["pot"] = trick_of(spoken(line)[1])
    return shown


def gloss(_look: Look, move: int) -> str:
    """A card's devils."""
    return DEVIL * devils_on(move) or "no devil"


SCENE = Scene(ink=IMP, draw=draw, tell=tell, table=table, gloss=gloss, rules=RULES)
