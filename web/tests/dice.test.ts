import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  after,
  blank,
  hands,
  heard,
  lifted,
  members,
  points,
  suspense,
  total,
  trades,
} from "../src/games/dice/tale.ts";
import type { DiceView } from "../src/games/dice/tale.ts";

/** News as seat 1 heard them, and what changed in its view. */
const game = readFileSync(new URL("dice-game.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((news) => JSON.parse(news) as { lines: string[]; view: Partial<DiceView> });

const follow = (view: DiceView, ...lines: string[]): DiceView => after(view, lines.map(heard));

/** Three seats in the first round, with the open items and dice that all know of. */
const dealt = (): DiceView =>
  follow(
    blank(3, 2),
    "chance: rank 1: satansbraten",
    "chance: rank 2: oberteufel",
    "chance: rank 3: putzteufel",
    "chance: open 1: scarf",
    "chance: open 2: grill",
    "chance: roll 2: ??",
    "chance: roll 3: ??",
    "chance: roll 1: 4 2",
  );

describe("lines", () => {
  it("count seats and places from 1 and name kinds by number", () => {
    expect(heard("chance: open 2: grill")).toEqual({ is: "open", place: 2, kind: 10 });
    expect(heard("chance: roll 3: ??")).toEqual({ is: "roll", seat: 3, dice: [] });
    expect(heard("table: show 4: 5 2 2")).toEqual({ is: "show", seat: 4, dice: [5, 2, 2] });
    expect(heard("1: steal bed from 3")).toEqual({ is: "steal", seat: 1, kind: 0, from: 3 });
    expect(heard("1: steal nothing")).toEqual({ is: "leave", seat: 1 });
    expect(heard("2: trade scarf for iron of 4")).toEqual({ is: "trade", seat: 2, mine: 3, its: 9, of: 4 });
    expect(heard("2: swap with 4")).toEqual({ is: "swap", seat: 2, of: 4 });
  });
});

describe("a game of six seats", () => {
  it("is after each news as its view says", () => {
    let view = blank(6, 4);
    for (const { lines, view: changed } of game) {
      const then = { ...view, ...changed };
      expect({ ...follow(view, ...lines), phase: 0, turn: 0 }, lines.join("; ")).toEqual({
        ...then,
        phase: 0,
        turn: 0,
      });
      view = then;
    }
  });
});

describe("claims", () => {
  it("are hands in the order of ranks, until their battle is won", () => {
    const claimed = follow(dealt(), "2: claim 1", "3: claim 2", "1: claim 1");
    expect(hands(claimed, 0)).toEqual([1, 0]);
    const fight = follow(claimed, "table: show 2: 5 4 3", "table: takes 3: grill", "table: show 1: 4 2");
    expect(hands(fight, 0)).toEqual([1, 0]);
    expect(hands(fight, 1)).toEqual([]);
    expect(hands(follow(fight, "table: wins 1: scarf"), 0)).toEqual([]);
  });
});

describe("a battle", () => {
  const claimed = (): DiceView => follow(dealt(), "2: claim 1", "3: claim 1", "1: claim 1");

  it("has all its cups lifted only after the last is shown", () => {
    const first = follow(claimed(), "table: show 2: 5 4 3", "table: show 1: 4 2");
    expect(members(first.party)).toEqual([0, 1, 2]);
    expect(lifted(first)).toBe(false);
    expect(lifted(follow(first, "table: show 3: 6 2"))).toBe(true);
  });

  it("counts the best two gold dice, and the lowest for the Satansbraten (D7)", () => {
    const fight = follow(claimed(), "table: show 2: 5 4 3", "table: show 1: 4 2", "table: show 3: 6 5");
    expect(total(fight, 1)).toMatchObject({ sum: 9, counted: [5, 4], dropped: [3] });
    expect(total(fight, 0)).toMatchObject({ sum: 9, gold: 3, borrows: true });
    expect(suspense(fight).at(-1)).toBe(2);
  });

  it("leaves only the tied when they roll again (D6)", () => {
    const tie = follow(claimed(), "table: show 2: 5 4 3", "table: show 1: 4 2", "table: show 3: 4 3");
    const rolled = follow(tie, "chance: roll 2: 3 2 1");
    expect(members(rolled.rivals)).toEqual([0, 1]);
    expect(members(rolled.again)).toEqual([0]);
    expect(members(follow(rolled, "chance: roll 1: 4 4").again)).toEqual([]);
  });
});

describe("a collection", () => {
  it("has three points more for three of a kind, as D11 counts 18", () => {
    const goods = [1, 0, 0, 1, 1, 0, 0, 3, 0, 2, 0];
    expect(points(goods, [1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3])).toBe(18);
    expect(points([6], [1])).toBe(12);
  });
});

it("trades come apart into what is given, got, and from whom", () => {
  expect(trades(["trade nothing", "trade bed for iron of 2"])).toEqual([
    { say: "trade bed for iron of 2", mine: 0, its: 9, of: 2 },
  ]);
});
