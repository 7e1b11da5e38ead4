/** What lies on the table of cards: the view, and the lines told since. */

import type { View } from "../../protocol.ts";

export interface CardsView {
  phase: number;
  round: number;
  turn: number;
  tricks: number;
  laid: number;
  leader: number;
  direction: -1 | 0 | 1;
  taker: number;
  pot: number;
  last_leader: number;
  last_taker: number;
  count: number[];
  trick: number[];
  last: number[];
  devils: number[];
  hand: number[];
  taken?: number[];
  /** In a replay with everything open: everybody's cards. */
  hands?: (number[] | undefined)[];
}

export const TRICK_PHASE = 2;

export type Event =
  | { is: "dealer"; seat: number }
  | { is: "deal"; seat: number; card: number }
  | { is: "play"; seat: number; card: number }
  | { is: "trick"; seat: number; devils: number }
  | { is: "round"; devils: number[] }
  | { is: "other" };

export function cardsView(view: View | null): CardsView | undefined {
  return view && "trick" in view ? (view as unknown as CardsView) : undefined;
}

const PATTERNS: readonly [RegExp, (found: RegExpExecArray) => Event][] = [
  [/^chance: dealer (\d)$/, ([, seat]) => ({ is: "dealer", seat: Number(seat) })],
  [
    /^chance: deal (\d): (\d+|\?\?)$/,
    ([, seat, card]) => ({ is: "deal", seat: Number(seat), card: Number(card) || 0 }),
  ],
  [/^(\d): play (\d+)$/, ([, seat, card]) => ({ is: "play", seat: Number(seat), card: Number(card) })],
  [/^table: trick to (\d): (\d+) devils$/, ([, seat, n]) => ({ is: "trick", seat: Number(seat), devils: Number(n) })],
  [/^table: round: ([\d ]+)$/, ([, all = ""]) => ({ is: "round", devils: all.trim().split(/ +/).map(Number) })],
];

export function heard(line: string): Event {
  for (const [pattern, event] of PATTERNS) {
    const found = pattern.exec(line);
    if (found) return event(found);
  }
  return { is: "other" };
}

/** A card of the trick, and who laid it. */
export interface Laid {
  seat: number;
  card: number;
}

/** The cards of the trick in the order in which they fell: those of the view, then those on stage. */
export function trick(view: CardsView, stage: readonly Event[]): Laid[] {
  const n = view.trick.length;
  let laid = Array.from({ length: view.laid }, (_, k) => {
    const seat = (view.leader + k) % n;
    return { seat: seat + 1, card: view.trick[seat] ?? 0 };
  });
  let taken = false;
  for (const event of stage) {
    if (event.is === "trick") taken = true;
    else if (taken && (event.is === "play" || event.is === "deal")) [laid, taken] = [[], false];
    if (event.is === "play") laid = [...laid, { seat: event.seat, card: event.card }];
  }
  return laid;
}

/** The trick that is on its way to its taker, until the next card falls or is dealt. */
export function swept(stage: readonly Event[]): (Event & { is: "trick" }) | undefined {
  const at = stage.findLastIndex((event) => event.is === "trick");
  const after = stage.slice(at + 1);
  const event = stage[at];
  return event?.is === "trick" && !after.some(({ is }) => is === "play" || is === "deal") ? event : undefined;
}

/** One's own cards, rising: whoever comes back hears of whole rounds at once, in which the same card is dealt twice. */
export function held(view: CardsView | undefined, stage: readonly Event[], me: number): number[] {
  const hand = new Set(view?.hand ?? []);
  for (const event of stage) {
    if (event.is === "deal" && event.seat === me) hand.add(event.card);
    if (event.is === "play" && event.seat === me) hand.delete(event.card);
  }
  return [...hand].sort((a, b) => a - b);
}

/** The trick before this one, leader first. */
export function lastTrick(view: CardsView): Laid[] {
  const n = view.last.length;
  if (view.last_taker < 0) return [];
  return Array.from({ length: n }, (_, k) => {
    const seat = (view.last_leader + k) % n;
    return { seat: seat + 1, card: view.last[seat] ?? 0 };
  });
}

/** Where a card of a seat lies on the stage, in percent: the lead in the middle, the others on their seats' side. */
export function spot(seat: number, others: readonly number[], me: number, lead: boolean): { x: number; y: number } {
  if (lead) return { x: 50, y: 57 };
  if (seat === me) return { x: 50, y: 90 };
  const at = others.indexOf(seat);
  const share = others.length === 1 ? 0.5 : at / (others.length - 1);
  // An arc over the lead, from the left to the right.
  const angle = Math.PI * (1 - share);
  return { x: 50 + 37 * Math.cos(angle), y: 46 - 28 * Math.sin(angle) };
}
