"""Randomness at the table: the construction of docs/fairness.md, held to its vectors and a second implementation."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from brimstone import fair
from brimstone.games import find
from brimstone.games.contract import CHANCE, OVER
from brimstone.games.state import State, start
from tests import fairplay

DOCS = (Path(__file__).parents[1] / "docs" / "fairness.md").read_text()
VECTORS = json.loads(fairplay.VECTORS.read_text())
STEPS = VECTORS["steps"]
SALTS = {int(seat): salt for seat, salt in STEPS["salts"].items()}


def stream() -> fair.Stream:
    return fair.Stream(STEPS["secret"], STEPS["table"], SALTS)


# --- test vectors ----------------------------------------------------------------------------------------------------


def test_the_vectors_are_those_of_the_second_implementation() -> None:
    assert fairplay.vectors() == VECTORS


def test_a_promise() -> None:
    assert fair.promise_of(STEPS["secret"]) == STEPS["promise"]


def test_the_key_takes_salts_by_seat_whatever_their_order() -> None:
    backwards = dict(sorted(SALTS.items(), reverse=True))
    assert fair.Stream(STEPS["secret"], STEPS["table"], backwards).key.hex() == stream().key.hex() == STEPS["key"]
    assert fair.Stream(STEPS["secret"], STEPS["table"], {}).key.hex() == STEPS["key without salts"]


@pytest.mark.parametrize("vector", STEPS["below"], ids=lambda vector: f"{vector['draw']} below {vector['n']}")
def test_a_draw(vector: dict[str, Any]) -> None:
    assert stream().below(vector["draw"], int(vector["n"])) == int(vector["gives"])


def test_the_vectors_refuse_words_and_whole_blocks() -> None:
    """So that a checker which never refuses, or never goes on to the next block, is found."""
    refused = [
        next(k for k, word in enumerate(fairplay.words(STEPS["key"], vector["draw"])) if word < 2**64 // n * n)
        for vector in STEPS["below"]
        if (n := int(vector["n"]))
    ]
    assert max(refused) >= 4


def test_a_seal() -> None:
    seal = STEPS["seal"]
    salt = fair.seal_salt(STEPS["secret"], STEPS["table"], seal["moves"], seal["seat"])
    assert fair.seal_of(salt, seal["say"]) == seal["gives"]


def test_a_chain() -> None:
    chain = fair.Chain(STEPS["secret"], STEPS["table"], STEPS["chain"]["heading"])
    heads = [chain.head, *map(chain.add, STEPS["chain"]["lines"])]
    assert heads == STEPS["chain"]["heads"]
    assert chain.head == heads[-1]


def test_the_example_of_the_docs() -> None:
    found = dict(re.findall(r"^([a-z].*?) = (\S+)$", DOCS, re.MULTILINE))
    assert found == {
        "table": STEPS["table"],
        "secret": STEPS["secret"],
        "promise": fair.promise_of(STEPS["secret"]),
        "salt of seat 1": SALTS[1],
        "salt of seat 3": SALTS[3],
        "key": stream().key.hex(),
        "block 0 of draw 0": fair.keyed(stream().key.hex(), "0 0"),
        "draw 0 below 48": str(stream().below(0, 48)),
        'seal of "bet 120" by seat 3 after 41 moves': fair.seal_of(
            fair.seal_salt(STEPS["secret"], STEPS["table"], 41, 3), "bet 120"
        ),
    }


# --- what the construction promises ----------------------------------------------------------------------------------


def test_secrets_differ_and_have_256_bits() -> None:
    made = {fair.new_secret() for _ in range(100)}
    assert len(made) == 100
    assert all(re.fullmatch("[0-9a-f]{64}", secret) for secret in made)


def test_every_secret_moves_the_draws() -> None:
    def draws(secret: str, table: str, salts: dict[int, str]) -> list[int]:
        made = fair.Stream(secret, table, salts)
        return [made.below(n, 1000) for n in range(20)]

    other = fair.promise_of(STEPS["secret"])
    secret, table = STEPS["secret"], STEPS["table"]
    ways = [
        draws(secret, table, SALTS),
        draws(other, table, SALTS),
        draws(secret, "another name", SALTS),
        draws(secret, table, {**SALTS, 1: other}),
        draws(secret, table, {1: SALTS[1]}),
        draws(secret, table, {1: SALTS[1], 2: SALTS[3]}),
        draws(secret, table, {1: SALTS[3], 3: SALTS[1]}),
    ]
    assert len(set(map(tuple, ways))) == len(ways)


def test_draws_are_not_biased_where_words_do_not_divide() -> None:
    """Below 3·2^62 a third is below 2^62; without refusing words it would be half."""
    draws, games = stream(), 3000
    low = sum(draws.below(n, 3 * 2**62) < 2**62 for n in range(games))
    assert abs(low / games - 1 / 3) < 0.03  # 3.5 standard deviations


def test_weights_count() -> None:
    draws, games = stream(), 6000
    found = Counter(draws.pick(n, [1, 0, 2, 3]) for n in range(games))
    assert found[1] == 0
    for k, share in ((0, 1 / 6), (2, 1 / 3), (3, 1 / 2)):
        assert abs(found[k] / games - share) < 0.025  # 3.8 standard deviations at most


def test_a_head_does_not_tell_what_happened() -> None:
    """Whoever knows the head before and tries every card does not find the one that was dealt."""
    chain = fair.Chain(STEPS["secret"], STEPS["table"], "")
    before = chain.head
    after = chain.add("chance: deal 2: 34")
    tried = {hashlib.sha256(f"{before}\nchance: deal 2: {card}".encode()).hexdigest() for card in range(1, 55)}
    assert after not in tried
    again = fair.Chain(fair.promise_of(STEPS["secret"]), STEPS["table"], "")
    assert before == again.head
    assert after != again.add("chance: deal 2: 34")


def test_the_same_line_at_another_place_is_another_link() -> None:
    chain = fair.Chain(STEPS["secret"], STEPS["table"], "")
    links = set()
    for _ in range(3):
        before = chain.head
        salt = fair.keyed(STEPS["secret"], f"link {STEPS['table']} {chain.links}")
        assert chain.add("1: draw") == hashlib.sha256(f"{before}\n{fair.keyed(salt, '1: draw')}".encode()).hexdigest()
        links.add(fair.keyed(salt, "1: draw"))
    assert len(links) == 3


# --- the order of outcomes, as docs/fairness.md has it ---------------------------------------------------------------

RANKS = ["oberteufel", "spielteufel", "fehlerteufel", "putzteufel", "springteufel", "satansbraten"]
ITEMS = ["bed", "heater", "earmuffs", "scarf", "teacup", "bottle", "nightcap", "chilli", "bath", "iron", "grill"]
GREY, GOLD, BLACK = [4, 1, 3, 1], [2, 6, 5, 1], [3, 2, 1, 6, 5, 4]


def rolls(faces: list[int], dice: int) -> list[str]:
    """All rolls, each where its first way is; which die changes fastest makes no difference to a sorted roll."""
    ways = [" ".join(map(str, sorted(way, reverse=True))) for way in product(faces, repeat=dice)]
    return list(dict.fromkeys(ways))


def place(said: str, ranks: dict[str, str]) -> int:
    """Where an outcome stands among all of its kind."""
    what, _, which = said.rpartition(": ") if ": " in said else said.rpartition(" ")
    if what.startswith("rank"):
        return RANKS.index(which)
    if what.startswith("open"):
        return ITEMS.index(which)
    if what.startswith("roll"):
        rank = ranks[what.split()[1]]
        faces = {"oberteufel": GOLD, "satansbraten": GREY}.get(rank, BLACK)
        return rolls(faces, 3 if rank == "oberteufel" else 2).index(which)
    return 0 if said == "devil" else int(which)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("coal", 4, {"pieces": "100:2 devil:3 20:5 7:0 50:4", "oven": 3, "rounds": 3}),
        (
            "dice",
            6,
            {
                "ranks": " ".join(reversed(RANKS)),
                "items": "grill:3x3 bed:6x1 scarf:2x1 iron:0x3",
                "gold": "2 6 5 1",
                "black": "3 2 1 6 5 4",
                "grey": "4 1 3 1",
                "goal": 4,
            },
        ),
        ("cards", 5, {"hand": 4, "goal": 20}),
    ],
)
def test_outcomes_stand_in_the_order_of_the_docs(game: str, seats: int, options: dict[str, Any]) -> None:
    state, key, kinds = start(find(game), seats, options), STEPS["key"], set()
    for draw in range(400):
        if state.actor == OVER:
            break
        if state.actor == CHANCE:
            said = [state.say(outcome) for outcome, _ in state.odds()]
            ranks = ranks_of(state) if said[0].startswith("roll") else {}
            places = [place(each, ranks) for each in said]
            assert places == sorted(set(places)), said
            kinds.add(said[0].split()[0])
        moves = state.moves()
        state.play(moves[fairplay.below(key, draw, len(moves))])
    assert kinds >= {"coal": {"start", "devil"}, "dice": {"rank", "open", "roll"}, "cards": {"dealer", "deal"}}[game]


def ranks_of(state: State) -> dict[str, str]:
    """Ranks by seat as the beginning of the round had them: those that dice go by."""
    return {str(seat + 1): RANKS[rank - 1] for seat, rank in enumerate(state["was"][: state.setup.seats])}
