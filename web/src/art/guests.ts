/** Six likeable faces for people; what is tinted takes the colour of the seat, or of their number. */

import { gouge, hatch, line, rays, round } from "./cut.ts";
import { body, both, mark, own, part, sheet, type Layer } from "./print.ts";

const fine = { slip: 0.25, facet: 3 };
const dots = { slip: 0.2, facet: 2 };
const oval = "M50 26C68 26 76 38 76 54C76 74 64 90 50 90C36 90 24 74 24 54C24 38 32 26 50 26Z";

const hat = sheet(
  body("paper", oval, { seed: 61 }),
  part("ink", both(round(39, 58, 2.8, 3.6)), dots),
  mark("ink", () => line("M31 51C35 48 41 48 45 51", 3) + line("M55 51C59 48 65 48 69 51", 3)),
  mark("ink", () => line("M49 58C46 64 46 67 51 67", 2.4)),
  part("ink", both("M50 70C45 67 37 69 32 75C40 78 47 77 50 74Z")),
  mark("ink", () => line("M44 81C48 83 53 83 57 80", 2.6)),
  mark("smoke", () => hatch([68, 58], [64, 80], [74, 58], [70, 76], 5, {}, 1.4)),
  body(own("seat-1"), "M27 40C26 18 34 7 50 7C66 7 74 18 73 40C60 44 40 44 27 40Z", { seed: 62 }),
  part("ink", "M27 33C40 37 60 37 73 33L73 41C60 44 40 44 27 41Z"),
  body(
    own("seat-1"),
    "M6 44C10 36 20 37 27 39C40 43 60 43 73 39C80 37 90 36 94 44C84 52 66 50 50 50C34 50 16 52 6 44Z",
    {
      seed: 63,
    },
  ),
  mark("paper", () => hatch([36, 14], [46, 11], [34, 28], [42, 28], 3, {}, 1.8)),
  mark("ink", () => hatch([63, 12], [68, 30], [68, 14], [73, 30], 6, {}, 2)),
);

const braid = sheet(
  body(own("seat-2"), "M20 64C12 34 28 8 50 8C72 8 88 34 80 64C70 74 30 74 20 64Z", { seed: 64 }),
  body(
    "seat-2",
    "M72 58C84 56 90 64 84 71C92 75 92 84 85 87C88 93 82 97 78 96C76 90 76 88 74 86C70 80 72 76 74 73C68 68 68 62 72 58Z",
    {
      seed: 65,
    },
  ),
  mark("ink", () => line("M74 70C78 67 82 68 84 71", 2.4) + line("M75 84C78 81 82 83 85 87", 2.4)),
  body("paper", "M50 28C66 26 74 38 73 54C72 72 62 86 50 86C38 86 28 72 27 54C26 38 34 30 50 28Z", { seed: 66 }),
  part(own("seat-2"), "M24 52C22 30 36 18 52 18C66 18 77 30 76 50C68 46 60 38 57 31C50 42 36 48 24 52Z"),
  mark("ink", () => line("M25 53C37 49 50 42 57 31C60 38 68 46 76 51", 2.8)),
  part("ink", both(round(39, 58, 3, 4)), dots),
  mark("ink", () => both(line("M33 54C36 51 41 51 44 54", 2.4)) + line("M50 60C48 65 49 67 52 66", 2.2)),
  part("ink", "M38 71C45 75 55 75 62 71C60 79 56 81 50 81C44 81 40 79 38 71Z"),
  part("paper", "M42 73.500C47 75 53 75 58 73.500L56 77C52 78 48 78 44 77Z", fine),
  mark("ember", () => both(hatch([31, 66], [35, 69], [33, 65], [37, 68], 3, {}, 1.6))),
  mark("paper", () => hatch([34, 16], [46, 12], [28, 26], [36, 22], 3, {}, 1.8)),
  mark(
    "ink",
    () =>
      hatch([62, 13], [76, 36], [65, 20], [77, 44], 6, {}, 2) +
      hatch([22, 44], [24, 62], [25, 46], [28, 64], 4, {}, 1.8),
  ),
);

const beard = sheet(
  body("paper", both("M25 54C17 50 14 56 16 62C18 68 23 69 27 66Z"), { seed: 67 }),
  body("paper", oval, { seed: 68 }),
  part("ink", both(round(39, 52, 2.8, 3.4)), dots),
  mark("ink", () => both(line("M31 46C35 42 42 43 46 47", 4.4))),
  mark("ink", () => both(line("M35 58C38 60 41 60 43 58", 1.6))),
  body(
    own("seat-3"),
    "M20 52C26 60 34 66 42 63C46 61 54 61 58 63C66 66 74 60 80 52C86 76 70 96 50 96C30 96 14 76 20 52Z",
    {
      seed: 69,
    },
  ),
  body("paper", "M50 50C56 52 60 59 57 63C54 66 46 66 43 63C40 59 44 52 50 50Z", { seed: 70, slip: 0.4 }),
  part("ink", "M38 71C45 74 55 74 62 71C60 79 56 81 50 81C44 81 40 79 38 71Z"),
  part("paper", "M42 73C47 75 53 75 58 73L57 76C52 77 48 77 43 76Z", fine),
  mark("ink", () => both(hatch([26, 68], [44, 86], [31, 80], [46, 93], 5, {}, 1.8))),
  body(own("seat-3"), "M22 38C22 18 34 8 50 8C66 8 78 18 78 38Z", { seed: 71 }),
  mark("ink", () => hatch([34, 16], [66, 16], [30, 32], [70, 32], 6, {}, 1.8)),
  body("paper", "M18 34C36 29 64 29 82 34L81 44C64 39 36 39 19 44Z", { seed: 72 }),
  mark("ink", () => hatch([24, 34], [76, 34], [25, 41], [75, 41], 9, {}, 1.6)),
  body("paper", round(50, 8, 6), { seed: 73, slip: 0.8, facet: 3 }),
);

const bald = sheet(
  body("paper", both("M34 26C26 22 22 14 26 5C30 12 36 15 44 17Z"), { seed: 74 }),
  body(own("seat-4"), both("M24 62C12 64 5 56 4 42C14 42 22 46 27 52Z"), { seed: 75 }),
  mark("ink", () => both(gouge(8, 46, 23, 58, 3.4))),
  body(
    "seat-4",
    "M50 14C70 14 80 28 78 46C80 56 82 64 78 74C72 88 60 92 50 92C40 92 28 88 22 74C18 64 20 56 22 46C20 28 30 14 50 14Z",
    {
      seed: 76,
    },
  ),
  mark("paper", () => hatch([38, 22], [50, 18], [36, 34], [44, 32], 4, {}, 2)),
  mark("ink", () => hatch([68, 28], [73, 62], [77, 32], [79, 64], 9, {}, 2)),
  part("paper", both(round(38, 50, 7, 8)), fine),
  part("ink", both(round(40, 51, 3.2, 4)), dots),
  mark("ink", () => both(line("M29 43C33 38 42 38 46 43", 3))),
  part("ink", both("M46 62L49 62L48 65Z"), dots),
  part("ink", "M26 66C38 73 62 73 74 66C73 80 62 86 50 86C38 86 27 80 26 66Z"),
  part("paper", "M32 70C44 75 56 75 68 70L66 75C56 78 44 78 34 75Z", fine),
  part("ember", "M44 82C46 78 54 78 56 82C54 86 46 86 44 82Z", fine),
);

const curls = sheet(
  body(
    "seat-5",
    "M50 6C58 3 66 7 69 12C77 12 84 18 84 26C91 30 95 38 91 46C95 54 91 63 84 66C82 74 74 78 68 76L32 76C26 78 18 74 16 66C9 63 5 54 9 46C5 38 9 30 16 26C16 18 23 12 31 12C34 7 42 3 50 6Z",
    { seed: 77, slip: 1 },
  ),
  mark("ink", () =>
    both(
      line("M22 30C18 34 22 39 26 36", 2.2) +
        line("M17 52C14 56 18 61 22 58", 2.2) +
        line("M36 16C32 19 35 24 39 21", 2.2) +
        line("M46 13C44 16 47 19 50 18", 2),
    ),
  ),
  mark("ink", () => rays(50, 42, 33, 41, 40, { seed: 4, slip: 0.3 }, 1.8, [0.44, 1.06])),
  body("paper", "M50 30C67 30 74 42 73 56C72 76 62 92 50 92C38 92 28 76 27 56C26 42 33 30 50 30Z", { seed: 78 }),
  part(
    "seat-5",
    "M27 50C26 36 36 27 50 27C64 27 74 36 73 50C70 44 66 42 62 43C58 37 52 37 48 42C42 37 36 40 34 46C31 45 29 47 27 50Z",
  ),
  mark("ink", () => line("M27 51C29 47 31 45 34 46C36 40 42 37 48 42C52 37 58 37 62 43C66 42 70 44 73 51", 2.2)),
  part("ink", both(round(39, 58, 9.5, 9)), fine),
  part("paper", both(round(39, 58, 7, 6.5)), fine),
  part("ink", both(round(40, 58, 2.8)), dots),
  mark("ink", () => line("M46 56C49 54 51 54 54 56", 2.6, {}, true) + line("M49 64C48 68 49 69 52 69", 2)),
  part("ink", "M37 74C44 77 56 77 63 74C62 82 56 86 50 86C44 86 38 82 37 74Z"),
  part("paper", "M40 76C46 79 54 79 60 76L58 80C54 81 46 81 42 80Z", fine),
);

const bow = sheet(
  body(own("seat-6"), "M20 88C12 40 24 12 50 12C76 12 88 40 80 88L66 88C70 70 70 60 66 50L34 50C30 60 30 70 34 88Z", {
    seed: 79,
  }),
  mark("ink", () => both(hatch([20, 50], [24, 80], [26, 52], [29, 82], 5, {}, 1.6))),
  body("paper", "M50 32C66 32 72 44 72 56C72 74 62 90 50 90C38 90 28 74 28 56C28 44 34 32 50 32Z", { seed: 80 }),
  part(
    "seat-6",
    "M26 52C24 30 36 20 50 20C64 20 76 30 74 52C68 48 62 47 60 48L58 44L55 49L50 44L46 49L42 44L40 48C36 47 32 48 26 52Z",
  ),
  mark("ink", () => line("M26 53C32 48 36 47 40 49L42 45L46 50L50 45L55 50L58 45L60 49C64 47 68 48 74 53", 2.2)),
  part("ink", both(round(39, 61, 3.4, 4.6)), dots),
  part("paper", both(round(40, 59, 1.2)), dots),
  mark("ink", () => both(line("M32 60C32 56 36 54 40 55", 2.2)) + line("M49 68C50 69 51 69 52 68", 2)),
  mark("ink", () => line("M42 76C46 80 54 80 58 76", 3)),
  mark("ember", () => both(hatch([31, 69], [36, 72], [33, 68], [38, 71], 3, {}, 1.6))),
  mark("ink", () => rays(50, 56, 29, 36, 18, { seed: 5, slip: 0.3 }, 1.8, [0.56, 0.94])),
  body(
    "ink",
    "M52 18C44 4 32 2 28 8C26 14 30 26 36 27C44 27 50 24 52 18ZM52 18C60 4 72 2 76 8C78 14 74 26 68 27C60 27 54 24 52 18Z",
    {
      seed: 81,
    },
  ),
  mark(
    "paper",
    () =>
      hatch([34, 10], [34, 20], [46, 16], [46, 19], 3, {}, 1.6) +
      hatch([70, 10], [70, 20], [58, 16], [58, 19], 3, {}, 1.6),
  ),
  part(own("seat-6"), round(52, 18, 4), dots),
);

const shadow = sheet(
  body("smoke", both("M34 30C27 26 23 18 26 9C30 16 36 19 44 20Z"), { seed: 82 }),
  body(
    "smoke",
    "M50 16C66 16 75 28 75 42C75 54 71 62 65 68C80 72 90 81 92 95L8 95C10 81 20 72 35 68C29 62 25 54 25 42C25 28 34 16 50 16Z",
    { seed: 83 },
  ),
  part(
    "ink",
    "M40 40C38 31 44 26 51 26C59 26 64 31 62 38C61 44 54 45 54 52L46 52C46 43 54 41 54 36C54 32 47 32 47 40Z",
  ),
  part("ink", round(50, 59, 4.4), dots),
  mark("ink", () => hatch([20, 82], [80, 82], [16, 94], [84, 94], 11, { slip: 1.5 }, 2)),
  mark("ink", () => hatch([69, 34], [66, 58], [74, 36], [71, 56], 6, {}, 1.8)),
);

export const guests: Readonly<Record<string, Layer[]>> = {
  guest1: hat,
  guest2: braid,
  guest3: beard,
  guest4: bald,
  guest5: curls,
  guest6: bow,
};

export const nobody: Layer[] = shadow;
