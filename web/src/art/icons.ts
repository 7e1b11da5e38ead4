/** Small signs in one ink; where two shapes of a sign overlap, the ground shows. */

import { cut, gouge, line, mirrored, placed, round } from "./cut.ts";
import { remembered } from "./print.ts";

const solid = (path: string, seed = 1): string => cut(path, { seed, slip: 1, facet: 14 });
const fine = (path: string, seed = 1): string => cut(path, { seed, slip: 0.5, facet: 6 });
const bar = (path: string, width = 11, seed = 1): string => line(path, width, { seed, facet: 14 }, true);
const curve = (path: string, width = 9, seed = 1): string => line(path, width, { seed, facet: 8 }, true);
const ring = (x: number, y: number, outer: number, inner: number): string =>
  fine(round(x, y, outer)) + fine(round(x, y, inner), 2);
const both = (path: string): string => path + mirrored(path);

/** A cog's outline: teeth between two distances from the middle. */
function cog(teeth: number, outer: number, inner: number): string {
  const step = (2 * Math.PI) / teeth;
  const at = (angle: number, r: number): string => `${50 + Math.cos(angle) * r} ${50 + Math.sin(angle) * r}`;
  const tooth = (i: number): string =>
    [at(i * step - 0.3, inner), at(i * step - 0.2, outer), at(i * step + 0.2, outer), at(i * step + 0.3, inner)].join(
      "L",
    );
  return `M${Array.from({ length: teeth }, (_, i) => tooth(i)).join("L")}Z`;
}

const speaker = (): string => solid("M6 37L24 37L48 14L48 86L24 63L6 63Z");
const left = "M70 12L70 88L24 50Z";
const square = (x: number, y: number): string =>
  solid(`M${x} ${y}L${x + 34} ${y}L${x + 34} ${y + 34}L${x} ${y + 34}Z`) +
  fine(`M${x + 9} ${y + 9}L${x + 25} ${y + 9}L${x + 25} ${y + 25}L${x + 9} ${y + 25}Z`) +
  fine(`M${x + 13.5} ${y + 13.5}L${x + 20.5} ${y + 13.5}L${x + 20.5} ${y + 20.5}L${x + 13.5} ${y + 20.5}Z`);
const dot = (x: number, y: number): string => fine(`M${x} ${y}L${x + 9} ${y}L${x + 9} ${y + 9}L${x} ${y + 9}Z`);
const pip = (x: number, y: number): string => fine(round(x, y, 7));
const up = "M50 14L92 64L78 76L50 42L22 76L8 64Z";
const chain = "M-14 -11C-14 -30 14 -30 14 -11L14 11C14 30 -14 30 -14 11L-14 -12";

const SIGNS = {
  sound: () => speaker() + curve("M58 36C67 43 67 57 58 64", 9) + curve("M68 20C90 36 90 64 68 80", 9, 2),
  mute: () => speaker() + bar("M58 36L92 66", 10) + bar("M92 36L78 48M71 54L58 66", 10, 2),
  language: () =>
    ring(50, 50, 44, 35) +
    curve("M49 18C32 34 32 66 49 82", 7) +
    curve("M51 18C68 34 68 66 51 82", 7, 2) +
    bar("M17 50L30 50M42 50L58 50M70 50L83 50", 7),
  book: () =>
    both(solid("M47 26C38 16 22 13 6 16L6 80C22 77 38 80 47 88Z")) +
    both(gouge(14, 32, 38, 37, 6) + gouge(14, 47, 38, 52, 6) + gouge(14, 62, 38, 67, 6)),
  coach: () =>
    fine("M50 22C68 22 80 34 80 49C80 62 68 67 65 78L35 78C32 67 20 62 20 49C20 34 32 22 50 22Z") +
    fine(both("M28 24C20 20 17 12 20 3C25 10 32 14 40 16Z")) +
    bar("M37 86L63 86", 6) +
    bar("M42 95L58 95", 5) +
    gouge(36, 32, 30, 54, 9),
  settings: () => solid(cog(8, 45, 32)) + fine(round(50, 50, 14)),
  close: () => solid("M20 8L50 38L80 8L92 20L62 50L92 80L80 92L50 62L20 92L8 80L38 50L8 20Z"),
  back: () => solid("M44 10L58 22L40 42L92 42L92 58L40 58L58 78L44 90L6 50Z"),
  share: () =>
    bar("M34 42L64 26M34 58L64 74", 8) + fine(round(22, 50, 16)) + fine(round(77, 20, 15)) + fine(round(77, 80, 15)),
  link: () => curve(placed(chain, 35, 65, 1, 0.125), 11) + curve(placed(chain, 65, 35, 1, 0.125), 11, 2),
  qr: () =>
    square(8, 8) +
    square(58, 8) +
    square(8, 58) +
    dot(58, 58) +
    dot(72, 64) +
    dot(84, 56) +
    dot(60, 76) +
    dot(74, 82) +
    dot(85, 72) +
    dot(58, 88) +
    dot(86, 88) +
    dot(46, 46) +
    dot(46, 20) +
    dot(20, 46),
  people: () =>
    fine(round(36, 34, 18, 19)) +
    fine("M4 90C4 68 16 58 36 58C56 58 68 68 68 90Z") +
    fine("M56 16C70 12 84 22 83 36C82 46 74 52 66 51C62 50 60 49 58 47C64 38 63 24 56 16Z") +
    fine("M66 58C84 58 96 68 96 90L78 90C78 76 74 66 66 58Z"),
  eye: () =>
    solid("M4 50C20 26 36 18 50 18C64 18 80 26 96 50C80 74 64 82 50 82C36 82 20 74 4 50Z") +
    fine("M16 50C28 34 40 29 50 29C60 29 72 34 84 50C72 66 60 71 50 71C40 71 28 66 16 50Z") +
    fine(round(50, 50, 14)) +
    fine(round(55, 45, 4)),
  pause: () => solid("M18 10L42 10L42 90L18 90ZM58 10L82 10L82 90L58 90Z"),
  play: () => solid("M20 6L90 50L20 94Z"),
  "step-back": () =>
    solid(left.replace(/(\d+) (\d+)/g, (_, x, y) => `${Number(x) + 16} ${y}`)) + bar("M22 12L22 88", 13),
  "step-forward": () => solid(mirrored("M86 12L86 88L40 50Z")) + bar("M78 12L78 88", 13),
  first: () => solid("M58 14L58 86L22 50ZM96 14L96 86L60 50Z") + bar("M11 12L11 88", 12),
  last: () => solid(mirrored("M58 14L58 86L22 50ZM96 14L96 86L60 50Z")) + bar("M89 12L89 88", 12),
  flag: () => bar("M20 6L20 96", 11) + solid("M30 12C46 2 58 24 90 12L82 34L92 58C62 68 48 48 30 58Z"),
  door: () =>
    solid("M18 94L18 8L72 8L72 30L62 30L62 18L28 18L28 84L62 84L62 70L72 70L72 94Z") +
    solid("M46 44L76 44L70 30L98 50L70 70L76 56L46 56Z", 2),
  crown: () => solid("M12 76L4 24L30 46L50 10L70 46L96 24L88 76Z") + bar("M12 88L88 88", 10) + gouge(24, 50, 26, 68, 7),
  bolt: () => solid("M60 4L16 56L44 56L34 96L84 40L54 40Z"),
  check: () => solid("M6 54L20 40L40 60L82 12L96 26L42 86Z"),
  warning: () => solid("M50 6L98 92L2 92Z") + fine("M44 34L56 34L54 64L46 64Z") + fine(round(50, 76, 6)),
  download: () => solid("M40 8L60 8L60 42L80 42L50 72L20 42L40 42Z") + bar("M12 66L12 90L88 90L88 66", 10),
  moon: () =>
    solid("M64 6C38 8 20 28 20 52C20 76 40 95 66 94C78 93 88 88 94 80C62 84 42 64 46 38C48 24 54 14 64 6Z") +
    gouge(34, 34, 32, 62, 7),
  up: () => solid(up),
  down: () => solid(placed(up, 100, 95, 1, 0.5)),
  plus: () => solid("M41 10L59 10L59 41L90 41L90 59L59 59L59 90L41 90L41 59L10 59L10 41L41 41Z"),
  minus: () => solid("M10 41L90 41L90 59L10 59Z"),
  clock: () => ring(50, 50, 45, 35) + bar("M50 24L50 52L70 66", 9),
  dice: () => solid("M14 26L76 10L92 72L30 90Z") + pip(34, 38) + pip(70, 30) + pip(53, 50) + pip(37, 70) + pip(73, 61),
  star: () => solid("M50 4L63 36L97 38L71 60L80 94L50 75L20 94L29 60L3 38L37 36Z"),
  heart: () =>
    solid("M50 92C22 68 4 52 4 32C4 10 36 4 50 30C64 4 96 10 96 32C96 52 78 68 50 92Z") + gouge(20, 26, 20, 44, 8),
  shield: () =>
    solid("M50 4C62 12 76 16 90 16C92 52 80 80 50 96C20 80 8 52 10 16C24 16 38 12 50 4Z") +
    solid("M50 16C58 21 68 24 79 25C79 52 70 72 50 84Z", 2),
  chart: () => bar("M11 6L11 90L96 90", 10) + bar("M22 70L42 46L60 58L90 18", 10, 2),
  search: () => ring(40, 40, 34, 22) + bar("M66 66L92 92", 15),
  home: () => solid("M50 8L96 52L84 52L84 92L59 92L59 66C59 56 41 56 41 66L41 92L16 92L16 52L4 52Z"),
  more: () => fine(round(16, 50, 12)) + fine(round(50, 50, 12)) + fine(round(84, 50, 12)),
  hand: () =>
    fine(
      "M26 60L20 26C18 16 30 14 32 23L37 44L38 12C38 3 50 3 50 12L51 42L57 14C59 5 70 8 68 17L64 47L76 30C81 23 90 29 86 36L72 66C70 84 64 94 48 95C34 96 26 88 8 64C2 56 12 48 19 54Z",
    ),
} as const;

export type IconName = keyof typeof SIGNS;

export const NAMES = Object.keys(SIGNS) as IconName[];

/** A sign's outline, cut when it is first looked at. */
export const sign = remembered((name: IconName): string => SIGNS[name]());
