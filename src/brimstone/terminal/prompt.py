"""Plain prompts, for where output is no terminal or somebody wants no drawing; and records retold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from brimstone.games.contract import CHANCE, OVER, BadMove, Setup
from brimstone.games.state import State
from brimstone.record import Record, fact_in_words, result_in_words
from brimstone.terminal.coach import advice
from brimstone.terminal.scenes import Look, scene_of
from brimstone.terminal.sitting import YOU, Sitting, seat_names

HELP = """Type a move in words, for example one of those offered; its number alone where all begin alike. Also:
  ?        the legal moves, every one
  table    what lies on the table
  coach    what a master would do
  quit     leave the game"""


class Prompt:
    """A game of one person, seat 1, against players in all other seats."""

    def __init__(
        self,
        setup: Setup,
        name: str,
        seed: int,
        ask: Callable[[str], str],
        tell: Callable[[str], None],
        players: Sequence[str] | None = None,
        coach: bool = False,
    ):
        self.setup, self.ask, self.tell, self.coach = setup, ask, tell, coach
        players = ["random"] * (setup.seats - 1) if players is None else players
        self.sitting = Sitting(setup, seat_names(setup, name, players), players, seed)
        self.record = self.sitting.record

    def play(self) -> bool:
        """Play to the end; False if the person left before."""
        state = self.sitting.state
        self.tell(f"{self.setup.game.title}: you are seat 1 of {self.setup.seats}. Type ? for help.")
        in_round = 0
        while state.actor != OVER:
            if state.round != in_round:
                in_round = state.round
                self.tell(f"\n-- round {in_round} --")
            move = self.next_move(state)
            if move is None:
                return False
            self.tell_lines(self.sitting.play(move))
        self.tell_result(state)
        return True

    def next_move(self, state: State) -> int | None:
        """The move of whoever is on turn; None if the person leaves."""
        if state.actor == CHANCE:
            return self.sitting.draw()
        if state.actor == YOU:
            return self.ask_for_move(state)
        return self.sitting.minds[state.actor].choosing(state.view(state.actor))()

    def ask_for_move(self, state: State) -> int | None:
        self.tell("")
        self.tell_table(state)
        if self.coach:
            self.tell_advice()
        while True:
            try:
                words = self.ask(f"{short(state.offer())} > ").strip()
            except (EOFError, RuntimeError):  # the end of what is typed, or nobody to type
                return None
            if words in ("quit", "exit"):
                return None
            if words in ("?", "help"):
                self.tell(f"{HELP}\nLegal: {', '.join(state.offer())}")
            elif words == "table":
                self.tell_table(state)
            elif words == "coach":
                self.tell_advice()
            elif words:
                try:
                    move = state.read(in_full(words, state.offer()))
                    state.copy().play(move)
                    return move
                except BadMove as refused:
                    self.tell(f"Not now: {refused}")

    def tell_table(self, state: State) -> None:
        for line in self.setup.game.board(state.view(YOU)):
            self.tell(line)

    def tell_advice(self) -> None:
        """What a master would do."""
        if self.sitting.coach is None:
            self.tell(f"No coach knows {self.setup.game.title}.")
            return
        for line in advice(self.sitting.coach.thinking(self.sitting.view())(), self.setup):
            self.tell(f"  {line}")

    def tell_result(self, state: State) -> None:
        result = state.result()
        assert result is not None
        self.tell(f"\nThe game is over: {result.reason}.")
        for place, points, name in sorted(zip(result.places, result.points, self.record.names, strict=True)):
            self.tell(f"  {place}. {name}: {points}")

    def tell_lines(self, lines: list[str]) -> None:
        """A move as it was told, but for single cards of a hand: the table shows the hand. Then what the table did."""
        words = self.named(lines[0])
        if words.split(maxsplit=1)[0] not in self.setup.game.bundled:
            self.tell(f"  {words}")
        if len(lines) > 1:
            look = Look(self.setup, self.record.names, YOU, self.sitting.view().shown())
            for sentence in scene_of(self.setup.game).table(look, lines[1:]):
                self.tell(f"  {sentence}")

    def named(self, line: str) -> str:
        by, _, words = line.partition(": ")
        return f"{self.record.names[int(by) - 1]}: {words}" if by.isdigit() else words


def in_full(words: str, offers: list[str]) -> str:
    """A bare number with the word before it, where all moves begin with the same one: `40` is `bet 40`."""
    verbs = {offer.split()[0] for offer in offers}
    return f"{verbs.pop()} {words}" if words.isdecimal() and len(verbs) == 1 else words


def short(offers: list[str], most: int = 8) -> str:
    """What is offered, or how many and the first of them."""
    if len(offers) <= most:
        return " | ".join(offers)
    return f"{' | '.join(offers[:most])} | … {len(offers) - most} more, ? shows them"


def retold(record: Record) -> Iterator[str]:
    """A record told to a person, a paragraph a round, a line a turn."""
    setup = record.setup
    names = [f"{seat} {name}" for seat, name in enumerate(record.names, 1)]  # moves speak of seats by number
    yield f"{setup.game.title} ({setup.game.name}, rules {setup.game.version}): {', '.join(names)}"
    in_round, turn, said = 0, -2, ""
    for line in record.lines():
        if line.round != in_round:
            in_round = line.round
            yield from [said] if said else []
            yield f"\nround {in_round}"
            said, turn = "", -2
        if line.by == CHANCE and said and turn != CHANCE:
            said += f" → {line.say}"
        elif line.by == turn and said:
            said += f", {line.say}"
        else:
            yield from [said] if said else []
            said = f"  {line.say}" if line.by == CHANCE else f"  {names[line.by]}: {line.say}"
            turn = line.by
        if line.facts:
            yield said
            said = ""
            yield from (f"    {name}: {fact_in_words(fact)}" for name, fact in line.facts.items())
    yield from [said] if said else []
    yield f"\nresult: {result_in_words(record.last().result())}"
