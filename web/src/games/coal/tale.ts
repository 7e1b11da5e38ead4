/** What the told lines of coal add up to: the run, the coal kept, the stakes, the settlement, the holes in the oven. */

import type { View } from "../../protocol.ts";
import type { Told } from "../../session.svelte.ts";

/** What a screen is shown of the rules' record: docs/bots.md. Seats count from 0 here. */
export interface CoalView {
  phase: number;
  round: number;
  starter: number;
  turn: number;
  pieces_left: number;
  bet: number[];
  pawn: number[];
  pact: number[];
  money: (number | null)[];
  /** Pieces in the oven by kind, where the table is open: devils first, then the numbers from the least up. */
  left?: number[];
}

export const PHASE = { start: 0, bets: 1, draw: 2, turning: 3, over: 4 } as const;

export const coalView = (view: View | null): CoalView | undefined => (view ?? undefined) as CoalView | undefined;

export type Event =
  | { is: "start" | "draw" | "stop"; seat: number }
  | { is: "bet"; seat: number; stake: number | undefined }
  | { is: "bets"; stakes: number[] }
  | { is: "coal"; value: number }
  | { is: "devil" | "refill" | "else" }
  | { is: "pays"; sum: number; to: number; from: number }
  | Settled;

/** What the bank gives a seat at the end of a round: for its bet, for the most coal, for the most pieces. */
export interface Settled {
  is: "settles";
  seat: number;
  stake: number;
  paid: number;
  coal: number;
  pieces: number;
}

/** A told line. Seats count from 1; 0 is the bank. */
export function heard(line: string): Event {
  const [by = "", verb = "", ...rest] = line.split(/[: ]+/);
  const at = (i: number): number => Number(rest[i]);
  switch (verb) {
    case "start":
      return { is: "start", seat: at(0) };
    case "draw":
    case "stop":
      return { is: verb, seat: Number(by) };
    case "bet":
      return { is: "bet", seat: Number(by), stake: rest[0] === "??" ? undefined : at(0) };
    case "bets":
      return { is: "bets", stakes: rest.map(Number) };
    case "coal":
      return { is: "coal", value: at(0) };
    case "devil":
    case "refill":
      return { is: verb };
    case "pays":
      return { is: "pays", sum: at(0), to: at(2), from: rest[4] === "bank" ? 0 : at(4) };
    case "settles":
      return { is: "settles", seat: at(0), stake: at(2), paid: at(4), coal: at(6), pieces: at(8) };
    default:
      return { is: "else" };
  }
}

export interface Turn {
  seat: number;
  run: number[];
  /** How it ended, if it has. */
  end: "" | "stop" | "devil";
}

export interface Kept {
  coal: number;
  pieces: number;
}

/** A settled round: what each seat kept and was given. */
export interface Account {
  round: number;
  rows: (Settled & { kept: Kept })[];
}

export interface Tale {
  /** The turn at the oven: the one going on, or the last one. */
  turn: Turn | undefined;
  /** A piece was chosen and is not turned yet. */
  turning: boolean;
  /** Which piece was tapped for that. */
  touch: number | undefined;
  /** What was tapped for each piece that has left the oven since it was filled, in order. */
  gone: (number | undefined)[];
  /** Of this round, by seat; nothing for seats that have not had their turn. */
  kept: Record<number, Kept>;
  /** Of this round, as soon as they are open. */
  stakes: number[] | undefined;
  /** The round is settled, and nothing of the next one has been told. */
  closed: boolean;
  last: Account | undefined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

const NOTHING: Kept = { coal: 0, pieces: 0 };

function beginTurn(tale: Tale, seat: number): Turn {
  if (tale.turn && !tale.turn.end && tale.turn.seat === seat) return tale.turn;
  return { seat, run: [], end: "" };
}

function keep(tale: Tale, turn: Turn): void {
  tale.kept[turn.seat] = { coal: sum(turn.run), pieces: turn.run.length };
  turn.end = "stop";
}

function settle(tale: Tale, row: Settled): void {
  if (!tale.closed) {
    if (tale.turn && !tale.turn.end) keep(tale, tale.turn); // the last piece of all ends a turn by itself (C5)
    tale.last = { round: (tale.last?.round ?? 0) + 1, rows: [] };
    tale.closed = true;
  }
  tale.last?.rows.push({ ...row, kept: tale.kept[row.seat] ?? NOTHING });
}

function openRound(tale: Tale): void {
  if (!tale.closed) return;
  tale.closed = false;
  tale.stakes = tale.turn = undefined;
  tale.kept = {};
}

export function told(story: readonly Told[]): Tale {
  const tale: Tale = {
    turn: undefined,
    turning: false,
    touch: undefined,
    gone: [],
    kept: {},
    stakes: undefined,
    closed: false,
    last: undefined,
  };
  for (const { line, touch } of story) follow(tale, heard(line), touch);
  return tale;
}

function follow(tale: Tale, event: Event, touch: number | undefined): void {
  switch (event.is) {
    case "bets":
      openRound(tale);
      tale.stakes = event.stakes;
      break;
    case "draw":
      openRound(tale);
      tale.turn = beginTurn(tale, event.seat);
      tale.turning = true;
      tale.touch = touch;
      break;
    case "coal":
    case "devil":
      tale.turning = false;
      tale.gone.push(tale.touch);
      if (event.is === "coal") tale.turn?.run.push(event.value);
      else if (tale.turn) {
        tale.turn.end = "devil";
        tale.kept[tale.turn.seat] = NOTHING;
      }
      break;
    case "stop":
      if (tale.turn) keep(tale, tale.turn);
      break;
    case "settles":
      settle(tale, event);
      break;
    case "refill":
      tale.gone = [];
      break;
  }
}

/** The greatest amount kept by one seat so far, and who has it. */
export function highest(kept: Readonly<Record<number, Kept>>): { coal: number; seats: number[] } {
  const seats = Object.keys(kept).map(Number);
  const coal = Math.max(0, ...seats.map((seat) => kept[seat]!.coal));
  return { coal, seats: coal ? seats.filter((seat) => kept[seat]!.coal === coal) : [] };
}

/** What lies in the purses that are seen, after the lines that are on stage. */
export function purses(view: CoalView, beats: readonly string[]): (number | null)[] {
  const money = [...view.money];
  const give = (seat: number, amount: number): void => {
    const had = money[seat - 1];
    if (had !== null && had !== undefined) money[seat - 1] = had + amount;
  };
  for (const event of beats.map(heard)) {
    if (event.is === "bets") event.stakes.forEach((stake, i) => give(i + 1, -Math.max(0, stake)));
    if (event.is === "pays") {
      give(event.to, event.sum);
      give(event.from, -event.sum);
    }
    if (event.is === "settles") give(event.seat, event.paid + event.coal + event.pieces);
  }
  return money;
}

type Options = Readonly<Record<string, unknown>>;

const BOX: Readonly<Record<string, number>> = { devil: 9, 10: 9, 20: 9, 25: 9, 50: 7, 75: 3, 100: 2 };

const box = (options: Options): Readonly<Record<string, number>> => (options.pieces as typeof BOX | undefined) ?? BOX;

/** How many pieces there are in the box. */
export function boxed(options: Options): number {
  return sum(Object.values(box(options)));
}

/** The numbers on them, from the least up. */
export function numbers(options: Options): number[] {
  return Object.entries(box(options))
    .flatMap(([kind, count]) => (kind === "devil" || !count ? [] : [Number(kind)]))
    .sort((a, b) => a - b);
}

/** The fields of the money track. */
export function track(options: Options): number[] {
  return (options.track as number[] | undefined) ?? [50, 200, 300, 500, 700, 1000, 1300, 1600];
}

const CHIPS = [1000, 500, 200, 100, 50, 20, 10] as const;
export type ChipValue = (typeof CHIPS)[number];
const CHANGE: readonly ChipValue[] = [20, 20, 10]; // whoever has enough keeps some change, as at the start (C17)
const ENOUGH = 200;

/** A sum in chips, the greatest first. */
export function chips(money: number): ChipValue[] {
  const change = money >= ENOUGH ? CHANGE : [];
  let rest = money - sum(change);
  const great: ChipValue[] = [];
  for (const chip of CHIPS) for (; rest >= chip; rest -= chip) great.push(chip);
  return [...great, ...change];
}

/** The same in piles, one of each value. */
export function piles(money: number): ChipValue[][] {
  const all = chips(money);
  return CHIPS.map((value) => all.filter((chip) => chip === value)).filter((pile) => pile.length);
}
