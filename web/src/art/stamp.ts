/**
 * A picture as an image of its own, for what lies on a table by the dozen: the browser reads it once, and each place
 * where it is printed is one element instead of ten.
 */

/** The inks as the house mixes them, because an image does not see the page around it. */
function inked(picture: string): string {
  const inks = getComputedStyle(document.documentElement);
  return picture.replace(/var\((--[\w-]+)\)/g, (_, ink: string) => inks.getPropertyValue(ink));
}

/** The address of an image of a picture of a hundred by a hundred. */
export function stamp(picture: string): string {
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><g stroke-linejoin="round">${inked(picture)}</g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}
