/** What a card shows that has no devils: nothing happens here. */

import { cut, gouge, hatch, round } from "./cut.ts";
import { block, both, dots, fine, inner, mark, shape, tiny, type Layer } from "./print.ts";

/** A lamb with a halo. */
function lamb(): Layer[] {
  const wool =
    "M20 62C14 52 24 44 31 48C34 38 46 38 50 45C54 38 66 38 69 48C76 44 86 52 80 62C88 66 86 78 78 79C78 88 66 92 60 86C56 92 44 92 40 86C34 92 22 88 22 79C14 78 12 66 20 62Z";
  const ear = "M35 64C27 60 20 62 17 69C24 73 31 73 36 70Z";
  return [
    ...block("paper", wool, { seed: 3, slip: 0.6 }),
    mark("ink", () => both(hatch([26, 58], [30, 82], [32, 54], [37, 84], 3, { seed: 4 }, 1.8))),
    ...block("ink", both(ear), { seed: 5, slip: 0.4 }, 1),
    ...block(
      "ink",
      "M50 54C60 54 65 60 64 68C63 78 57 86 50 86C43 86 37 78 36 68C35 60 40 54 50 54Z",
      { seed: 6, slip: 0.4 },
      1,
    ),
    ...inner("paper", "M36 58C36 50 44 49 47 53C50 48 58 49 58 54C64 52 68 58 64 62C58 60 42 60 38 63Z", fine(8), 1.6),
    mark(
      "paper",
      () =>
        cut(both("M39 68C41 73 46 73 48 68L46 67C45 70 42 70 41 67Z"), tiny(6)) +
        cut("M44 79C47 82 53 82 56 79L54 78C52 80 48 80 46 78Z", tiny(7)),
    ),
    ...block("brass", "M24 28C24 19 76 19 76 28C76 37 24 37 24 28ZM35 28C35 32 65 32 65 28C65 24 35 24 35 28Z", {
      seed: 4,
      slip: 0.5,
    }),
    shape("brass", () => gouge(50, 12, 50, 3, 3.4) + gouge(31, 14, 26, 6, 3) + gouge(69, 14, 74, 6, 3)),
  ];
}

function cat(): Layer[] {
  const body = "M8 78C6 54 28 40 54 42C80 44 96 60 93 78C90 90 74 92 50 92C26 92 10 90 8 78Z";
  const head = "M58 56L60 38L72 48L86 46L97 34L98 58C100 74 92 84 78 84C64 84 54 74 58 56Z";
  return [
    ...block("ink", body, { seed: 3 }),
    mark("imp", () => hatch([22, 58], [52, 48], [26, 68], [54, 60], 6, { seed: 3 }, 2.6)),
    ...block("ink", "M10 74C14 88 40 92 62 86C68 84 70 90 64 93C40 100 8 96 4 80Z", { seed: 4, slip: 0.5 }),
    mark("imp", () => hatch([18, 86], [50, 91], [24, 91], [54, 95], 5, { seed: 5 }, 2)),
    ...inner("ink", head, { seed: 5 }, 2),
    { ...mark("imp", () => cut(head, { seed: 5 })), line: 1 },
    mark(
      "ink",
      () =>
        cut(
          "M62 64C65 70 71 70 74 64L76 66C72 73 64 73 60 66ZM83 63C86 69 91 69 94 62L96 64C92 72 85 72 81 65Z",
          tiny(6),
        ) + cut("M76 72L82 72L79 76Z", tiny(7)),
    ),
    mark(
      "ink",
      () =>
        hatch([62, 76], [64, 80], [72, 75], [73, 78], 2, { seed: 2, slip: 0.2 }, 1.3) +
        hatch([96, 74], [94, 78], [86, 74], [85, 77], 2, { seed: 2, slip: 0.2 }, 1.3),
    ),
    ...block("ink", "M34 24L50 22L41 36L52 35L51 39L32 41L42 27L33 28Z", tiny(8), 0.6),
    ...block("ink", "M56 10L67 8L61 18L68 17L68 20L54 22L61 12L56 13Z", tiny(9), 0.4),
  ];
}

function candle(): Layer[] {
  const flame = "M50 2C58 14 66 22 60 34C57 40 43 40 40 34C36 24 46 16 50 2Z";
  return [
    ...block("brass", flame, { seed: 3, slip: 0.5 }),
    mark("ember", () => cut("M50 18C54 24 57 29 54 34C52 37 47 37 45 34C43 28 48 24 50 18Z", fine(4))),
    ...block("paper", "M38 44C42 40 58 40 62 44L63 82L37 82Z", { seed: 5 }),
    ...inner(
      "paper",
      "M37 44C42 41 58 41 63 44C64 50 64 58 60 60C58 56 57 50 54 50C52 54 52 66 48 68C45 62 46 52 42 50C38 50 37 48 37 44Z",
      fine(6),
      1.8,
    ),
    mark("ink", () => gouge(50, 34, 50, 45, 2.4) + hatch([58, 62], [57, 78], [62, 62], [62, 78], 4, { seed: 4 }, 1.6)),
    ...block("imp", "M18 80C38 76 62 76 82 80C80 92 68 96 50 96C32 96 20 92 18 80Z", { seed: 7 }),
    ...block("imp", "M80 80C92 76 98 84 92 90C88 93 82 92 78 90L80 86C86 88 90 84 86 82Z", fine(8)),
    mark("ink", () => hatch([30, 84], [66, 84], [34, 92], [64, 92], 6, { seed: 5 }, 2)),
    shape(
      "brass",
      () =>
        gouge(28, 22, 16, 16, 3.4) + gouge(72, 22, 84, 16, 3.4) + gouge(28, 36, 16, 40, 3) + gouge(72, 36, 84, 40, 3),
    ),
  ];
}

function feather(): Layer[] {
  const vane = "M92 4C96 28 88 54 66 70L60 66L58 76C48 82 36 84 26 82C22 66 28 48 40 34L48 38L46 27C58 14 74 6 92 4Z";
  return [
    ...block("paper", vane, { seed: 3 }),
    mark("imp", () =>
      cut("M92 4C96 28 88 54 66 70L60 66L58 76C48 82 36 84 26 82C50 62 74 36 92 4Z", { seed: 4, slip: 0.5 }),
    ),
    mark(
      "ink",
      () =>
        hatch([40, 52], [74, 14], [36, 66], [78, 22], 7, { seed: 5 }, 1.8) +
        hatch([50, 76], [88, 34], [46, 70], [82, 30], 7, { seed: 6 }, 1.8),
    ),
    ...block("ink", "M88 10C74 40 50 66 8 97L5 94C44 62 68 36 86 9Z", fine(5), 1),
  ];
}

function dove(): Layer[] {
  const bird =
    "M6 34C14 30 20 30 26 34C30 24 42 24 46 34C48 40 50 44 54 46C70 44 84 50 97 62C88 64 82 66 76 72C66 84 42 86 28 72C18 62 18 48 16 42Z";
  const wing =
    "M40 54C44 34 58 16 82 8C82 16 80 22 76 26C82 26 84 28 84 32C80 38 76 42 70 44C74 46 74 50 72 54C62 64 44 66 40 54Z";
  return [
    ...block("paper", bird, { seed: 3 }),
    mark("brass", () => cut("M5 34C10 31 14 31 19 33L17 41Z", fine(4))),
    mark(
      "ink",
      () =>
        dots("30 38", 2.2) +
        hatch([78, 58], [70, 68], [92, 62], [80, 70], 4, { seed: 3 }, 1.8) +
        hatch([30, 60], [40, 76], [36, 60], [46, 74], 4, { seed: 5 }, 1.8),
    ),
    ...block("imp", wing, { seed: 5 }),
    mark("ink", () => hatch([50, 46], [52, 56], [74, 20], [72, 44], 5, { seed: 6 }, 2.2)),
    ...block(
      "moss",
      "M10 44C6 50 4 56 6 64C12 60 14 52 14 46ZM14 48C16 56 20 60 27 62C27 55 22 49 16 45Z",
      fine(7),
      1.6,
    ),
  ];
}

/** All of it by night. */
function night(layers: Layer[], stars: string): Layer[] {
  return [
    ...block("imp-deep", round(50, 52, 58), { seed: 9, slip: 1, facet: 9 }),
    mark("paper", () => dots(stars, 1.7)),
    mark("imp", () => hatch([20, 96], [70, 98], [34, 99], [82, 93], 5, { seed: 3, slip: 1.5 }, 2.4)),
    ...layers,
  ];
}

export const PEACE: readonly Layer[][] = [
  night(lamb(), "14 26, 88 34, 8 82, 90 84"),
  night(cat(), "24 20, 80 22, 12 44, 90 40"),
  night(candle(), "30 12, 74 10, 10 60, 90 62"),
  night(feather(), "22 22, 34 12, 82 84, 94 70"),
  night(dove(), "20 16, 40 12, 94 40, 86 86"),
];
