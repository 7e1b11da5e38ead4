import { describe, expect, it } from "vitest";
import { chosen, heap, holes, rows } from "../src/games/coal/heap.ts";
import { boxed, chips, heard, highest, numbers, piles, purses, told, type CoalView } from "../src/games/coal/tale.ts";

const story = (...lines: string[]) => lines.map((line) => ({ line, touch: undefined }));

describe("lines", () => {
  it("name seats from 1 and the bank as 0", () => {
    expect(heard("3: draw")).toEqual({ is: "draw", seat: 3 });
    expect(heard("2: bet ??")).toEqual({ is: "bet", seat: 2, stake: undefined });
    expect(heard("1: bet 120")).toEqual({ is: "bet", seat: 1, stake: 120 });
    expect(heard("table: bets 100 0 30")).toEqual({ is: "bets", stakes: [100, 0, 30] });
    expect(heard("table: pays 50 to 3 from 2")).toEqual({ is: "pays", sum: 50, to: 3, from: 2 });
    expect(heard("table: pays 50 to 1 from bank")).toEqual({ is: "pays", sum: 50, to: 1, from: 0 });
    expect(heard("table: settles 4: stake 60 paid 120 coal 0 pieces 50")).toEqual({
      is: "settles",
      seat: 4,
      stake: 60,
      paid: 120,
      coal: 0,
      pieces: 50,
    });
  });
});

describe("a story", () => {
  const turn = ["1: draw", "chance: coal 50", "1: draw", "chance: coal 25"];

  it("has a run until its owner stops, then it is kept", () => {
    expect(told(story("table: bets 10 20", ...turn)).turn).toEqual({ seat: 1, run: [50, 25], end: "" });
    const after = told(story("table: bets 10 20", ...turn, "1: stop"));
    expect(after.kept).toEqual({ 1: { coal: 75, pieces: 2 } });
    expect(after.turn?.end).toBe("stop");
  });

  it("burns the run with the devil, and nothing is kept", () => {
    const after = told(story(...turn, "1: draw", "chance: devil"));
    expect(after.turn).toEqual({ seat: 1, run: [50, 25], end: "devil" });
    expect(after.kept).toEqual({ 1: { coal: 0, pieces: 0 } });
    expect(after.gone).toHaveLength(3);
  });

  it("knows the piece that is being turned", () => {
    const tale = told([{ line: "2: draw", touch: 17 }]);
    expect([tale.turning, tale.touch]).toEqual([true, 17]);
    expect(told([{ line: "2: draw", touch: 17 }, ...story("chance: coal 10")]).gone).toEqual([17]);
  });

  it("settles with what was kept, counts rounds, and begins the next with nothing", () => {
    const settles = (n: number) => `table: settles ${n}: stake 10 paid 20 coal 50 pieces 50`;
    const end = [...turn, "1: stop", settles(1), settles(2)];
    const one = told(story("table: bets 10 10", ...end));
    expect(one.closed).toBe(true);
    expect(one.last?.rows.map((row) => row.kept.coal)).toEqual([75, 0]);
    const two = told(story("table: bets 10 10", ...end, "table: refill", "table: bets 20 0"));
    expect([two.closed, two.stakes, two.kept, two.gone, two.turn]).toEqual([false, [20, 0], {}, [], undefined]);
    expect(told(story("table: bets 10 10", ...end, "table: bets 20 0", ...end)).last?.round).toBe(2);
  });

  it("keeps the last piece of all without a stop (C5)", () => {
    const tale = told(story(...turn, "table: settles 1: stake 0 paid 0 coal 50 pieces 50"));
    expect(tale.last?.rows[0]?.kept).toEqual({ coal: 75, pieces: 2 });
  });

  it("finds the highest coal amount with all who have it", () => {
    const kept = { 1: { coal: 70, pieces: 2 }, 2: { coal: 70, pieces: 1 }, 4: { coal: 0, pieces: 0 } };
    expect(highest(kept)).toEqual({ coal: 70, seats: [1, 2] });
    expect(highest({ 4: { coal: 0, pieces: 0 } })).toEqual({ coal: 0, seats: [] });
  });
});

describe("purses", () => {
  const view = { money: [200, null, 40] } as CoalView;

  it("lose stakes, give and get the devil's pay, get winnings; closed ones stay closed", () => {
    expect(purses(view, ["table: bets 70 20 0"])).toEqual([130, null, 40]);
    expect(purses(view, ["table: pays 50 to 3 from 1"])).toEqual([150, null, 90]);
    expect(purses(view, ["table: pays 50 to 3 from bank"])).toEqual([200, null, 90]);
    expect(purses(view, ["table: settles 1: stake 70 paid 140 coal 50 pieces 0"])).toEqual([390, null, 40]);
  });

  it("are shown in chips that add up, the start as the box has it (C17)", () => {
    expect(chips(200)).toEqual([100, 50, 20, 20, 10]);
    for (const money of [0, 10, 90, 190, 210, 1590, 3280]) {
      expect(chips(money).reduce((all, chip) => all + chip, 0)).toBe(money);
      expect(piles(money).flat()).toHaveLength(chips(money).length);
    }
  });
});

describe("the heap", () => {
  it("has as many lumps as there are pieces, all inside the mouth", () => {
    for (const n of [1, 7, 48, 100]) {
      expect(rows(n).reduce((all, row) => all + row, 0)).toBe(n);
      for (const lump of heap(n)) {
        expect(lump.x).toBeGreaterThan(0);
        expect(lump.x).toBeLessThan(1);
        expect(lump.y).toBeGreaterThan(0);
        expect(lump.y).toBeLessThan(1);
      }
    }
    expect(heap(48)).toEqual(heap(48));
  });

  it("loses what was tapped, and something else where nothing or a hole was tapped", () => {
    expect(holes(48, [17, 3])).toEqual([17, 3]);
    const gone = holes(48, [17, 17, undefined, 999]);
    expect(gone[0]).toBe(17);
    expect(new Set(gone).size).toBe(4);
  });

  it("does not move what has gone when one more goes", () => {
    const some = [undefined, 5, undefined, undefined];
    expect(holes(48, [...some, undefined]).slice(0, 4)).toEqual(holes(48, some));
    expect(chosen(48, some, undefined)).toBe(holes(48, [...some, undefined])[4]);
  });

  it("is empty when all have gone", () => {
    expect(new Set(holes(8, new Array(8).fill(undefined))).size).toBe(8);
  });
});

describe("the box", () => {
  it("has 48 pieces unless the table's options say otherwise", () => {
    expect(boxed({})).toBe(48);
    expect(numbers({})).toEqual([10, 20, 25, 50, 75, 100]);
    const pieces = { devil: 2, "100": 1, "30": 4, "5": 0 };
    expect(boxed({ pieces })).toBe(7);
    expect(numbers({ pieces })).toEqual([30, 100]);
  });
});
