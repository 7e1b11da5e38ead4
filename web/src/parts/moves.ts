/** Moves in the language spoken now. Their words in records and messages stay English; the coach's texts name them all. */

import { said, type Numbers } from "../words.svelte.ts";

const PATTERNS: readonly [key: string, pattern: RegExp][] = [
  ["bet", /^bet (?<amount>\d+)$/],
  ["draw", /^draw$/],
  ["stop", /^stop$/],
  ["claim", /^claim (?<place>\d+)$/],
  ["reroll", /^reroll$/],
  ["stand", /^stand$/],
  ["steal_nothing", /^steal nothing$/],
  ["steal", /^steal (?<item>\w+) from (?<seat>\d+)$/],
  ["trade_nothing", /^trade nothing$/],
  ["trade", /^trade (?<mine>\w+) for (?<its>\w+) of (?<seat>\d+)$/],
  ["swap", /^swap with (?<seat>\d+)$/],
  ["keep", /^keep rank$/],
  ["play", /^play (?<card>\d+)$/],
];

export function moveWords(say: string): string {
  for (const [key, pattern] of PATTERNS) {
    const found = pattern.exec(say);
    if (found) return said(`move.${key}`, (found.groups ?? {}) as Numbers) ?? say;
  }
  return say;
}
