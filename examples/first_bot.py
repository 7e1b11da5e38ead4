"""A first bot, in fifteen lines: `brimstone arena cards --players examples/first_bot.py,random`."""


class Bot:
    def start(self, seat, seats, options):
        self.seat = seat

    def choose(self, view, moves):
        if "oven" in view:  # coal: bet a quarter, and stop at 60
            if "stop" in moves:
                return "stop" if view["run"] >= 60 else "draw"
            return moves[len(moves) // 4]
        if view.get("led"):  # cards: stay close to the lead
            return min(moves, key=lambda move: abs(int(move.split()[1]) - view["led"]))
        return moves[len(moves) // 2]
