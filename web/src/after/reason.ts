/** Why a game ended, in words. */

import type { GameName } from "../protocol.ts";
import { said } from "../words.svelte.ts";

/** Reasons come as words of the rules, some with a number in them. */
export function reasonWords(game: GameName, reason: string): string {
  const number = /\d+/.exec(reason)?.[0];
  const key = reason.replace(/\d+ ?/, "").trim().replaceAll(" ", "_");
  return said(`reason.${game}.${key}`, { n: Number(number ?? 0) }) ?? reason;
}
