/** What a chance is made of, rounded so that what is written adds up. */

const STEP = 0.001; // a tenth of a percent

/** The parts that are written of a value, in steps, together as many as the value itself has; none of them is nothing. */
export function adding(parts: Readonly<Record<string, number>>, value: number): [part: string, worth: number][] {
  const found = Object.entries(parts).map(([part, worth]) => ({
    part,
    exact: worth / STEP,
    steps: Math.round(worth / STEP),
  }));
  const missing = Math.round(value / STEP) - found.reduce((sum, { steps }) => sum + steps, 0);
  const step = Math.sign(missing);
  const nearest = [...found].sort((a, b) => step * (a.steps - a.exact - b.steps + b.exact));
  for (const one of nearest.slice(0, Math.abs(missing))) one.steps += step;
  return found.filter(({ steps }) => steps !== 0).map(({ part, steps }) => [part, steps * STEP]);
}
