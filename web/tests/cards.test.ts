import { describe, expect, test } from "vitest";
import { cardsView, heard, held, swept, trick } from "../src/games/cards/tale.ts";

const events = (...lines: string[]) => lines.map(heard);

const view = cardsView({
  ...{ phase: 2, round: 1, turn: 1, tricks: 0, laid: 1, leader: 0, direction: 0, taker: 0, pot: 0 },
  ...{ last_leader: -1, last_taker: -1, count: [1, 2], trick: [7, 0], last: [0, 0], devils: [0, 0], hand: [9] },
})!;

const round = ["chance: deal 1: 7", "chance: deal 1: 9", "1: play 7", "2: play 8", "table: trick to 2: 2 devils"];

describe("cards", () => {
  test("lie on the table until the next one falls", () => {
    const whole = ["2: play 8", "table: trick to 2: 2 devils"];
    expect(trick(view, events(...whole))).toEqual([
      { seat: 1, card: 7 },
      { seat: 2, card: 8 },
    ]);
    expect(swept(events(...whole))).toMatchObject({ seat: 2, devils: 2 });
    expect(trick(view, events(...whole, "2: play 3"))).toEqual([{ seat: 2, card: 3 }]);
    expect(swept(events(...whole, "2: play 3"))).toBeUndefined();
  });

  test("are held once, however many rounds are told at once", () => {
    const again = [
      ...round,
      "2: play 1",
      "1: play 9",
      "table: trick to 1: 1 devils",
      "chance: deal 1: 9",
      "chance: deal 1: 7",
    ];
    expect(held(undefined, events(...again), 1)).toEqual([7, 9]);
    expect(trick(view, events(...again))).toEqual([]);
  });
});
