/** How a card is laid out: ground, places of the devils, back. */

import { cut, gouge, hand } from "./cut.ts";
import { devilsOn, NONE } from "./devils.ts";
import { FACE, HEAD, imp } from "./imps.ts";
import { PEACE } from "./peace.ts";
import type { Ink, Layer } from "./print.ts";

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

/** Ground by tens: the higher the card, the more violet comes out of the middle. */
const GROUNDS: readonly { ink: Ink; rays: number; from: number; width: number }[] = [
  { ink: "paper-shade", rays: 16, from: 54, width: 2.2 },
  { ink: "paper-shade", rays: 30, from: 48, width: 3.2 },
  { ink: "paper-shade", rays: 40, from: 40, width: 5 },
  { ink: "imp", rays: 26, from: 46, width: 2.6 },
  { ink: "imp", rays: 36, from: 40, width: 4 },
  { ink: "imp", rays: 40, from: 30, width: 7 },
];

const CENTRE = [50, 75] as const;

/** How far it is from the centre to an edge five units inside the card. */
function reach(angle: number): number {
  return Math.min(45 / Math.abs(Math.cos(angle)), 70 / Math.abs(Math.sin(angle)));
}

function rays(tens: number): { ink: Ink; d: string } {
  const { ink, rays: n, from, width } = GROUNDS[tens]!;
  const random = hand(tens + 5);
  const d = Array.from({ length: n }, (_, i) => {
    const angle = ((i + 0.5 + (random() - 0.5) * 0.4) / n) * 2 * Math.PI;
    const end = reach(angle) * (0.94 + random() * 0.06);
    const start = Math.min(from * (0.85 + random() * 0.3), end - 5);
    const at = (r: number): [number, number] => [CENTRE[0] + Math.cos(angle) * r, CENTRE[1] + Math.sin(angle) * r];
    return gouge(...at(end), ...at(start), width * (0.8 + random() * 0.4));
  }).join("");
  return { ink, d };
}

const grounds = GROUNDS.map((_, tens) => rays(tens));
export const ground = (card: number): { ink: Ink; d: string } => grounds[Math.floor(card / 10)] ?? grounds[0]!;

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
const sheet = (inset: number): string =>
  `M${inset + 5} ${inset}L${95 - inset} ${inset}C${98 - inset} ${inset} ${100 - inset} ${inset + 2} ${100 - inset} ${inset + 5}` +
  `L${100 - inset} ${145 - inset}C${100 - inset} ${148 - inset} ${98 - inset} ${150 - inset} ${95 - inset} ${150 - inset}` +
  `L${inset + 5} ${150 - inset}C${inset + 2} ${150 - inset} ${inset} ${148 - inset} ${inset} ${145 - inset}` +
  `L${inset} ${inset + 5}C${inset} ${inset + 2} ${inset + 2} ${inset} ${inset + 5} ${inset}Z`;
/** The sheet of paper; the printed field of the back, and a line around it (to be filled even-odd). */
export const SHEET = cut(sheet(1), { seed: 2, slip: 0.3, facet: 9 });
export const FIELD = cut(sheet(6), { seed: 3, slip: 0.6, facet: 7 });
export const FRAME =
  cut(sheet(8), { seed: 4, slip: 0.4, facet: 7 }) + cut(sheet(9.4), { seed: 5, slip: 0.4, facet: 7 });
