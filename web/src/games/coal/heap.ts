/** How the coal lies in the mouth of the oven: always the same heap, so that nothing jumps when a piece is taken. */

import { hand } from "../../art/cut.ts";

/** The middle of a lump in parts of the mouth's width and height, its size in parts of the width, its turn in degrees. */
export interface Lump {
  x: number;
  y: number;
  size: number;
  turn: number;
  /** Row from the foot of the heap; those in front lie over those behind. */
  row: number;
}

const ROUNDNESS = 0.62; // of the heap's shoulders: rows at the top are this much shorter
const LARGEST = 0.2; // distance of lumps, however few they are

/** How many lie in each row, from the foot up. */
export function rows(n: number): number[] {
  const count = Math.max(1, Math.round(Math.sqrt(n * 0.7)));
  const width = (row: number): number => 1 - ROUNDNESS * (row / count) ** 2;
  const all = Array.from({ length: count }, (_, row) => width(row));
  const unit = n / all.reduce((a, b) => a + b, 0);
  let done = 0;
  let due = 0;
  return all.map((part) => {
    due += part * unit;
    const here = Math.round(due) - done;
    done += here;
    return here;
  });
}

export function heap(n: number): Lump[] {
  const random = hand(n * 31 + 7);
  const layers = rows(n);
  const widest = Math.max(...layers);
  const step = Math.min(1 / (widest + 0.35), LARGEST);
  const rise = Math.min(0.8 / layers.length, LARGEST);
  return layers.flatMap((count, row) =>
    Array.from({ length: count }, (_, i) => ({
      x: 0.5 + (i - (count - 1) / 2) * step + (random() - 0.5) * step * 0.35,
      y: 0.9 - row * rise + (random() - 0.5) * rise * 0.4,
      size: step * (1.32 + random() * 0.22),
      turn: (random() - 0.5) * 50,
      row,
    })),
  );
}

/**
 * Which pieces have gone, in order. A tap names one; whoever did not tap took any, and every screen agrees which.
 * A tap on a piece that is not there means as little as every other.
 */
export function holes(total: number, gone: readonly (number | undefined)[]): number[] {
  const random = hand(total + 5);
  const left = Array.from({ length: total }, (_, i) => i);
  return gone.slice(0, total).map((touch) => {
    const any = Math.floor(random() * left.length);
    const at = touch === undefined ? -1 : left.indexOf(touch);
    return left.splice(at < 0 ? any : at, 1)[0]!;
  });
}

/** The piece that is about to be turned. */
export function chosen(total: number, gone: readonly (number | undefined)[], touch: number | undefined): number {
  return holes(total, [...gone, touch]).at(-1) ?? 0;
}
