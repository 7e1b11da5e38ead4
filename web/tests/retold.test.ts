/** Whoever comes back hears a whole game at once: every line is read a bounded number of times. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { GamePage } from "../src/games/game.ts";
import { page as cards } from "../src/games/cards/page.ts";
import { page as coal } from "../src/games/coal/page.ts";
import { page as dice } from "../src/games/dice/page.ts";

const ROUNDS = 40;
const ROUND = {
  coal: [
    ...["table: bets: 10 20 0", "1: draw", "chance: coal 10", "1: stop", "2: draw", "chance: devil"],
    ...["3: draw", "chance: coal 50", "3: stop", "table: settles 1: stake 10, paid 20, coal 0, pieces 0"],
  ],
  cards: [
    ...Array.from({ length: 27 }, (_, i) => `chance: deal ${(i % 3) + 1}: ${i % 3 ? "??" : i + 1}`),
    ...["1: play 1", "2: play 5", "3: play 9", "table: trick to 3: 4 devils", "table: round: 0 0 4"],
  ],
  dice: readFileSync(new URL("dice-game.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .flatMap((news) => (JSON.parse(news) as { lines: string[] }).lines)
    .slice(0, 40),
};

/** How often earlier lines are looked at while a game of so many rounds is retold. */
function looks(page: GamePage, round: string[], rounds: number): number {
  let count = 0;
  const lines: string[] = [];
  const before = new Proxy(lines, {
    get(target, key, self) {
      if (typeof key === "string" && /^\d+$/.test(key)) count += 1;
      return Reflect.get(target, key, self) as unknown;
    },
  });
  const scene = { view: null, before, name: (seat: number) => `${seat}`, me: 1, seats: 3 };
  for (let i = 0; i < rounds; i++)
    for (const line of round) {
      page.beat(line, scene);
      lines.push(line);
    }
  return count;
}

describe("a game that is retold", () => {
  it.each([
    ["coal", coal],
    ["cards", cards],
    ["dice", dice],
  ] as const)("of %s takes twice as long for twice as many lines", (name, page) => {
    const once = looks(page, ROUND[name], ROUNDS);
    const twice = looks(page, ROUND[name], 2 * ROUNDS);
    expect(once).toBeGreaterThan(ROUNDS);
    expect(twice).toBeLessThan(2.2 * once);
  });
});
