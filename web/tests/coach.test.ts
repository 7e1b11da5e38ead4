import { describe, expect, it } from "vitest";
import { adding } from "../src/parts/adding.ts";

/** What is written, in tenths of a percent. */
function written(parts: Record<string, number>, value: number): Record<string, number> {
  return Object.fromEntries(adding(parts, value).map(([part, worth]) => [part, Math.round(1000 * worth)]));
}

describe("the parts of a chance", () => {
  it("are rounded where nothing is missing", () => {
    expect(written({ standing: 0.2501, own_bet: 0.2778, others: -0.1669 }, 0.361)).toEqual({
      standing: 250,
      own_bet: 278,
      others: -167,
    });
  });

  it("add up to what is written of the whole, by the largest part", () => {
    expect(written({ a: 0.1003, b: 0.1004, c: 0.1003 }, 0.301)).toEqual({ a: 100, b: 101, c: 100 });
    expect(written({ a: 0.1006, b: -0.1007, c: -0.0003, d: 0.0004 }, 0)).toEqual({ a: 101, b: -101 });
    expect(written({ a: 0.0314, b: -0.2486, c: 0.0004 }, -0.217)).toEqual({ a: 31, b: -248 });
  });

  it("leave out what is nothing", () => {
    expect(written({ standing: 0.5, pact: 0, others: 0.0002 }, 0.5)).toEqual({ standing: 500 });
  });
});
