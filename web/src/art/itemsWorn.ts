/** Warm things for the body. */

import { cut, gouge, hatch, mirrored } from "./cut.ts";
import { block, both, dots, fine, inner, mark, shape, tiny, type Layer } from "./print.ts";

/** Fur: a rim of short tufts, and tufts inside in rings. */
function fur(x: number, y: number, radius: number): { rim: string; tufts: string } {
  const at = (angle: number, r: number): [number, number] => [x + Math.cos(angle) * r, y + Math.sin(angle) * r * 1.1];
  const turn = (i: number, n: number): number => (i / n) * 2 * Math.PI;
  const rim = Array.from({ length: 44 }, (_, i) => at(turn(i, 44), radius * (i % 2 ? 1 : 0.87)).join(" "));
  const ring = (n: number, r: number): string =>
    Array.from({ length: n }, (_, i) => gouge(...at(turn(i, n), r), ...at(turn(i + 0.35, n), r + 4.6), 1.9)).join("");
  return { rim: `M${rim.join("L")}Z`, tufts: ring(5, 3) + ring(10, 9) };
}

export function earmuffs(): Layer[] {
  const band = "M12 60C6 24 26 4 50 4C74 4 94 24 88 60L78 60C82 32 70 15 50 15C30 15 18 32 22 60Z";
  const { rim, tufts } = fur(23, 64, 22);
  return [
    ...block("brass", band, { seed: 3 }),
    mark("ink", () => hatch([38, 6], [62, 6], [39, 13], [61, 13], 5, { seed: 4 }, 1.8)),
    mark("ink", () => both(gouge(15, 36, 21, 38, 2))),
    ...block("ember", both(rim), { seed: 4, slip: 0.7 }),
    mark("ink", () => both(tufts)),
    mark("paper", () => both(gouge(12, 58, 16, 51, 2.6))),
  ];
}

export function scarf(): Layer[] {
  const loop =
    "M16 26C16 8 84 8 84 26C84 44 66 52 50 52C34 52 16 44 16 26ZM30 25C30 32 40 38 50 38C60 38 70 32 70 25C70 17 30 17 30 25Z";
  const front = "M40 42L62 40C66 56 70 72 78 88L56 96C48 80 42 62 40 42Z";
  const back = "M30 44L50 46C48 62 42 76 34 90L14 82C22 70 28 58 30 44Z";
  return [
    ...block("ember-deep", back, { seed: 4 }),
    mark("brass", () => cut("M22 70L40 77L37 83L18 76Z", fine(2)) + cut("M28 55L46 61L45 66L26 60Z", fine(3))),
    shape("ink", () => hatch([16, 82], [33, 90], [12, 91], [29, 99], 5, { seed: 8, slip: 0.4 }, 3.4)),
    ...block("ember", loop, { seed: 3 }),
    ...block("ember", front, { seed: 5 }),
    mark("brass", () => cut("M50 79L71 72L75 79L53 87Z", fine(2)) + cut("M44 61L66 55L68 61L46 68Z", fine(4))),
    shape("ink", () => hatch([57, 95], [77, 88], [61, 101], [82, 95], 5, { seed: 9, slip: 0.4 }, 3.4)),
    ...inner("ember", "M36 36C44 32 60 32 66 36C68 42 66 48 62 50C54 53 44 53 38 50C35 46 34 40 36 36Z", { seed: 6 }),
    mark(
      "brass",
      () =>
        cut("M48 34.500L55 34.500L54 51.500L47 51.500Z", fine(7)) +
        cut("M21 16L28 20L26 31L18 33Z", fine(8)) +
        cut("M79 16L72 20L74 31L82 33Z", fine(9)),
    ),
    mark(
      "ink",
      () =>
        hatch([40, 38], [60, 38], [42, 47], [60, 47], 4, { seed: 3 }, 1.4) +
        hatch([36, 14], [64, 14], [37, 18], [63, 18], 5, { seed: 5 }, 1.6),
    ),
  ];
}

export function bottle(): Layer[] {
  const body =
    "M36 12L64 12L59 22C58 30 62 33 70 37C80 42 83 52 82 64C81 76 81 84 78 92C75 98 66 96 60 97L40 97C34 96 25 98 22 92C19 84 19 76 18 64C17 52 20 42 30 37C38 33 42 30 41 22Z";
  const heart = "M50 80C42 74 33 68 35 59C37 52 46 52 50 60C54 52 63 52 65 59C67 68 58 74 50 80Z";
  const rib = hatch([25, 52], [26, 88], [33, 47], [34, 91], 8, { seed: 4, slip: 0.4 }, 2.2);
  return [
    ...block("ink", "M43 3L57 3L58 13L42 13Z", { seed: 2, slip: 0.4 }),
    mark("paper", () => hatch([46, 5], [54, 5], [46, 10], [54, 10], 3, { seed: 3, slip: 0.2 }, 1.3)),
    ...block("ember", body, { seed: 3 }),
    mark("ember-deep", () => cut("M37 12L63 12L59 21L41 21Z", fine(4))),
    mark(
      "ink",
      () => rib + mirrored(rib) + hatch([44, 23], [56, 23], [44, 30], [56, 30], 4, { seed: 5, slip: 0.3 }, 1.4),
    ),
    ...inner("brass", "M50 42C61 42 67 50 67 64C67 78 61 90 50 90C39 90 33 78 33 64C33 50 39 42 50 42Z", { seed: 6 }),
    mark("ember-deep", () => cut(heart, fine(7))),
    mark(
      "ink",
      () =>
        cut(both("M45 55L37 46L48 50Z"), fine(8)) +
        dots("46 62, 54 62", 1.6) +
        cut("M44 67C48 70 52 70 56 67C54 73 46 73 44 67Z", tiny(9)),
    ),
    mark("paper", () => gouge(22, 52, 22, 66, 2.4)),
  ];
}

export function nightcap(): Layer[] {
  const cap = "M14 78C14 48 26 20 50 12C72 6 90 22 92 46L84 54C80 40 72 36 66 40C74 52 80 66 82 78Z";
  const brim = "M8 74C30 66 66 66 88 74C92 80 92 90 88 95C64 88 32 88 8 95C4 90 4 80 8 74Z";
  const pompom = "M88 46L93 49L98 51L97 57L101 62L96 66L96 72L89 71L84 75L80 70L74 68L77 62L75 56L80 53L82 47Z";
  return [
    ...block("ember", cap, { seed: 3 }),
    mark(
      "paper",
      () =>
        cut("M22 44C38 48 56 54 74 58L70 47C56 43 42 38 29 32Z", fine(4)) +
        cut("M42 16C54 20 66 26 76 36L82 35C78 26 68 14 56 11Z", fine(5)),
    ),
    mark("paper", () => cut("M15 64C34 62 62 64 80 70L78 64C62 58 34 56 16 58Z", fine(5))),
    mark(
      "ink",
      () =>
        hatch([24, 52], [64, 60], [22, 58], [66, 64], 7, { seed: 5 }, 1.8) +
        hatch([38, 24], [60, 34], [34, 31], [62, 42], 5, { seed: 6 }, 1.8),
    ),
    ...block("paper", brim, { seed: 6, slip: 1, facet: 4 }),
    mark("ink", () => hatch([14, 78], [84, 78], [15, 88], [83, 88], 10, { seed: 7, slip: 1 }, 1.8)),
    ...block("brass", pompom, { seed: 8, slip: 0.7, facet: 4 }),
    mark("ink", () => hatch([82, 56], [92, 58], [84, 65], [91, 66], 3, { seed: 9 }, 1.6)),
  ];
}
