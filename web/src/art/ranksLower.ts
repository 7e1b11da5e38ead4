/** The lower three ranks of dice as characters. */

import { cut, gouge, hatch, round } from "./cut.ts";
import { block, both, dots, fine, inner, mark, moved, shape, tiny, type Layer } from "./print.ts";

/** Kerchief, broom, bubbles: hell has never been so clean. */
export function putzteufel(): Layer[] {
  const axis = 42;
  const horn = "M25 36C14 33 7 25 7 13C13 19 21 23 32 24Z";
  const head = "M42 24C58 24 67 36 67 52C67 68 57 84 42 88C27 84 17 68 17 52C17 36 26 24 42 24Z";
  const kerchief = "M14 54C12 32 25 20 42 20C59 20 72 32 70 54C61 43 53 39 42 39C31 39 23 43 14 54Z";
  const bow = "M42 23C35 21 25 18 24 7C34 4 41 12 43 20ZM42 23C45 13 52 2 62 4C64 14 56 22 44 25Z";
  const bristles = "M74 36C70 24 69 12 72 1L98 4C99 15 97 27 92 37Z";
  const hand = "M72 68C77 64 88 64 91 69C94 74 92 82 86 84C79 86 72 84 71 79Z";
  return [
    shape("ink", () => cut(both(horn, axis), { seed: 33 })),
    mark("paper", () => both(hatch([11, 20], [18, 30], [16, 24], [24, 30], 3, { seed: 3, slip: 0.3 }, 1.5), axis)),
    shape("ink", () => cut("M4 100C8 90 24 84 42 84C60 84 72 88 78 100Z", { seed: 3 })),
    ...block("paper", "M26 88L42 94L58 88L62 100L22 100Z", { seed: 6 }),
    ...block("brass-deep", "M80 34L86 34L83 100L77 100Z", { seed: 7, slip: 0.5 }),
    ...block("brass", bristles, { seed: 8 }),
    mark("ink", () => hatch([75, 6], [95, 8], [78, 30], [89, 31], 6, { seed: 5, slip: 0.6 }, 1.8)),
    ...inner("ember-deep", "M73 31L93 32L92 38L74 37Z", fine(9)),
    ...block("ember", head, { seed: 32 }),
    ...block("frost", bow, { seed: 35, slip: 0.5 }),
    mark("ink", () => gouge(29, 10, 40, 20, 1.8) + gouge(58, 8, 46, 21, 1.8)),
    ...block("frost", kerchief, { seed: 34 }),
    mark("paper", () => dots("21 43, 29 33, 41 30, 54 32, 64 42, 35 25, 48 25", 2.5)),
    mark("paper", () => cut(both(round(32, 55, 5.6, 4.8), axis), tiny(7))),
    mark("ink", () => dots("34.5 56, 54.5 56", 2.4)),
    mark("ink", () => cut(both("M24 49C29 45 35 46 39 50L38 52C34 49 29 49 25 52Z", axis), fine(9))),
    mark("ember-deep", () => cut(both(round(25, 66, 4, 3), axis), fine(3))),
    mark("ink", () => cut("M42 57C44 60 46 63 45 65C43 66 40 66 38 65C39 62 40 60 42 57Z", fine(3))),
    mark("ink", () => cut("M28 69C37 73 47 73 56 69C55 82 29 82 28 69Z", fine(10))),
    mark("paper", () => cut("M31 70.5C38 73.5 46 73.5 53 70.5L52.5 74.5C46 77 38 77 31.5 74.5Z", fine(11))),
    ...block("ember", hand, { seed: 38, slip: 0.4 }),
    mark("ink", () => hatch([76, 69], [88, 70], [76, 80], [87, 81], 3, { seed: 7, slip: 0.3 }, 1.6)),
    ...block("frost", round(9, 62, 6) + round(5, 78, 3.6) + round(11, 46, 3), tiny(4)),
    mark("paper", () => cut(round(7, 60, 2) + round(4, 77, 1.2) + round(10, 45, 1), tiny(5))),
  ];
}

/** Out of the box, arms wide. */
export function springteufel(): Layer[] {
  const horn = "M41 14C33 13 27 7 27 -1C32 4 37 6 45 7Z";
  const head = "M50 4C61 4 68 11 68 21C68 32 60 39 50 39C40 39 32 32 32 21C32 11 39 4 50 4Z";
  const arm = "M44 50C32 53 20 49 12 39L17 35C24 42 34 45 44 43Z";
  const hand = "M18 41L9 46L10 40L0 40L7 36L0 29L9 31L8 21L15 28L20 22L20 35Z";
  const coil = (y: number, tilt: number): string =>
    moved("M34 0C34 -5 66 -5 66 0C66 5 34 5 34 0ZM39 0C39 2 61 2 61 0C61 -2 39 -2 39 0Z", {
      about: [50, 0],
      by: tilt,
      to: [0, y],
    });
  return [
    ...block("brass-deep", "M22 76L6 66L30 63L34 76Z", { seed: 45, slip: 0.5 }),
    ...[75, 69, 63, 57, 51].flatMap((y, i) => [
      { ...shape("ink", () => cut(coil(y, i % 2 ? 8 : -8), fine(y))), line: 2.6 },
      mark("brass", () => cut(coil(y, i % 2 ? 8 : -8), fine(y + 1))),
    ]),
    ...block("moss", both(arm), { seed: 46, slip: 0.5 }),
    ...block("moss", both(hand), { seed: 47, slip: 0.4 }),
    shape("ink", () => cut(both(horn), { seed: 43, slip: 0.5 })),
    ...block("moss", head, { seed: 42 }),
    ...block("paper", both("M50 40L46 37L39 43L33 40L35 49L43 47L50 51Z"), { seed: 48, slip: 0.4 }),
    mark("paper", () => cut(round(43, 18, 5.5, 6) + round(58, 19, 4.6, 5), tiny(7))),
    mark("ink", () => dots("44 19", 2.3) + dots("57 19", 2.1) + cut(both("M35 10L46 11.500L46 14L35 13Z"), fine(2))),
    mark("ink", () => cut("M35 25C44 29.500 56 29.500 65 25C63 38 37 38 35 25Z", fine(9))),
    mark("paper", () =>
      cut("M38 26.500L41.500 31L44.500 28L48 32L52 28L56 31L62 26.500C56 29 44 29 38 26.500Z", fine(9)),
    ),
    mark("ember", () => cut("M44 33.500C48 31.500 53 31.500 57 33.500C53 35 48 35 44 33.500Z", fine(9))),
    mark("ink", () => cut("M50 20L47.500 24.500L52.500 24.500Z", fine(1))),
    ...block("ember", "M20 76L80 76L77 100L23 100Z", { seed: 44 }),
    mark("brass", () => cut("M20 76L80 76L79.500 81L20.500 81Z", { seed: 6, slip: 0.4 })),
    mark("ink", () => cut("M20 81L80 81L80 83L20 83Z", fine(2))),
    mark("paper", () =>
      cut("M50 85L52.500 89L57 90L53.500 93L54.500 98L50 95.500L45.500 98L46.500 93L43 90L47.500 89Z", fine(3)),
    ),
    mark("ink", () => both(hatch([26, 87], [29, 97], [36, 87], [37, 97], 4, { seed: 3 }, 1.5))),
  ];
}

/** The brat: catapult at the ready. */
export function satansbraten(): Layer[] {
  const axis = 42;
  const horn = "M28 26C22 22 20 15 23 8C27 14 31 17 37 19Z";
  const ear = "M13 52C5 50 1 56 3 62C5 69 12 70 17 66Z";
  const head = "M42 16C62 16 72 32 73 50C77 60 74 76 64 82C56 88 28 88 20 82C10 76 7 60 11 50C12 32 22 16 42 16Z";
  const curl = "M42 20C38 14 38 5 46 3C53 2 56 9 51 12C48 14 45 11 47 9C43 9 43 15 47 19Z";
  const tongue = "M38 72C40 70 50 70 54 71C58 78 58 90 51 93C43 95 38 84 38 72Z";
  const fork =
    "M80 100L81 75C71 71 66 58 67 36L73 35C73 52 76 63 84 66C92 63 95 52 94 34L100 34C102 56 98 70 88 75L88 100Z";
  return [
    shape("ink", () => cut(both(horn, axis), { seed: 53 })),
    shape("ink", () => cut(curl, fine(4))),
    shape("ink", () => cut("M10 100C14 92 28 88 42 88C56 88 68 92 74 100Z", { seed: 5 })),
    ...block("ember", both(ear, axis), { seed: 54, slip: 0.5 }),
    ...block("ember", head, { seed: 52 }),
    mark("paper", () => cut(round(30, 46, 8.5, 9) + round(54, 47, 7, 7.5), tiny(7))),
    mark(
      "ink",
      () =>
        dots("33 48", 3.4) +
        dots("56 48", 3) +
        cut("M18 36L38 39L38 42.500L18 39.500ZM47 42L64 35L64 38L48 45Z", fine(8)),
    ),
    mark("ember-deep", () => dots("17 58, 22 62, 17 66, 24 56, 61 58, 66 61, 61 65, 67 55", 1.7)),
    mark("ink", () => cut("M40 57C38 60 38 63 42 63C46 63 46 60 44 57Z", fine(9))),
    mark("ink", () => cut("M21 66C34 70 50 70 64 64C62 84 24 86 21 66Z", fine(9))),
    mark("paper", () => cut("M27 68L33 69L32 74L28 73Z", fine(2)) + cut("M56 67.500L61 66L60 71Z", fine(2))),
    ...block("imp", tongue, { seed: 58, slip: 0.4 }),
    mark("ink", () => gouge(47, 73, 48, 86, 1.8)),
    shape("ink", () => cut("M68 40L84 57L99 39L98 35L84 50L71 36Z", fine(3))),
    ...block("brass", fork, { seed: 56, slip: 0.5 }),
    ...block("smoke", round(84, 51, 6), fine(6)),
    mark("paper", () => gouge(81, 50, 86, 48, 1.6)),
    ...block("ember", "M75 82C79 77 91 77 94 82C96 88 92 94 85 95C78 95 74 90 75 82Z", { seed: 60, slip: 0.4 }),
    mark("ink", () => hatch([80, 82], [80, 91], [92, 83], [91, 90], 3, { seed: 4, slip: 0.2 }, 1.5)),
  ];
}
