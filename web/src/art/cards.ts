/** How a card is laid out: places of the devils, back. */

import { cut } from "./cut.ts";
import { devilsOn, NONE } from "./devils.ts";
import { imp } from "./imps.ts";
import { PEACE } from "./peace.ts";
import { both, dots, type Layer } from "./print.ts";
import { sheet } from "./sheet.ts";

/** A picture of a hundred units, its middle at x, y. */
export interface Placed {
  layers: readonly Layer[];
  x: number;
  y: number;
  size: number;
}

/** Numbers stand top left and bottom right; devils fill the other diagonal. */
const PLACES: Record<number, readonly (readonly [x: number, y: number, size: number])[]> = {
  1: [[50, 77, 74]],
  2: [
    [70, 46, 52],
    [30, 102, 52],
  ],
  3: [
    [74, 36, 44],
    [50, 76, 46],
    [26, 115, 44],
  ],
  5: [
    [75, 30, 36],
    [26, 60, 38],
    [68, 64, 36],
    [27, 104, 38],
    [70, 98, 34],
  ],
};

/** What is drawn in the middle of a card. */
export function middle(card: number): Placed[] {
  const places = PLACES[devilsOn(card)];
  if (!places) return [{ layers: PEACE[NONE.indexOf(card) % PEACE.length]!, x: 50, y: 76, size: 68 }];
  return places.map(([x, y, size], i) => ({ layers: imp(card + i * 7), x, y, size }));
}

/** Horned heads in one ink, for counting in narrow places. */
export const HEAD = cut(
  "M50 30C76 30 86 44 86 60C86 78 70 94 50 94C30 94 14 78 14 60C14 44 24 30 50 30Z" +
    both("M20 48C8 36 6 18 12 4C20 18 30 26 44 32Z"),
  { seed: 3, slip: 1 },
);
export const FACE =
  dots("34 56, 66 56", 8) + cut("M28 70C42 78 58 78 72 70C68 88 32 88 28 70Z", { seed: 2, slip: 0.6, facet: 4 });

/** Heads side by side for narrow cards: transforms of HEAD and FACE. */
const HEADS: Record<number, readonly (readonly [x: number, y: number, scale: number])[]> = {
  0: [],
  1: [[50, 106, 0.6]],
  2: [
    [27, 108, 0.44],
    [73, 108, 0.44],
  ],
  3: [
    [27, 92, 0.4],
    [73, 92, 0.4],
    [50, 126, 0.4],
  ],
  5: [
    [20, 92, 0.3],
    [50, 92, 0.3],
    [80, 92, 0.3],
    [34, 125, 0.3],
    [66, 125, 0.3],
  ],
};
/** In their place where there are none. */
export const HALO = cut(
  "M22 104C22 86 78 86 78 104C78 122 22 122 22 104ZM36 104C36 112 64 112 64 104C64 96 36 96 36 104Z",
  { seed: 4, slip: 0.7 },
);
export const heads = (card: number): readonly (readonly [number, number, number])[] => HEADS[devilsOn(card)] ?? [];

/** The back: rows of heads, every other one between those above. */
function back(part: string): string {
  const places: string[] = [];
  for (let row = 0; row < 8; row++) {
    const odd = row % 2;
    for (let column = 0; column < 5 - odd; column++) {
      places.push(shifted(part, 17.5 + column * 16.25 + odd * 8.125, 20 + row * 15.7, 0.155));
    }
  }
  return places.join("");
}

/** A cut path made smaller with its middle at x, y. */
function shifted(path: string, x: number, y: number, scale: number): string {
  return path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, px: string, py: string) => {
    return `${(x + (Number(px) - 50) * scale).toFixed(1)} ${(y + (Number(py) - 50) * scale).toFixed(1)}`;
  });
}

export const BACK_HEADS = back(HEAD);
export const BACK_FACES = back(FACE);
/** The printed field of the back, and a line around it (to be filled even-odd). */
export const FIELD = cut(sheet(6), { seed: 3, slip: 0.6, facet: 7 });
export const FRAME =
  cut(sheet(8), { seed: 4, slip: 0.4, facet: 7 }) + cut(sheet(9.4), { seed: 5, slip: 0.4, facet: 7 });
