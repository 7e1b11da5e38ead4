"""The games for OpenSpiel: importing this registers `brimstone_coal`, `brimstone_dice` and `brimstone_cards`.

    import pyspiel
    import brimstone.envs.openspiel
    game = pyspiel.load_game("brimstone_coal(players=2,rounds=1,utility=lead)")

Parameters, shapes and what they promise: docs/lab.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from brimstone.envs.spiel_numbers import Numbers, numbers_for
from brimstone.envs.spiel_story import FIRST, Told
from brimstone.extras import bring
from brimstone.games import cards, coal, dice, find
from brimstone.games.contract import CHANCE, OVER, PUBLIC, BadSetup, Game, Setup
from brimstone.games.options import Option, Whole, set_up
from brimstone.games.state import ready

pyspiel: Any = bring("pyspiel", "openspiel")

PREFIX = "brimstone_"
PLAYERS = 4
UTILITIES = ("win", "points", "lead")  # parts of the win; points; points ahead of each other seat, summed up
# OpenSpiel knows no game without a bound, and an information state has room for the longest one.
BOUNDS = {"rounds": 20, "rerolls": 3}
NO_NUMBER = -1  # for an option that may be none
SET_UP = {  # fields of a view that say how the game was set up, not how it stands
    coal.Table: ("seats", "target", "oven", "rounds", "kinds", "value", "box", "fields", "track"),
    dice.Table: ("seats", "goal", "rerolls", "places", "copies", "value", "sides", "face"),
    cards.Table: ("seats", "hand_size", "goal", "undealt", "undealt_tally"),
}
OWN = {coal.Table: "bet", dice.Table: "dice", cards.Table: "hand"}  # what a seat sees and others do not

# Variants small enough to be solved: a whole game of each kind, and the rounds by which players are judged.
REDUCED = {
    "coal": "brimstone_coal(players=2,pieces=devil:1 10:2,money=20,target=60,track=20 40,oven=0,rounds=1)",
    "coal-round": (
        "brimstone_coal(players=2,pieces=devil:2 10:2 20:2 50:1,money=60,target=1000,track=50 1000,oven=0,rounds=1,"
        "opening=start 1,utility=points)"
    ),
    "dice": "brimstone_dice(players=3,goal=1,open=1,items=bed:2x1,gold=1 2,black=1 2,grey=1 2,rerolls=0)",
    "dice-round": (
        "brimstone_dice(players=3,goal=1,open=2,items=bed:1x1 grill:1x3,gold=1 2 3,black=1 2 3,grey=1 2 3,rerolls=1,"
        "opening=rank 1: oberteufel; rank 2: putzteufel; rank 3: satansbraten; open 1: bed; open 2: grill,"
        "utility=points)"
    ),
    "cards": "brimstone_cards(players=3,hand=2,goal=1,deal=hands)",
    "cards-round": "brimstone_cards(players=3,hand=3,goal=1,deal=hands,opening=dealer 3,utility=points)",
}


# --- parameters ------------------------------------------------------------------------------------------------------


def specification(game: Game) -> dict[str, Any]:
    """All parameters with their defaults; an empty text is what the box has."""
    asked = {option.name: default_of(option) for option in game.options}
    more = {"deal": "cards"} if game.table is cards.Table else {}
    return {"players": PLAYERS, **asked, **more, "utility": "win", "opening": ""}


def default_of(option: Option) -> int | str:
    if option.name in BOUNDS:
        return BOUNDS[option.name]
    single = isinstance(option.kind, Whole) and isinstance(option.default, int)
    return int(option.default) if single else NO_NUMBER if isinstance(option.kind, Whole) else ""


def options_of(game: Game, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The options that OpenSpiel's parameters mean."""
    found: dict[str, Any] = {}
    for option in game.options:
        value = asked.get(option.name, default_of(option))
        if isinstance(option.kind, Whole):
            if value != NO_NUMBER:
                found[option.name] = value
            elif option.kind.none:
                found[option.name] = None
        elif value:
            found[option.name] = value.strip("[]")
    return found


def rewritten(asked: Mapping[str, Any]) -> dict[str, Any]:
    """A list of one number in brackets: OpenSpiel would read it back as a number, and refuse it."""
    return {
        name: f"[{value}]" if isinstance(value, str) and value.isdecimal() else value for name, value in asked.items()
    }


# --- the game --------------------------------------------------------------------------------------------------------


def type_of(game: Game, utility: str = "win", constant: bool = False) -> Any:
    kinds = pyspiel.GameType.Utility
    sums = {"win": kinds.CONSTANT_SUM, "points": kinds.GENERAL_SUM, "lead": kinds.ZERO_SUM}
    return pyspiel.GameType(
        short_name=f"{PREFIX}{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=kinds.CONSTANT_SUM if constant else sums[utility],
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=specification(game),
    )


def info_of(setup: Setup, numbers: Numbers, utility: str) -> Any:
    n, span = setup.seats, (setup.seats - 1) * (numbers.most - numbers.least)
    least, most, total = {
        "win": (0.0, 1.0, 1.0),
        "points": (numbers.least, numbers.most, numbers.total),
        "lead": (-span, span, 0.0),
    }[utility]
    return pyspiel.GameInfo(
        num_distinct_actions=len(numbers.moves),
        max_chance_outcomes=len(numbers.outcomes),
        num_players=n,
        min_utility=float(least),
        max_utility=float(most),
        utility_sum=total,
        max_game_length=max(numbers.decisions, numbers.chances),  # OpenSpiel bounds the outcomes of a game by it, too
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A set-up of one of our games."""

    rules: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game = self.rules
        asked = rewritten(params or {})
        self.utility = asked.get("utility", "win")
        deal = asked.get("deal", "cards")
        if self.utility not in UTILITIES:
            raise BadSetup(f"utility cannot be {self.utility!r}", "", UTILITIES, "utility")
        if deal not in ("cards", "hands"):
            raise BadSetup(f"deal cannot be {deal!r}", "", ("cards", "hands"), "deal")
        self.setup = set_up(game, asked.get("players", PLAYERS), options_of(game, asked))
        self.numbers = numbers_for(self.setup, deal == "hands")
        self.action_of = {move: k for k, move in enumerate(self.numbers.moves)}
        self.outcome_of = {outcome: k for k, outcome in enumerate(self.numbers.outcomes)}
        self.first = self.opened(asked.get("opening", ""))
        constant = self.utility == "points" and self.numbers.total is not None
        super().__init__(type_of(game, self.utility, constant), info_of(self.setup, self.numbers, self.utility), asked)

    def opened(self, opening: str) -> Told:
        """The position in which a game begins: these words have been said already."""
        every = [*self.numbers.moves, *dict.fromkeys(move for moves in self.numbers.outcomes for move in moves)]
        told = Told(ready(self.setup), {move: FIRST + k for k, move in enumerate(every)})
        for words in filter(None, map(str.strip, opening.split(";"))):
            told.play(told.state.read(words))
        return told

    def __reduce__(self) -> Any:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Sees what a seat sees, or everything it was told."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


# --- a state ---------------------------------------------------------------------------------------------------------


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state, with what everybody has been told of it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.told = game.first.copy()

    def current_player(self) -> int:
        who = self.told.state.actor
        return int(pyspiel.PlayerId.CHANCE if who == CHANCE else pyspiel.PlayerId.TERMINAL if who == OVER else who)

    def is_terminal(self) -> bool:
        return self.told.state.actor == OVER

    def _legal_actions(self, player: int) -> list[int]:
        action_of = self.get_game().action_of
        return sorted(action_of[move] for move in self.told.state.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can happen, with its exact odds."""
        game, odds = self.get_game(), self.told.state.odds()
        if self.told.state.setup.game.table is cards.Table and (odds[0][0],) not in game.outcome_of:
            return self.hands(game, {move for move, _ in odds})
        ways = sum(weight for _, weight in odds)
        return sorted((game.outcome_of[outcome,], weight / ways) for outcome, weight in odds)

    def hands(self, game: SpielGame, undealt: set[int]) -> list[tuple[int, float]]:
        """All hands that the next seat can be dealt."""
        found = [k for k, outcome in enumerate(game.numbers.outcomes) if undealt.issuperset(outcome)]
        return [(k, 1 / len(found)) for k in found]

    def _apply_action(self, action: int) -> None:
        numbers = self.get_game().numbers
        moves = numbers.outcomes[action] if self.told.state.actor == CHANCE else (numbers.moves[action],)
        for move in moves:
            self.told.play(move)

    def _action_to_string(self, player: int, action: int) -> str:
        numbers, say = self.get_game().numbers, self.told.state.say
        moves = numbers.outcomes[action] if player == pyspiel.PlayerId.CHANCE else (numbers.moves[action],)
        first, *further = map(say, moves)
        return " ".join([first, *(words.split(": ")[1] for words in further)])

    def returns(self) -> list[float]:
        result, utility = self.told.state.result(), self.get_game().utility
        seats = range(self.told.state.setup.seats)
        if result is None:
            return [0.0 for _ in seats]
        if utility == "win":
            return [1 / result.places.count(1) if place == 1 else 0.0 for place in result.places]
        few = self.told.state.setup.game.table is cards.Table  # devils: the fewer the better
        points = [float(-points if few else points) for points in result.points]
        return points if utility == "points" else [len(seats) * mine - sum(points) for mine in points]

    def __str__(self) -> str:
        return self.told.words()


# --- what a seat knows -----------------------------------------------------------------------------------------------


class Piece:
    """One named piece of a tensor: a field of a view, or a story."""

    def __init__(self, name: str, shape: tuple[int, ...]) -> None:
        self.name, self.shape, self.size = name, shape, int(np.prod(shape))


def field_piece(game: Game, name: str) -> Piece:
    """A field of a view, number by number; sets of cards bit by bit."""
    kind = game.table.fields[name]
    return Piece(name, (*kind.shape, 64) if kind.code == "i8" else kind.shape or (1,))


class Observer:
    """`perfect_recall`: the story; else the view. Without private information: the public's."""

    def __init__(self, game: SpielGame, asked: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no observation parameters; given: {params}")
        kinds = pyspiel.PrivateInfoType
        if asked.private_info == kinds.ALL_PLAYERS or not (asked.public_info or asked.private_info != kinds.NONE):
            raise ValueError("a view is one seat's or the public's: neither everybody's nor nobody's")
        self.rules, self.seats = game.setup.game, game.setup.seats
        self.private, self.public = asked.private_info != kinds.NONE, asked.public_info
        self.recall = asked.perfect_recall
        self.names = [name for name in self.rules.table.fields if name not in SET_UP[self.rules.table]]
        pieces = [Piece("player", (self.seats,))] if self.private else []
        if self.recall and self.public:
            self.width = max(game.first.numbers.values()).bit_length()
            pieces.append(Piece("story", (game.numbers.events, self.width)))
        else:
            names = self.names if self.public else [OWN[self.rules.table]]
            pieces += [field_piece(self.rules, name) for name in names]
        self.tensor = np.zeros(sum(piece.size for piece in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for piece in pieces:
            self.dict[piece.name] = self.tensor[at : at + piece.size].reshape(piece.shape)
            at += piece.size

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what `player` knows."""
        self.tensor.fill(0)
        if self.private:
            self.dict["player"][player] = 1
        if "story" in self.dict:
            events = np.array(state.told.story(player if self.private else PUBLIC).events, np.int64)
            self.dict["story"][: len(events)] = events[:, None] >> np.arange(self.width) & 1
            return
        known = self.view(state, player)
        for name, value in known.items():
            numbers = np.array(value, np.int64)
            block = self.dict[name]
            block[...] = (numbers[..., None] >> np.arange(64) & 1) if block.shape[-1] == 64 else numbers

    def view(self, state: SpielState, player: int) -> dict[str, Any]:
        """The fields of the view; without public information only what others do not see."""
        fields = state.told.state.view(player if self.private else PUBLIC).fields()
        if self.public:
            return {name: fields[name] for name in self.names}
        name = OWN[self.rules.table]
        blank = self.rules.table.fields[name].blank()
        blank[player] = fields[name][player]
        return {name: blank}

    def string_from(self, state: SpielState, player: int) -> str:
        """The same in words."""
        who = f"seat {player + 1}\n" if self.private else ""
        if self.recall and self.public:
            return who + state.told.story(player if self.private else PUBLIC).text
        return who + "\n".join(f"{name} {value}" for name, value in self.view(state, player).items())


class CoalGame(SpielGame):
    rules = find("coal")


class DiceGame(SpielGame):
    rules = find("dice")


class CardsGame(SpielGame):
    rules = find("cards")


for kind in (CoalGame, DiceGame, CardsGame):
    pyspiel.register_game(type_of(kind.rules), kind)
