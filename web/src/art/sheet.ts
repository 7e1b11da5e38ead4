/** The paper of a card and the ground printed on it: all that the cover of the box shows of one, and no more. */

import { cut, gouge, hand } from "./cut.ts";
import { remembered, type Ink } from "./print.ts";

/** A sheet with round corners, so far inside the edge. */
export const sheet = (inset: number): string =>
  `M${inset + 5} ${inset}L${95 - inset} ${inset}C${98 - inset} ${inset} ${100 - inset} ${inset + 2} ${100 - inset} ${inset + 5}` +
  `L${100 - inset} ${145 - inset}C${100 - inset} ${148 - inset} ${98 - inset} ${150 - inset} ${95 - inset} ${150 - inset}` +
  `L${inset + 5} ${150 - inset}C${inset + 2} ${150 - inset} ${inset} ${148 - inset} ${inset} ${145 - inset}` +
  `L${inset} ${inset + 5}C${inset} ${inset + 2} ${inset + 2} ${inset} ${inset + 5} ${inset}Z`;
export const SHEET = cut(sheet(1), { seed: 2, slip: 0.3, facet: 9 });

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

const grounds = remembered(rays);
export const ground = (card: number): { ink: Ink; d: string } => grounds(Math.floor(card / 10));
