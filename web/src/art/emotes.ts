/** What one says across the table without words: one little devil in eight moods. */

import { gouge, hatch, line, rays, round } from "./cut.ts";
import { body, both, mark, part, sheet, stem, type Layer } from "./print.ts";

const fine = { slip: 0.25, facet: 3 };
const dots = { slip: 0.2, facet: 2 };

const head = "M50 22C69 22 80 36 80 54C80 76 67 91 50 91C33 91 20 76 20 54C20 36 31 22 50 22Z";

/** Horns, ears (up or hanging) and a bare face. */
function imp(ears: "up" | "down" = "up"): Layer[] {
  const ear = ears === "up" ? "M24 60C14 60 8 52 6 42C15 41 22 45 26 50Z" : "M24 48C14 48 8 56 6 68C15 68 22 65 27 60Z";
  return sheet(
    body("paper", both("M30 36C22 30 19 20 23 9C28 18 34 22 44 24Z"), { seed: 3 }),
    body("ember", both(ear), { seed: 4 }),
    body("ember", head, { seed: 5 }),
    mark("paper", () => hatch([42, 27], [54, 26], [43, 35], [50, 34], 3, { seed: 2 }, 1.8)),
    mark("ink", () => hatch([70, 32], [74, 48], [76, 36], [79, 50], 5, { seed: 6 }, 1.9)),
    mark("ink", () => hatch([22, 66], [32, 84], [27, 65], [36, 81], 5, { seed: 5 }, 1.7)),
  );
}

const eyes = (dx: number, dy: number): Layer[] => [
  part("paper", both(round(37, 50, 8, 9)), fine),
  part("ink", round(37 + dx, 50 + dy, 3.6, 4.4) + round(63 + dx, 50 + dy, 3.6, 4.4), dots),
];

const laugh = sheet(
  imp(),
  mark("ink", () => both(line("M26 52C30 42 40 42 45 52", 5))),
  mark("ink", () => both(line("M26 38C31 34 37 34 41 37", 3))),
  part("ink", "M27 60C40 64 60 64 73 60C74 78 64 87 50 87C36 87 26 78 27 60Z"),
  part("paper", "M31 63C42 66 58 66 69 63L68 69C58 72 42 72 32 69Z", fine),
  part("ember-deep", "M38 83C42 76 58 76 62 83C56 88 44 88 38 83Z", fine),
  body("frost", "M22 54C25 62 24 68 18 69C12 69 11 63 14 60C17 57 20 56 22 54Z", { seed: 6, slip: 0.4 }),
  body("frost", "M78 54C75 62 76 68 82 69C88 69 89 63 86 60C83 57 80 56 78 54Z", { seed: 7, slip: 0.4 }),
);

const wow = sheet(
  imp(),
  part("ink", both(round(36, 51, 12, 13)), fine),
  part("paper", both(round(36, 51, 10, 11)), fine),
  part("ink", both(round(37, 51, 3)), dots),
  mark("ink", () => both(line("M25 33C29 29 37 29 42 33", 3.4))),
  part("ink", round(50, 77, 8, 10), fine),
  part("ember-deep", round(50, 82, 5, 3.4), dots),
);

const ouch = sheet(
  imp("down"),
  mark("ink", () => line("M27 42L44 50L28 58M73 42L56 50L72 58", 5, { facet: 9 })),
  part("ink", "M30 67C42 62 58 62 70 67C72 76 70 82 66 83C56 80 44 80 34 83C30 82 28 76 30 67Z"),
  part("paper", "M33 68C44 65 56 65 67 68L66 79C56 77 44 77 34 79Z", fine),
  mark("ink", () => line("M33 73C44 71 56 71 67 73M42 66L41 79M50 65L50 78M58 66L59 79", 1.8, { facet: 5 })),
  body("paper", "M52 28L76 18L80 27L56 37Z", { seed: 8, slip: 0.4 }),
  part("brass", "M61 25L70 21L73 29L64 33Z", fine),
  mark("brass", () => rays(80, 10, 3, 12, 6, { seed: 2 }, 3)),
);

const think = sheet(
  imp(),
  eyes(2, -4),
  mark("ink", () => line("M26 42C31 38 38 38 44 42", 4) + line("M56 36C61 29 69 29 75 35", 4)),
  mark("ink", () => line("M42 73C48 70 56 71 62 74", 4)),
  body(
    "ember",
    "M22 97C22 90 26 86 30 84L28 74C27 68 35 67 37 73L40 80C48 77 62 78 64 83C65 87 60 88 56 88C62 90 62 95 56 97Z",
    {
      seed: 9,
    },
  ),
  mark("ink", () => line("M44 86C48 85 53 85 57 88M42 92C46 91 51 91 55 92", 1.8)),
  body("paper", round(83, 30, 5), { seed: 10, slip: 0.5 }),
  body("paper", round(90, 14, 7), { seed: 11, slip: 0.5 }),
);

const hurry = sheet(
  imp(),
  eyes(3, 2),
  mark("ink", () => both(line("M26 40C32 40 40 43 46 49", 5))),
  mark("ink", () => line("M36 76C40 70 44 79 49 73C53 69 57 77 62 72", 4)),
  body(
    "brass",
    "M58 58L94 58L94 64L91 65C91 74 84 77 80 79C84 81 91 84 91 91L94 92L94 97L58 97L58 92L61 91C61 84 68 81 72 79C68 77 61 74 61 65L58 64Z",
    {
      seed: 12,
      slip: 0.4,
    },
  ),
  part(
    "paper",
    "M65 66L87 66C86 72 80 74 76 77C72 74 66 72 65 66ZM76 82C80 84 86 86 87 91L65 91C66 86 72 84 76 82Z",
    fine,
  ),
  part("ember", "M69 69L83 69L76 75ZM67 91C70 86 82 86 85 91Z", fine),
);

const thumb =
  "M58 98L58 78C63 75 65 70 65 64C66 59 74 60 75 66C76 70 75 73 74 76L90 76C96 77 96 83 92 84C96 86 95 91 91 92C93 95 91 98 86 98Z";

const wellPlayed = sheet(
  imp(),
  part("paper", round(37, 50, 8, 9), fine),
  part("ink", round(39, 51, 3.6, 4.4), dots),
  mark("ink", () => line("M56 53C60 48 67 48 72 52", 5)),
  mark("ink", () => both(line("M27 38C32 34 38 34 42 37", 3.4))),
  part("ink", "M29 65C40 70 56 70 66 65C64 77 56 82 48 82C38 82 31 76 29 65Z"),
  part("paper", "M33 68C42 71 54 71 62 68L60 73C54 75 42 75 36 73Z", fine),
  body("ember", thumb, { seed: 13, slip: 0.5 }),
  mark("ink", () => line("M76 84L90 84M76 91L89 91", 2) + gouge(63, 84, 62, 95, 2)),
);

const sorry = sheet(
  imp("down"),
  part("ink", both(round(36, 54, 10.5, 11.5)), fine),
  part("paper", both(round(36, 54, 8.5, 9.5)), fine),
  part("ink", both(round(37, 56, 6, 6.5)), dots),
  part("paper", both(round(35, 53, 2.4)) + both(round(39.5, 59, 1.3)), dots),
  mark("ink", () => both(line("M24 44C30 42 38 38 43 34", 4))),
  mark("ink", () => line("M40 79C45 74 55 74 60 79", 4)),
  stem("brass", "M32 10C36 4 64 4 68 10C64 16 36 16 32 10", 3.6),
);

const cheers = sheet(
  imp(),
  mark("ink", () => both(line("M27 52C31 44 39 44 44 52", 5))),
  mark("ink", () => both(line("M27 38C32 34 38 34 42 37", 3))),
  part("ink", "M29 62C40 67 60 67 71 62C70 77 61 84 50 84C39 84 30 77 29 62Z"),
  part("paper", "M33 65C42 68 58 68 67 65L66 70C58 73 42 73 34 70Z", fine),
  stem("brass", "M66 76C57 75 57 91 67 90", 4.6),
  body("brass", "M66 66L94 66L92 98L68 98Z", { seed: 14, slip: 0.5 }),
  mark("ink", () => line("M75 74L76 93M85 74L84 93", 2.4)),
  body(
    "paper",
    "M62 68C58 62 63 57 69 59C71 54 78 53 81 57C85 53 93 55 93 61C98 63 97 70 92 70C88 73 84 69 80 71C74 74 67 73 62 68Z",
    {
      seed: 15,
    },
  ),
);

export const emotes = { laugh, wow, ouch, think, hurry, well_played: wellPlayed, sorry, cheers } as const;
