/** What a chance is made of, rounded so that what is written adds up. */

const STEP = 0.001; // a tenth of a percent

/**
 * The parts that are written of a value, in steps, together as many as the value itself has; none of them is nothing.
 * What rounding takes or gives the largest part bears: nearly always the standing, of which nothing else is said.
 */
export function adding(parts: Readonly<Record<string, number>>, value: number): [part: string, worth: number][] {
  const found = Object.entries(parts).map(([part, worth]) => ({ part, worth, steps: Math.round(worth / STEP) }));
  const [largest] = [...found].sort((a, b) => Math.abs(b.worth) - Math.abs(a.worth));
  if (largest) largest.steps += Math.round(value / STEP) - found.reduce((sum, { steps }) => sum + steps, 0);
  return found.filter(({ steps }) => steps !== 0).map(({ part, steps }) => [part, steps * STEP]);
}
