/** How many little devils a card shows. The sums are the server's; this is for the picture. */

/** The cards without any. */
export const NONE = [1, 2, 14, 16, 24, 26, 34, 36, 44, 46];
const TWO = new Set([4, 12, 18, 22, 28, 32, 38, 42, 48]);
const THREE = new Set([6, 8, 10, 20, 30, 40, 50, 52, 54]);
const FIVE = new Set([15, 25, 35, 45]);

export function devilsOn(card: number): 0 | 1 | 2 | 3 | 5 {
  return NONE.includes(card) ? 0 : TWO.has(card) ? 2 : THREE.has(card) ? 3 : FIVE.has(card) ? 5 : 1;
}
