/** Lumps of coal in four shapes, cold and glowing, and the fire the devil comes in. */

import { gouge, hatch, line, placed } from "./cut.ts";
import { body, mark, part, sheet } from "./print.ts";

const outlines = [
  "M24 14L50 5L66 14L84 16L95 44L84 62L86 78L60 94L44 86L24 90L6 62L12 46L8 32Z",
  "M16 22L40 12L50 5L74 12L78 26L94 38L90 68L72 91L56 86L34 95L10 78L12 60L5 44Z",
  "M28 8L58 11L68 6L90 28L86 42L95 60L78 88L46 94L36 86L18 86L5 54L14 42L12 26Z",
  "M12 34L20 14L38 14L66 5L86 22L84 34L95 58L78 78L72 92L44 95L32 84L18 82L5 60Z",
];
/** Facets of the upper left, where the light is. */
const facets = [
  "M24 14L50 5L66 14L58 26L34 38L8 32Z",
  "M16 22L40 12L50 5L54 26L32 44L5 44Z",
  "M28 8L58 11L68 6L60 28L36 38L12 26Z",
  "M12 34L20 14L38 14L66 5L54 32L28 42Z",
];
const shadows = [
  "M84 62L86 78L60 94L44 86L58 74L74 52Z",
  "M90 68L72 91L56 86L34 95L56 74L72 54Z",
  "M95 60L78 88L46 94L36 86L58 72L76 54Z",
  "M95 58L78 78L72 92L44 95L56 74L76 54Z",
];
const cracks = [
  "M34 38L58 26L74 52L58 74L34 66ZM34 66L28 88M34 38L9 34M74 52L93 46",
  "M32 44L54 26L72 54L56 74L34 68ZM34 68L12 78M54 26L72 11",
  "M36 38L60 28L76 54L58 72L34 64ZM34 64L7 56M60 28L88 26",
  "M28 42L54 32L76 54L56 74L30 68ZM30 68L20 80M54 32L82 32",
];

const seams = (i: number, width: number): string => line(cracks[i]!, width, { seed: i + 1, facet: 7 });

export const cold = outlines.map((outline, i) =>
  sheet(
    body("ash", outline, { seed: i + 90, slip: 1.2, facet: 16 }),
    part("smoke", facets[i]!, { seed: i + 3, slip: 0.8, facet: 12 }),
    part("ink", shadows[i]!, { seed: i + 5, slip: 0.8, facet: 12 }),
    mark("ink", () => seams(i, 2.6)),
    mark(
      "paper-shade",
      () => hatch([24, 20], [44, 14], [20, 31], [38, 24], 3, { seed: i + 1 }, 2) + gouge(62, 40, 68, 50, 2),
    ),
    mark("paper-shade", () => hatch([64, 82], [82, 70], [68, 72], [80, 60], 4, { seed: i + 2 }, 2)),
  ),
);
export const hot = outlines.map((outline, i) =>
  sheet(
    body("ember", outline, { seed: i + 90, slip: 1.2, facet: 16 }),
    part("brass", facets[i]!, { seed: i + 3, slip: 0.8, facet: 12 }),
    part("ember-deep", shadows[i]!, { seed: i + 5, slip: 0.8, facet: 12 }),
    mark("ink", () => hatch([64, 84], [84, 70], [68, 76], [84, 60], 5, { seed: i + 2 }, 2)),
    mark("paper", () => hatch([22, 22], [44, 13], [18, 32], [36, 24], 4, { seed: i + 1 }, 2.4)),
  ),
);
const fire =
  "M22 94C8 88 3 70 8 54C11 60 14 62 18 62C10 48 12 30 22 18C23 28 26 32 32 34C30 20 38 8 52 3C49 14 54 22 62 26C66 22 68 17 68 11C80 20 84 32 81 44C86 42 88 38 89 33C97 48 97 64 90 74C95 72 96 70 97 68C96 82 90 90 78 95C60 98 40 98 22 94Z";
export const burning = sheet(
  body("brass", fire, { seed: 99, slip: 0.8 }),
  part("ember-deep", placed(fire, 10, 14, 0.8), { seed: 98, slip: 0.8, facet: 5 }),
  mark("ink", () => hatch([24, 82], [76, 82], [28, 92], [72, 92], 9, {}, 2.4)),
);
