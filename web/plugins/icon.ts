/** icon.svg: the devil of the coal with rays behind him, in the colours of the theme. */

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { rays } from "../src/art/cut.ts";
import { devil } from "../src/art/devil.ts";
import { edge } from "../src/art/print.ts";

const RIM = 4.5;
const theme = readFileSync(new URL("../src/theme.css", import.meta.url), "utf8");
const colour = (ink: string): string => new RegExp(`--${ink}: (#[0-9a-f]{6})`).exec(theme)![1]!;

/** The middle four fifths hold everything: systems cut the rest off as they like. */
export function icon(): string {
  const inks = devil.map(({ ink, d, line }) => {
    const contour = line ? ` stroke="${colour(ink)}" stroke-width="${line}"` : "";
    return `<path d="${d}" fill="${colour(ink)}"${contour}/>`;
  });
  const paper = colour("paper");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
<rect width="512" height="512" fill="${colour("ink")}"/>
<path transform="scale(5.12)" d="${rays(50, 50, 38, 72, 26, { seed: 5, slip: 0.2 }, 3)}" fill="${colour("ember-deep")}"/>
<g transform="translate(81 82) scale(3.5)" stroke-linejoin="round">
<path d="${edge(devil)}" fill="${paper}" stroke="${paper}" stroke-width="${RIM * 2}"/>
${inks.join("\n")}
</g>
</svg>
`;
}

export function iconFile(): Plugin {
  return {
    name: "brimstone-icon",
    configureServer(server) {
      server.middlewares.use("/icon.svg", (_, answer) => {
        answer.setHeader("Content-Type", "image/svg+xml");
        answer.end(icon());
      });
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "icon.svg", source: icon() });
    },
  };
}
