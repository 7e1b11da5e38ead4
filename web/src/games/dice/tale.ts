/** What lies on the table of dice: the view, and the lines told since. */

import type { Sort } from "../../art/dice.ts";
import { RANKS } from "../../parts/shelf.ts";
import type { View } from "../../protocol.ts";

/** What a screen is shown of the rules' record: docs/bots.md. Seats, places and kinds count from 0 here. */
export interface DiceView {
  phase: number;
  round: number;
  stock_left: number;
  rolled: number;
  claimed: number;
  turn: number;
  place: number;
  /** Sets of seats: bit s for seat s. */
  party: number;
  rivals: number;
  again: number;
  ties: number;
  winner: number;
  rank: number[];
  was: number[];
  order: number[];
  held: number[];
  shown: number[];
  claim: number[];
  open: number[];
  items: number[][];
  dice: number[][];
}

export const PHASE = { claim: 4, force: 5, steal: 6, trade: 7, swap: 8, over: 9 } as const;

export const KINDS = [
  "bed",
  "heater",
  "earmuffs",
  "scarf",
  "teacup",
  "bottle",
  "nightcap",
  "chilli",
  "bath",
  "iron",
  "grill",
] as const;
export { RANKS };
const OBER = 1;
const SATAN = 6;

export const diceView = (view: View | null): DiceView | undefined =>
  view && "party" in view ? (view as unknown as DiceView) : undefined;

/** The table before anything is told. */
export function blank(seats: number, places: number): DiceView {
  const each = <T>(value: () => T): T[] => Array.from({ length: seats }, value);
  return {
    ...{ phase: 0, round: 1, stock_left: 56, rolled: 0, claimed: 0, turn: 0, party: 0, rivals: 0, again: 0, ties: 0 },
    ...{ place: -1, winner: -1, open: Array.from({ length: places }, () => -1), order: [] },
    ...{ rank: each(() => 0), was: each(() => 0), held: each(() => 0), shown: each(() => 0), claim: each(() => -1) },
    items: each(() => KINDS.map(() => 0)),
    dice: each(() => [0, 0, 0]),
  };
}

/** A told line. Seats and places count from 1 here; kinds from 0. */
export type Event =
  | { is: "rank"; seat: number; rank: number }
  | { is: "open"; place: number; kind: number }
  /** No dice: under a cup that is not ours. */
  | { is: "roll"; seat: number; dice: number[] }
  | { is: "claim"; seat: number; place: number }
  | { is: "show"; seat: number; dice: number[] }
  | { is: "takes" | "wins"; seat: number; kind: number }
  | { is: "reroll" | "stand" | "keep" | "leave"; seat: number }
  | { is: "steal"; seat: number; kind: number; from: number }
  | { is: "trade"; seat: number; mine: number; its: number; of: number }
  | { is: "swap"; seat: number; of: number }
  | { is: "else" };

const kindOf = (word: string | undefined): number => KINDS.indexOf((word ?? "") as (typeof KINDS)[number]);
const rankOf = (word: string | undefined): number => RANKS.indexOf((word ?? "") as (typeof RANKS)[number]) + 1;
const faces = (words: string[]): number[] => words.map(Number).filter((face) => face > 0);

export function heard(line: string): Event {
  const [by = "", verb = "", ...rest] = line.split(/[: ]+/);
  const [first, , third, , fifth] = rest;
  const seat = Number(by);
  switch (verb) {
    case "rank":
      return { is: "rank", seat: Number(first), rank: rankOf(rest[1]) };
    case "open":
      return { is: "open", place: Number(first), kind: kindOf(rest[1]) };
    case "roll":
    case "show":
      return { is: verb, seat: Number(first), dice: faces(rest.slice(1)) };
    case "claim":
      return { is: "claim", seat, place: Number(first) };
    case "takes":
    case "wins":
      return { is: verb, seat: Number(first), kind: kindOf(rest[1]) };
    case "reroll":
    case "stand":
    case "keep":
      return { is: verb, seat };
    case "steal":
      return first === "nothing"
        ? { is: "leave", seat }
        : { is: "steal", seat, kind: kindOf(first), from: Number(third) };
    case "trade":
      return first === "nothing"
        ? { is: "leave", seat }
        : { is: "trade", seat, mine: kindOf(first), its: kindOf(third), of: Number(fifth) };
    case "swap":
      return { is: "swap", seat, of: Number(rest[1]) };
    default:
      return { is: "else" };
  }
}

const bit = (seat: number): number => 1 << seat;
export const has = (seats: number, seat: number): boolean => (seats & bit(seat)) !== 0;
/** The seats of a set, from 0. */
export const members = (seats: number): number[] => [0, 1, 2, 3, 4, 5].filter((seat) => has(seats, seat));

/** The table after the lines that are on stage. */
export function after(view: DiceView, stage: readonly Event[]): DiceView {
  const table = structuredClone(view);
  for (const event of stage) follow(table, event);
  return table;
}

function follow(table: DiceView, event: Event): void {
  switch (event.is) {
    case "rank":
      table.rank[event.seat - 1] = table.was[event.seat - 1] = event.rank;
      table.order = byRank(table.rank);
      break;
    case "open":
      beginRound(table);
      table.open[event.place - 1] = event.kind;
      table.stock_left -= 1;
      break;
    case "roll":
      roll(table, event.seat - 1, event.dice);
      break;
    case "claim":
      table.claim[event.seat - 1] = event.place - 1;
      table.claimed += 1;
      break;
    case "show":
      show(table, event.seat - 1, event.dice);
      break;
    case "takes":
      table.open[table.claim[event.seat - 1] ?? -1] = -1;
      table.claim[event.seat - 1] = -1;
      gain(table, event.seat - 1, event.kind, 1);
      break;
    case "wins":
      table.open[table.place] = -1;
      table.winner = event.seat - 1;
      table.rivals = ahead(table);
      gain(table, table.winner, event.kind, 1);
      break;
    case "reroll":
      table.again = table.party & ~bit(event.seat - 1);
      break;
    case "steal":
      pass(table, event.kind, event.from - 1, event.seat - 1);
      break;
    case "trade":
      pass(table, event.mine, event.seat - 1, event.of - 1);
      pass(table, event.its, event.of - 1, event.seat - 1);
      break;
    case "swap": {
      const [a, b] = [event.seat - 1, event.of - 1];
      [table.rank[a], table.rank[b]] = [table.rank[b] ?? 0, table.rank[a] ?? 0];
      endBattle(table);
      break;
    }
    case "keep":
      endBattle(table);
      break;
  }
}

function gain(table: DiceView, seat: number, kind: number, n: number): void {
  const goods = table.items[seat];
  if (goods) goods[kind] = (goods[kind] ?? 0) + n;
  table.held[seat] = (table.held[seat] ?? 0) + n;
}

function pass(table: DiceView, kind: number, from: number, to: number): void {
  gain(table, from, kind, -1);
  gain(table, to, kind, 1);
}

function endBattle(table: DiceView): void {
  table.place = table.winner = -1;
  table.party = table.rivals = table.again = table.ties = 0;
}

/** The seats that have a rank, the best first. */
function byRank(rank: readonly number[]): number[] {
  const place = (seat: number): number => rank[seat] ?? 0;
  return rank.flatMap((one, seat) => (one ? [seat] : [])).sort((a, b) => place(a) - place(b));
}

/** The table is cleared when something of the next round is told. */
function beginRound(table: DiceView): void {
  if (table.claimed === 0) return;
  endBattle(table);
  table.round += 1;
  table.rolled = table.claimed = 0;
  table.was = [...table.rank];
  table.order = byRank(table.rank);
  table.claim = table.claim.map(() => -1);
  table.shown = table.shown.map(() => 0);
  table.dice = table.dice.map(() => [0, 0, 0]);
}

const three = (dice: readonly number[]): number[] => [0, 1, 2].map((i) => dice[i] ?? 0);

function roll(table: DiceView, seat: number, dice: number[]): void {
  if (!fighting(table)) {
    beginRound(table);
    table.rolled += 1;
  } else {
    if (!table.again) {
      // nobody was made to roll again, so there is a tie, and the tied do
      table.rivals = ahead(table);
      table.again = table.rivals;
      table.ties += 1;
    }
    table.again &= ~bit(seat);
  }
  table.dice[seat] = three(dice);
}

function show(table: DiceView, seat: number, dice: number[]): void {
  table.dice[seat] = three(dice);
  table.shown[seat] = 1;
  const place = table.claim[seat] ?? -1;
  const party = table.claim.flatMap((claimed, one) => (claimed === place ? [one] : []));
  if (place < 0 || party.length < 2) return;
  table.place = place;
  table.party = table.rivals = party.reduce((all, one) => all | bit(one), 0);
  for (const one of party) table.claim[one] = -1;
}

/** A battle is on and not yet won. */
export const fighting = (table: DiceView): boolean => table.party !== 0 && table.winner < 0;

/** All cups of the battle are lifted. */
export const lifted = (table: DiceView): boolean => members(table.party).every((seat) => table.shown[seat]);

/** Who claims a place, in the order in which they did. */
export function hands(table: DiceView, place: number): number[] {
  return table.order.filter(
    (seat) => table.claim[seat] === place || (table.place === place && has(table.party, seat) && table.winner < 0),
  );
}

export interface Total {
  counted: number[];
  /** The Oberteufel's lowest does not count. */
  dropped: number[];
  /** The die that the Satansbraten borrows; 0 while it is not known. */
  gold: number;
  borrows: boolean;
  sum: number;
}

/** What a seat's dice are worth as far as they can be seen. */
export function total(table: DiceView, seat: number): Total {
  const dice = (table.dice[seat] ?? []).filter((face) => face > 0);
  const borrows = table.was[seat] === SATAN;
  const gold = borrows ? (table.dice[table.was.indexOf(OBER)]?.[2] ?? 0) : 0;
  const counted = dice.slice(0, 2);
  return { counted, dropped: dice.slice(2), gold, borrows, sum: counted.reduce((all, face) => all + face, gold) };
}

/** The rivals with the highest total, as a set. */
export function ahead(table: DiceView): number {
  const rivals = members(table.rivals);
  const best = Math.max(...rivals.map((seat) => total(table, seat).sum));
  return rivals.filter((seat) => total(table, seat).sum === best).reduce((all, seat) => all | bit(seat), 0);
}

/** Who settles when: the lowest total first, so that the decisive dice are the last. */
export function suspense(table: DiceView): number[] {
  return members(table.party).sort((a, b) => total(table, a).sum - total(table, b).sum);
}

export const sortOf = (rank: number): Sort => (rank === OBER ? "gold" : rank === SATAN ? "grey" : "black");
export const diceOf = (rank: number): number => (rank === OBER ? 3 : 2);

type Options = Readonly<Record<string, unknown>>;
const WORTH = [1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3];

export function values(options: Options): number[] {
  const goods = options.items as Record<string, [copies: number, value: number]> | undefined;
  return goods ? KINDS.map((kind) => goods[kind]?.[1] ?? 1) : WORTH;
}

export const placesOf = (options: Options): number => (options.open as number | undefined) ?? 3;
export const goalOf = (options: Options): number => (options.goal as number | undefined) ?? 10;

export const triples = (n: number): number => Math.floor(n / 3);
const TRIPLE = 3; // points

export function points(goods: readonly number[], worth: readonly number[]): number {
  return goods.reduce((all, n, kind) => all + n * (worth[kind] ?? 1) + TRIPLE * triples(n), 0);
}

/** Legal trades in their parts. */
export interface Trade {
  say: string;
  mine: number;
  its: number;
  of: number;
}

export function trades(moves: readonly string[]): Trade[] {
  return moves.flatMap((say) => {
    const event = heard(`0: ${say}`);
    return event.is === "trade" ? [{ say, mine: event.mine, its: event.its, of: event.of }] : [];
  });
}
