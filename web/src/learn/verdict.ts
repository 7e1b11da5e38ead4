/** A word about a learner's move, by the coach's own numbers. */

import type { Choice } from "../protocol.ts";

export interface Verdict {
  kind: "fine" | "poor";
  move: string;
  better: string;
  value: number;
  best: number;
}

/** What a move may give away before it is spoken of: below that a master might do the same. */
const MUCH = 0.03;

/** Nothing is said of a move that is as good as any, unless it is the best of very different ones. */
export function verdict(move: string, choices: readonly Choice[]): Verdict | undefined {
  const made = choices.find((choice) => choice.say === move);
  const best = choices.reduce<Choice | undefined>((a, b) => (a && a.value >= b.value ? a : b), undefined);
  if (!made || !best) return undefined;
  const worst = Math.min(...choices.map((choice) => choice.value));
  const said = { move, better: best.say, value: made.value, best: best.value };
  if (best.value - made.value > MUCH) return { kind: "poor", ...said };
  return made === best && best.value - worst > 3 * MUCH ? { kind: "fine", ...said } : undefined;
}
