/** The devil of the coal, for its piece, the logo and the covers. */

import { gouge, hatch, line, round } from "./cut.ts";
import { body, both, mark, part, sheet } from "./print.ts";

const horn = "M27 41C15 37 6 24 12 6C17 16 25 20 43 24Z";
const ear = "M26 59C16 60 9 55 6 45C14 43 22 44 27 48Z";
const head =
  "M50 22C64 20 76 28 78 42C79 50 77 58 75 64C71 75 62 84 50 93C38 84 29 75 25 64C23 58 21 50 22 42C24 28 36 20 50 22Z";
const brow = "M26 39C34 36 42 40 50 49C50 54 49 58 48 61C46 57 44 53 41 50C36 46 30 45 25 47Z";
const eye = "M29 51C34 48 40 50 44 56C39 59 32 58 29 51Z";
const grin = "M28 63C38 69 62 69 72 63C71 76 62 84 50 84C38 84 29 76 28 63Z";
const teeth = "M33 67C44 71 56 71 67 67L66 72L62 75L58 73L54 77L50 74L46 77L42 73L38 75L34 72Z";

export const devil = sheet(
  body("paper", both(horn)),
  body("ember", both(ear)),
  mark("ink", () => both(gouge(10, 48, 24, 54, 3))),
  mark("ink", () =>
    both(
      line("M11 21C15 20 18 18 19 15", 2.4, {}) +
        line("M15 30C19 28 24 25 25 20", 2.6, { seed: 2 }) +
        line("M22 36C26 33 31 28 32 22", 2.8, { seed: 3 }),
    ),
  ),
  body("ember", head),
  mark("ink", () => hatch([66, 27], [73, 38], [73, 31], [78, 41], 5, { seed: 2 }, 2)),
  mark("paper", () => hatch([40, 27], [56, 26], [43, 36], [52, 36], 5, { seed: 4 }, 1.8)),
  part("ink", both(brow)),
  part("paper", both(eye), { slip: 0.3, facet: 3 }),
  part("ink", both(round(39, 54, 2.4, 2.8)), { slip: 0.2, facet: 2 }),
  mark("ink", () => both(line("M44 61C45 65 48 65 49 63", 2)) + both(line("M25 60C28 62 30 63 31 67", 2.2))),
  part("ink", grin),
  part("paper", teeth, { slip: 0.3 }),
  part("brass", "M58 73L62 75L64 69L59 70Z", { slip: 0.2 }),
  mark("ember", () => hatch([44, 80], [56, 80], [46, 83], [54, 83], 3, {}, 1.4)),
  mark("ink", () => hatch([42, 87], [58, 87], [48, 92], [52, 92], 5, { seed: 7 }, 2)),
  mark("ink", () => both(hatch([25, 52], [30, 64], [27, 56], [34, 72], 4, { seed: 3 }, 1.4))),
);
