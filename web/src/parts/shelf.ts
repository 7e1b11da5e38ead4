/** What the boxes on the shelf say, and who can be sat beside. */

import type { GameName } from "../protocol.ts";

export const SEATS: Record<GameName, readonly [low: number, high: number]> = {
  coal: [2, 6],
  dice: [3, 6],
  cards: [3, 6],
};
export const MINUTES: Record<GameName, number> = { coal: 20, dice: 15, cards: 20 };
export const LEVELS = ["child", "casual", "club", "expert", "master"] as const;
export const TASTES = ["gambler", "accountant", "spoiler", "friend"] as const;

/** The ranks of dice by their numbers, from 1. */
export const RANKS = [
  "oberteufel",
  "spielteufel",
  "fehlerteufel",
  "putzteufel",
  "springteufel",
  "satansbraten",
] as const;

export interface Variant {
  name: "full" | "short" | "fewer" | "ranks";
  options(seats: number, ranks: readonly string[]): Record<string, unknown>;
}

const FULL: Variant = { name: "full", options: () => ({}) };

/** How a game may be played besides as the box has it. */
export const VARIANTS: Record<GameName, readonly Variant[]> = {
  coal: [FULL, { name: "short", options: () => ({ rounds: 5 }) }],
  dice: [
    FULL,
    { name: "fewer", options: (seats) => (seats === 4 ? { open: 2 } : seats === 6 ? { open: 3 } : {}) },
    { name: "ranks", options: (_, ranks) => ({ ranks }) },
    { name: "short", options: () => ({ goal: 6 }) },
  ],
  cards: [FULL, { name: "short", options: () => ({ goal: 40 }) }],
};

/** Company for a table: bots of one level, each with a taste of its own as far as there are tastes. */
export function company(level: string, others: number): string[] {
  return Array.from({ length: others }, (_, i) => (TASTES[i] ? `${level}:${TASTES[i]}` : level));
}
