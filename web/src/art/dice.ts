/** Dice and cups in their three sorts. */

import { cut, gouge, hatch } from "./cut.ts";
import { block, both, dots, fine, inner, mark, moved, remembered, shape, type Ink, type Layer } from "./print.ts";

export type Sort = "gold" | "black" | "grey";

interface Inks {
  body: Ink;
  side: Ink;
  pip: Ink;
  gouge: Ink;
}

const INKS: Record<Sort, Inks> = {
  gold: { body: "brass", side: "brass-deep", pip: "ink", gouge: "paper" },
  black: { body: "ink", side: "ink", pip: "paper", gouge: "smoke" },
  grey: { body: "text-faint", side: "smoke", pip: "ink", gouge: "smoke" },
};

const PIPS = [
  "",
  "47 47",
  "30 64, 64 30",
  "29 65, 47 47, 65 29",
  "31 31, 31 63, 63 31, 63 63",
  "29 29, 29 65, 47 47, 65 29, 65 65",
  "31 26, 31 47, 31 68, 63 26, 63 47, 63 68",
];

/** Grey dice have lost a corner. */
const FRONT: Record<Sort, string> = {
  gold: "M16 10L78 10C83 10 85 12 85 17L85 78C85 83 83 85 78 85L16 85C11 85 9 83 9 78L9 17C9 12 11 10 16 10Z",
  black: "M16 10L78 10C83 10 85 12 85 17L85 78C85 83 83 85 78 85L16 85C11 85 9 83 9 78L9 17C9 12 11 10 16 10Z",
  grey: "M16 10L70 10L73 16L80 17L85 25L85 78C85 83 83 85 78 85L22 85L18 80L11 78L9 70L9 17C9 12 11 10 16 10Z",
};
const SIDES = "M80 11L90 21C95 25 96 27 96 31L96 86C96 92 92 96 86 96L31 96C27 96 25 95 21 91L11 81L80 80Z";

const faces = {
  gold: remembered((face: number) => carved("gold", face)),
  black: remembered((face: number) => carved("black", face)),
  grey: remembered((face: number) => carved("grey", face)),
};
export const die = (sort: Sort, face: number): Layer[] => faces[sort](face);

function carved(sort: Sort, face: number): Layer[] {
  const { body, side, pip, gouge: scratch } = INKS[sort];
  const places = PIPS[face];
  if (!places) return tumbling(sort);
  return [
    ...block(side, SIDES, { seed: 2, slip: 0.6 }),
    mark(sort === "black" ? "smoke" : "ink", () => hatch([88, 30], [90, 84], [93, 34], [93, 88], 6, { seed: 3 }, 1.8)),
    mark(sort === "black" ? "smoke" : "ink", () => hatch([30, 88], [82, 90], [36, 93], [84, 93], 6, { seed: 5 }, 1.8)),
    ...block(body, FRONT[sort], { seed: 3, slip: 0.6, facet: 8 }),
    mark(scratch, () => hatch([14, 15], [14, 32], [22, 14], [18, 30], 3, { seed: face, slip: 0.6 }, 1.8)),
    mark(scratch, () => hatch([74, 80], [81, 62], [79, 79], [82, 66], 3, { seed: face + 9, slip: 0.6 }, 1.6)),
    mark(pip, () => dots(places, face > 4 ? 7.4 : 8.4, face * 11 + sort.length)),
  ];
}

/** On one corner, nothing to be read yet. */
function tumbling(sort: Sort): Layer[] {
  const { body, side, gouge: scratch } = INKS[sort];
  const spin = (path: string): string => moved(path, { by: 9, about: [50, 50], scale: 0.94 });
  return [
    {
      ...shape("ink", () => cut(spin("M50 6L88 26L88 72L50 95L12 72L12 26Z"), { seed: 3, slip: 0.7, facet: 10 })),
      line: 2.4,
    },
    mark(side, () => cut(spin("M14 28L48 48L48 91L14 70Z"), fine(4)) + cut(spin("M86 28L52 48L52 91L86 70Z"), fine(5))),
    mark(body, () => cut(spin("M50 9L85 26L50 45L15 26Z"), fine(6))),
    mark(
      scratch,
      () =>
        spin(hatch([22, 40], [22, 66], [40, 52], [40, 80], 5, { seed: 4 }, 2.2)) +
        spin(hatch([60, 52], [60, 80], [78, 42], [78, 68], 5, { seed: 5 }, 2.2)),
    ),
    mark(
      sort === "black" ? "text-faint" : "ink",
      () => spin(gouge(14, 27, 50, 47, 2)) + spin(gouge(86, 27, 50, 47, 2)),
    ),
    mark(sort === "black" ? "text-faint" : "ink", () => spin(gouge(50, 46, 50, 92, 2))),
    mark(sort === "black" ? "paper" : "ink", () =>
      spin(hatch([36, 22], [54, 30], [48, 17], [66, 26], 4, { seed: 6 }, 2)),
    ),
  ];
}

const CUP = "M24 20C40 15 60 15 76 20C80 44 84 66 88 90C64 98 36 98 12 90C16 66 20 44 24 20Z";
const CHIPPED =
  "M24 20C40 15 60 15 76 20C80 44 84 66 88 90L78 93L74 84L66 88L62 95L40 96L36 90L28 92L12 90C16 66 20 44 24 20Z";
const HORN = "M26 30C14 28 5 18 6 4C12 12 20 16 32 17Z";
const CROWN = "M30 21L25 3L38 12L50 2L62 12L75 3L70 21C58 17 42 17 30 21Z";
const BAND = "M22.5 28C40 33 60 33 77.5 28L79 37C60 42 40 42 21 37Z";
const TEETH = "M24 30L28 38L21 37ZM36 32L40 40L32 39.5ZM50 33L54 41L46 41ZM64 32L68 39.5L60 40ZM76 30L79 37L72 38Z";
const EYE = "M28 50C34 48 42 51 46 58C40 61 31 60 28 50Z";
const GRIN = "M27 68C40 74 60 74 73 68C72 82 62 88 50 88C38 88 28 82 27 68Z";
const BITE = "M31 70.5L36 78L41 73L46 80L50 74L54 80L59 73L64 78L69 70.5C58 74.5 42 74.5 31 70.5Z";

interface Leather {
  body: Ink;
  horn: Ink;
  band: Ink;
  teeth: Ink;
  eye: Ink;
  mouth: Ink;
}

const LEATHER: Record<Sort, Leather> = {
  gold: { body: "brass", horn: "paper", band: "ember-deep", teeth: "ink", eye: "ink", mouth: "ink" },
  black: { body: "ink", horn: "paper-shade", band: "ember", teeth: "ink", eye: "ember", mouth: "ember" },
  grey: { body: "smoke", horn: "text-faint", band: "text-faint", teeth: "ink", eye: "paper", mouth: "ink" },
};

/** A leather cup upside down over its dice, with a face; lifted, it leans over the shadow where the dice lie. */
export function cup(sort: Sort, lifted: boolean): Layer[] {
  const { body, horn, band, teeth, eye, mouth } = LEATHER[sort];
  const lift = (path: string): string =>
    lifted ? moved(path, { by: 24, scale: 0.74, about: [50, 40], to: [1, 0] }) : path;
  return [
    ...(lifted ? block("ink", "M14 88C30 82 70 82 86 88C80 97 20 97 14 88Z", { seed: 9 }) : []),
    ...block(horn, lift(both(HORN)), { seed: 3, slip: 0.5 }),
    mark("ink", () => lift(both(hatch([10, 14], [22, 26], [15, 13], [27, 20], 3, { seed: 4, slip: 0.4 }, 1.8)))),
    ...(sort === "gold" ? block("brass", lift(CROWN), { seed: 5, slip: 0.5 }) : []),
    ...block(body, lift(sort === "grey" ? CHIPPED : CUP), { seed: 4, slip: 0.6 }),
    mark(band, () => cut(lift(BAND), { seed: 6, slip: 0.5 })),
    mark(teeth, () => cut(lift(TEETH), fine(7))),
    mark(eye, () => cut(lift(both(EYE)), fine(8))),
    mark(eye === "ink" ? "paper" : "ink", () => lift(dots("39 55, 61 55", 2.2))),
    mark(mouth, () => cut(lift(GRIN), fine(9))),
    mark(mouth === "ink" ? "paper" : "ink", () => cut(lift(BITE), fine(10))),
    mark(sort === "gold" ? "paper" : "text-faint", () =>
      lift(gouge(29, 20, 28, 27, 2.2) + gouge(34, 20, 33.5, 26, 1.8)),
    ),
    mark(body === "ink" ? "smoke" : "ink", () =>
      lift(hatch([76, 56], [80, 80], [81, 58], [84, 82], 5, { seed: 5 }, 1.8)),
    ),
    ...(sort === "grey" ? patch(lift) : []),
  ];
}

/** Mended more than once. */
function patch(lift: (path: string) => string): Layer[] {
  return [
    ...inner("paper-shade", lift("M62 41L77 38L79 48L65 52Z"), fine(8), 1.6),
    mark("ink", () =>
      lift(hatch([63, 42], [66, 51], [68, 40], [71, 50], 2, { seed: 2, slip: 0.2 }, 1.4) + gouge(73, 38, 74, 50, 1.4)),
    ),
  ];
}
