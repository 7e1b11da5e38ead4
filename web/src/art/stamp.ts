/**
 * A picture as an image of its own, for what lies on a table by the dozen: the browser reads it once, and each place
 * where it is printed is one element instead of ten.
 */

import { svg, type Layer } from "./print.ts";

const carved = new Map<readonly Layer[], string>();

/** The inks as the house mixes them, because an image does not see the page around it. */
function inked(picture: string): string {
  const inks = getComputedStyle(document.documentElement);
  return picture.replace(/var\((--[\w-]+)\)/g, (_, ink: string) => inks.getPropertyValue(ink));
}

/** The address of an image of these layers, a hundred by a hundred. */
export function stamp(layers: readonly Layer[], rim: number, key: number): string {
  const known = carved.get(layers);
  if (known) return known;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><g stroke-linejoin="round">${inked(svg(layers, rim, key))}</g></svg>`;
  const made = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  carved.set(layers, made);
  return made;
}
