"""A second implementation of the three games, written from docs/rules alone; it imports nothing of the package.

Each game is told as a story: a generator that asks, with `yield Ask(who, choices)`, and is answered in words. It
shares no idea with the package's records and phases, so that a mistake would have to be made twice.

`python -m tests.games.referee` writes the tree counts of small variants to tests/games/data.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

CHANCE = "chance"


class Ask(NamedTuple):
    """Who chooses, and among what: words, each with its weight (1 for a decision)."""

    by: int | str  # a seat from 1, or "chance"
    choices: dict[str, int]


class End(NamedTuple):
    places: list[int]
    points: list[int]
    reason: str


Story = Generator[Ask, str, End]


@dataclass
class Game:
    """A game under way: answer the question until there is an end."""

    name: str
    seats: int
    options: dict[str, Any]
    rounds: list[dict[str, Any]] = field(default_factory=list)  # the facts after each
    done: list[str] = field(default_factory=list)  # what the table did by itself, in words
    ask: Ask | None = None
    end: End | None = None

    def __post_init__(self) -> None:
        self.story: Story = {"coal": coal, "dice": dice, "cards": cards}[self.name](self)
        self.ask = next(self.story)

    @property
    def players(self) -> list[int]:
        return list(range(1, self.seats + 1))

    def clockwise(self, first: int) -> list[int]:
        """All seats, beginning with this one."""
        return [(first - 1 + step) % self.seats + 1 for step in range(self.seats)]

    def answer(self, words: str) -> None:
        assert self.ask is not None
        if words not in self.ask.choices:
            raise ValueError(f"{words!r} is not among {list(self.ask.choices)}")
        try:
            self.ask = self.story.send(words)
        except StopIteration as stop:
            self.ask, self.end = None, stop.value


def number(words: str) -> int:
    return int(words.rsplit(maxsplit=1)[-1])


# --- coal ------------------------------------------------------------------------------------------------------------

PIECES = {"devil": 9, "10": 9, "20": 9, "25": 9, "50": 7, "75": 3, "100": 2}
TRACK = [50, 200, 300, 500, 700, 1000, 1300, 1600]


def coal(game: Game) -> Story:
    options: dict[str, Any] = {"money": 200, "target": 1600, "track": TRACK, "oven": 19, "rounds": None}
    options |= {"pieces": PIECES} | game.options
    box = {"devil" if name == "devil" else f"coal {name}": n for name, n in options["pieces"].items() if n}
    players = game.players
    money: dict[int, int] = dict.fromkeys(players, options["money"])
    oven = Counter(box)
    pawns, pact = pawns_and_pact(options["track"], money)
    starter = number((yield Ask(CHANCE, {f"start {player}": 1 for player in players})))
    while True:
        bets = dict.fromkeys(players, 0)
        for player in players:
            if money[player]:  # C1
                stakes = {f"bet {stake}": 1 for stake in range(0, money[player] + 1, 10)}
                bets[player] = number((yield Ask(player, stakes)))
        for player in players:
            money[player] -= bets[player]

        kept: dict[int, list[int]] = {player: [] for player in players}
        for player in game.clockwise(starter):
            run: list[int] = []
            while (yield Ask(player, {"draw": 1, "stop": 1} if run else {"draw": 1})) == "draw":  # C3
                piece = yield Ask(CHANCE, {name: n for name, n in oven.items() if n})
                oven[piece] -= 1
                if piece == "devil":  # C4
                    run = []
                    for holder in game.clockwise(player)[1:]:  # C11
                        if holder in pact:
                            money[holder] += 50
                            if money[player] >= 50:
                                money[player] -= 50
                                game.done.append(f"pays 50 to {holder} from {player}")
                            else:
                                game.done.append(f"pays 50 to {holder} from bank")
                    break
                run.append(number(piece))
                if oven.total() == 0:  # C5
                    break
            kept[player] = run
            if oven.total() == 0:
                break

        amounts = {player: sum(run) for player, run in kept.items()}
        pieces = {player: len(run) for player, run in kept.items()}
        for player in players:
            paid = 0
            if bets[player] <= max(amounts.values()):  # C6, C7
                paid = 2 * bets[player]
                if bets[player] == max(bets.values()):
                    paid += bets[player]
            first, second = (50 if prize[player] == max(prize.values()) > 0 else 0 for prize in (amounts, pieces))  # C8
            money[player] += paid + first + second
            game.done.append(f"settles {player}: stake {bets[player]} paid {paid} coal {first} pieces {second}")

        pawns, pact = pawns_and_pact(options["track"], money)
        if max(money.values()) >= options["target"]:
            reason = f"{options['target']} reached"  # C13
        elif len(game.rounds) + 1 == options["rounds"]:
            reason = "round limit"  # C15
        else:
            reason = ""
            if oven.total() <= options["oven"]:  # C19
                oven = Counter(box)
                game.done.append("refill")
            starter = game.clockwise(starter)[1]  # C14
        game.rounds.append(
            {
                "money": list(money.values()),
                "bets": list(bets.values()),
                "coal": list(amounts.values()),
                "pieces": list(pieces.values()),
                "pawns": list(pawns.values()),
                "pact": [player in pact for player in players],
                "left": oven.total(),
            }
        )
        if reason:
            sums = list(money.values())
            return End([1 + sum(other > mine for other in sums) for mine in sums], sums, reason)  # C21


def pawns_and_pact(track: list[int], money: dict[int, int]) -> tuple[dict[int, int], set[int]]:
    """C18: twice the number spaces behind, one less in the gap; C10: who has a pact."""
    pawns = {}
    for player, purse in money.items():
        owned = min(max(purse, track[0]), track[-1])
        pawns[player] = 2 * sum(space < owned for space in track) - (owned not in track)
    places = list(pawns.values())
    alone = places.count(min(places)) == 1
    return pawns, {player for player, at in pawns.items() if at == 0 or (alone and at == min(places))}


# --- dice ------------------------------------------------------------------------------------------------------------

RANKS = ["oberteufel", "spielteufel", "fehlerteufel", "putzteufel", "springteufel", "satansbraten"]
BY_SEATS = {3: [0, 3, 5], 4: [0, 1, 2, 5], 5: [0, 1, 2, 3, 5], 6: [0, 1, 2, 3, 4, 5]}
ONES = ["bed", "heater", "earmuffs", "scarf", "teacup", "bottle", "nightcap"]
ITEMS = {name: [6, 1] for name in ONES} | {"chilli": [4, 2], "bath": [4, 2], "iron": [3, 3], "grill": [3, 3]}
SIX = [1, 2, 3, 4, 5, 6]


def dice(game: Game) -> Story:
    seats, players = game.seats, game.players
    options = {
        "ranks": [RANKS[rank] for rank in BY_SEATS[seats]], "open": {3: 2, 4: 3, 5: 3, 6: 4}[seats],
        "gold": SIX, "black": SIX, "grey": [1, 2, 3, 3, 4, 4], "rerolls": None, "goal": 10, "items": ITEMS,
        **game.options,
    }  # fmt: skip
    value = {kind: worth for kind, (_, worth) in options["items"].items()}
    stock = Counter({kind: copies for kind, (copies, _) in options["items"].items() if copies})
    places: dict[int, str] = {}
    owned: dict[int, Counter[str]] = {player: Counter() for player in players}

    undealt = list(options["ranks"])
    ranks: dict[int, str] = {}
    for player in players:  # D1
        said = yield Ask(CHANCE, {f"rank {player}: {rank}": 1 for rank in undealt})
        ranks[player] = said.split(": ")[1]
        undealt.remove(ranks[player])

    enough = False
    while not enough:
        for place in range(1, options["open"] + 1):  # D2
            if place not in places and stock.total():
                said = yield Ask(CHANCE, {f"open {place}: {kind}": n for kind, n in stock.items() if n})
                places[place] = said.split(": ")[1]
                stock[places[place]] -= 1
        if not places:
            return scored(owned, value, ranks, "no items left")

        role = dict(ranks)  # D9: a rank swapped in this round acts from the next
        by_rank = sorted(players, key=lambda player: RANKS.index(role[player]))

        def throws(player: int, role: dict[int, str] = role) -> Ask:
            """Every way the player's dice can fall, the highest first."""
            colour = {"oberteufel": "gold", "satansbraten": "grey"}.get(role[player], "black")
            count = 3 if colour == "gold" else 2
            falls = Counter(tuple(sorted(fall, reverse=True)) for fall in product(options[colour], repeat=count))
            return Ask(CHANCE, {f"roll {player}: {' '.join(map(str, fall))}": n for fall, n in falls.items()})

        cups = {}
        for player in by_rank:  # D3
            cups[player] = shown((yield throws(player)))
        claims = {}
        for player in by_rank:
            claims[player] = number((yield Ask(player, {f"claim {place}": 1 for place in sorted(places)})))

        def total(player: int, role: dict[int, str] = role, cups: dict[int, list[int]] = cups) -> int:  # D7
            own = sum(sorted(cups[player])[-2:])
            if role[player] == "satansbraten":
                own += next(min(cups[other]) for other in players if role[other] == "oberteufel")
            return own

        fights = []
        for place in sorted(set(claims.values())):
            party = [player for player in by_rank if claims[player] == place]
            if len(party) == 1:  # D4
                game.done.append(f"takes {party[0]}: {places[place]}")
                owned[party[0]][places.pop(place)] += 1
            else:
                fights.append((by_rank.index(party[0]), place, party))
        enough = any(items.total() >= options["goal"] for items in owned.values())

        for _, place, party in sorted(fights):  # D5
            if "spielteufel" in map(role.get, party):  # D6
                gambler = next(player for player in party if role[player] == "spielteufel")
                if (yield Ask(gambler, {"stand": 1, "reroll": 1})) == "reroll":
                    for player in party:
                        if player != gambler:
                            cups[player] = shown((yield throws(player)))
            rivals, ties = party, 0
            while len(rivals) > 1:
                best = max(map(total, rivals))
                rivals = [player for player in rivals if total(player) == best]
                jumpers = [player for player in rivals if role[player] == "springteufel"]
                if jumpers or ties == options["rerolls"]:  # D13
                    rivals = (jumpers or rivals)[:1]
                if len(rivals) > 1:
                    ties += 1
                    for player in rivals:
                        cups[player] = shown((yield throws(player)))

            winner = rivals[0]
            mine = owned[winner]
            game.done.append(f"wins {winner}: {places[place]}")
            mine[places.pop(place)] += 1  # D8
            enough = enough or mine.total() >= options["goal"]
            losers = [player for player in party if player != winner]
            if role[winner] == "fehlerteufel":
                prey = {
                    f"steal {kind} from {loser}": 1
                    for loser in losers for kind, n in owned[loser].items() if n and value[kind] == 1
                }  # fmt: skip
                if prey:
                    said = yield Ask(winner, {"steal nothing": 1, **prey})
                    if said != "steal nothing":
                        kind = said.split()[1]
                        owned[number(said)][kind] -= 1
                        mine[kind] += 1
                        enough = enough or mine.total() >= options["goal"]
            if role[winner] == "putzteufel":
                bargains = {
                    f"trade {give} for {take} of {loser}": 1
                    for loser in losers for give in +mine for take in +owned[loser] if give != take
                }  # fmt: skip
                if bargains:
                    said = yield Ask(winner, {"trade nothing": 1, **bargains})
                    if said != "trade nothing":
                        _, give, _, take, *_ = said.split()
                        mine.subtract({give: 1, take: -1})
                        owned[number(said)].subtract({take: 1, give: -1})
            said = yield Ask(winner, {"keep rank": 1} | {f"swap with {loser}": 1 for loser in losers})
            if said != "keep rank":
                loser = number(said)
                ranks[winner], ranks[loser] = ranks[loser], ranks[winner]

        game.rounds.append(
            {"items": [dict(+owned[player]) for player in players], "ranks": [ranks[player] for player in players]}
        )
    return scored(owned, value, ranks, f"{options['goal']} items reached")  # D10


def shown(words: str) -> list[int]:
    return [int(die) for die in words.split(": ")[1].split()]


def scored(owned: dict[int, Counter[str]], value: dict[str, int], ranks: dict[int, str], reason: str) -> End:
    """D11, D12."""
    points = {
        player: sum(n * value[kind] + 3 * (n // 3) for kind, n in items.items()) for player, items in owned.items()
    }
    order = ["springteufel", *(rank for rank in RANKS if rank != "springteufel")]
    standing = sorted(points, key=lambda player: (-points[player], order.index(ranks[player])))
    return End([standing.index(player) + 1 for player in points], list(points.values()), reason)


# --- cards -----------------------------------------------------------------------------------------------------------

DEVILS = dict.fromkeys(range(1, 55), 1)
DEVILS |= dict.fromkeys([1, 2, 14, 16, 24, 26, 34, 36, 44, 46], 0)
DEVILS |= dict.fromkeys([4, 12, 18, 22, 28, 32, 38, 42, 48], 2)
DEVILS |= dict.fromkeys([6, 8, 10, 20, 30, 40, 50, 52, 54], 3)
DEVILS |= dict.fromkeys([15, 25, 35, 45], 5)


def cards(game: Game) -> Story:
    options = {"goal": 100, "hand": 9} | game.options
    players, size = game.players, options["hand"]
    score = dict.fromkeys(players, 0)
    dealer = number((yield Ask(CHANCE, {f"dealer {player}": 1 for player in players})))
    first = game.clockwise(dealer)[1]  # T7
    while max(score.values()) < options["goal"]:  # T8
        deck = list(range(1, size * game.seats + 1))  # T10
        hands: dict[int, list[int]] = {player: [] for player in players}
        for player in players:
            for _ in range(size):
                card = number((yield Ask(CHANCE, {f"deal {player}: {card}": 1 for card in deck})))
                deck.remove(card)
                hands[player].append(card)
        leader, taken = first, dict.fromkeys(players, 0)
        for _ in range(size):
            trick: dict[int, int] = {}
            for player in game.clockwise(leader):
                hand = hands[player]
                if not trick:  # T1
                    fit = [card for card in hand if DEVILS[card] < 5]
                elif len(trick) == 1:  # T2
                    fit = hand
                else:  # T3, T5
                    lead, second = list(trick.values())[:2]
                    fit = [card for card in hand if (card > lead) == (second > lead)]
                card = number((yield Ask(player, {f"play {card}": 1 for card in fit or hand})))
                hand.remove(card)
                trick[player] = card
            (_, lead), (_, second), *_ = trick.items()
            up = second > lead
            rest = {card: player for player, card in trick.items() if player != leader}
            missed = [card for card in rest if (card > lead) != up]
            if missed:  # T4
                taken_by = rest[min(missed) if up else max(missed)]
            else:
                taken_by = rest[max(rest) if up else min(rest)]
            devils = sum(DEVILS[card] for card in trick.values())
            game.done.append(f"trick to {taken_by}: {devils} devils")
            taken[taken_by] += devils
            leader = taken_by
        game.done.append(f"round: {' '.join(map(str, taken.values()))}")
        score = {player: score[player] + taken[player] for player in players}
        first = game.clockwise(first)[1]
        game.rounds.append({"devils": list(score.values())})
    points = list(score.values())
    places = [1 + sum(other < mine for other in points) for mine in points]
    return End(places, points, f"{options['goal']} devils reached")


# --- the trees of small variants -------------------------------------------------------------------------------------

# name of the file: game, seats, options
TREES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "coal_two_pieces_of_coal": (
        "coal", 2,
        {"pieces": {"devil": 1, "10": 2}, "money": 20, "target": 60, "track": [20, 40], "oven": 0, "rounds": 1},
    ),
    "coal_pact_and_refill": (
        "coal", 2,
        {"pieces": {"devil": 2, "10": 1}, "money": 10, "target": 150, "track": [10, 60], "oven": 1, "rounds": 2},
    ),
    "coal_three_seats": (
        "coal", 3,
        {"pieces": {"devil": 1, "10": 1, "20": 1}, "money": 10, "target": 500, "track": [10, 60], "oven": 2,
         "rounds": 1},
    ),
    "dice_one_item": (
        "dice", 3,
        {"items": {"bed": [2, 1]}, "open": 1, "goal": 1, "gold": [1, 2], "black": [1, 2], "grey": [1, 2], "rerolls": 0},
    ),
    "dice_tie_rolled_again": (
        "dice", 3,
        {"items": {"bed": [1, 1]}, "open": 1, "goal": 1, "gold": [1], "black": [1, 2], "grey": [1],
         "rerolls": 1, "ranks": ["spielteufel", "fehlerteufel", "springteufel"]},
    ),
    "dice_two_places": (
        "dice", 3,
        {"items": {"bed": [2, 1]}, "open": 2, "goal": 1, "gold": [1, 2], "black": [1], "grey": [1], "rerolls": 0},
    ),
    "cards_two_each": ("cards", 3, {"hand": 2, "goal": 1}),
    "cards_two_rounds": ("cards", 3, {"hand": 1, "goal": 2}),
    "cards_four_seats": ("cards", 4, {"hand": 1, "goal": 1}),
}  # fmt: skip


@dataclass
class Census:
    """How many histories there are, by length; and what random play brings each seat on average, exactly."""

    decisions: Counter[int] = field(default_factory=Counter)
    chances: Counter[int] = field(default_factory=Counter)
    ends: Counter[int] = field(default_factory=Counter)
    points: list[Fraction] = field(default_factory=list)
    wins: list[Fraction] = field(default_factory=list)

    def count(self, by: int | str, depth: int) -> None:
        (self.chances if by == CHANCE else self.decisions)[depth] += 1

    def close(self, depth: int, end: Any, likely: Fraction) -> None:
        """An end: `end` has places and points."""
        self.ends[depth] += 1
        if not self.points:
            self.points, self.wins = [Fraction(0)] * len(end.points), [Fraction(0)] * len(end.points)
        for seat, (place, points) in enumerate(zip(end.places, end.points, strict=True)):
            self.points[seat] += likely * points
            self.wins[seat] += likely * (place == 1)

    def data(self) -> dict[str, Any]:
        depth = max(self.ends)
        return {
            **{
                name: {"all": counts.total(), "by depth": [counts[d] for d in range(depth + 1)]}
                for name, counts in (("decisions", self.decisions), ("chances", self.chances), ("ends", self.ends))
            },
            "mean points of random play": list(map(str, self.points)),
            "mean wins of random play": list(map(str, self.wins)),
        }


def census(name: str, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """Count the tree; a story cannot be copied, so each branch but the first is told again from the beginning."""
    found = Census()
    todo: list[tuple[tuple[str, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        history, likely = todo.pop()
        game = Game(name, seats, options)
        for words in history:
            game.answer(words)
        depth = len(history)
        while game.ask:
            by, choices = game.ask
            found.count(by, depth)
            ways = sum(choices.values())
            (first, weight), *others = choices.items()
            todo += [((*history, words), likely * Fraction(n, ways)) for words, n in others]
            history, likely, depth = (*history, first), likely * Fraction(weight, ways), depth + 1
            game.answer(first)
        found.close(depth, game.end, likely)
    return found.data()


DATA = Path(__file__).parent / "data"
ORIGIN = "python -m tests.games.referee (the second implementation, from docs/rules alone)"


def files() -> Iterator[tuple[Path, dict[str, Any]]]:
    for file, (name, seats, options) in TREES.items():
        tree = census(name, seats, options)
        yield (
            DATA / f"tree_{file}.json",
            {"origin": ORIGIN, "game": name, "seats": seats, "options": options, "tree": tree},
        )


if __name__ == "__main__":
    for path, data in files():
        path.write_text(json.dumps(data, indent=1) + "\n")
        print(path.name, *(f"{name} {data['tree'][name]['all']}" for name in ("decisions", "chances", "ends")))
