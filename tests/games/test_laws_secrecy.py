"""Laws of secrecy: a seat learns what it is told, and nothing else reaches it by any door.

`PUBLIC` counts as a seat here: somebody who only watches.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from brimstone.chance import Draws
from brimstone.games.coal import BET
from brimstone.games.contract import CHANCE, OVER, PUBLIC, BadMove, Game
from brimstone.games.state import State, View, doors
from tests.games.variants import ALL, CARDS, COAL, DICE, GAMES, PIG, SMALL, Variant, choose, positions, whole_game

every_variant = pytest.mark.parametrize("variant", ALL, ids=str)
every_small_variant = pytest.mark.parametrize("variant", SMALL, ids=str)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

# Words to be refused, or not, by what the seat may know.
WORDS = {
    "coal": ["draw", "stop", "devil", "coal 10", "start 1", *(f"bet {bet}" for bet in (0, 10, 30, 70, 150, 5000))],
    "dice": [
        "claim 1", "claim 2", "claim 6", "stand", "reroll", "steal nothing", "steal bed from 1", "steal grill from 2",
        "trade nothing", "trade bed for grill of 3", "trade bed for bed of 1", "keep rank", "swap with 1",
        "swap with 3", "roll 1: 6 6", "roll 2: 6 5 4", "rank 1: oberteufel", "open 1: bed",
    ],
    "cards": ["dealer 1", "deal 2: 5", *(f"play {card}" for card in range(1, 55))],
    "pig": ["roll", "hold", "die 1", "die 6"],
}  # fmt: skip


def small_variants_of(game: Game) -> list[Variant]:
    return [variant for variant in SMALL if variant.game is game]


def listeners(state: State) -> range:
    return range(PUBLIC, state.setup.seats)


def told_to(lines: list[list[str]], listener: int) -> list[str]:
    return lines[listener + 1]  # the public's come first


# --- stories ---------------------------------------------------------------------------------------------------------


@every_game
def test_equal_stories_give_equal_views(game: Game) -> None:
    views: dict[tuple[Any, ...], bytes] = {}
    truths: dict[tuple[Any, ...], set[bytes]] = defaultdict(set)
    for variant in small_variants_of(game):
        for seed in range(40):
            state, draws = variant.start(), Draws(seed)
            stories = [""] * (variant.seats + 1)
            for _ in range(30):
                truth = state.key()
                for listener in listeners(state):
                    story = (str(variant), listener, stories[listener + 1])
                    view = state.view(listener).key()
                    assert views.setdefault(story, view) == view
                    truths[story].add(truth)
                if state.actor == OVER:
                    break
                for heard, lines in enumerate(state.tell(choose(state, draws))):
                    stories[heard] += "".join(f"{line}\n" for line in lines)
    # The law would hold idly if no story came up again with another truth behind it.
    collisions = sum(len(found) > 1 for found in truths.values())
    assert collisions == 0 if game is PIG else collisions >= 100


@every_small_variant
def test_everybody_is_told_something_of_every_move(variant: Variant) -> None:
    for state, move in whole_game(variant, 2):
        if move >= 0:
            lines = state.copy().tell(move)
            assert len(lines) == variant.seats + 1
            assert all(heard and all(line == line.strip() != "" for line in heard) for heard in lines)
            mover = "chance" if state.actor == CHANCE else str(state.actor + 1)
            assert all(heard[0].startswith(f"{mover}: ") for heard in lines)
            if state.actor != CHANCE:  # who moves always hears his own words
                assert told_to(lines, state.actor)[0] == f"{mover}: {state.say(move)}"


# --- views -----------------------------------------------------------------------------------------------------------


@every_variant
def test_an_imagined_world_has_my_view_at_every_step(variant: Variant) -> None:
    draws = Draws(17)
    for state, _ in whole_game(variant, 12):
        for listener in listeners(state):
            view = state.view(listener)
            before = view.key()
            world = view.imagine(draws)
            assert world.view(listener) == view
            assert view.key() == before  # imagining leaves the view alone
            assert world.actor == state.actor


@every_variant
def test_a_seat_reads_its_own_moves_from_its_view(variant: Variant) -> None:
    for state in positions(variant, 13, every=2):
        for listener in listeners(state):
            view = state.view(listener)
            waits = listener in state.waiting
            assert view.actor == state.actor
            assert (listener in view.waiting) == waits
            assert view.moves() == (state.legal(listener) if waits else [])


@every_game
def test_what_a_seat_cannot_know_changes_nothing_it_gets(game: Game) -> None:
    draws = Draws(18)
    other_truths = 0
    for state in samples(game):
        for listener in listeners(state):
            view = state.view(listener)
            world = view.imagine(draws)
            other_truths += world != state
            other = world.view(listener)
            assert other == view
            assert other.moves() == view.moves()
            assert (listener in world.waiting) == (listener in state.waiting)
            for everything in (False, True):
                assert other.shown(everything) == view.shown(everything)
            if state.actor >= 0 and listener == state.actor:
                assert world.moves() == state.moves()
                assert world.offer() == state.offer()
                for words in WORDS[game.name]:
                    assert refused(world, words) == refused(state, words)
    assert (other_truths == 0) == (game is PIG)


def samples(game: Game) -> Iterator[State]:
    """Positions from games of every variant of a game."""
    for variant in ALL:
        if variant.game is game:
            yield from positions(variant, 14, every=3 if variant in SMALL else 17)


def refused(state: State, words: str) -> str:
    """What is said against words that are not legal now; nothing against those that are."""
    try:
        state.copy().play(words)
    except BadMove as refusal:
        return str(refusal)
    return ""


@every_game
def test_lines_tell_a_seat_exactly_what_its_view_learns(game: Game) -> None:
    """Two worlds that look alike to a seat: after the same move its lines differ just when its views do."""
    draws = Draws(19)
    same = revealed = 0
    for state in samples(game):
        if state.actor == OVER:
            continue
        move = choose(state, draws)
        for listener in listeners(state):
            world = state.view(listener).imagine(draws)
            if world == state or move not in world.moves():
                continue
            truth = state.copy()
            lines, others = told_to(truth.tell(move), listener), told_to(world.tell(move), listener)
            assert (lines == others) == (truth.view(listener) == world.view(listener))
            same += lines == others
            revealed += lines != others
    assert (same > 20) == (game is not PIG)
    assert (revealed > 5) == (game in (COAL, DICE))  # fists open and cups are lifted; cards are played one by one


@every_small_variant
def test_a_hidden_choice_or_outcome_is_told_without_its_number(variant: Variant) -> None:
    """Whoever may not know a move hears the same whichever it is."""
    hidden = 0
    for seed in range(3):
        for state, _ in whole_game(variant, 100 + seed):
            moves = state.moves()
            heard: dict[int, set[tuple[tuple[str, ...], bytes]]] = defaultdict(set)
            for move in moves:
                after = state.copy()
                lines = after.tell(move)
                for listener in listeners(state):
                    heard[listener].add((tuple(told_to(lines, listener)), after.view(listener).key()))
            for listener, found in heard.items():
                assert len({lines for lines, _ in found}) == len(found)  # equal lines, equal views
                if len(moves) > 1 and len(found) == 1:
                    hidden += 1
                    ((heard_of_all, _),) = found
                    assert any("??" in line for line in heard_of_all)
                    assert state.actor == CHANCE or listener != state.actor
    assert (hidden > 0) == (variant.game is not PIG)


# --- allow-lists -----------------------------------------------------------------------------------------------------


def filled(game: Game, dice: random.Random) -> dict[str, Any]:
    """A random number for every number of a record."""

    def some(code: str, shape: tuple[int, ...]) -> Any:
        if shape:
            return [some(code, shape[1:]) for _ in range(shape[0])]
        bounds = np.iinfo(np.dtype(code))
        return dice.randint(int(bounds.min), int(bounds.max))

    return {name: some(kind.code, kind.shape) for name, kind in game.table.fields.items()}


def hide(game: Game, seat: int, truth: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The record `truth`, but where this seat may not look with the numbers of `other`: the rulebooks' secrets."""
    record = dict(truth)
    if game is COAL and truth["phase"] == BET:  # C12: the closed fists
        record["bet"] = [
            truth["bet"][s] if s == seat or truth["money"][s] == 0 else other["bet"][s] for s in range(6)
        ]  # fmt: skip
    if game is DICE:  # D3: what lies under the cups
        record["dice"] = [truth["dice"][s] if s == seat or truth["shown"][s] else other["dice"][s] for s in range(6)]
    if game is CARDS:  # T10: the other hands, and what is not dealt yet
        record["hand"] = [truth["hand"][s] if s == seat else other["hand"][s] for s in range(6)]
        record |= {name: other[name] for name in ("undealt", "undealt_tally")}
    return record


def seen(game: Game, seat: int, record: dict[str, Any]) -> dict[str, Any]:
    table = game.table
    cells, view = table.batch(), table.batch()
    table.set(cells, **record)
    doors(game).view_at(cells, 0, seat, view, 0)
    return {name: table.get(view, name) for name in table.fields}


@every_game
def test_secrets_never_reach_a_view_whatever_the_record_holds(game: Game) -> None:
    dice = random.Random(5)
    differ = 0
    for _ in range(60):
        truth, other = filled(game, dice), filled(game, dice)
        if game is COAL:
            truth["phase"] = dice.choice([BET, truth["phase"]])
            truth["money"] = [dice.choice([0, money]) for money in truth["money"]]
        if game is DICE:
            truth["shown"] = [dice.choice([0, 1]) for _ in range(6)]
        for seat in (PUBLIC, *range(min(game.seats.stop - 1, 6))):
            changed = hide(game, seat, truth, other)
            differ += changed != truth
            assert seen(game, seat, truth) == seen(game, seat, changed)
    assert (differ > 0) == (game is not PIG)


@every_game
def test_everything_but_the_secrets_is_in_the_view(game: Game) -> None:
    dice = random.Random(6)
    blank = {name: kind.blank() for name, kind in game.table.fields.items()} | {"bet": [-1] * 6}
    for _ in range(20):
        truth = filled(game, dice)
        if game is COAL:
            truth["phase"] = dice.choice([BET, BET + 1])
        for seat in (PUBLIC, 0, 1):
            assert seen(game, seat, truth) == hide(game, seat, truth, blank)


@every_variant
def test_screens_are_made_of_plain_values(variant: Variant) -> None:
    for state in positions(variant, 16, every=9):
        for listener in listeners(state):
            view = state.view(listener)
            part, whole = view.shown(), view.shown(everything=True)
            assert json.loads(json.dumps(part)) == part
            assert json.loads(json.dumps(whole)) == whole
            assert part.keys() <= whole.keys()
            assert all(part[name] == whole[name] for name in part.keys() - {"money"})
            if variant.game is COAL:  # C12: a closed purse is the one thing an open table adds a number to
                pact = view["pact"]
                closed = [s for s in range(variant.seats) if s != listener and not pact[s]]
                assert all(part["money"][s] is None for s in closed)
                assert whole["money"] == view["money"][: variant.seats]


@every_variant
def test_a_board_tells_no_more_than_the_screen_shows(variant: Variant) -> None:
    """Change any number of a view but the set-up's: where the screen stays the same, so do the lines of text."""
    game, table = variant.game, variant.game.table
    hidden = 0
    for state in list(positions(variant, 25))[-2:0:-40][:2]:
        view = state.view(0)
        screen, board = view.shown(), game.board(view)
        assert board == game.board(state.view(0))
        assert all(isinstance(line, str) for line in board)
        for name in table.fields.keys() - game.box(view.setup).keys():
            value = view[name]
            for k in range(len(value) if isinstance(value, list) else 1):
                other = View(view.setup, view.cells.copy(), view.doors, 0)
                table.set(other.cells, **{name: changed(value, k)})
                if other.shown() == screen:
                    hidden += 1
                    assert game.board(other) == board
    assert hidden or game is PIG


def changed(value: Any, k: int) -> Any:
    """The number, or the k-th of a row of them, made another that its field can hold."""
    if not isinstance(value, list):
        return value - 1 if value > 0 else value + 1
    return [changed(part, 0) if at == k else part for at, part in enumerate(value)]


# --- worlds ----------------------------------------------------------------------------------------------------------


def decisions(variant: Variant, seed: int) -> Iterator[State]:
    for state in positions(variant, seed):
        if state.actor >= 0:
            yield state.copy()


@every_variant
def test_imagined_worlds_can_be_played_to_the_end(variant: Variant) -> None:
    draws = Draws(23)
    worlds = 0
    for state in list(decisions(variant, 16))[::7][:4]:
        world = state.view(state.actor).imagine(draws)
        worlds += 1
        while world.actor != OVER:
            moves = world.moves()
            world.play(moves[draws.below(min(len(moves), 16))])
            assert world.actor in (CHANCE, OVER) or world.actor in world.waiting
        assert world.result() is not None
    assert worlds


@every_variant
def test_the_same_draws_imagine_the_same_world(variant: Variant) -> None:
    for state in list(decisions(variant, 24))[::7]:
        view = state.view(state.actor)
        assert view.imagine(Draws(3)) == view.imagine(Draws(3))
