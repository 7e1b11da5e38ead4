"""A million hostile messages, over sockets, at games that go on: no crash, no illegal move, every log adds up.

python proofs/hostile.py [--messages N] [--seed N]
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from brimstone.warmup import warm_up_one
from tests.server.client import Client, play_out, table_of
from tests.server.desk import SHORT
from tests.server.house import running
from tests.server.test_hostile import check_log, flood

AT_ONCE = 20_000  # messages to one set of tables
GAMES = ("coal", "dice", "cards")


class Errors(logging.Handler):
    """Errors that the server logs."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


async def attack(database: str, game: str, dice: random.Random, messages: int) -> int:
    """So many messages at a game, a lobby and from one who watches, while another game is played; how many answers."""
    async with running(database) as (base, house):
        victims = await table_of(base, game, 3, seats=3, options=SHORT[game], coach=False)
        await victims[0].say("begin")
        for client in victims:
            await client.say("salt", salt=client.salt)
            await client.leave()
        lobby = await Client.host(base, game, seats=3)
        fine = await table_of(base, game, 2, seats=3, options=SHORT[game], bots=["", "random"])
        whose = [victims[0], victims[1], lobby, lobby.watcher()]
        floods = [flood(client, random.Random(dice.random()), messages // len(whose)) for client in whose]
        answered, _ = await asyncio.gather(asyncio.gather(*floods), play_out(fine))
        assert fine[0].state["table"]["phase"] == "finished"
        for client in (victims[0], lobby, fine[0]):
            await check_log(house, client.table)
        for client in fine:
            await client.leave()
    return sum(answered)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for game in GAMES:
        warm_up_one("records", game)  # as a server does: else the clients would wait for a compiler
    errors = Errors()
    logging.getLogger().addHandler(errors)
    dice, sent, answered, began, runs = random.Random(given.seed), 0, 0, time.monotonic(), 0
    while sent < given.messages:
        count = min(AT_ONCE, given.messages - sent)
        with tempfile.TemporaryDirectory() as home:
            database = f"sqlite:///{home}/tables.sqlite"
            answered += asyncio.run(attack(database, GAMES[runs % len(GAMES)], dice, count))
        sent, runs = sent + count, runs + 1
        print(f"  {sent:,} messages, {answered:,} answers, {time.monotonic() - began:.0f} s", flush=True)
        if errors.found:
            print("\n".join(errors.found))
            break
    word = "not held" if errors.found else "held"
    print(f"hostile: {word}: {sent:,} messages at {runs} sets of tables, {len(errors.found)} errors logged")
    return bool(errors.found)


if __name__ == "__main__":
    sys.exit(main())
