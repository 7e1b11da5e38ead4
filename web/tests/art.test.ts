import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bots } from "../src/art/bots.ts";
import { burning, cold, hot } from "../src/art/coals.ts";
import { corners, cut, line, mirrored, placed, rays, round } from "../src/art/cut.ts";
import { devil } from "../src/art/devil.ts";
import { emotes } from "../src/art/emotes.ts";
import { guests, nobody } from "../src/art/guests.ts";
import { NAMES, sign } from "../src/art/icons.ts";
import { edge } from "../src/art/print.ts";
import { signs } from "../src/art/signs.ts";

const theme = readFileSync(new URL("../src/theme.css", import.meta.url), "utf8");
const colours = new Set([...theme.matchAll(/--([a-z0-9-]+):/g)].map((match) => match[1]));

const sheets = {
  ...bots,
  ...guests,
  ...signs,
  ...emotes,
  devil,
  nobody,
  burning,
  ...Object.fromEntries([...cold, ...hot].map((sheet, i) => [`lump ${i}`, sheet])),
};

describe("the knife", () => {
  test("slips the same way every time", () => {
    expect(cut(round(50, 50, 40), { seed: 3 })).toBe(cut(round(50, 50, 40), { seed: 3 }));
    expect(cut(round(50, 50, 40), { seed: 3 })).not.toBe(cut(round(50, 50, 40), { seed: 4 }));
  });

  test("a mirror's mirror is the original", () => {
    const path = "M10 20L30 45C12 8 9 7 1 2Z";
    expect(corners(mirrored(mirrored(path)), 5)).toEqual(corners(path, 5));
  });

  test("a quarter turn clockwise takes right to down", () => {
    expect(placed("M10 0L20 0", 100, 100, 2, 0.25)).toBe("M100.00 120.00 L100.00 140.00 ");
  });

  test("lines and rays are closed shapes, one a stroke", () => {
    expect(line("M0 0L50 0M0 10L50 10", 4).match(/Z/g)).toHaveLength(2);
    expect(rays(50, 50, 10, 20, 7).match(/Z/g)).toHaveLength(7);
  });
});

describe.each(Object.entries(sheets))("%s", (_, layers) => {
  test("is drawn with numbers and with inks of the theme", () => {
    expect(edge(layers)).not.toBe("");
    for (const { ink, d } of layers) {
      expect(d).toMatch(/^M[-\d. MLZ]+Z$/);
      expect(colours).toContain(ink.replace(/^own, var\(--(.*)\)$/, "$1"));
    }
  });
});

test.each(NAMES)("icon %s is drawn with numbers", (name) => {
  expect(sign(name)).toMatch(/^M[-\d. MLZ]+Z$/);
});
