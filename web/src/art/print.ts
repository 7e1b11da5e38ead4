/**
 * A picture as layers of flat ink, printed one over the other.
 *
 * Layers that make the silhouette stand on a paper edge, so that black is seen on black. A block is printed as linocuts
 * are: first the contour in black, then the colour a little off, as no two blocks are cut or laid the same.
 */

import { cut, line, mirrored, round, short, type Cut } from "./cut.ts";

export type Ink =
  | "ink"
  | "ash"
  | "smoke"
  | "text-faint"
  | "paper"
  | "paper-shade"
  | "ember"
  | "ember-deep"
  | "brass"
  | "brass-deep"
  | "frost"
  | "frost-deep"
  | "imp"
  | "imp-deep"
  | "moss"
  | `seat-${number}`
  | `own, var(--${string})`;

/** The colour of whoever owns the place a picture stands in (`--own`), or this ink where nobody does. */
export const own = (ink: Ink): Ink => `own, var(--${ink})`;

export interface Layer {
  ink: Ink;
  d: string;
  /** Part of the silhouette. */
  edge: boolean;
  /** Width of a line of the same ink around it. */
  line: number;
}

/** A layer that is cut when it is first looked at: of all pictures a page shows few. */
function later(ink: Ink, knife: () => string, edge: boolean, line: number): Layer {
  let d: string | undefined;
  return {
    ink,
    get d() {
      return (d ??= knife());
    },
    edge,
    line,
  };
}

/** A shape of the silhouette. */
export const shape = (ink: Ink, knife: () => string): Layer => later(ink, knife, true, 0);

/** A mark inside it. */
export const mark = (ink: Ink, knife: () => string): Layer => later(ink, knife, false, 0);

const FINE = 2.4; // contours of what is looked at closely
const BOLD = 4; // of faces and pieces, which are small on the table

/** A coloured shape with its black contour; takes the smooth outline. */
function printed(ink: Ink, outline: string, how: Cut, edge: boolean, line: number): Layer[] {
  const seed = how.seed ?? 1;
  return [
    later("ink", () => cut(outline, { ...how, seed: seed + 50 }), edge, line),
    later(ink, () => cut(outline, how), false, 0),
  ];
}

/** One of the silhouette. */
export const block = (ink: Ink, outline: string, how: Cut = {}, line = FINE): Layer[] =>
  printed(ink, outline, how, true, line);

/** The same with a bold contour. */
export const body = (ink: Ink, outline: string, how: Cut = {}): Layer[] => block(ink, outline, how, BOLD);

/** A stalk along an open path, with a bold contour. */
export function stem(ink: Ink, path: string, width: number, how: Cut = {}): Layer[] {
  const stalk = (): string => line(path, width, how, true);
  return [later("ink", stalk, true, BOLD), later(ink, stalk, false, 0)];
}

/** One inside it. */
export const inner = (ink: Ink, outline: string, how: Cut = {}, line = 2): Layer[] =>
  printed(ink, outline, how, false, line);

/** A shape inside it that is still to be cut. */
export const part = (ink: Ink, outline: string, how: Cut = {}): Layer =>
  later(ink, () => cut(outline, { slip: 0.4, facet: 4, ...how }), false, 0);

/** A picture of all these. */
export const sheet = (...layers: readonly (Layer | readonly Layer[])[]): Layer[] => layers.flat();

/** The outline on which the picture stands. */
export const edge = (layers: readonly Layer[]): string =>
  layers
    .filter((layer) => layer.edge)
    .map((layer) => layer.d)
    .join("");

/** An outline (absolute M L C Q Z) turned by degrees and scaled about a point, then shifted. */
export function moved(
  path: string,
  { by = 0, scale = 1, about = [50, 50], to = [0, 0] }: { by?: number; scale?: number; about?: Pair; to?: Pair },
): string {
  const cos = Math.cos((by * Math.PI) / 180) * scale;
  const sin = Math.sin((by * Math.PI) / 180) * scale;
  return path.replace(/(-?\d*\.?\d+)[ ,]*(-?\d*\.?\d+)/g, (_, x: string, y: string) => {
    const dx = Number(x) - about[0];
    const dy = Number(y) - about[1];
    return `${short(about[0] + to[0] + dx * cos - dy * sin)} ${short(about[1] + to[1] + dx * sin + dy * cos)} `;
  });
}

type Pair = readonly [number, number];

/** A blade for features and for the smallest of them. */
export const fine = (seed: number): Cut => ({ seed, slip: 0.35, facet: 3 });
export const tiny = (seed: number): Cut => ({ seed, slip: 0.22, facet: 1.5 });

/** An outline and its mirror image. */
export const both = (path: string, axis = 50): string => path + mirrored(path, axis);

/** Small rounds of one size, already cut; places as "x y, x y". */
export function dots(places: string, radius: number, seed = 1): string {
  return places
    .split(",")
    .map((place, i) => {
      const [x = 0, y = 0] = place.trim().split(" ").map(Number);
      return cut(round(x, y, radius), { seed: seed + i, slip: radius * 0.1, facet: Math.max(1, radius * 0.7) });
    })
    .join("");
}

/** Layers as SVG, first the paper edge they stand on; `key` is the width of all contours, where it is not theirs. */
export function svg(layers: readonly Layer[], rim: number, key?: number): string {
  const paths = layers.map(({ ink, d, line }) => {
    const contour = line ? ` stroke="var(--${ink})" stroke-width="${key ?? line}"` : "";
    return `<path d="${d}" fill="var(--${ink})"${contour}/>`;
  });
  if (rim)
    paths.unshift(`<path d="${edge(layers)}" fill="var(--paper)" stroke="var(--paper)" stroke-width="${rim * 2}"/>`);
  return paths.join("");
}

/** What is made by a rule is made once. */
export function remembered<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
