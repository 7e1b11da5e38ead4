/** What a bot's taste adds to its face. */

import { gouge, hatch, line, round } from "./cut.ts";
import { body, mark, part, sheet, stem, type Layer } from "./print.ts";

const pip = { slip: 0.15, facet: 2 };

const gambler = sheet(
  body("paper", "M4 76L20 70L27 85L11 92Z", { seed: 41, slip: 0.4 }),
  part("ink", round(11, 78, 2) + round(15.5, 81, 2) + round(20, 84, 2), pip),
  body("paper", "M21 82L37 80L39 95L23 97Z", { seed: 42, slip: 0.4 }),
  part("ink", round(26, 85, 1.9) + round(34, 84, 1.9) + round(27, 92.5, 1.9) + round(35, 91.5, 1.9), pip),
);

const accountant = sheet(
  body("paper", "M26 62C14 52 4 34 5 16C14 22 24 38 27 54Z", { seed: 43 }),
  mark("ink", () => line("M9 24C13 38 20 52 30 68", 2.2) + hatch([8, 30], [18, 48], [13, 36], [21, 52], 4, {}, 1.5)),
  stem("brass", "M26 60L32 72", 3),
);

const tail = "M40 96C20 98 8 92 12 78C13 74 14 72 14 68";

const spoiler = sheet(
  stem("ember-deep", tail, 5),
  body("ember-deep", "M14 48L26 68L17 66L11 67L3 66Z", { seed: 44, slip: 0.4 }),
  mark("paper", () => gouge(13, 54, 12, 63, 2)),
);

const friend = sheet(
  stem("ember-deep", tail, 5),
  body("seat-6", "M15 72C8 66 2 60 4 52C6 46 13 46 15 52C18 46 25 47 26 53C27 60 21 66 15 72Z", {
    seed: 45,
    slip: 0.4,
  }),
  mark("paper", () => gouge(8, 52, 9, 60, 2.2)),
);

export const signs: Readonly<Record<string, Layer[]>> = { gambler, accountant, spoiler, friend };
