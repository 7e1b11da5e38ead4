import { describe, expect, it, test } from "vitest";
import vectors from "../../tests/data/fairness.json";
import { below, check, drawKey, heads, isProof, promiseOf, sealOf, type Proof } from "../src/fair";

const { steps, games, tampered } = vectors;
const salts = new Map(Object.entries(steps.salts).map(([seat, salt]) => [Number(seat), salt]));
const other = promiseOf(steps.secret);

interface Change {
  at: (string | number)[];
  to?: unknown;
}

function game(n: number): Proof {
  const { proof } = structuredClone(games[n]!);
  if (!isProof(proof)) throw new Error(`game ${n} of the vectors is no proof`);
  return proof;
}

/** A proof with something else at some places; what has no `to` is taken out. */
function changed(proof: Proof, changes: Change[]): unknown {
  for (const { at, ...change } of changes) {
    const last = at[at.length - 1]!;
    const place = at.slice(0, -1).reduce((value: any, step) => value[step], proof);
    if ("to" in change) place[last] = change.to;
    else if (Array.isArray(place)) place.splice(Number(last), 1);
    else delete place[last];
  }
  return proof;
}

describe("the steps of the construction", () => {
  it("promises", () => expect(promiseOf(steps.secret)).toBe(steps.promise));
  it("makes the key of the draws", () => {
    expect(drawKey(steps.secret, steps.table, salts)).toBe(steps.key);
    expect(drawKey(steps.secret, steps.table, new Map([...salts].reverse()))).toBe(steps.key);
    expect(drawKey(steps.secret, steps.table, new Map())).toBe(steps["key without salts"]);
  });
  test.each(steps.below)("draws $draw below $n", ({ draw, n, gives }) => {
    expect(below(steps.key, draw, BigInt(n))).toBe(BigInt(gives));
  });
  it("seals", () => {
    const { moves, seat, say, gives } = steps.seal;
    expect(sealOf(steps.secret, steps.table, moves, seat, say)).toBe(gives);
  });
  it("chains", () => {
    const { heading, lines, heads: all } = steps.chain;
    expect(heads(steps.secret, steps.table, heading, lines)).toEqual(all);
  });
});

describe("games", () => {
  test.each(games.map((_, n) => n))("number %i holds, also beside what its players kept", (n) => {
    const proof = game(n);
    const mine = proof.salts[0];
    expect(check(proof)).toEqual([]);
    expect(check(proof, { promise: proof.promise, heads: games[n]!.heads, ...(mine && { salt: mine }) })).toEqual([]);
  });
  test.each(tampered)("$name is found", ({ changes, faults }) => {
    expect(check(changed(game(0), changes as Change[]))).toEqual(faults);
  });
});

describe("what a client kept", () => {
  const told = games[0]!.heads;
  it("finds another promise", () => {
    expect(check(game(0), { promise: other })).toEqual([{ what: "kept_promise", about: {} }]);
  });
  it("finds a salt that was left out or exchanged", () => {
    const { seat, salt } = game(0).salts[0]!;
    expect(check(game(0), { salt: { seat: 2, salt } })).toEqual([{ what: "kept_salt", about: { seat: 2 } }]);
    expect(check(game(0), { salt: { seat, salt: other } })).toEqual([{ what: "kept_salt", about: { seat } }]);
  });
  it("finds heads that are not in the chain, or in another order", () => {
    expect(check(game(0), { heads: [told[0]!, told[5]!, told[9]!] })).toEqual([]);
    expect(check(game(0), { heads: [told[0]!, other] })).toEqual([{ what: "kept_head", about: { head: 1 } }]);
    expect(check(game(0), { heads: [told[5]!, told[3]!] })).toEqual([{ what: "kept_head", about: { head: 1 } }]);
  });
});

describe("what is no proof", () => {
  const unreadable = [{ what: "unreadable", about: {} }];
  test.each([null, undefined, 7, "proof", [], {}])("%j", (data) => expect(check(data)).toEqual(unreadable));
  test.each([
    [["proof"], 2],
    [["secret"], other.toUpperCase()],
    [["promise"], other.slice(1)],
    [["head"], undefined],
    [["table"], ""],
    [["terms"], "game coal"],
    [["terms", 0], "game coal\nrules 1"],
    [["salts", 0, "salt"], 7],
    [["salts", 0, "seat"], -1],
    [["lines", 0], "start 2"],
    [["lines", 1], "sealed: 1=2"],
    [["lines", 2], null],
    [["draws", 0], null],
    [["draws", 0, "number"], 0.5],
    [["draws", 0, "came"], ""],
    [["draws", 0, "outcomes"], []],
    [["draws", 0, "outcomes"], [["start 1", 0]]],
    [["draws", 0, "outcomes", 0, 1], -1],
    [["draws", 0, "outcomes", 0, 1], 2 ** 60],
  ] as [Change["at"], unknown][])("%j as %j", (at, to) => {
    expect(check(changed(game(0), [{ at, to }]))).toEqual(unreadable);
  });
});
