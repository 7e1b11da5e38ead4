"""Was a game played as it was promised? docs/fairness.md.

`proof_of` writes a record out for somebody who knows no rules: the promises, every draw with all that could have come,
every line of the chain. `faults` computes all of that again, as web/src/fair.ts does. `verify` does both, and so trusts
nothing but the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import zip_longest
from typing import Any, Literal, NamedTuple

from brimstone.fair import Chain, Stream, promise_of, seal_of, seal_salt
from brimstone.games.contract import CHANCE, BrimstoneError, Setup
from brimstone.games.options import written
from brimstone.games.state import ready
from brimstone.record import Record, by_in_words

NEEDED = ("fair table", "fair promise", "fair secret", "fair head")
SEALED = "sealed: "
BY_CHANCE = "chance: "

Proof = dict[str, Any]


@dataclass(frozen=True)
class Fault:
    """Something that does not hold: a key of SAYS, and what it is about."""

    what: str
    about: Mapping[str, int | str]

    def __str__(self) -> str:
        return SAYS[self.what].format(**self.about)


SAYS = {
    "line_missing": "the header has no line {line!r}",
    "line_extra": "the header has a line {line!r}, which has nothing to stand for",
    "seal_missing": "move {move}: the seal of seat {seat} is missing",
    "secret_changed": "the server's secret is not the one it promised",
    "promise_changed": "the server's promise was changed: the draws follow from its secret",
    "salt_changed": "the salt of seat {seat} is not the one it promised",
    "seat_promise_changed": "the promise of seat {seat} was changed: the draws follow from its salt",
    "draw_changed": "move {move}: {came!r} came, but {drawn!r} was drawn; draws that do not fit: {count}",
    "draw_missing": "draw {draw}: what was drawn and what came do not stand side by side",
    "choice_changed": "move {move}: {say!r} is not what seat {seat} sealed",
    "choice_missing": "move {move}: seat {seat} sealed a choice, but did not make it",
    "choices_moved": "move {move}: no choice made at once is what was sealed: a line before is missing, or all were"
    " changed",
    "chain_broken": "the chain ends in {found}, not in the head {head}: the head or a move was changed, or a line is"
    " missing",
}


class NoProof(BrimstoneError):
    """A record cannot be checked: it has no proof, or one with faults."""

    def __init__(self, faults: Sequence[Fault] = ()) -> None:
        self.faults = faults
        super().__init__("; ".join(map(str, faults)) or "this record has no fair lines: there is nothing to check")


# --- records and what is needed to check them ------------------------------------------------------------------------


class Moved(NamedTuple):
    """A move or outcome of a record."""

    by: str  # a seat from 1, or chance
    say: str
    together: tuple[int, ...]  # where secret choices open with it: the seats that chose, from 1
    odds: list[tuple[str, int]]  # of an outcome: all that could come

    @property
    def line(self) -> str:
        return f"{self.by}: {self.say}"


def moves_of(record: Record, weighed: bool = False) -> list[Moved]:
    """A game again, move by move; `weighed`: with the odds of each outcome, which take most of the time."""
    state = ready(record.setup)
    say = cache(state.say)  # the same outcomes are possible again and again
    found = []
    choosing = 0  # seats whose secret choices are still to open
    for number, move in enumerate(record.moves):
        if number == record.given:
            choosing = 0  # a table goes on here: whoever still has to choose seals it there
        by = state.actor
        together = tuple(seat + 1 for seat in state.waiting) if not choosing and len(state.waiting) > 1 else ()
        choosing = max(len(together) or choosing, 1) - 1
        odds = [(say(each), weight) for each, weight in state.odds()] if weighed and by == CHANCE else []
        found.append(Moved(by_in_words(by), say(move), together, odds))
        state.play(move)
    return found


def parted(record: Record, moved: list[Moved]) -> tuple[list[str], list[Moved]]:
    """The lines of what was given to a game that goes on from another's middle, and its own moves."""
    return [move.line for move in moved[: record.given]], moved[record.given :]


def terms_of(setup: Setup, before: Sequence[str] = ()) -> list[str]:
    """What is played, from where on, as the heading of the chain says it."""
    options = [f"option {name} {value}" for name, value in written(setup).items()]
    given = [f"before {line}" for line in before]
    return [f"game {setup.game.name}", f"rules {setup.game.version}", f"seats {setup.seats}", *options, *given]


def heading(terms: Sequence[str], promise: str, salts: Sequence[Mapping[str, Any]]) -> str:
    """The heading of the chain: what is played, the server's promise, the seats' promises and salts."""
    salted = [f"seat {each['seat']} promise {each['promise']} salt {each['salt']}" for each in salts]
    return "\n".join([*terms, f"promise {promise}", *salted])


def with_proof(
    record: Record, table: str, secret: str, promises: Mapping[int, str], salts: Mapping[int, str]
) -> Record:
    """The record with its fair lines; seats count from 1, and a promise is written only of a seat whose salt came."""
    fair = {"fair table": table, "fair promise": promise_of(secret), "fair secret": secret}
    for seat in sorted(salts):
        fair |= {f"fair promise {seat}": promises[seat], f"fair salt {seat}": salts[seat]}
    before, moved = parted(record, moves_of(record))
    for number, move in enumerate(moved):
        if move.together:
            chosen = {int(by): say for by, say, *_ in moved[number : number + len(move.together)]}
            fair[f"fair seals {number}"] = " ".join(
                f"{seat}={seal_of(seal_salt(secret, table, number, seat), chosen[seat])}" for seat in sorted(chosen)
            )
    chain = Chain(secret, table, heading(terms_of(record.setup, before), fair["fair promise"], salts_in(fair)))
    for line in chain_lines(moved, fair):
        chain.add(line)
    return replace(record, extra={**record.extra, **fair, "fair head": chain.head})


def salts_in(fair: Mapping[str, str]) -> list[dict[str, Any]]:
    """The seats that gave a salt, with what they promised."""
    seats = sorted(int(name.removeprefix("fair salt ")) for name in fair if name.startswith("fair salt "))
    return [{"seat": n, "promise": fair[f"fair promise {n}"], "salt": fair[f"fair salt {n}"]} for n in seats]


def chain_lines(moved: Sequence[Moved], fair: Mapping[str, str]) -> list[str]:
    """What is chained: every move and outcome, and before secret choices their seals."""
    found = []
    for number, move in enumerate(moved):
        if move.together:
            found.append(SEALED + fair[f"fair seals {number}"])
        found.append(move.line)
    return found


# --- the proof -------------------------------------------------------------------------------------------------------


def proof_of(record: Record) -> Proof:
    """All of a game that somebody needs who checks it without its rules; raises NoProof if the record has not all."""
    fair = {name: value for name, value in record.extra.items() if name.startswith("fair ")}
    if not fair:
        raise NoProof
    before, moved = parted(record, moves_of(record, weighed=True))
    wrong = header_faults(fair, moved)
    if record.lesson:  # its draws are known to everybody and prove nothing
        wrong.append(Fault("line_extra", {"line": "lesson"}))
    if wrong:
        raise NoProof(wrong)
    draws = [move for move in moved if move.odds]
    return {
        "proof": 1,
        "table": fair["fair table"],
        "terms": terms_of(record.setup, before),
        "promise": fair["fair promise"],
        "secret": fair["fair secret"],
        "salts": salts_in(fair),
        "lines": chain_lines(moved, fair),
        "draws": [{"number": n, "outcomes": list(map(list, d.odds)), "came": d.say} for n, d in enumerate(draws)],
        "head": fair["fair head"],
    }


def header_faults(fair: Mapping[str, str], moved: Sequence[Moved]) -> list[Fault]:
    """Which fair lines are missing, or stand there without need."""
    seats = {name.split()[-1] for name in fair if name.startswith(("fair salt ", "fair promise "))}
    sealed = {f"fair seals {number}": move.together for number, move in enumerate(moved) if move.together}
    needed = [
        *NEEDED,
        *(f"fair {what} {seat}" for seat in sorted(seats, key=int) for what in ("promise", "salt")),
        *sealed,
    ]
    faults = [Fault("line_missing", {"line": name}) for name in needed if name not in fair]
    faults += [Fault("line_extra", {"line": name}) for name in fair if name not in needed]
    for name, together in sealed.items():
        found = seals_in(fair.get(name, ""))
        move = int(name.split()[-1]) + 1
        faults += [
            Fault("seal_missing", {"move": move, "seat": n}) for n in together if name in fair and n not in found
        ]
    return faults


def seals_in(text: str) -> dict[int, str]:
    """Seals by seat."""
    return {int(seat): seal for seat, _, seal in (each.partition("=") for each in text.split())}


# --- checking it -----------------------------------------------------------------------------------------------------


def faults_of(proof: Proof) -> list[Fault]:
    """What of a proof does not hold; knows no rules."""
    stream = Stream(proof["secret"], proof["table"], {each["seat"]: each["salt"] for each in proof["salts"]})
    wrong = wrong_draws(proof, stream)
    drawn = bool(proof["draws"]) and not wrong  # then the secrets are right, and a promise that is broken was changed
    kept = promise_of(proof["secret"]) == proof["promise"]
    faults = [] if kept else [Fault("promise_changed" if drawn else "secret_changed", {})]
    if not kept and not drawn:
        return faults  # nothing can be computed without it
    broken = [each["seat"] for each in proof["salts"] if promise_of(each["salt"]) != each["promise"]]
    faults += [Fault("seat_promise_changed" if drawn else "salt_changed", {"seat": seat}) for seat in broken]
    faults += wrong if not broken else []
    faults += missing_draws(proof) + choice_faults(proof)
    chain = Chain(proof["secret"], proof["table"], heading(proof["terms"], proof["promise"], proof["salts"]))
    for line in proof["lines"]:
        chain.add(line)
    if chain.head != proof["head"]:
        faults.append(Fault("chain_broken", {"head": proof["head"], "found": chain.head}))
    return faults


def wrong_draws(proof: Proof, stream: Stream) -> list[Fault]:
    """The first draw that does not follow from the secrets, and how many do not."""
    moves = [line for line in proof["lines"] if not line.startswith(SEALED)]
    by_chance = [number for number, line in enumerate(moves, 1) if line.startswith(BY_CHANCE)]
    wrong = []
    for move, draw in zip(by_chance, proof["draws"], strict=False):  # missing_draws says if there are too few of either
        drawn, _ = draw["outcomes"][stream.pick(draw["number"], [weight for _, weight in draw["outcomes"]])]
        if drawn != draw["came"]:
            wrong.append({"move": move, "came": draw["came"], "drawn": drawn})
    return [Fault("draw_changed", {**wrong[0], "count": len(wrong)})] if wrong else []


def missing_draws(proof: Proof) -> list[Fault]:
    """The first place where chance's lines and the draws part."""
    said = [line.removeprefix(BY_CHANCE) for line in proof["lines"] if line.startswith(BY_CHANCE)]
    drawn = [(draw["number"], draw["came"]) for draw in proof["draws"]]
    parted = [n for n, (a, b) in enumerate(zip_longest(enumerate(said), drawn)) if a != b]
    return [Fault("draw_missing", {"draw": n}) for n in parted[:1]]


def choice_faults(proof: Proof) -> list[Fault]:
    """Secret choices that are not what was sealed, or were never made."""
    faults: list[Fault] = []
    began = 0  # moves before the line
    for at, line in enumerate(proof["lines"]):
        if not line.startswith(SEALED):
            began += 1
            continue
        seals = seals_in(line.removeprefix(SEALED))
        wrong = unlike_seals(proof, began, seals, proof["lines"][at + 1 : at + 1 + len(seals)])
        if len(wrong) == len(seals):  # also where they stand is sealed
            return [*faults, Fault("choices_moved", {"move": began + 1})]
        faults += wrong
    return faults


def unlike_seals(proof: Proof, began: int, seals: Mapping[int, str], lines: Sequence[str]) -> list[Fault]:
    """The faults of choices made at once, after so many moves; `lines` are those that opened them."""
    made = {by: (began + k, say) for k, (by, _, say) in enumerate((line.partition(": ") for line in lines), 1)}
    faults = []
    for seat in sorted(seals):
        move, say = made.get(str(seat), (began + 1, ""))
        if not say:
            faults.append(Fault("choice_missing", {"move": move, "seat": seat}))
        elif seals[seat] != seal_of(seal_salt(proof["secret"], proof["table"], began, seat), say):
            faults.append(Fault("choice_changed", {"move": move, "seat": seat, "say": say}))
    return faults


# --- the verdict -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """What was found out about a record."""

    record: Record
    proof: Proof | None  # none: something of it is missing, or all
    faults: Sequence[Fault]

    @property
    def word(self) -> Literal["holds", "broken", "nothing"]:
        """Does the game hold? `nothing`: there is nothing to check."""
        return "broken" if self.faults else "holds" if self.proof else "nothing"


def verify(record: Record) -> Verdict:
    """Check a game's promises, draws, secret choices and chain by its rules."""
    try:
        proof = proof_of(record)
    except NoProof as bad:
        return Verdict(record, None, bad.faults)
    return Verdict(record, proof, faults_of(proof))


def as_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain data."""
    proof = verdict.proof
    faults = [{"what": fault.what, "about": dict(fault.about), "says": str(fault)} for fault in verdict.faults]
    counted = (
        {
            "table": proof["table"],
            "promise": proof["promise"],
            "head": proof["head"],
            "salts": [each["seat"] for each in proof["salts"]],
            "draws": len(proof["draws"]),
            "choices": sum(
                len(seals_in(line.removeprefix(SEALED))) for line in proof["lines"] if line.startswith(SEALED)
            ),
            "lines": len(proof["lines"]),
        }
        if proof
        else {}
    )
    given = {"given": verdict.record.given} if verdict.record.given else {}
    lesson = {"lesson": True} if verdict.record.lesson else {}
    return {"verdict": verdict.word, "faults": faults, **counted, **given, **lesson}


def in_words(verdict: Verdict) -> Iterator[str]:
    """A verdict told to a person."""
    setup = verdict.record.setup
    finished = "finished" if verdict.record.last().result() else "unfinished"
    yield f"{setup.game.name}, {setup.seats} seats, {finished}: {', '.join(verdict.record.names)}"
    if verdict.record.lesson and verdict.word == "nothing":
        yield "  This is a lesson: its draws are the same each time, known to everybody, and promise no fairness."
    elif verdict.word == "nothing":
        yield "  There is nothing to check: this record has no fair lines. Only games at a table server have them."
    for fault in verdict.faults:
        yield f"  Does not hold: {fault}."
    if verdict.word == "holds":
        found = as_json(verdict)
        salts = (
            f"and of seats {', '.join(map(str, found['salts']))}" if found["salts"] else "alone: no seat gave a salt"
        )
        if given := verdict.record.given:
            yield f"  moves: 1 to {given} were given, it went on from there; only what followed is checked"
        yield f"  promises: kept, the server's {salts}"
        yield f"  draws: all {found['draws']} follow from the secrets"
        yield f"  secret choices: all {found['choices']} are what was sealed"
        yield f"  chain: its {found['lines']} lines end in its head"
        yield "  It holds, if these are what you were told at the table, before the game and at its end:"
        yield f"    promise {found['promise']}"
        yield f"    head    {found['head']}"
