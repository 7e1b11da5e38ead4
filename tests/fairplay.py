"""A second implementation of docs/fairness.md, written from that page alone: it imports nothing of fair and verify.

It plays random games as a table server would and writes their fair lines. `python -m tests.fairplay` writes the test
vectors, tests/data/fairness.json, on which every checker must agree.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from brimstone.games import find
from brimstone.games.contract import CHANCE, OVER
from brimstone.games.options import set_up, written
from brimstone.games.state import ready
from brimstone.record import Record

VECTORS = Path(__file__).parent / "data" / "fairness.json"


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def mac(key: str, text: str) -> str:
    return hmac.new(bytes.fromhex(key), text.encode(), hashlib.sha256).hexdigest()


def promise(secret: str) -> str:
    return sha(bytes.fromhex(secret))


def key_of(secret: str, table: str, salts: Mapping[int, str]) -> str:
    return mac(secret, " ".join(["draws", table, *(f"{seat}={salt}" for seat, salt in sorted(salts.items()))]))


def words(key: str, draw: int) -> Iterator[int]:
    """The numbers of 64 bits for a draw, without end."""
    block = 0
    while True:
        text = mac(key, f"{draw} {block}")
        yield from (int(text[at : at + 16], 16) for at in (0, 16, 32, 48))
        block += 1


def below(key: str, draw: int, n: int) -> int:
    return next(word % n for word in words(key, draw) if word < 2**64 - 2**64 % n)


def picked(key: str, draw: int, odds: list[tuple[Any, int]]) -> Any:
    tickets = [outcome for outcome, weight in odds for _ in range(weight)]
    return tickets[below(key, draw, len(tickets))]


def seal(secret: str, table: str, moves: int, seat: int, say: str) -> str:
    return mac(mac(secret, f"seal {table} {moves} {seat}"), say)


class Heads:
    """The chain: every head so far."""

    def __init__(self, secret: str, table: str, heading: list[str]) -> None:
        self.secret, self.table = secret, table
        self.all = [sha("\n".join(["brimstone chain 1", table, *heading]).encode())]

    def add(self, line: str) -> None:
        salt = mac(self.secret, f"link {self.table} {len(self.all) - 1}")
        self.all.append(sha(f"{self.all[-1]}\n{mac(salt, line)}".encode()))


class Sitting:
    """A random game at a table: `record` with its fair lines, and the heads told on the way."""

    def __init__(
        self, game: str, seats: int, options: dict[str, Any], seed: int, most: int = 10**6, silent: Iterable[int] = ()
    ) -> None:
        self.table = sha(f"table {seed}".encode())[:12]
        self.secret = sha(f"secret {seed}".encode())
        self.salts = {n: sha(f"salt {seed} {n}".encode()) for n in range(1, seats + 1) if n not in set(silent)}
        self.promises = {seat: promise(salt) for seat, salt in self.salts.items()}
        self.setup = set_up(find(game), seats, options)
        self.record = Record(self.setup, tuple(f"p{n}" for n in range(1, seats + 1)))
        self.heads = Heads(self.secret, self.table, self.heading())
        self.fair = {"fair table": self.table, "fair promise": promise(self.secret), "fair secret": self.secret}
        for seat in self.salts:
            self.fair |= {f"fair promise {seat}": self.promises[seat], f"fair salt {seat}": self.salts[seat]}
        self.play(Random(seed), most)
        self.record.extra = {**self.fair, "fair head": self.heads.all[-1]}

    def heading(self) -> list[str]:
        return [
            f"game {self.setup.game.name}",
            f"rules {self.setup.game.version}",
            f"seats {self.setup.seats}",
            *(f"option {name} {value}" for name, value in written(self.setup).items()),
            f"promise {promise(self.secret)}",
            *(f"seat {seat} promise {self.promises[seat]} salt {salt}" for seat, salt in self.salts.items()),
        ]

    def play(self, random: Random, most: int) -> None:
        """At most so many moves, but never a part of choices made at once."""
        state, key, draws = ready(self.setup), key_of(self.secret, self.table, self.salts), 0
        while state.actor != OVER and len(self.record.moves) < most:
            at = len(self.record.moves)
            choices = {seat: random.choice(state.legal(seat)) for seat in state.waiting}
            if len(choices) > 1:
                said = {seat + 1: state.say(choice) for seat, choice in sorted(choices.items())}
                sealed = " ".join(f"{n}={seal(self.secret, self.table, at, n, say)}" for n, say in said.items())
                self.fair[f"fair seals {at}"] = sealed
                self.heads.add(f"sealed: {sealed}")
            for _ in range(max(len(choices), 1)):
                who = state.actor
                move = picked(key, draws, state.odds()) if who == CHANCE else choices[who]
                draws += who == CHANCE
                self.heads.add(f"{'chance' if who == CHANCE else who + 1}: {state.say(move)}")
                self.record.moves.append(move)
                state.play(move)


# --- test vectors ----------------------------------------------------------------------------------------------------

SMALL: list[tuple[str, int, dict[str, Any], int, int, tuple[int, ...]]] = [  # game, seats, options, seed, most, silent
    ("coal", 3, {"rounds": 2, "pieces": "devil:4 10:4 50:4", "oven": 3}, 11, 10**6, (2,)),
    ("coal", 2, {}, 12, 9, ()),
    ("dice", 3, {"goal": 2}, 13, 30, (1, 2, 3)),
    ("cards", 3, {"hand": 2, "goal": 1}, 14, 10**6, ()),
]
HALF = 2**63 + 1  # so large that nearly every second word is refused


def proof_of(sitting: Sitting) -> dict[str, Any]:
    """The proof of a game, as docs/fairness.md describes it."""
    state = ready(sitting.setup)
    lines: list[str] = []
    draws: list[dict[str, Any]] = []
    for number, move in enumerate(sitting.record.moves):
        by, say = state.actor, state.say(move)
        if sealed := sitting.fair.get(f"fair seals {number}"):
            lines.append(f"sealed: {sealed}")
        lines.append(f"{'chance' if by == CHANCE else by + 1}: {say}")
        if by == CHANCE:
            odds = [[state.say(outcome), weight] for outcome, weight in state.odds()]
            draws.append({"number": len(draws), "outcomes": odds, "came": say})
        state.play(move)
    seats = sitting.salts.items()
    return {
        "proof": 1,
        "table": sitting.table,
        "terms": [line for line in sitting.heading() if line.split()[0] in ("game", "rules", "seats", "option")],
        "promise": promise(sitting.secret),
        "secret": sitting.secret,
        "salts": [{"seat": seat, "promise": sitting.promises[seat], "salt": salt} for seat, salt in seats],
        "lines": lines,
        "draws": draws,
        "head": sitting.heads.all[-1],
    }


def small_vectors() -> dict[str, Any]:
    """One step of the construction each."""
    secret, table = sha(b"secret"), "abcdefghjkmn"
    salts = {1: sha(b"salt 1"), 3: sha(b"salt 3")}
    key = key_of(secret, table, salts)
    far = next(draw for draw in range(1000) if min(islice(words(key, draw), 4)) >= HALF)
    chain = Heads(secret, table, ["game coal", "rules 1"])
    for line in ("chance: start 2", "1: bet 0"):
        chain.add(line)
    draws = [(0, 2), (0, 48), (1, 48), (2, 216), (3, 54), (10**6, 7), (0, HALF), (far, HALF), (0, 1), (0, 2**64)]
    return {
        "secret": secret,
        "table": table,
        "salts": {str(seat): salt for seat, salt in salts.items()},
        "promise": promise(secret),
        "key": key,
        "key without salts": key_of(secret, table, {}),
        "below": [{"draw": draw, "n": str(n), "gives": str(below(key, draw, n))} for draw, n in draws],
        "seal": {"moves": 41, "seat": 3, "say": "bet 120", "gives": seal(secret, table, 41, 3, "bet 120")},
        "chain": {
            "heading": "game coal\nrules 1",
            "lines": ["chance: start 2", "1: bet 0"],
            "heads": chain.all,
        },
    }


def changed(proof: dict[str, Any], changes: list[dict[str, Any]]) -> dict[str, Any]:
    """A proof with something else at some places; what has no `to` is taken out."""
    proof = deepcopy(proof)
    for change in changes:
        *way, last = change["at"]
        place: Any = proof
        for step in way:
            place = place[step]
        if "to" in change:
            place[last] = change["to"]
        else:
            del place[last]
    return proof


def end_of(proof: dict[str, Any]) -> str:
    """Where the chain of a proof's lines ends."""
    salted = [f"seat {each['seat']} promise {each['promise']} salt {each['salt']}" for each in proof["salts"]]
    heads = Heads(proof["secret"], proof["table"], [*proof["terms"], f"promise {proof['promise']}", *salted])
    for line in proof["lines"]:
        heads.add(line)
    return heads.all[-1]


# Of the first game, whose lines are: start, seals, three bets, "2: draw", "chance: devil", "3: draw", …
WRONG = sha(b"something else")
TAMPERED: list[tuple[str, list[tuple[list[Any], Any]], list[tuple[str, dict[str, Any]]]]] = [
    (
        "a changed draw",
        [(["lines", 6], "chance: coal 50"), (["draws", 1, "came"], "coal 50")],
        [("draw_changed", {"move": 6, "came": "coal 50", "drawn": "devil", "count": 1}), ("chain_broken", {})],
    ),
    (
        "two changed draws",
        [
            (["lines", 6], "chance: coal 50"),
            (["draws", 1, "came"], "coal 50"),
            (["lines", 8], "chance: devil"),
            (["draws", 2, "came"], "devil"),
        ],
        [("draw_changed", {"move": 6, "came": "coal 50", "drawn": "devil", "count": 2}), ("chain_broken", {})],
    ),
    ("a draw too many", [(["lines", 32], None)], [("draw_missing", {"draw": 11}), ("chain_broken", {})]),
    (
        "a changed secret where nothing was drawn yet",
        [(["secret"], WRONG), (["lines"], []), (["draws"], [])],
        [("secret_changed", {})],
    ),
    (
        "changed weights",
        [(["draws", 1, "outcomes"], [["coal 50", 12], ["devil", 0]])],
        [("draw_changed", {"move": 6, "came": "devil", "drawn": "coal 50", "count": 1})],
    ),
    (
        "a draw that is told otherwise",
        [(["lines", 6], "chance: coal 50")],
        [("draw_missing", {"draw": 1}), ("chain_broken", {})],
    ),
    ("a missing draw", [(["draws", 11], None)], [("draw_missing", {"draw": 11})]),
    (
        "draws in another order",
        [(["draws", 1, "number"], 2), (["draws", 2, "number"], 1)],
        [("draw_missing", {"draw": 1})],
    ),
    ("a changed salt", [(["salts", 1, "salt"], WRONG)], [("salt_changed", {"seat": 3}), ("chain_broken", {})]),
    (
        "a changed promise of a seat",
        [(["salts", 0, "promise"], WRONG)],
        [("seat_promise_changed", {"seat": 1}), ("chain_broken", {})],
    ),
    ("a changed secret", [(["secret"], WRONG)], [("secret_changed", {})]),
    ("a changed promise of the server", [(["promise"], WRONG)], [("promise_changed", {}), ("chain_broken", {})]),
    (
        "a changed choice",
        [(["lines", 3], "2: bet 160")],
        [("choice_changed", {"move": 3, "seat": 2, "say": "bet 160"}), ("chain_broken", {})],
    ),
    (
        "a choice that was not made",
        [(["lines", 3], None)],
        [
            ("choice_changed", {"move": 4, "seat": 2, "say": "draw"}),
            ("choices_moved", {"move": 15}),
            ("chain_broken", {}),
        ],
    ),
    (
        "a choice by chance",
        [(["lines", 3], "chance: coal 50")],
        [("draw_missing", {"draw": 1}), ("choice_missing", {"move": 2, "seat": 2}), ("chain_broken", {})],
    ),
    ("a changed open move", [(["lines", 11], "3: draw")], [("chain_broken", {})]),
    ("a missing move", [(["lines", 5], None)], [("choices_moved", {"move": 15}), ("chain_broken", {})]),
    (
        "a missing outcome",
        [(["lines", 0], None)],
        [("draw_missing", {"draw": 0}), ("choices_moved", {"move": 1}), ("chain_broken", {})],
    ),
    ("a missing seal", [(["lines", 1], None)], [("chain_broken", {})]),
    ("another game", [(["terms", 4], "option target 1500")], [("chain_broken", {})]),
    ("another head", [(["head"], WRONG)], [("chain_broken", {})]),
]


def vectors() -> dict[str, Any]:
    """All test vectors."""
    sittings = [Sitting(*each) for each in SMALL]
    proofs = [proof_of(sitting) for sitting in sittings]
    games = [
        {"proof": proof, "record": sitting.record.written(), "heads": sitting.heads.all}
        for proof, sitting in zip(proofs, sittings, strict=True)
    ]
    tampered = []
    for name, places, faults in TAMPERED:
        changes = [{"at": at} if to is None else {"at": at, "to": to} for at, to in places]
        proof = changed(proofs[0], changes)
        broken = {"head": proof["head"], "found": end_of(proof)}
        found = [{"what": what, "about": broken if what == "chain_broken" else about} for what, about in faults]
        tampered.append({"name": name, "changes": changes, "faults": found})
    return {"origin": "python -m tests.fairplay", "steps": small_vectors(), "games": games, "tampered": tampered}


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n")
