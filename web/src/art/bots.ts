/** The faces of the bots, by level: the stronger, the older and the more horn. */

import { gouge, hatch, line, round } from "./cut.ts";
import { body, both, mark, own, part, sheet, stem, type Layer } from "./print.ts";

const fine = { slip: 0.25, facet: 3 };
const dots = { slip: 0.2, facet: 2 };

const child = sheet(
  body("paper", both("M28 34C23 26 23 17 28 9C32 17 37 21 43 24Z")),
  body("ember", both("M22 62C13 62 8 55 6 45C14 43 21 46 25 51Z"), { seed: 2 }),
  mark("ink", () => both(gouge(10, 49, 22, 57, 3))),
  body("ember", "M50 20C70 20 82 35 82 55C82 76 68 90 50 90C32 90 18 76 18 55C18 35 30 20 50 20Z", { seed: 3 }),
  mark("ink", () => hatch([71, 30], [75, 50], [78, 34], [81, 52], 6, { seed: 4 }, 2)),
  mark("paper", () => hatch([28, 34], [36, 28], [25, 41], [31, 35], 2, {}, 2)),
  part("ink", "M38 23C42 14 52 8 60 12C56 13 55 15 55 17C60 15 66 17 67 21C60 20 56 24 52 29C48 24 44 23 38 23Z"),
  part("ink", both(round(35, 51, 11.5, 12.5)), fine),
  part("paper", both(round(35, 51, 9.5, 10.5)), { ...fine, seed: 5 }),
  part("ink", round(39, 54, 5, 6) + round(69, 54, 5, 6), dots),
  part("paper", round(37, 51, 1.8) + round(67, 51, 1.8), dots),
  mark("ink", () => both(line("M24 35C28 31 35 30 40 33", 3.4))),
  mark("ink", () => line("M47 62C48 65 52 65 53 62", 2.4)),
  part("ink", "M33 68C42 73 58 73 67 68C66 79 59 85 50 85C41 85 34 79 33 68Z"),
  part("paper", "M41 71L48 72L48 78L42 77ZM52 72L59 71L58 77L52 78Z", fine),
  mark("ember-deep", () => both(hatch([23, 64], [30, 68], [23, 67], [30, 71], 3, {}, 1.6))),
  stem("paper", "M77 78L67 97", 3.4),
  body(own("brass"), round(79, 70, 14), { seed: 4, facet: 5 }),
  mark("ink", () => line("M79 71C80 68 84 70 82 74C79 78 72 76 72 69C73 62 81 59 87 63C89 65 91 69 90 73", 3)),
);

const casual = sheet(
  body("paper", both("M30 34C19 28 13 17 18 5C24 14 31 17 43 20Z"), { seed: 6 }),
  mark("ink", () => both(line("M16 18C19 17 22 15 23 12", 2.4) + line("M22 27C26 24 29 21 30 17", 2.6))),
  body("ember", both("M24 66C14 66 8 60 6 50C14 48 22 50 26 55Z"), { seed: 7 }),
  mark("ink", () => both(gouge(10, 53, 23, 61, 3))),
  body("ember", "M50 24C68 24 78 34 78 50C78 64 75 77 67 85C60 92 40 92 33 85C25 77 22 64 22 50C22 34 32 24 50 24Z", {
    seed: 8,
  }),
  mark("ember-deep", () => hatch([69, 52], [68, 76], [76, 52], [74, 74], 6, { seed: 2 }, 2)),
  part("paper", both("M31 54C36 52 43 52 46 56C44 62 33 63 31 54Z"), fine),
  part("ink", round(40, 57.5, 2.8) + round(61, 57.5, 2.8), dots),
  mark("ink", () => both(line("M27 56C33 50 42 50 48 56", 4.6))),
  mark("ink", () => line("M49 57C43 64 43 69 48 70C53 71 57 68 55 63", 2.8)),
  mark("ink", () => line("M32 72C42 81 58 82 69 72", 4.4) + line("M66 69C69 70 71 72 71 76", 2.4)),
  mark("ink", () => both(hatch([33, 80], [46, 87], [34, 84], [46, 90], 4, { seed: 4 }, 1.4))),
  body(own("brass-deep"), "M19 44C14 28 28 14 52 14C75 14 87 27 82 44C66 34 36 35 19 44Z", { seed: 9 }),
  mark(
    "ink",
    () =>
      hatch([30, 24], [74, 22], [27, 34], [78, 33], 6, { seed: 5 }, 1.6) +
      hatch([38, 18], [66, 18], [26, 26], [80, 28], 2, { seed: 3 }, 1.4),
  ),
  body(own("brass-deep"), "M10 50C18 37 48 32 64 37C60 45 44 44 32 48C23 51 14 54 10 50Z", { seed: 10 }),
  mark("ink", () => line("M16 47C26 41 42 39 56 39", 2)),
  stem("brass", "M56 79C68 78 80 72 91 57", 1.8),
  body(
    "brass",
    "M80 73C78 68 80 64 84 63C85 67 84 71 80 73ZM86 66C84 61 86 57 90 56C91 60 90 64 86 66ZM91 58C89 52 90 47 93 44C96 48 96 54 91 58ZM85 70C89 72 93 71 95 67C91 66 87 67 85 70Z",
    { seed: 11, slip: 0.2 },
  ),
);

const club = sheet(
  body("paper", both("M29 38C16 33 11 20 17 6C21 16 29 21 44 23Z"), { seed: 12 }),
  mark("ink", () => both(line("M15 19C19 18 21 17 23 14", 2.4) + line("M21 29C25 27 29 24 31 19", 2.6))),
  body("ember", both("M25 62C15 62 9 56 7 46C15 44 22 46 27 51Z"), { seed: 13 }),
  body("ember", "M50 19C67 19 78 30 78 48C78 68 68 90 50 90C32 90 22 68 22 48C22 30 33 19 50 19Z", { seed: 14 }),
  mark("paper", () => hatch([42, 24], [57, 23], [45, 32], [54, 32], 4, { seed: 4 }, 1.8)),
  mark("ink", () => both(hatch([25, 66], [34, 84], [30, 64], [39, 80], 5, { seed: 2 }, 1.8))),
  part("ink", both("M22 52C20 36 28 24 38 21C32 30 29 36 30 42Z")),
  mark("ink", () => both(line("M28 36C33 32 41 33 46 37", 4.6))),
  part("ink", both(round(36, 51, 14)), { slip: 0.4, facet: 4 }),
  part(own("brass"), both(round(36, 51, 12.4)), { slip: 0.3, facet: 4, seed: 2 }),
  part("ink", both(round(36, 51, 10)), { slip: 0.3, facet: 4, seed: 5 }),
  part("paper", both(round(36, 51, 9)), { slip: 0.3, facet: 3.5, seed: 3 }),
  part("ink", both(round(38, 52, 3.2)), dots),
  mark("ink", () => both(line("M27 47C32 44 40 44 45 48", 2.6))),
  mark("ink", () => line("M46 49C48 46 52 46 54 49", 3.6, {}, true)),
  mark("ink", () => line("M48 56C45 62 46 65 50 65C54 65 55 62 53 57", 2.4)),
  part("ink", both("M50 65C43 62 33 66 27 76C37 79 47 77 50 71Z")),
  mark("paper", () => both(hatch([35, 70], [45, 69], [33, 75], [44, 74], 3, {}, 1.3))),
  mark("ink", () => line("M43 82C48 84 54 84 58 81", 3)),
  stem("ink", "M57 81C64 86 70 88 76 88", 3),
  body("brass-deep", "M72 76L90 75C92 87 88 95 81 95C74 95 71 88 72 76Z", { seed: 15, slip: 0.5 }),
  part("ember", "M75 77L87 76L86 79L76 80Z", fine),
  mark("ink", () => hatch([84, 82], [88, 82], [82, 92], [85, 90], 3, {}, 1.4)),
  stem("paper", "M81 70C75 63 90 58 84 49C80 43 90 39 88 31", 3.4),
);

const expert = sheet(
  body(own("ember-deep"), both("M8 96C8 82 16 72 28 66L48 92L46 96Z"), { seed: 16 }),
  mark("ink", () => both(hatch([14, 92], [28, 74], [22, 95], [36, 84], 5, {}, 2))),
  body("paper", both("M32 32C22 26 16 15 20 3C26 13 33 17 44 19Z"), { seed: 17 }),
  mark("ink", () => both(line("M19 16C22 15 25 13 26 10", 2.4) + line("M25 25C28 23 31 20 32 15", 2.6))),
  body("ember", both("M27 60C18 56 12 47 12 36C20 38 26 44 29 50Z"), { seed: 18 }),
  body(
    "ember",
    "M50 16C65 16 75 26 75 42C75 58 70 72 64 80C59 86 55 89 50 89C45 89 41 86 36 80C30 72 25 58 25 42C25 26 35 16 50 16Z",
    {
      seed: 19,
    },
  ),
  part(
    "ink",
    "M25 44C23 25 35 15 50 15C65 15 77 25 75 44C74 33 68 25 61 22C56 24 53 29 50 35C47 29 44 24 39 22C32 25 26 33 25 44Z",
  ),
  part("ink", "M28 45C35 41 43 44 49 51L47 55C42 49 36 47 28 49Z"),
  part("paper", "M31 52C35 48 42 49 46 55C41 58 34 57 31 52Z", fine),
  part("ink", round(40, 53, 2.6), dots),
  part("ink", "M53 41C57 30 68 28 74 37C67 34 60 36 56 43Z"),
  part("ink", round(62, 53, 11.5), fine),
  part("brass", round(62, 53, 10), fine),
  part("ink", round(62, 53, 7.6), fine),
  part("paper", round(62, 53, 7), { ...fine, seed: 3 }),
  part("ink", round(61, 53, 3), dots),
  mark("ink", () => line("M55 50C59 46 65 46 69 50", 2)),
  mark("brass", () => line("M71 58C75 66 72 74 76 82C77 86 80 88 82 92", 2.4, {}, true)),
  mark("ink", () => line("M51 50C51 57 47 61 47 64C48 67 52 67 54 65", 2.6)),
  mark("ink", () => both(line("M50 70C45 66 38 72 32 68C29 66 29 62 32 61", 4))),
  mark("ink", () => line("M43 75C48 78 55 77 59 73", 2.8)),
  mark("ink", () => both(hatch([28, 60], [33, 72], [33, 60], [38, 73], 4, { seed: 5 }, 1.6))),
  body("ink", "M42 82C47 79 53 79 58 82C57 89 54 93 50 97C46 93 43 89 42 82Z", { seed: 20, slip: 0.5 }),
  mark("paper", () => hatch([46, 83], [54, 83], [48, 92], [52, 91], 3, {}, 1.2)),
);

const ram =
  "M36 40C34 20 14 12 6 28C0 42 6 58 19 60C30 61 36 52 31 45C27 40 19 42 20 48C13 46 12 36 18 32C25 28 30 36 33 48Z";

const master = sheet(
  body("paper-shade", both(ram), { seed: 21 }),
  mark("ink", () =>
    both(
      line("M28 20C26 24 25 27 26 31", 3) +
        line("M15 17C16 23 17 27 19 31", 3) +
        line("M5 29C9 31 12 33 15 36", 3) +
        line("M4 43C8 43 11 43 15 42", 3) +
        line("M10 57C13 53 15 50 18 47", 3) +
        line("M25 61C24 57 23 54 22 50", 3),
    ),
  ),
  body("ember", "M50 24C65 24 74 33 74 47C74 64 66 80 50 80C34 80 26 64 26 47C26 33 35 24 50 24Z", { seed: 22 }),
  mark("ink", () => hatch([40, 30], [40, 36], [60, 30], [60, 36], 2, { seed: 3 }, 1.8)),
  part("paper", both("M31 47C36 44 43 45 47 50C42 53 35 53 31 47Z"), fine),
  part("ink", both(round(40, 48.6, 2.6)), dots),
  mark("ink", () => both(line("M31 53C36 57 42 57 46 54", 2) + line("M30 57C34 61 40 61 43 59", 1.8))),
  mark("ink", () => line("M47 49C43 57 42 61 46 63C50 65 54 64 56 61", 2.6)),
  body("paper", "M25 58C28 68 38 73 50 71C62 73 72 68 75 58C82 74 70 89 50 98C30 89 18 74 25 58Z", { seed: 23 }),
  mark("ink", () => both(hatch([28, 70], [48, 79], [36, 86], [48, 94], 5, { seed: 4 }, 2))),
  body("paper", both("M50 66C43 61 33 65 26 75C36 79 47 77 50 71Z"), { seed: 24 }),
  mark("ink", () => both(hatch([36, 69], [46, 68], [32, 74], [45, 74], 3, {}, 1.4))),
  body("paper", both("M48 46C42 42 34 41 24 45C28 35 41 33 48 40Z"), { seed: 25, slip: 0.5 }),
  body(own("brass"), "M30 31L24 6L37 17L44 3L50 15L56 3L63 17L76 6L70 31C60 26 40 26 30 31Z", { seed: 26, slip: 0.5 }),
  mark("ink", () => line("M31 26C42 21 58 21 69 26", 2)),
  part("ember", round(50, 20, 3) + round(37, 22, 2.2) + round(63, 22, 2.2), dots),
);

const square = "M22 34L76 28L82 80L28 88Z";

const random = sheet(
  body("paper", "M26 44C14 38 8 25 12 10C18 20 26 25 42 29ZM60 33C70 28 76 18 75 4C87 12 90 28 80 42Z", { seed: 27 }),
  body("brass", square, { seed: 28 }),
  mark("ink", () => line("M37 50C40 48 42 52 39 54C34 56 31 50 34 46C39 41 47 45 46 52C45 57 42 59 39 60", 3)),
  mark("ink", () => line("M63 47C66 45 68 49 65 51C60 53 57 47 60 43C65 38 73 42 72 49C71 54 68 56 65 57", 3)),
  mark("ink", () => line("M36 74C40 68 44 78 49 72C53 67 57 76 62 70C66 65 70 73 73 69", 4)),
  part("ember", round(52, 62, 3.5), dots),
  mark("ink", () => hatch([71, 34], [75, 76], [77, 36], [81, 74], 10, {}, 2.2)),
);

const thumb = sheet(
  body("paper", "M27 22C20 18 17 11 20 3C25 9 30 12 35 13ZM41 22C48 18 51 11 48 3C43 9 38 12 33 13Z", {
    seed: 29,
    slip: 0.4,
  }),
  body(
    "ember",
    "M18 94C14 80 14 66 20 54C24 46 24 36 23 26C22 12 44 10 46 24C47 34 46 42 44 48L78 48C90 48 90 62 82 63C92 65 91 77 83 78C90 81 88 91 80 92C76 95 40 96 18 94Z",
    { seed: 30 },
  ),
  mark("ink", () => line("M60 63C68 62 76 62 83 63M60 78C68 77 76 77 83 78", 3) + line("M28 17C32 14 38 15 41 19", 2)),
  part("paper", round(30, 58, 6.5, 7.5) + round(47, 58, 6.5, 7.5), fine),
  part("ink", round(32, 59, 3) + round(49, 59, 3), dots),
  mark("ink", () => line("M24 72C32 84 46 84 54 72", 4)),
  mark("paper", () => gouge(29, 26, 28, 42, 3) + hatch([64, 53], [74, 53], [62, 57], [70, 57], 2, {}, 2)),
);

const naive = sheet(
  body("paper", both("M32 30C27 25 26 18 30 12C33 18 38 22 44 24Z"), { seed: 31 }),
  body("brass", round(50, 56, 36, 35), { seed: 32, facet: 6 }),
  part("ink", both(round(35, 49, 11)), fine),
  part("paper", both(round(35, 49, 9)), fine),
  part("ink", round(36, 46, 3.4) + round(64, 50, 3.4), dots),
  part("ink", round(50, 74, 7.5, 8.5), fine),
  part("ember", round(50, 78, 4.5, 3), dots),
  mark("ink", () => line("M48 61C49 64 52 64 53 61", 2.2)),
  mark("ink", () => hatch([77, 58], [62, 82], [85, 60], [67, 88], 9, {}, 2)),
);

export const bots: Readonly<Record<string, Layer[]>> = { child, casual, club, expert, master, random, thumb, naive };
