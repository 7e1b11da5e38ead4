/** The six ranks of dice, the highest first. */

import type { Layer } from "./print.ts";
import { putzteufel, satansbraten, springteufel } from "./ranksLower.ts";
import { fehlerteufel, oberteufel, spielteufel } from "./ranksUpper.ts";

export const RANKS: readonly Layer[][] = [
  oberteufel(),
  spielteufel(),
  fehlerteufel(),
  putzteufel(),
  springteufel(),
  satansbraten(),
];
