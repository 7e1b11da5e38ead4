"""A bot of your own: `brimstone arena coal --players examples/bot.py:Bot,random`. What it is told: docs/bots.md.

It plays all three games by simple rules of thumb. Copy it, throw out what you do not need, and make it better.
"""

from __future__ import annotations

from typing import Any

BET = 1  # a phase of coal
CLAIM = 4  # a phase of dice


class Bot:
    """Only `choose` is needed; the other methods may be left out."""

    def start(self, seat: int, seats: int, options: dict[str, Any]) -> None:
        """A game begins: my seat (from 0), how many play, the options of the game."""
        self.seat, self.seats, self.options = seat, seats, options
        self.story: list[str] = []

    def hear(self, line: str) -> None:
        """A line of my seat's story, such as `2: bet ??`, then `table: bets 50 120 0`."""
        self.story.append(line)

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        """One of `moves`, word for word."""
        if "oven" in view:
            return self.pull_coal(view, moves)
        if "dice" in view:
            return self.roll_dice(view, moves)
        return self.play_cards(view, moves)

    def finish(self, result: dict[str, Any]) -> None:
        """The game has ended: places, points and the reason."""

    def pull_coal(self, view: dict[str, Any], moves: list[str]) -> str:
        """Draw while the next piece wins more than the devil takes; bet on the coal where that ends."""
        devils = view["left"][0]
        coal = sum(count * value for count, value in zip(view["left"], view["value"]))
        enough = coal / devils if devils else 10_000
        if view["phase"] == BET:
            wanted = int(min(enough, view["money"][self.seat])) // 10 * 10
            return f"bet {wanted}"
        own_bet = view["bet"][self.seat]
        goal = own_bet if max(view["coal"]) < own_bet else enough
        return "stop" if "stop" in moves and view["run"] >= goal else "draw"

    def roll_dice(self, view: dict[str, Any], moves: list[str]) -> str:
        """Claim the place with the best item for each one who is there; take what can be had, keep a good rank."""
        if view["phase"] == CLAIM:
            return max(moves, key=lambda move: self.worth(view, int(move.split()[1]) - 1))
        if moves[0].startswith("trade"):
            return "trade nothing"
        wished = [move for move in moves if move.startswith(("steal", "reroll")) and move != "steal nothing"]
        return wished[0] if wished else moves[-1]

    def worth(self, view: dict[str, Any], place: int) -> float:
        """An item's value, shared with everybody who has claimed it already."""
        rivals: int = view["claim"][: self.seats].count(place)
        kind = view["open"][place]
        completes_triple = view["items"][self.seat][kind] % 3 == 2
        return (view["value"][kind] + 3 * completes_triple) / (1 + rivals)

    def play_cards(self, view: dict[str, Any], moves: list[str]) -> str:
        """Stay close to the lead, where the trick is seldom taken; lead from the middle."""
        middle = view["hand_size"] * self.seats / 2
        near = view["led"] or middle
        return min(moves, key=lambda move: abs(int(move.split()[1]) - near))
