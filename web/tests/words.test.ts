import { describe, expect, it, vi } from "vitest";
import protocol from "../../docs/protocol.md?raw";
import { filled, formed, need, speak, spoken, t } from "../src/words.svelte.ts";

type Texts = Record<string, string | Record<string, string>>;

const files = import.meta.glob<Texts>(["../src/words/*/*.json", "../../src/brimstone/analysis/languages/*.json"], {
  import: "default",
  eager: true,
});
const rules = import.meta.glob<string>("../../src/brimstone/games/*_words.py", {
  query: "?raw",
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

it("bends no Italian article by a number: one says il 7, but l’8", () => {
  const article = /\b(?:il|lo|(?:de|a|ne|da|su)l(?:lo)?) \{(?:card|place|seat|\w+:\w+)\}|l’\{/i;
  const texts = areas.flatMap((area) => Object.entries(files[`${area}it.json`]!));
  expect(texts.filter(([, text]) => article.test(JSON.stringify(text))).map(([key]) => key)).toEqual([]);
});

it.each(LANGUAGES)("has no key in two areas in %s: the one loaded last would hide the other", (language) => {
  const keys = areas.flatMap((area) => Object.keys(files[`${area}${language}.json`]!));
  expect(keys.filter((key, i) => keys.indexOf(key) < i)).toEqual([]);
});

describe("a refusal", () => {
  const section = /^## Refusals\n(.*?)^## /ms.exec(protocol)![1]!;
  const codes = [...section.split("`illegal` and")[0]!.matchAll(/`(\w+)`/g)].map((match) => match[1]!).slice(1);

  it.each(LANGUAGES)("has words in %s, whatever the server's reason", (language) => {
    expect(codes.length).toBeGreaterThan(30);
    const common = files[`../src/words/common/${language}.json`]!;
    expect(codes.filter((code) => !(`refused.${code}` in common))).toEqual([]);
    const worded = Object.keys(common)
      .filter((key) => key.startsWith("refused."))
      .map((key) => key.split(".")[1]!);
    const own = ["unreachable"]; // what no server says
    expect(worded.filter((code) => ![...codes, ...own].includes(code))).toEqual([]);
  });

  it.each(["coal", "dice", "cards"])("of a move in %s is explained by every paragraph that the rules name", (game) => {
    const source = rules[`../../src/brimstone/games/${game}_words.py`]!;
    const named = [...source.matchAll(/^ +(?:raise BadMove\(|return ).*, "([CDT]\d+)"\)?$/gm)].map(
      (match) => match[1]!,
    );
    expect(named.length).toBeGreaterThan(5);
    const words = files[`../src/words/${game}/en.json`]!;
    expect(named.filter((paragraph) => !(`why.${paragraph}` in words))).toEqual([]);
  });
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
    expect([0.0004, -0.0004, 0].map((value) => formed(value, "signed", "en"))).toEqual(["0.0%", "0.0%", "0.0%"]);
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

it("speaks the language chosen last, also of what was asked for while it came", async () => {
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  await Promise.all([speak("fr"), need("coal"), speak("de"), need("dice")]);
  expect(document.documentElement.lang).toBe("de");
  expect(t("home.rules")).toBe(files["../src/words/common/de.json"]!["home.rules"]);
  expect(t("coal.bank")).toBe(files["../src/words/coal/de.json"]!["coal.bank"]);
  expect(t("dice.say.rank")).toBe(files["../src/words/dice/de.json"]!["dice.say.rank"]);
  vi.unstubAllGlobals();
});
