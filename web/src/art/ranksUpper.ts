/** The upper three ranks of dice as characters. */

import { cut, gouge, hatch, mirrored, round } from "./cut.ts";
import { block, both, dots, fine, inner, mark, moved, shape, tiny, type Layer } from "./print.ts";

/** Broad, crowned, content with himself. */
export function oberteufel(): Layer[] {
  const horn = "M33 44C16 46 3 36 4 20C5 10 14 5 22 9C16 12 14 18 17 23C21 29 30 31 38 30Z";
  const collar = "M50 99L10 99C6 82 4 66 8 52C18 58 28 68 36 82Z";
  const head =
    "M50 28C64 28 72 35 72 48C72 60 67 68 61 74C57 82 54 90 50 95C46 90 43 82 39 74C33 68 28 60 28 48C28 35 36 28 50 28Z";
  const crown = "M30 34L25 9L36 19L42 4L50 16L58 4L64 19L75 9L70 34C58 29 42 29 30 34Z";
  const brow = "M31 49C37 44 44 46 48 53L46 55C41 51 36 51 31 53Z";
  const moustache = "M50 66C45 62 38 63 33 69C39 69 44 72 50 70Z";
  return [
    ...block("ink", both(horn), { seed: 3 }),
    shape("ink", () => cut("M6 100C14 84 30 78 50 78C70 78 86 84 94 100Z", { seed: 3 })),
    ...block("ember-deep", both(collar), { seed: 4 }),
    mark(
      "ink",
      () =>
        hatch([12, 60], [30, 98], [28, 74], [42, 99], 6, { seed: 2 }, 3) +
        mirrored(hatch([12, 60], [30, 98], [28, 74], [42, 99], 6, { seed: 2 }, 3)),
    ),
    ...block("ember", head, { seed: 2 }),
    ...block("brass", crown, { seed: 5, slip: 0.5 }),
    mark("ink", () => cut(round(50, 24, 3.4, 4) + round(37, 26, 2.4, 3) + round(63, 26, 2.4, 3), tiny(6))),
    mark("paper", () => gouge(29, 14, 33, 26, 1.6) + gouge(44, 10, 46, 20, 1.6) + gouge(57, 12, 55, 20, 1.4)),
    mark("paper", () => both(hatch([8, 30], [24, 40], [13, 26], [26, 33], 4, { seed: 4 }, 1.8))),
    mark("paper", () => cut(both(round(40, 56, 5.2, 3.8)), tiny(7))),
    mark("ink", () => dots("41.5 56, 58.5 56", 2.1) + cut(both(brow), fine(9))),
    mark("ink", () => cut("M50 52L45 64C48 66 52 66 55 64Z", fine(10))),
    mark("ember-deep", () => cut("M50 55L48 62C49 63 51 63 52 62Z", fine(10))),
    mark(
      "ink",
      () =>
        cut(both(moustache), fine(11)) + cut("M41 73C46 77 54 77 59 73C57 79 53 86 50 91C47 86 43 79 41 73Z", fine(12)),
    ),
    mark(
      "paper",
      () =>
        cut("M43 73.5C47 76 53 76 57 73.5L55 77C52 78.5 48 78.5 45 77Z", fine(13)) +
        hatch([47, 81], [53, 81], [49, 88], [51, 88], 3, { seed: 5, slip: 0.2 }, 1.2),
    ),
    mark("ink", () => both(hatch([30, 58], [36, 70], [34, 58], [40, 69], 4, { seed: 6, slip: 0.4 }, 1.3))),
  ];
}

/** Visor, ears, and a grin that holds dice. */
export function spielteufel(): Layer[] {
  const horn = "M34 22C27 18 24 10 28 1C32 8 37 12 45 14Z";
  const ear = "M24 56C14 57 5 52 1 42C11 41 20 43 27 48Z";
  const head =
    "M50 14C67 14 77 26 78 44C80 56 79 64 74 72C69 81 60 88 50 88C40 88 31 81 26 72C21 64 20 56 22 44C23 26 33 14 50 14Z";
  const band = "M22 38C28 22 72 22 78 38L78 29C72 13 28 13 22 29Z";
  const visor = "M21 36C30 25 70 25 79 36C88 41 95 48 99 57C82 48 66 45 50 45C34 45 18 48 1 57C5 48 12 41 21 36Z";
  const grin = "M27 60C34 65 42 66.500 50 66.500C58 66.500 66 65 73 60C73 72 65 82 50 82C35 82 27 72 27 60Z";
  const die = "M0 0L13 0L13 13L0 13Z";
  const left = moved(die, { about: [6.5, 6.5], by: -14, to: [31, 64] });
  const right = moved(die, { about: [6.5, 6.5], by: 12, to: [53, 65] });
  const tooth = "M45 66.500L47.500 72L50 66.500Z";
  return [
    shape("ink", () => cut(both(horn), { seed: 13 })),
    shape("ink", () => cut("M12 100C16 90 34 84 50 84C66 84 84 90 88 100Z", { seed: 3 })),
    ...block("brass", both(ear), { seed: 14 }),
    mark("ink", () => both(gouge(6, 45, 22, 53, 2))),
    ...block("brass", head, { seed: 12 }),
    ...inner("ember", "M50 94L36 88L37 100ZM50 94L64 88L63 100Z", fine(3), 1.4),
    mark("ink", () => cut(band, { seed: 15 })),
    mark(
      "paper",
      () =>
        hatch([34, 22], [66, 22], [36, 27], [64, 27], 6, { seed: 4, slip: 0.4 }, 1.4) + both(gouge(29, 6, 36, 16, 1.6)),
    ),
    mark("paper", () => cut(both(round(38, 51, 6.5, 5.5)), tiny(7))),
    mark("ink", () => dots("41 52, 65 52", 2.6, 3)),
    ...block("moss", visor, { seed: 17, slip: 0.5 }),
    mark("ink", () => hatch([12, 49], [88, 49], [22, 40], [78, 40], 9, { seed: 4, slip: 0.5 }, 1.4)),
    ...inner("ink", grin, { seed: 16, slip: 0.4 }),
    mark("paper", () => cut(both(tooth), fine(2))),
    mark("ember", () => cut("M41 79C46 75.500 54 75.500 59 79C54 81.500 46 81.500 41 79Z", fine(2))),
    mark("paper", () => cut(left, fine(21)) + cut(right, fine(22))),
    mark(
      "ink",
      () => dots("33.8 67.5, 37.5 70.5, 41.2 73.5", 1.5) + dots("56.5 68, 62.8 69.2, 55.5 74, 61.8 75.3", 1.4),
    ),
    mark(
      "ink",
      () =>
        cut("M46 55L54 55L50 62Z", fine(3)) +
        both(hatch([24, 53], [26, 60], [28, 52], [30, 58], 3, { seed: 3, slip: 0.3 }, 1.2)),
    ),
  ];
}

/** Everything about him is a little wrong. */
export function fehlerteufel(): Layer[] {
  const tilt = (path: string): string => moved(path, { by: 10, about: [50, 90], to: [-3, 0] });
  const good = "M35 32C26 25 22 13 27 2C31 12 37 18 46 21Z";
  const bent = "M54 21C60 18 63 13 63 6L79 8L93 25L81 21L72 18C73 25 71 30 66 33Z";
  const ear = "M28 54C19 54 11 49 8 40C17 40 24 42 30 46Z";
  const head =
    "M50 20C66 20 73 30 73 44C73 56 71 66 66 74C61 82 56 87 48 87C38 86 33 79 30 70C26 60 26 54 26 44C26 30 36 20 50 20Z";
  const mouth = "M33 73C39 69 43 77 49 73C55 69 58 75 65 69C63 81 54 83 49 81C42 83 36 81 33 73Z";
  const nose = "M49 50C54 54 55 62 52 68C49 71 43 70 42 66C45 64 47 58 46 51Z";
  const quill = "M68 62C76 46 80 36 91 30C93 46 87 58 74 66L66 74L64 72Z";
  const splash =
    "M9 56C11 52 10 46 13 46C16 47 14 53 16 56C20 55 24 52 26 54C27 57 22 59 21 62C24 64 29 66 28 69C26 71 22 68 20 70C21 75 23 82 20 83C17 83 17 76 14 74C12 78 12 86 9 87C6 86 8 78 6 73C4 74 1 77 -1 75C-2 72 3 69 2 66C0 64 -2 61 0 59C3 58 6 59 9 56Z";
  return [
    shape("ink", () => cut(tilt(good) + tilt(bent), { seed: 23 })),
    mark(
      "paper",
      () =>
        cut(tilt("M66 11L77 13L77 15L67 13Z"), fine(2)) +
        hatch([42, 13], [46, 22], [44, 12], [50, 20], 3, { seed: 2 }, 1.4),
    ),
    shape("ink", () => cut("M12 100C18 90 32 86 46 84C66 84 80 90 86 100Z", { seed: 3 })),
    shape("ink", () => cut(splash, fine(4)) + dots("22 88, 25 47", 2, 5) + dots("4 91", 3.2, 7)),
    ...block("ember", tilt(quill), { seed: 24, slip: 0.5 }),
    mark("ink", () =>
      tilt(hatch([77, 56], [87, 40], [82, 55], [91, 42], 4, { seed: 2, slip: 0.3 }, 1.5) + gouge(68, 68, 87, 36, 1.6)),
    ),
    ...block("imp", tilt(ear), { seed: 29 }),
    ...block("imp", tilt(head), { seed: 22 }),
    mark(
      "ink",
      () =>
        cut(tilt(mouth), fine(26)) +
        tilt(hatch([62, 60], [58, 82], [70, 60], [66, 80], 6, { seed: 5, slip: 0.5 }, 1.5)),
    ),
    mark("paper", () => cut(tilt("M42 74.5L49 73.5L48.5 80L43 79.5ZM55 72L59 73L57 76Z"), fine(2))),
    ...inner("paper", tilt(round(37, 46, 10)), { seed: 25, slip: 0.3, facet: 2.5 }, 3.6),
    ...inner("frost", tilt(round(62, 50, 7)), { seed: 27, slip: 0.3, facet: 2.5 }, 3.6),
    mark("ink", () => cut(tilt(round(41, 49, 3)) + tilt(round(60, 48, 2.2)), tiny(8))),
    mark("ink", () => cut(tilt("M46 45L56 50L55 53L45 48ZM69 52L76 48L76 50L70 54Z"), fine(9))),
    mark("ink", () => cut(tilt("M28 33C33 27 42 28 46 33L44 35C40 31 34 31 30 35ZM56 36L68 33L68 36L57 39Z"), fine(9))),
    ...inner("imp", tilt(nose), fine(30), 2.2),
    mark("paper", () => hatch([20, 95], [44, 91], [24, 98], [46, 96], 5, { seed: 2 }, 1.4)),
  ];
}
