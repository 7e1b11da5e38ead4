/** What keeps one warm in a frozen hell, in the order of the rules. */

import { bottle, earmuffs, nightcap, scarf } from "./itemsWorn.ts";
import { bath, bed, chilli, grill, heater, iron, teacup } from "./itemsHouse.ts";
import type { Layer } from "./print.ts";

export const ITEMS: readonly Layer[][] = [
  bed(),
  heater(),
  earmuffs(),
  scarf(),
  teacup(),
  bottle(),
  nightcap(),
  chilli(),
  bath(),
  iron(),
  grill(),
];
