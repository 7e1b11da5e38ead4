/** What a first game teaches, one idea at a time: each is told when the table first shows it. */

import type { GameName } from "../protocol.ts";
import type { Session } from "../session.svelte.ts";
import type { Key } from "../words.svelte.ts";

export interface Idea {
  words: Key;
  /** Does the table show it now? */
  when(session: Session): boolean;
  /** The paragraph of the rules that says more. */
  paragraph: string;
  /** It is about the upper half of the table, which must not be covered then. */
  upper?: true;
}

const told = (session: Session, pattern: RegExp): boolean => session.story.some(({ line }) => pattern.test(line));
const offered = (session: Session, ...verbs: string[]): boolean =>
  verbs.every((verb) => session.moves.some((move) => move.split(" ")[0] === verb));
const list = (session: Session, field: string): unknown[] => (session.view?.[field] as unknown[] | undefined) ?? [];
const number = (session: Session, field: string): number => Number(session.view?.[field] ?? 0);
const own = (session: Session, field: string): number => Number(list(session, field)[session.me - 1] ?? 0);

const coal: Idea[] = [
  { words: "learn.coal.goal", when: (s) => offered(s, "bet"), paragraph: "C13", upper: true },
  { words: "learn.coal.bet", when: (s) => offered(s, "bet"), paragraph: "C1" },
  { words: "learn.coal.reveal", when: (s) => told(s, /^table: bets/), paragraph: "C6", upper: true },
  { words: "learn.coal.first", when: (s) => offered(s, "draw") && !offered(s, "stop"), paragraph: "C3" },
  { words: "learn.coal.dare", when: (s) => offered(s, "draw", "stop"), paragraph: "C3" },
  { words: "learn.coal.devil", when: (s) => told(s, /^chance: devil/), paragraph: "C4", upper: true },
  {
    words: "learn.coal.settle",
    when: (s) => told(s, /^table: settles/) && number(s, "round") > 1,
    paragraph: "C6",
    upper: true,
  },
  { words: "learn.coal.bonus", when: (s) => number(s, "round") > 1, paragraph: "C8", upper: true },
  { words: "learn.coal.pawn", when: (s) => number(s, "round") > 1, paragraph: "C9", upper: true },
  { words: "learn.coal.pact", when: (s) => list(s, "pact").some(Boolean), paragraph: "C10", upper: true },
  { words: "learn.coal.memory", when: (s) => number(s, "round") > 1 && offered(s, "stop"), paragraph: "C12" },
  { words: "learn.coal.alone", when: (s) => number(s, "round") > 2 && offered(s, "bet"), paragraph: "C13" },
];

const dice: Idea[] = [
  { words: "learn.dice.goal", when: (s) => told(s, /^chance: open/), paragraph: "D11" },
  { words: "learn.dice.rank", when: (s) => told(s, /^chance: open/), paragraph: "D15" },
  { words: "learn.dice.peek", when: (s) => told(s, /^chance: roll/), paragraph: "D3" },
  { words: "learn.dice.claim", when: (s) => offered(s, "claim"), paragraph: "D3" },
  { words: "learn.dice.alone_takes", when: (s) => told(s, /^table: takes/), paragraph: "D4", upper: true },
  { words: "learn.dice.battle", when: (s) => told(s, /^table: show/), paragraph: "D5", upper: true },
  { words: "learn.dice.brat", when: (s) => told(s, /^table: wins/), paragraph: "D7", upper: true },
  { words: "learn.dice.reroll", when: (s) => told(s, /: (reroll|stand)$/), paragraph: "D6", upper: true },
  { words: "learn.dice.swap", when: (s) => offered(s, "swap") || told(s, /: swap with/), paragraph: "D8" },
  { words: "learn.dice.prize", when: (s) => offered(s, "steal") || offered(s, "trade"), paragraph: "D8", upper: true },
  { words: "learn.dice.triple", when: (s) => number(s, "round") > 2, paragraph: "D11" },
  { words: "learn.dice.end", when: (s) => number(s, "round") > 3 && offered(s, "claim"), paragraph: "D10" },
];

const cards: Idea[] = [
  { words: "learn.cards.goal", when: (s) => list(s, "hand").length > 0, paragraph: "T8" },
  { words: "learn.cards.devils", when: (s) => list(s, "hand").length > 0, paragraph: "T9" },
  { words: "learn.cards.lead", when: (s) => offered(s, "play") && number(s, "laid") === 0, paragraph: "T1" },
  {
    words: "learn.cards.direction",
    when: (s) => number(s, "laid") >= 2 || told(s, /^table: trick/),
    paragraph: "T2",
    upper: true,
  },
  { words: "learn.cards.follow", when: (s) => offered(s, "play") && number(s, "laid") >= 2, paragraph: "T3" },
  { words: "learn.cards.taker", when: (s) => told(s, /^table: trick/), paragraph: "T4", upper: true },
  { words: "learn.cards.second", when: (s) => offered(s, "play") && number(s, "laid") === 1, paragraph: "T2" },
  { words: "learn.cards.leads", when: (s) => number(s, "tricks") >= 2, paragraph: "T7", upper: true },
  { words: "learn.cards.safe", when: (s) => number(s, "tricks") >= 2 && offered(s, "play"), paragraph: "T4" },
  { words: "learn.cards.cannot", when: (s) => number(s, "tricks") >= 4, paragraph: "T4", upper: true },
  { words: "learn.cards.count", when: (s) => told(s, /^table: round/), paragraph: "T8", upper: true },
  { words: "learn.cards.alone", when: (s) => number(s, "round") > 1 && own(s, "count") > 0, paragraph: "T8" },
];

export const IDEAS: Record<GameName, Idea[]> = { coal, dice, cards };
