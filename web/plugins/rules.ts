/** The rules in docs/rules as modules: `import paragraphs from "rules:coal.de"` gives them in order, as HTML. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { marked } from "marked";
import type { Plugin } from "vite";

const PREFIX = "rules:";
const FOLDER = resolve(import.meta.dirname, "../../docs/rules");

export interface Section {
  /** `C4`, or empty for text between the paragraphs. */
  number: string;
  title: string;
  html: string;
}

/** Wide tables scroll on a phone, so that keys must reach them. */
function html(text: string, title: string): string {
  const label = title.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return marked
    .parse(text, { async: false })
    .replaceAll("<table>", `<div class="wide" role="group" tabindex="0" aria-label="${label}"><table>`)
    .replaceAll("</table>", "</table></div>");
}

/** A text by its headings. Those of paragraphs read `### C4 · title`. */
export function sections(text: string): Section[] {
  return text
    .split(/^(?=#{1,3} )/m)
    .filter((part) => part.trim())
    .map((part) => {
      const [heading = "", ...body] = part.split("\n");
      const words = heading.replace(/^#+ /, "");
      const numbered = /^([A-Z]\d+) · (.*)$/.exec(words);
      const title = numbered?.[2] ?? words;
      return { number: numbered?.[1] ?? "", title, html: html(body.join("\n"), title) };
    });
}

export function rules(): Plugin {
  return {
    name: "brimstone-rules",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const file = resolve(FOLDER, `${id.slice(PREFIX.length + 1)}.md`);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(sections(readFileSync(file, "utf8")))}`;
    },
  };
}
