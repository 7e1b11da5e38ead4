"""Records checked for fairness: what holds, and every way in which somebody may have bent a game."""

from __future__ import annotations

import io
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brimstone import cli, verify
from brimstone.fair import promise_of
from brimstone.games import NAMES
from brimstone.record import BadRecord, Record, read
from brimstone.verify import Fault, NoProof
from tests import fairplay
from tests.fairplay import Sitting

VECTORS = json.loads(fairplay.VECTORS.read_text())
OTHER = promise_of("00" * 32)
OPTIONS: dict[str, dict[str, Any]] = {"coal": {"rounds": 4}, "dice": {"goal": 3}, "cards": {"goal": 20}}


@pytest.fixture(scope="module")
def coal() -> Sitting:
    return Sitting("coal", 3, {"rounds": 3}, 5, silent=[2])


def plain(faults: Any) -> list[dict[str, Any]]:
    return [{"what": fault.what, "about": dict(fault.about)} for fault in faults]


def keys(record: Record) -> list[str]:
    return [fault.what for fault in verify.verify(record).faults]


def again(text: str) -> Record:
    (record,) = read(text.splitlines())
    return record


def with_line(record: Record, name: str, value: str) -> Record:
    assert record.extra[name] != value
    return replace(record, extra={**record.extra, name: value})


def without(record: Record, name: str) -> Record:
    return replace(record, extra={key: value for key, value in record.extra.items() if key != name})


# --- what holds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_games_of_the_second_implementation_hold(game: str, seed: int) -> None:
    sitting = Sitting(game, 3 + seed, OPTIONS[game], seed, silent=range(1, 1 + seed))
    verdict = verify.verify(again(sitting.record.written()))
    assert verdict.word == "holds"
    assert verify.as_json(verdict)["head"] == sitting.heads.all[-1]
    assert verdict.proof == fairplay.proof_of(sitting)


@pytest.mark.parametrize("game", NAMES)
def test_the_fair_lines_are_those_of_the_second_implementation(game: str) -> None:
    sitting = Sitting(game, 4, OPTIONS[game], 7, silent=[3])
    bare = replace(sitting.record, extra={"note 2": "coach 3 times"})
    made = verify.with_proof(bare, sitting.table, sitting.secret, {**sitting.promises, 3: OTHER}, sitting.salts)
    assert made.extra == {"note 2": "coach 3 times", **sitting.record.extra}
    assert bare.extra == {"note 2": "coach 3 times"}


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("most", [0, 1, 2, 3, 17, 40])
def test_a_game_closed_unfinished_holds_as_far_as_it_goes(game: str, most: int) -> None:
    sitting = Sitting(game, 3, {}, 3, most)
    verdict = verify.verify(again(sitting.record.written()))
    assert verdict.word == "holds"
    assert verify.as_json(verdict)["lines"] == len(sitting.heads.all) - 1
    assert "unfinished" in next(iter(verify.in_words(verdict)))


def test_one_seat_with_money_bets_openly() -> None:
    """Where only one may choose there is nothing to hide: no seal."""
    sittings = [Sitting("coal", 2, {"rounds": 6}, seed) for seed in range(60)]
    for sitting in sittings:
        assert verify.verify(sitting.record).word == "holds"
    bets = [sum(line.say.startswith("bet") for line in sitting.record.lines()) for sitting in sittings]
    sealed = [sum(name.startswith("fair seals") for name in sitting.record.extra) for sitting in sittings]
    assert any(bet != 2 * seals for bet, seals in zip(bets, sealed, strict=True)), "no seat ever ran out of money"


@pytest.mark.parametrize("vector", VECTORS["games"], ids=lambda vector: str(vector["proof"]["table"]))
def test_games_of_the_vectors(vector: dict[str, Any]) -> None:
    assert verify.faults_of(vector["proof"]) == []
    record = again(vector["record"])
    assert verify.proof_of(record) == vector["proof"]
    assert record.written() == vector["record"]


# --- what does not: proofs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS["tampered"], ids=lambda vector: str(vector["name"]))
def test_tampering_of_the_vectors_is_found(vector: dict[str, Any]) -> None:
    proof = fairplay.changed(VECTORS["games"][0]["proof"], vector["changes"])
    assert plain(verify.faults_of(proof)) == vector["faults"]


# --- what does not: records ------------------------------------------------------------------------------------------


def test_a_changed_draw(coal: Sitting) -> None:
    """A piece of coal becomes another one; what follows is as legal as before."""
    text = coal.record.written()
    last = re.findall(r"chance: coal \d+", text)[-1]
    came = "coal 10" if last != "chance: coal 10" else "coal 20"
    before, _, after = text.rpartition(last)
    bent = re.sub("result: .*\n", "result: X\n", f"{before}chance: {came}{after}")
    with pytest.raises(BadRecord) as wrong:
        again(bent)
    told = re.search(r"the result is '(.*)', not 'X'", str(wrong.value))
    assert told
    verdict = verify.verify(again(bent.replace("result: X", f"result: {told[1]}")))
    draw, chain = verdict.faults
    assert (draw.what, chain.what) == ("draw_changed", "chain_broken")
    assert (draw.about["came"], draw.about["drawn"]) == (came, last.removeprefix("chance: "))
    move = int(draw.about["move"])
    assert coal.setup.game.say(coal.setup, coal.record.moves[move - 1]) == draw.about["drawn"]


def test_a_changed_salt(coal: Sitting) -> None:
    verdict = verify.verify(with_line(coal.record, "fair salt 3", OTHER))
    assert [fault.what for fault in verdict.faults] == ["salt_changed", "chain_broken"]
    assert verdict.faults[0].about == {"seat": 3}


def test_a_changed_salt_with_a_promise_that_fits(coal: Sitting) -> None:
    bent = with_line(with_line(coal.record, "fair salt 3", OTHER), "fair promise 3", promise_of(OTHER))
    assert keys(bent) == ["draw_changed", "chain_broken"]


def test_a_changed_bet(coal: Sitting) -> None:
    """The last round's bet of a seat that wins nothing: the game goes on as before."""
    number = max(int(name.split()[-1]) for name in coal.record.extra if name.startswith("fair seals"))
    moves = list(coal.record.moves)
    words = coal.setup.game.say(coal.setup, moves[number + 1])
    other = "bet 0" if words != "bet 0" else "bet 10"
    moves[number + 1] = coal.setup.game.read(coal.setup, other)
    verdict = verify.verify(again(replace(coal.record, moves=moves).written()))
    assert plain(verdict.faults[:1]) == [
        {"what": "choice_changed", "about": {"move": number + 2, "seat": 2, "say": other}}
    ]
    assert [fault.what for fault in verdict.faults[1:]] == ["chain_broken"]


def test_a_changed_seal(coal: Sitting) -> None:
    name = next(name for name in coal.record.extra if name.startswith("fair seals"))
    seals = coal.record.extra[name].split()
    bent = with_line(coal.record, name, " ".join([f"1={OTHER}", *seals[1:]]))
    assert keys(bent) == ["choice_changed", "chain_broken"]


def test_a_changed_secret(coal: Sitting) -> None:
    assert plain(verify.verify(with_line(coal.record, "fair secret", OTHER)).faults) == [
        {"what": "secret_changed", "about": {}}
    ]


def test_a_changed_secret_with_a_promise_that_fits(coal: Sitting) -> None:
    bent = with_line(with_line(coal.record, "fair secret", OTHER), "fair promise", promise_of(OTHER))
    assert keys(bent) == ["draw_changed", "choices_moved", "chain_broken"]


@pytest.mark.parametrize(
    ("line", "key"), [("fair promise", "promise_changed"), ("fair promise 1", "seat_promise_changed")]
)
def test_a_changed_promise(coal: Sitting, line: str, key: str) -> None:
    assert keys(with_line(coal.record, line, OTHER)) == [key, "chain_broken"]


def test_a_changed_head(coal: Sitting) -> None:
    assert plain(verify.verify(with_line(coal.record, "fair head", OTHER)).faults) == [
        {"what": "chain_broken", "about": {"head": OTHER, "found": coal.heads.all[-1]}}
    ]


def test_another_table(coal: Sitting) -> None:
    assert "chain_broken" in keys(with_line(coal.record, "fair table", "abcdefghjkmn"))


def test_a_changed_option(coal: Sitting) -> None:
    """One that plays no part in this game's moves."""
    assert keys(again(coal.record.written().replace("option target: 1600", "option target: 1590"))) == ["chain_broken"]


@pytest.mark.parametrize(
    "name", ["fair table", "fair promise", "fair secret", "fair head", "fair promise 1", "fair salt 1", "fair seals 1"]
)
def test_a_missing_line(coal: Sitting, name: str) -> None:
    verdict = verify.verify(without(coal.record, name))
    assert plain(verdict.faults) == [{"what": "line_missing", "about": {"line": name}}]
    assert verdict.word == "broken"


def test_a_seat_taken_out_altogether(coal: Sitting) -> None:
    bent = without(without(coal.record, "fair salt 1"), "fair promise 1")
    assert keys(bent) == ["draw_changed", "chain_broken"]


def test_a_line_too_many(coal: Sitting) -> None:
    bent = replace(coal.record, extra={**coal.record.extra, "fair seals 2": coal.record.extra["fair seals 1"]})
    assert plain(verify.verify(bent).faults) == [{"what": "line_extra", "about": {"line": "fair seals 2"}}]


def test_a_proven_game_called_a_lesson(coal: Sitting) -> None:
    verdict = verify.verify(again(coal.record.written().replace("\nfair table", "\nlesson: yes\nfair table")))
    assert plain(verdict.faults) == [{"what": "line_extra", "about": {"line": "lesson"}}]
    assert verdict.word == "broken"
    assert not any("This is a lesson" in line for line in verify.in_words(verdict))


def test_a_missing_seal(coal: Sitting) -> None:
    seals = coal.record.extra["fair seals 1"].split()
    assert plain(verify.verify(with_line(coal.record, "fair seals 1", " ".join(seals[:2]))).faults) == [
        {"what": "seal_missing", "about": {"move": 2, "seat": 3}}
    ]


def test_a_missing_last_move() -> None:
    sitting = Sitting("cards", 3, {}, 3, 60)
    assert keys(replace(sitting.record, moves=sitting.record.moves[:-1])) == ["chain_broken"]


def test_a_record_that_ends_among_choices_made_at_once() -> None:
    sitting = Sitting("coal", 3, {}, 3, 2)
    assert len(sitting.record.moves) == 4
    cut = replace(sitting.record, moves=sitting.record.moves[:2])
    assert plain(verify.verify(cut).faults)[:2] == [
        {"what": "choice_missing", "about": {"move": 2, "seat": 2}},
        {"what": "choice_missing", "about": {"move": 2, "seat": 3}},
    ]


@pytest.mark.parametrize("game", NAMES)
def test_a_changed_open_move(game: str) -> None:
    """The last move of an unfinished game, another one that was legal."""
    for most in range(30, 60):
        sitting = Sitting(game, 3, {}, 4, most)
        *before, last = sitting.record.moves
        state = Record(sitting.setup, sitting.record.names, before).last()
        others = [move for move in state.moves() if move != last]
        if state.actor >= 0 and len(state.waiting) == 1 and others:
            assert keys(replace(sitting.record, moves=[*before, others[0]])) == ["chain_broken"]
            return
    pytest.fail("no such move was found")


@pytest.mark.parametrize("game", NAMES)
def test_whatever_is_changed_is_found(game: str) -> None:
    """Lines left out, doubled, exchanged, and single characters changed: refused, broken, or the same game."""
    sitting = Sitting(game, 3, OPTIONS[game], 8, most=45)
    lines, random, found = sitting.record.written().splitlines(), Random(1), Counter[str]()
    for _ in range(400):
        bent, at, other = list(lines), random.randrange(len(lines)), random.randrange(len(lines))
        match random.choice(["out", "twice", "exchange", "character", "character"]):
            case "out":
                del bent[at]
            case "twice":
                bent.insert(other, bent[at])
            case "exchange":
                bent[at], bent[other] = bent[other], bent[at]
            case _ if bent[at]:
                k = random.randrange(len(bent[at]))
                bent[at] = bent[at][:k] + random.choice("0123456789abcdef :=") + bent[at][k + 1 :]
        try:
            record = again("\n".join(bent))
        except BadRecord:
            found["refused"] += 1
            continue
        same = (record.setup, record.moves, record.extra) == (
            sitting.setup,
            sitting.record.moves,
            sitting.record.extra,
        )
        word = verify.verify(record).word
        assert word == ("holds" if same else "broken"), set(bent) ^ set(lines)
        found[word] += 1
    assert min(found["refused"], found["holds"], found["broken"]) > 10, found


def test_every_fault_is_said_in_words() -> None:
    """Also those that the docs list, and no others."""
    docs = (Path(__file__).parents[1] / "docs" / "fairness.md").read_text()
    listed = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|.*\|.*\|$", docs.partition("## Verdicts")[2], re.MULTILINE)
    names = {name for each in listed for name in re.findall(r"`(\w+)`", each)} - {"what"}
    assert names == set(verify.SAYS)
    about: dict[str, int | str] = {
        "line": "x",
        "move": 1,
        "seat": 2,
        "came": "a",
        "drawn": "b",
        "count": 3,
        "draw": 4,
        "say": "c",
    }
    for what in names:
        assert "{" not in str(Fault(what, {**about, "head": "d", "found": "e"}))


# --- nothing to check ------------------------------------------------------------------------------------------------


def test_a_record_without_fair_lines(coal: Sitting) -> None:
    bare = replace(coal.record, extra={"note 1": "coach 3 times"})
    verdict = verify.verify(bare)
    assert verify.as_json(verdict) == {"verdict": "nothing", "faults": []}
    assert "There is nothing to check: this record has no fair lines." in "\n".join(verify.in_words(verdict))
    with pytest.raises(NoProof, match="there is nothing to check"):
        verify.proof_of(bare)


def test_an_incomplete_record_has_no_proof(coal: Sitting) -> None:
    with pytest.raises(NoProof, match="the header has no line 'fair head'"):
        verify.proof_of(without(coal.record, "fair head"))


# --- the command -----------------------------------------------------------------------------------------------------

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """`brimstone verify` of a file with these records: status, what it says, what it complains of."""

    def runner(*texts: str, options: tuple[str, ...] = ()) -> tuple[int, str, str]:
        file = tmp_path / "games.txt"
        file.write_text("\n".join(texts))
        monkeypatch.setattr(sys, "argv", ["brimstone", "verify", str(file), *options])
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return int(ended.value.code or 0), *capsys.readouterr()

    return runner


def test_the_command_says_what_holds(run: Run, coal: Sitting) -> None:
    code, out, _ = run(coal.record.written())
    assert code == 0
    assert out.startswith("coal, 3 seats, finished: p1, p2, p3\n")
    assert "promises: kept, the server's and of seats 1, 3\n" in out
    assert f"promise {promise_of(coal.secret)}\n" in out
    assert f"head    {coal.heads.all[-1]}\n" in out


def test_the_command_says_that_no_seat_gave_a_salt(run: Run) -> None:
    code, out, _ = run(Sitting("cards", 3, {"goal": 5}, 1, silent=(1, 2, 3)).record.written())
    assert (code, "no seat gave a salt" in out) == (0, True)


def test_the_command_names_what_does_not_hold(run: Run, coal: Sitting) -> None:
    bent = with_line(coal.record, "fair salt 3", OTHER).written()
    code, out, _ = run(coal.record.written(), bent, replace(coal.record, extra={}).written())
    assert code == 1
    assert out.count("Does not hold") == 2
    assert "Does not hold: the salt of seat 3 is not the one it promised." in out


def test_the_command_on_records_without_fair_lines(run: Run, coal: Sitting) -> None:
    bare = replace(coal.record, extra={}).written()
    code, out, _ = run(bare, coal.record.written())
    assert code == 3
    assert out.count("There is nothing to check") == 1


def test_the_command_gives_json(run: Run, coal: Sitting) -> None:
    bent = with_line(coal.record, "fair head", OTHER).written()
    code, out, _ = run(coal.record.written(), bent, options=("--json",))
    good, bad = map(json.loads, out.splitlines())
    assert code == 1
    assert good == {
        "verdict": "holds",
        "faults": [],
        "table": coal.table,
        "promise": promise_of(coal.secret),
        "head": coal.heads.all[-1],
        "salts": [1, 3],
        "draws": sum(line.startswith("chance") for line in fairplay.proof_of(coal)["lines"]),
        "choices": sum(line.say.startswith("bet") for line in coal.record.lines()),
        "lines": len(coal.heads.all) - 1,
    }
    assert bad["verdict"] == "broken"
    assert [fault["what"] for fault in bad["faults"]] == ["chain_broken"]
    assert bad["faults"][0]["says"].startswith("the chain ends in")


def test_the_command_refuses_a_record_with_a_missing_move(run: Run, coal: Sitting) -> None:
    text = coal.record.written()
    missing = next(line for line in text.splitlines() if line.endswith(": draw"))
    code, _, err = run(text.replace(f"{missing}\n", "", 1))
    assert code == 1
    assert re.search(r"line \d+: it is the turn of seat \d, not of 'chance'", err)
