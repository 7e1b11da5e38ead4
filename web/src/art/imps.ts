/** The little devils of the cards, put together from parts by number. */

import { cut, gouge, hatch, round } from "./cut.ts";
import { block, both, fine, inner, mark, remembered, tiny, type Ink, type Layer } from "./print.ts";

const pick = <T>(from: readonly T[], n: number): T => from[((n % from.length) + from.length) % from.length]!;

const HEADS = [
  round(50, 42, 29, 26),
  "M50 16C64 16 71 26 74 40C78 54 70 69 50 69C30 69 22 54 26 40C29 26 36 16 50 16Z",
  "M50 14C66 14 74 26 74 42C74 58 64 71 50 71C36 71 26 58 26 42C26 26 34 14 50 14Z",
  "M50 18C68 18 80 28 78 42C76 56 62 66 50 73C38 66 24 56 22 42C20 28 32 18 50 18Z",
];

const HORNS = [
  "M32 28C22 23 16 12 20 1C25 9 33 14 43 17Z",
  "M33 27L24 4L46 18Z",
  "M30 32C15 29 6 18 8 4C15 13 26 16 39 19Z",
  "M35 25C25 15 14 17 10 28C4 17 12 3 26 5C36 7 43 13 45 19Z",
];

const EAR = "M26 48C16 49 8 43 4 34C14 34 22 37 28 41Z";

/** Lines are brows, lids and shut eyes: in the ink of the features; pupils are always black. */
interface Eyes {
  white?: string;
  pupil?: string;
  line?: string;
}

const EYES: readonly Eyes[] = [
  { white: both(round(39, 40, 7.5, 8)), pupil: round(41.5, 41, 3.4) + round(63.5, 41, 3.4) },
  {
    white: round(38, 39, 8.5, 9),
    pupil: round(40, 40, 3.8),
    line: "M54 42C58 36 66 36 70 42L67 44C64 40 60 40 57 44Z",
  },
  {
    white: both("M30 39L46 39C46 50 30 50 30 39Z"),
    pupil: both(round(39, 42, 3)),
    line: both("M27 34L47 35L47 40L28 39Z"),
  },
  { white: both(round(40, 40, 8, 9)), pupil: both(round(45, 42, 3.4)) },
  { white: round(37, 38, 10, 10.5) + round(63, 41, 6, 6.5), pupil: round(39, 40, 4) + round(62, 41, 2.6) },
  { white: round(50, 38, 14, 12), pupil: round(52, 40, 5.5) },
  { line: both("M28 43C32 34 43 34 47 43L43 44C41 39 35 39 32 44Z") },
  { white: both(round(39, 42, 7, 6)), pupil: both(round(41, 43, 3)), line: both("M27 31L48 37L47 41L28 36Z") },
];

interface Mouth {
  black: string;
  paper: string;
  tongue: string;
}

const MOUTHS: readonly Mouth[] = [
  {
    black: "M31 53C42 58 58 58 69 53C67 68 33 68 31 53Z",
    paper: "M35 55.500C44 59 56 59 65 55.500L64 59C56 62 44 62 36 59Z",
    tongue: "",
  },
  {
    black: "M35 54C44 58 56 58 65 54C63 64 37 64 35 54Z",
    paper: "",
    tongue: "M44 58C48 56 56 56 59 58C62 66 60 75 54 76C47 76 44 68 44 58Z",
  },
  { black: "M34 58C44 62 58 60 68 51L70 54C62 66 44 68 34 62Z", paper: "M56 58L62 55L61 64Z", tongue: "" },
  { black: round(50, 59, 6.5, 7.5), paper: "", tongue: "M46 62C48 59 52 59 54 62C53 65 47 65 46 62Z" },
  {
    black: "M30 52C42 57 58 57 70 52C68 70 32 70 30 52Z",
    paper: "M35 55L40 62L45 57L50 63L55 57L60 62L65 55C56 58 44 58 35 55Z",
    tongue: "",
  },
  {
    black: "M38 55C46 59 54 59 62 55L63 58C56 65 44 65 37 58Z",
    paper: "M45 58L51 58.500L50.500 64L46 63Z",
    tongue: "",
  },
];

/** Arms in front of or beside the body, and what they hold. */
const ARMS = [
  both("M38 76C28 78 18 74 12 64L17 60C22 67 30 69 40 68Z"),
  "M38 76C28 78 18 74 12 64L17 60C22 67 30 69 40 68ZM62 70C72 70 78 76 77 83C74 89 66 88 62 86L63 81C69 83 72 80 69 77Z",
  both("M38 70C28 70 22 76 23 83C26 89 34 88 38 86L37 81C31 83 28 80 31 77Z"),
  "M62 76C72 78 82 74 88 64L83 60C78 67 70 69 60 68ZM38 70C28 70 20 74 14 80L18 85C24 81 30 78 38 78Z",
];
/** The pose that holds a fork. */
const FORKED = 3;
const FORK =
  "M12 99L10 66C2 64 0 56 2 46L7 46C6 53 7 57 10 59L10 44L15 44L15 59C18 57 19 53 18 46L23 46C25 56 23 64 16 66L18 99Z";

const TAIL = "M60 90C74 96 84 90 84 78L79 79L87 66L97 76L90 77C91 92 78 101 60 97Z";
const BODY =
  "M39 66L61 66C64 74 66 82 66 90C66 94 64 98 60 98L54 98L50 93L46 98L40 98C36 98 34 94 34 90C34 82 36 74 39 66Z";

/** Only one in three wears something. */
const HATS: readonly ((skin: Ink) => Layer[])[] = [
  () => block("ink", "M32 22L68 17L69 22L33 27ZM38 20L37 4L59 2L62 17Z", fine(3), 1.6),
  () => block("brass", "M38 22L53 1L63 19C56 16 46 17 38 22Z", fine(4), 2),
  () => block("ember", "M50 15C42 6 32 6 32 15C32 23 42 23 50 17C58 23 68 22 68 14C67 5 57 6 50 15Z", fine(5), 2),
];

/** Black ones, light ones, dark violet ones. */
const SKINS: readonly { skin: Ink; lines: Ink; mouth: Ink }[] = [
  { skin: "imp", lines: "ink", mouth: "ink" },
  { skin: "ink", lines: "imp", mouth: "imp" },
  { skin: "imp", lines: "ink", mouth: "ink" },
  { skin: "imp-deep", lines: "ink", mouth: "ink" },
];

function face(n: number, lines: Ink, mouthInk: Ink): Layer[] {
  const { white, pupil, line } = pick(EYES, n + Math.floor(n / 8));
  const mouth = pick(MOUTHS, n * 5 + Math.floor(n / 6));
  return [
    ...(white ? [mark("paper", () => cut(white, tiny(n)))] : []),
    ...(pupil ? [mark("ink", () => cut(pupil, tiny(n + 1)))] : []),
    ...(line ? [mark(lines, () => cut(line, tiny(n + 2)))] : []),
    mark(mouthInk, () => cut(mouth.black, fine(n + 2))),
    ...(mouth.paper ? [mark(mouthInk === "ink" ? "paper" : "ink", () => cut(mouth.paper, fine(n + 3)))] : []),
    ...(mouth.tongue ? inner("ember", mouth.tongue, fine(n + 4), 1.6) : []),
  ];
}

export const imp = remembered((variant: number) => draw(Math.abs(Math.trunc(variant))));

function draw(n: number): Layer[] {
  const { skin, lines, mouth } = pick(SKINS, n + Math.floor(n / 4));
  const pose = n % 5 === 2 ? FORKED : n % FORKED;
  const how = { seed: n + 2, slip: 0.5 };
  const horns: Ink = skin === "ink" ? "imp-deep" : "ink";
  const chest = hatch([44, 79], [56, 79], [46, 87], [54, 87], 3, { seed: n, slip: 0.5 }, 1.8);
  return [
    ...block(skin, TAIL, how, 2.2),
    ...(pose === FORKED ? block("brass", FORK, how, 2) : []),
    ...block(skin, BODY, how, 2.4),
    mark(lines, () => chest),
    ...block(skin, ARMS[pose]!, how, 2.2),
    ...block(horns, both(pick(HORNS, n + Math.floor(n / 3))), how, 2.2),
    mark("paper", () => both(gouge(24.5, 13, 33, 22, 1.8))),
    ...(n % 2 ? block(skin, both(EAR), how, 2.2) : []),
    ...block(skin, pick(HEADS, n * 3 + 1), how, 2.6),
    mark(lines, () => hatch([31, 50], [35, 60], [28, 47], [31, 57], 3, { seed: n, slip: 0.4 }, 1.6)),
    ...face(n, lines, mouth),
    ...(n % 3 === 0 ? pick(HATS, n / 3)(skin) : []),
  ];
}
