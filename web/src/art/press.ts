/**
 * How a picture is printed: a paper ground a little larger than everything, then block after block in its ink.
 *
 * The ground makes black shapes readable on a dark table. A body is printed twice, black under colour, cut by two slips
 * of the hand: so its contour swells and thins as a key block's does.
 */

import { cut, line, mirrored, type Cut } from "./cut.ts";

export interface Block {
  /** A colour of the theme, without its dashes; or `own`. */
  ink: string;
  path: string;
  /** The black below it, and part of the paper ground. */
  contour?: string;
}

export interface Sheet {
  ground: string;
  blocks: readonly Block[];
}

/** The colour of whoever owns the place a picture stands in (`--own`), or this ink where nobody does. */
export const own = (ink: string): string => `own, var(--${ink})`;

/** A shape with a black contour, part of the silhouette. */
export function body(ink: string, path: string, { seed = 1, ...rest }: Cut = {}): Block {
  return { ink, path: cut(path, { seed, ...rest }), contour: cut(path, { seed: seed + 50, ...rest }) };
}

/** A shape inside a body. */
export function part(ink: string, path: string, options: Cut = {}): Block {
  return { ink, path: cut(path, { slip: 0.4, facet: 4, ...options }) };
}

/** Marks that are cut already: gouges, hatches, lines. */
export function mark(ink: string, ...paths: string[]): Block {
  return { ink, path: paths.join("") };
}

/** A path and its mirror image. */
export function both(path: string, axis = 50): string {
  return path + mirrored(path, axis);
}

export function sheet(...blocks: readonly (Block | readonly Block[])[]): Sheet {
  const flat = blocks.flat();
  return { ground: flat.map((block) => block.contour ?? "").join(""), blocks: flat };
}

/** A stalk along an open path, with its contour. */
export function stem(ink: string, path: string, width: number, options: Cut = {}): Block {
  const stalk = line(path, width, options, true);
  return { ink, path: stalk, contour: stalk };
}
