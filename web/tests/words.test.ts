import { describe, expect, it } from "vitest";
import { filled, formed, spoken } from "../src/words.svelte.ts";

type Texts = Record<string, string | Record<string, string>>;

const files = import.meta.glob<Texts>(["../src/words/*/*.json", "../../src/brimstone/analysis/languages/*.json"], {
  import: "default",
  eager: true,
});
const LANGUAGES = ["en", "de", "it", "fr"];
const areas = [...new Set(Object.keys(files).map((path) => path.replace(/\w+\.json$/, "")))];

/** The parameters that a text asks for, in all its forms. */
function parameters(text: string | Record<string, string>): string[] {
  const forms =
    typeof text === "string" ? [text] : Object.entries(text).flatMap(([key, form]) => (key === "by" ? [] : [form]));
  const found = forms.flatMap((form) => [...form.matchAll(/\{(\w+)(?::\w+)?\}/g)].map((match) => match[1]!));
  return [...new Set(found)].sort();
}

describe.each(areas)("%s", (area) => {
  const english = files[`${area}en.json`]!;

  it.each(LANGUAGES)("has every key in %s, with the same parameters", (language) => {
    const texts = files[`${area}${language}.json`]!;
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(texts)) {
      expect.soft(parameters(text), key).toEqual(parameters(english[key]!));
      if (typeof text !== "string") expect.soft(Object.keys(text), key).toContain("other");
    }
  });

  it.each(LANGUAGES)("leaves nothing empty in %s", (language) => {
    for (const [key, text] of Object.entries(files[`${area}${language}.json`]!)) {
      for (const form of typeof text === "string" ? [text] : Object.values(text))
        expect.soft(form.trim(), key).not.toBe("");
    }
  });
});

it("means one thing by each key, whichever words are loaded", () => {
  const keys = areas.flatMap((area) => Object.keys(files[`${area}en.json`]!));
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
});

describe("a text", () => {
  it("is filled in, and keeps what it was not told", () => {
    expect(filled("{a} and {b}", { a: "x" }, "en")).toBe("x and {b}");
  });

  it("has forms for none, one and many", () => {
    const text = { by: "n", none: "nothing", one: "one", other: "{n}" };
    expect([0, 1, 7].map((n) => filled(text, { n }, "en"))).toEqual(["nothing", "one", "7"]);
  });

  it("writes numbers as the language does", () => {
    expect(formed(0.314, "percent", "en")).toBe("31%");
    expect(formed(0.314, "exact", "de").replace(/\s/g, " ")).toBe("31,4 %");
    expect(formed(-0.05, "signed", "en")).toBe("−5.0%");
    expect(formed(1600, "", "de")).toBe("1600");
  });

  it("names things in the language", () => {
    expect(filled("{item}", { item: "bed" }, "de", { "name.bed": "Bett" })).toBe("Bett");
  });
});

it("speaks the first language of the browser that it knows", () => {
  expect(spoken(["pt-BR", "fr-CA", "en"])).toBe("fr");
  expect(spoken(["pt"])).toBe("en");
});
