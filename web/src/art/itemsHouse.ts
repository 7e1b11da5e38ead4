/** Warm things of the house. */

import { cut, gouge, hatch, round } from "./cut.ts";
import { block, both, fine, inner, mark, moved, type Layer } from "./print.ts";

/** A wisp of steam, its foot at x, y. */
const wisp = (x: number, y: number, size = 1): string =>
  moved("M-2 0C-10 -8 6 -14 -2 -24C8 -16 -4 -9 4 0Z", { about: [0, 0], scale: size, to: [x, y] });

const steam = (seed: number, ...wisps: string[]): Layer[] => block("paper", wisps.join(""), fine(seed), 2);

export function bed(): Layer[] {
  const head = "M6 98L6 36C2 30 0 20 5 10C8 18 12 22 17 22C21 21 23 16 22 10C29 18 29 30 25 38L25 98Z";
  const quilt = "M24 58C40 50 66 48 94 54L95 84L24 84Z";
  const foot = "M87 98L87 56C84 52 83 47 85 42C88 47 95 47 97 41C100 47 99 52 97 56L97 98Z";
  return [
    ...block("brass", "M14 74L94 74L94 90L14 90Z", { seed: 2 }),
    mark("ink", () => hatch([22, 86], [84, 86], [30, 87], [90, 87], 6, { seed: 3 }, 1.6)),
    ...block("paper", "M22 46C28 36 44 36 50 44C54 52 50 62 42 64L22 64Z", { seed: 4 }),
    mark("ink", () => hatch([30, 46], [30, 58], [36, 48], [36, 58], 3, { seed: 3 }, 1.4)),
    ...block("ember", quilt, { seed: 5 }),
    mark("brass", () =>
      cut(
        "M40 54L52 54L50 66L38 68ZM64 53L77 53L78 66L65 66ZM50 67L64 67L66 81L50 82ZM78 67L92 66L93 80L79 81ZM26 69L37 69L37 82L26 82Z",
        { seed: 6, slip: 0.6 },
      ),
    ),
    mark(
      "ink",
      () =>
        hatch([42, 58], [47, 58], [41, 64], [46, 64], 2, { seed: 2 }, 1.4) +
        hatch([55, 71], [61, 71], [55, 78], [61, 78], 2, { seed: 4 }, 1.4) +
        hatch([68, 57], [73, 57], [69, 63], [74, 63], 2, { seed: 6 }, 1.4),
    ),
    ...block("brass-deep", head, { seed: 7 }),
    mark("ink", () => hatch([10, 34], [10, 88], [21, 36], [21, 90], 9, { seed: 7 }, 2)),
    ...block("brass-deep", foot, { seed: 8 }),
    ...steam(9, wisp(60, 44, 1.15), wisp(76, 46, 0.9)),
  ];
}

export function heater(): Layer[] {
  const dish = round(50, 40, 37, 36);
  const coil =
    "M34 44C32 30 44 22 54 26C68 30 70 48 58 54C48 58 40 50 44 42C47 36 56 38 55 44C50 42 49 44 50 48C54 50 60 44 56 36C50 28 38 34 39 46C42 58 52 64 62 58C74 50 72 30 58 22C44 16 28 26 30 44Z";
  return [
    ...block("brass-deep", "M46 74L54 74L56 88L72 91L76 98L24 98L28 91L44 88Z", { seed: 2 }),
    ...block("brass", dish, { seed: 3, facet: 6 }),
    ...inner("ember-deep", round(50, 40, 28, 27), { seed: 4 }, 2),
    mark("ember", () => cut(round(50, 40, 21, 20), { seed: 5, slip: 1.6, facet: 4 })),
    mark("paper", () => cut(coil, { seed: 6, slip: 0.4, facet: 3 })),
    mark(
      "ink",
      () =>
        cut("M48.500 12L51.500 12L51.500 68L48.500 68Z", fine(7)) +
        cut("M22 38.500L78 38.500L78 41.500L22 41.500Z", fine(8)) +
        cut(both("M30 18L33 16L37 40L33 64L30 62L34 40Z"), fine(9)),
    ),
    mark("ink", () => hatch([16, 30], [22, 62], [21, 32], [26, 58], 5, { seed: 8 }, 1.8)),
    mark("paper", () => hatch([36, 94], [64, 94], [40, 95], [68, 95], 3, { seed: 3 }, 1.4)),
  ];
}

export function teacup(): Layer[] {
  const cup = "M12 44L76 44C76 66 66 84 44 84C22 84 12 66 12 44Z";
  const handle = "M74 50C90 44 98 52 94 62C90 72 78 76 68 74L70 67C78 68 86 66 87 59C88 54 82 54 74 58Z";
  return [
    ...block("brass", "M4 84C30 80 58 80 84 84C80 94 64 97 44 97C24 97 8 94 4 84Z", { seed: 2 }),
    ...block("paper", handle, { seed: 3, slip: 0.5 }),
    ...block("paper", cup, { seed: 4 }),
    ...inner("ember-deep", round(44, 45, 31, 6), { seed: 5 }),
    mark("ember", () => cut("M14 56L74 56C73 60 72 63 71 66L17 66C16 63 15 60 14 56Z", { seed: 6, slip: 0.5 })),
    mark("ink", () =>
      cut("M22 58L27 64L17 64ZM33 58L38 64L28 64ZM44 58L49 64L39 64ZM55 58L60 64L50 64ZM66 58L71 64L61 64Z", fine(7)),
    ),
    mark(
      "ink",
      () =>
        hatch([56, 72], [48, 82], [68, 68], [60, 78], 4, { seed: 3 }, 1.6) +
        hatch([24, 90], [62, 90], [32, 91], [70, 91], 5, { seed: 2 }, 1.4),
    ),
    ...inner("brass", "M27 70L39 70L39 80L33 84L27 80Z", fine(8), 1.6),
    mark("ink", () => gouge(30, 46, 33, 72, 1.6)),
    ...steam(9, wisp(30, 37, 1.3), wisp(46, 38, 1.5), wisp(62, 37, 1.2)),
  ];
}

export function chilli(): Layer[] {
  const pod = "M40 20C54 18 60 28 58 42C56 62 42 82 14 92C10 92 8 88 12 86C28 74 32 58 32 40C30 30 32 22 40 20Z";
  const stem =
    "M30 24C34 18 44 16 54 22C52 26 46 25 43 27C38 26 34 28 30 24ZM40 19C40 12 36 8 30 6L33 2C42 4 46 12 46 18Z";
  const lean = { by: -54, about: [46, 30] as const, to: [10, -2] as const };
  return [
    ...block("ember-deep", moved(pod, lean), { seed: 3 }),
    mark("paper", () => moved(gouge(38, 34, 36, 56, 3), lean)),
    ...block("moss", moved(stem, lean), fine(4)),
    ...block("ember", pod, { seed: 5 }),
    mark("paper", () => gouge(39, 30, 38, 54, 3.4) + gouge(35, 62, 30, 72, 2.2)),
    mark("ink", () => hatch([53, 36], [38, 74], [49, 38], [35, 71], 7, { seed: 3 }, 2)),
    ...block("moss", stem, fine(6)),
  ];
}

export function bath(): Layer[] {
  const tub = "M5 52L95 52C94 70 88 84 74 86L26 86C12 84 6 70 5 52Z";
  const foot = "M22 82L34 86C32 92 28 98 20 98C16 98 15 94 18 92C22 91 23 87 22 82Z";
  const foam = "M10 52C6 44 14 38 20 41C22 32 34 31 38 38C44 30 56 32 58 40C64 34 74 37 74 44C82 40 92 44 90 52Z";
  return [
    ...block("brass", both(foot), { seed: 2 }),
    ...block("frost", foam, { seed: 3 }),
    mark("paper", () => cut(round(22, 47, 4) + round(44, 43, 5) + round(70, 48, 4), { seed: 4, slip: 0.3, facet: 2 })),
    ...block("paper", tub, { seed: 5 }),
    ...block("ember", "M2 50L98 50L98 58L2 58Z", { seed: 6, slip: 0.6 }),
    mark(
      "ink",
      () =>
        hatch([64, 80], [86, 62], [76, 82], [92, 64], 6, { seed: 4 }, 2) +
        hatch([20, 66], [26, 80], [26, 64], [32, 80], 3, { seed: 5 }, 1.6),
    ),
    ...steam(7, wisp(30, 27, 0.95), wisp(50, 28, 1.15), wisp(70, 29, 0.95)),
  ];
}

export function iron(): Layer[] {
  const body = "M4 84C8 62 30 48 58 46L92 46C95 58 96 72 96 84Z";
  const handle = "M30 52C28 34 36 20 52 18L84 18C92 19 94 26 88 30L84 31L86 48L76 48L74 31L54 31C46 33 42 40 43 50Z";
  return [
    ...block("brass", handle, { seed: 3 }),
    mark("ink", () => hatch([54, 21], [80, 21], [55, 28], [82, 28], 6, { seed: 4 }, 1.8)),
    ...block("ink", body, { seed: 4 }),
    mark("ember", () =>
      cut(
        "M34 62L42 58L42 70L34 72ZM48 57L56 56L56 69L48 70ZM62 55L70 55L70 69L62 69ZM76 55L84 55L85 69L76 69Z",
        fine(5),
      ),
    ),
    mark("brass", () =>
      cut(
        "M37 64L40 62L40 70L37 70ZM51 60L54 60L53 69L51 69ZM65 58L68 58L68 68L65 68ZM79 58L82 58L82 68L79 68Z",
        fine(6),
      ),
    ),
    mark("paper", () => gouge(14, 74, 30, 58, 2.4) + gouge(12, 78, 24, 70, 1.8)),
    ...block("brass-deep", "M2 82L97 82L98 92L3 92Z", { seed: 7, slip: 0.5 }),
    mark("ink", () => hatch([12, 86], [84, 86], [20, 87], [92, 87], 6, { seed: 4 }, 1.6)),
    ...steam(8, wisp(10, 58, 1), wisp(22, 44, 1.1)),
  ];
}

export function grill(): Layer[] {
  const bowl = "M10 48L90 48C90 64 78 76 62 78L38 78C22 76 10 64 10 48Z";
  const leg = "M36 76L28 98L20 98L30 72Z";
  const flame =
    "M18 42C10 28 24 22 22 8C34 14 36 24 34 30C40 22 40 12 50 2C56 12 60 22 56 30C62 28 66 20 66 12C78 20 86 30 78 42Z";
  const tongue = "M32 42C28 34 34 30 36 26C42 30 46 24 50 16C56 24 54 30 60 32C64 28 66 28 68 26C72 32 70 38 66 42Z";
  return [
    ...block("brass-deep", both(leg), { seed: 2 }),
    ...block("ember", flame, { seed: 3 }),
    mark("brass", () => cut(tongue, { seed: 4, slip: 0.6, facet: 4 })),
    ...block("ink", bowl, { seed: 5 }),
    mark("ember", () => both(cut("M26 58L36 58L34 66L30 66Z", fine(6))) + cut("M45 58L55 58L53 67L47 67Z", fine(7))),
    mark("paper", () => gouge(16, 54, 26, 70, 2) + gouge(84, 56, 76, 69, 1.6)),
    ...block("brass", "M4 42L96 42L96 49L4 49Z", { seed: 6, slip: 0.5 }),
    mark("ink", () => hatch([12, 43], [88, 43], [12, 48], [88, 48], 12, { seed: 4, slip: 0.2 }, 2)),
    ...inner(
      "ember-deep",
      "M24 36C30 30 60 30 70 34C74 37 73 42 68 43C54 40 38 40 28 43C23 43 22 39 24 36Z",
      fine(8),
      2.4,
    ),
    mark("ink", () => hatch([34, 34], [60, 34], [32, 40], [58, 39], 4, { seed: 4, slip: 0.3 }, 1.8)),
  ];
}
