"""What advice rests on: the totals of coal against what the rules then pay, the ranks of dice against each other."""

from __future__ import annotations

import re

import pytest

from brimstone.bots import find as find_player
from brimstone.bots.coal.mind import left_by
from brimstone.bots.dice.mind import Mind
from brimstone.bots.player import Fact
from brimstone.chance import Draws
from brimstone.games import find
from brimstone.games.coal import BET, STAKE, STEP
from brimstone.games.contract import CHANCE, OVER
from brimstone.games.dice import CLAIM, SWAP
from brimstone.games.state import State, start
from tests.analysis.test_account import EFFORT
from tests.games.tables import coal, put

TOTALS = ("coal.stake", "coal.stake.highest", "coal.stake.none")


def facts_at(state: State, seat: int, level: str = "master") -> list[Fact]:
    """What a player of this level knows in a seat."""
    return list(find_player(state.setup.game, level, EFFORT)(state.setup, seat, 1).think(state.view(seat)).facts)


def move_on(state: State, draws: Draws) -> None:
    """Chance as it falls, a decision at random; in coal stakes are small and half of all turns stop where they can."""
    moves = state.moves()
    if state.actor == CHANCE:
        state.play(state.draw(draws))
    elif state.setup.game.name == "coal" and state["phase"] == BET:
        state.play(moves[draws.below(min(len(moves), 12))])
    else:
        state.play(moves[draws.below(len(moves))])


# --- the totals of coal ----------------------------------------------------------------------------------------------


def played_out(state: State, seat: int, stake: int, draws: Draws) -> tuple[str, int]:
    """A round from its bets to its end with this stake: how the stake fares, and the seat's money but for the rest.

    The rest is what the table says it pays besides: bonuses, and what devils cost or bring.
    """
    there, now, besides = state.copy(), state["round"], 0
    while there["round"] == now and there.actor != OVER:
        if there.actor == seat and there["phase"] == BET:
            move = STAKE + stake // STEP
        elif there.actor == CHANCE:
            move = there.draw(draws)
        else:
            moves = there.moves()
            few = min(len(moves), 14) if there["phase"] == BET else len(moves)
            move = moves[draws.below(few)]
        for line in there.tell(move)[0]:
            if paid := re.fullmatch(r"table: pays (\d+) to (\d+) from (\d+|bank)", line):
                amount, to, payer = paid.groups()
                besides += int(amount) * ((to == str(seat + 1)) - (payer == str(seat + 1)))
            elif settled := re.fullmatch(rf"table: settles {seat + 1}: .* coal (\d+) pieces (\d+)", line):
                besides += sum(map(int, settled.groups()))
    bets, amounts = (there[name][: there.setup.seats] for name in ("last_bet", "last_coal"))
    assert bets[seat] == stake
    fared = "lost" if stake > max(amounts) else "highest" if stake == max(bets) else "won"
    return fared, there["money"][seat] - besides


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_totals_are_what_the_rules_then_pay(seats: int) -> None:
    draws, fates = Draws(seats, 0), set()
    state = start(find("coal"), seats, {"rounds": "8"})
    while state.actor != OVER:
        if state["phase"] == BET and state.actor >= 0:
            seat = state.actor
            for fact in facts_at(state, seat, "club"):
                if fact.key not in TOTALS:
                    continue
                stake = int(fact.numbers["stake"])
                for _ in range(6):
                    fate, money = played_out(state, seat, stake, draws)
                    fate = "money" if stake == 0 else fate
                    assert fact.numbers[fate] == money, f"{fact} when it fared: {fate}"
                    fates.add(fate)
        move_on(state, draws)
    assert fates >= {"lost", "won", "highest"}


@pytest.mark.parametrize(
    ("money", "others", "stake", "expected"),
    [
        (200, 200, 90, Fact("coal.stake", {"stake": 90, "lost": 110, "won": 290, "highest": 380}, STAKE + 9)),
        (200, 90, 90, Fact("coal.stake.highest", {"stake": 90, "lost": 110, "highest": 380}, STAKE + 9)),
        (200, 100, 90, Fact("coal.stake", {"stake": 90, "lost": 110, "won": 290, "highest": 380}, STAKE + 9)),
        (200, 90, 0, Fact("coal.stake.none", {"stake": 0, "money": 200}, STAKE)),
    ],
)
def test_a_stake_nobody_can_top_wins_as_the_highest(money: int, others: int, stake: int, expected: Fact) -> None:
    state = put(coal(3), money=[money, others, 30])
    assert left_by(state.view(0), STAKE + stake // STEP) == expected


def test_the_totals_are_those_of_the_stakes_that_are_advised() -> None:
    state = put(coal(3), money=[310, 200, 200])
    thought = find_player(state.setup.game, "master", EFFORT)(state.setup, 0, 1).think(state.view(0))
    often = sorted(thought.choices, key=lambda choice: (-choice.share, -choice.value))[:4]
    told = [fact for fact in thought.facts if fact.key in TOTALS]
    assert [fact.move for fact in told] == [choice.move for choice in often]
    assert [fact.numbers["stake"] for fact in told] == [((fact.move or 0) - STAKE) * STEP for fact in told]
    assert thought.facts[-1] == Fact("coal.besides", {"bonus": 50, "pay": 50})


# --- the ranks of dice -----------------------------------------------------------------------------------------------


def after_a_battle_of_all(draws: Draws) -> State:
    """Three seats have fought for one place, and the winner may swap ranks with either of the others."""
    state = start(find("dice"), 3)
    while state["phase"] != SWAP:
        moves = state.moves()
        if state.actor == CHANCE:
            state.play(state.draw(draws))
        elif state["phase"] == CLAIM:
            state.play(moves[0])
        else:
            state.play(moves[draws.below(len(moves))])
    return state


@pytest.mark.parametrize("seed", range(8))
def test_a_rank_is_worth_what_swapping_it_would_lose(seed: int) -> None:
    state = after_a_battle_of_all(Draws(seed))
    winner = state.actor
    mind = find_player(state.setup.game, "master", EFFORT)(state.setup, winner, 1)
    assert isinstance(mind, Mind)
    swaps = [fact.numbers for fact in mind.think(state.view(winner)).facts]
    assert len(swaps) == 2
    held = mind.worth_of_rank(state.view(winner)).numbers
    best = max(swaps, key=lambda numbers: float(numbers["worth"]))
    assert held["best"] == best["rank"] != held["rank"]
    assert held["gain"] == pytest.approx(best["worth"], abs=1e-6)
    assert held["worth"] == pytest.approx(-sum(float(numbers["worth"]) for numbers in swaps) / 2, abs=1e-6)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_at_every_decision_of_dice_the_rank_is_told(seats: int) -> None:
    state, draws, phases = start(find("dice"), seats), Draws(seats), set()
    while state.actor != OVER and state["round"] < 4:
        if state.actor >= 0 and len(state.moves()) > 1:
            keys = [fact.key for fact in facts_at(state, state.actor, "club")]
            assert keys.count("dice.rank.held") == (state["phase"] != SWAP)
            assert "dice.rank" in keys or state["phase"] != SWAP
            phases.add(state["phase"])
        move_on(state, draws)
    assert {CLAIM, SWAP} <= phases
