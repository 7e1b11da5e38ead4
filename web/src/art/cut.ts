/**
 * The knife: turns smooth outlines into cut ones, as in a linocut.
 *
 * Pictures are written as ordinary SVG paths (absolute M L C Q Z) and become polygons whose corners are a little off,
 * the same ones every time. `gouge` and `hatch` are the marks a blade leaves when it lifts out material.
 */

type Point = readonly [x: number, y: number];

export interface Cut {
  /** Which of all possible slips of the hand. */
  seed?: number;
  /** How far a corner slips, in units of the picture. */
  slip?: number;
  /** Length of one facet. */
  facet?: number;
}

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
export function hand(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const ARGUMENTS: Record<string, number> = { M: 2, L: 2, Q: 4, C: 6, Z: 0 };

/** The corners of every subpath, curves broken into facets. */
export function corners(path: string, facet: number): Point[][] {
  const words = path.match(/[MLCQZ]|-?\d*\.?\d+/g) ?? [];
  const shapes: Point[][] = [];
  let shape: Point[] = [];
  let verb = "";
  for (let i = 0; i < words.length;) {
    if (words[i]! in ARGUMENTS) {
      verb = words[i++]!;
      if (verb === "Z") continue;
    }
    const numbers: number[] = [];
    for (const stop = i + ARGUMENTS[verb]!; i < stop; i++) numbers.push(Number(words[i]));
    if (verb === "M") {
      shape = [[numbers[0]!, numbers[1]!]];
      shapes.push(shape);
      verb = "L";
    } else {
      follow(shape, numbers, facet);
    }
  }
  return shapes;
}

/** Go on along a line or curve, about a facet a step. */
function follow(shape: Point[], to: number[], facet: number): void {
  const [x0, y0] = shape.at(-1)!;
  let length = Math.hypot(to[0]! - x0, to[1]! - y0);
  for (let i = 2; i < to.length; i += 2) length += Math.hypot(to[i]! - to[i - 2]!, to[i + 1]! - to[i - 1]!);
  const steps = Math.max(1, Math.round(length / facet));
  for (let k = 1; k < steps; k++) {
    const t = k / steps;
    shape.push([bezier(t, x0, to[0]!, to[2], to[4]), bezier(t, y0, to[1]!, to[3], to[5])]);
  }
  shape.push([to.at(-2)!, to.at(-1)!]);
}

/** Where a line (two numbers), a quadratic or a cubic curve is at t. */
function bezier(t: number, a: number, b: number, c?: number, d?: number): number {
  const s = 1 - t;
  if (c === undefined) return s * a + t * b;
  if (d === undefined) return s * s * a + 2 * s * t * b + t * t * c;
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

/** To one decimal; whole numbers are written quicker than fractions, and a table has tens of thousands. */
export function short(n: number): string {
  const tenths = Math.round(Math.abs(n) * 10);
  const written = tenths % 10 ? `${(tenths / 10) | 0}.${tenths % 10}` : `${tenths / 10}`;
  return n < 0 && tenths ? `-${written}` : written;
}

/** The outline as a blade would have left it. */
export function cut(path: string, { seed = 1, slip = 0.7, facet = 5 }: Cut = {}): string {
  const random = hand(seed * 7919 + path.length);
  let outline = "";
  for (const shape of corners(path, facet)) {
    let verb = "M";
    for (const [x, y] of shape) {
      outline += `${verb}${short(x + (random() - 0.5) * 2 * slip)} ${short(y + (random() - 0.5) * 2 * slip)}`;
      verb = "L";
    }
    outline += "Z";
  }
  return outline;
}

/** An ellipse to be cut. */
export function round(x: number, y: number, rx: number, ry = rx): string {
  const kx = rx * 0.5523;
  const ky = ry * 0.5523;
  return (
    `M${x - rx} ${y}C${x - rx} ${y - ky} ${x - kx} ${y - ry} ${x} ${y - ry}` +
    `C${x + kx} ${y - ry} ${x + rx} ${y - ky} ${x + rx} ${y}` +
    `C${x + rx} ${y + ky} ${x + kx} ${y + ry} ${x} ${y + ry}C${x - kx} ${y + ry} ${x - rx} ${y + ky} ${x - rx} ${y}Z`
  );
}

/** One stroke of the gouge: pointed at both ends, `width` in the middle. */
export function gouge(x1: number, y1: number, x2: number, y2: number, width = 1.6): string {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const length = Math.hypot(dx, dy) || 1;
  const nx = (-dy / length) * (width / 2);
  const ny = (dx / length) * (width / 2);
  const point = (t: number, side: number): string =>
    `${short(x1 + dx * t + nx * side)} ${short(y1 + dy * t + ny * side)}`;
  return `M${short(x1)} ${short(y1)}L${point(0.35, 1)}L${point(0.75, 0.8)}L${short(x2)} ${short(y2)}L${point(0.6, -1)}L${point(0.25, -0.7)}Z`;
}

/** Strokes side by side, from one line to another: `n` gouges whose ends run from a to b and from c to d. */
export function hatch(
  a: Point,
  b: Point,
  c: Point,
  d: Point,
  n: number,
  { seed = 1, slip = 0.8 }: Cut = {},
  width = 1.5,
): string {
  const random = hand(seed * 104729 + n);
  const off = (): number => (random() - 0.5) * 2 * slip;
  return Array.from({ length: n }, (_, i) => {
    const t = n === 1 ? 0.5 : i / (n - 1);
    return gouge(
      a[0] + (b[0] - a[0]) * t + off(),
      a[1] + (b[1] - a[1]) * t + off(),
      c[0] + (d[0] - c[0]) * t + off(),
      c[1] + (d[1] - c[1]) * t + off(),
      width * (0.7 + random() * 0.6),
    );
  }).join("");
}

/** The same in a mirror whose axis stands at x: for faces. Takes absolute M L C Q Z. */
export function mirrored(path: string, axis = 50): string {
  let even = false;
  return path.replace(/([MLCQZ])|(-?\d*\.?\d+)/g, (word, verb: string | undefined) => {
    if (verb) {
      even = false;
      return word;
    }
    even = !even;
    return even ? ` ${short(2 * axis - Number(word))}` : ` ${word}`;
  });
}

/** A line cut along a path: swells and thins, pointed at both ends unless `blunt`. Subpaths stay open. */
export function line(path: string, width: number, { seed = 1, facet = 3 }: Cut = {}, blunt = false): string {
  const random = hand(seed * 15485863 + path.length);
  return corners(path, facet)
    .map((shape) => {
      const last = shape.length - 1;
      const sides = shape.map(([x, y], i) => {
        const before = shape[Math.max(0, i - 1)]!;
        const after = shape[Math.min(last, i + 1)]!;
        const dx = after[0] - before[0];
        const dy = after[1] - before[1];
        const swell = blunt ? 1 : Math.sqrt(Math.sin(Math.PI * (0.03 + (0.94 * i) / last)));
        const half = ((width / 2) * swell * (0.8 + random() * 0.4)) / (Math.hypot(dx, dy) || 1);
        return [`${short(x - dy * half)} ${short(y + dx * half)}`, `${short(x + dy * half)} ${short(y - dx * half)}`];
      });
      return `M${[...sides.map((side) => side[0]!), ...sides.reverse().map((side) => side[1]!)].join("L")}Z`;
    })
    .join("");
}

/** Strokes of the gouge that radiate from a point, between two distances; angles in turns, clockwise from the right. */
export function rays(
  x: number,
  y: number,
  from: number,
  to: number,
  n: number,
  { seed = 1, slip = 0.15 }: Cut = {},
  width = 1.6,
  [start, end]: Point = [0, 1],
): string {
  const random = hand(seed * 32452843 + n);
  return Array.from({ length: n }, (_, i) => {
    const angle = (start + ((end - start) * (i + 0.5 + (random() - 0.5) * slip * 2)) / n) * 2 * Math.PI;
    const near = from + (to - from) * slip * random();
    const far = to - (to - from) * slip * random() * 2;
    return gouge(
      x + Math.cos(angle) * near,
      y + Math.sin(angle) * near,
      x + Math.cos(angle) * far,
      y + Math.sin(angle) * far,
      width * (0.7 + random() * 0.6),
    );
  }).join("");
}

/** A path moved, turned (in turns, about its origin) and scaled. Takes absolute M L C Q Z. */
export function placed(path: string, x: number, y: number, scale = 1, turn = 0): string {
  const cos = Math.cos(turn * 2 * Math.PI) * scale;
  const sin = Math.sin(turn * 2 * Math.PI) * scale;
  return path.replace(/(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)/g, (_, a: string, b: string) => {
    const [px, py] = [Number(a), Number(b)];
    return `${(px * cos - py * sin + x).toFixed(2)} ${(px * sin + py * cos + y).toFixed(2)} `;
  });
}
