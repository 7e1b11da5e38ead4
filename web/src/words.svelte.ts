/**
 * Words in four languages: `t("seat.free")`, `t("devils", { n: 3 })`.
 *
 * words/AREA/LANGUAGE.json have the same keys in each language; `common` is always there, the others come with what
 * needs them. A text names its parameters in braces; a number may ask for a form: {x:percent}, {x:exact}, {x:signed},
 * {x:tenth}. A text with forms for different numbers is an object: `by` names the deciding parameter, the other keys
 * are `none` (zero) and the plural categories of the language. The words of the coach (brimstone/analysis/languages)
 * have the same form, so that one reader serves both.
 */

import { kept, keep } from "./keep.ts";
import type { Key } from "./words/keys.ts";

export type { Key };

export const LANGUAGES = { de: "Deutsch", en: "English", fr: "Français", it: "Italiano" } as const;
export type Language = keyof typeof LANGUAGES;
export type Area = "common" | "coal" | "dice" | "cards" | "learn" | "after" | "coach";
export type Numbers = Readonly<Record<string, string | number>>;
type Forms = Readonly<Record<string, string>>;
type Texts = Readonly<Record<string, string | Forms>>;

const files = import.meta.glob<Texts>("./words/*/*.json", { import: "default" });
const coach = import.meta.glob<Texts>("../../src/brimstone/analysis/languages/*.json", { import: "default" });

/** The language of a browser as far as we speak it. */
export function spoken(wanted: readonly string[]): Language {
  const found = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? "en";
}

class Speech {
  language = $state<Language>("en");
  texts = $state.raw<Texts>({});
  /** What shall be spoken as soon as its words are here. */
  wanted: Language = "en";
  readonly areas = new Set<Area>(["common"]);
  /** The areas whose words are here. */
  known: readonly Area[] = [];
}

const speech = new Speech();

function load(area: Area, language: Language): Promise<Texts> {
  const from = area === "coach" ? coach : files;
  const path =
    area === "coach" ? `../../src/brimstone/analysis/languages/${language}.json` : `./words/${area}/${language}.json`;
  return from[path]!();
}

/** Have the words of what is wanted, and of what is wanted by the time they come. */
async function fetchWords(): Promise<void> {
  const { wanted } = speech;
  const areas = [...speech.areas];
  const found = await Promise.all(areas.map((area) => load(area, wanted)));
  if (wanted !== speech.wanted || areas.length !== speech.areas.size) return fetchWords();
  speech.texts = Object.assign({}, ...found) as Texts;
  speech.known = areas;
  speech.language = wanted;
  document.documentElement.lang = wanted;
}

/** Load the words of an area too; they stay. */
export async function need(...areas: Area[]): Promise<void> {
  for (const area of areas) speech.areas.add(area);
  if (!areas.every((area) => speech.known.includes(area))) await fetchWords();
}

/** Load a language and speak it from now on. */
export function speak(language: Language): Promise<void> {
  speech.wanted = language;
  return fetchWords();
}

/** Begin with the language that was chosen here before, else the browser's; `areas` will be wanted soon. */
export function speakFirst(areas: Area[]): Promise<void> {
  for (const area of areas) speech.areas.add(area);
  const chosen = kept("language");
  return speak(chosen && chosen in LANGUAGES ? (chosen as Language) : spoken(navigator.languages));
}

export function choose(language: Language): Promise<void> {
  keep("language", language);
  return speak(language);
}

export function language(): Language {
  return speech.language;
}

const writers = new Map<string, Intl.NumberFormat>();

/** What writes numbers in a form; made once, because making one takes longer than writing thousands. */
function writer(form: string, tag: string): Intl.NumberFormat {
  const name = `${tag} ${form}`;
  const known = writers.get(name);
  if (known) return known;
  const digits = ["exact", "signed", "tenth"].includes(form) ? 1 : 0;
  const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const made = ["percent", "exact", "signed"].includes(form)
    ? new Intl.NumberFormat(tag, {
        ...exactly,
        style: "percent",
        signDisplay: form === "signed" ? "exceptZero" : "auto",
      })
    : new Intl.NumberFormat(tag, { ...exactly, useGrouping: false });
  writers.set(name, made);
  return made;
}

const plurals = new Map<string, Intl.PluralRules>();

function plural(n: number, tag: string): string {
  const rules = plurals.get(tag) ?? new Intl.PluralRules(tag);
  plurals.set(tag, rules);
  return rules.select(n);
}

/** A number in a form, as the language writes it. */
export function formed(value: number, form: string, tag: string): string {
  if (form === "" && Number.isInteger(value)) return String(value); // the same everywhere; a browser needs long for its first writer
  const written = writer(form, tag).format(value);
  return form === "signed" ? written.replace("-", "−") : written;
}

/** Fill a text's parameters in. */
export function filled(text: string | Forms, numbers: Numbers, tag: string, names: Texts = {}): string {
  if (typeof text !== "string") {
    const n = Number(numbers[text.by ?? "against"]);
    const form = n === 0 && text.none !== undefined ? "none" : plural(n, tag);
    text = text[form] ?? text.other ?? "";
  }
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (whole, name: string, form: string | undefined) => {
    const value = numbers[name];
    if (value === undefined) return whole;
    if (typeof value === "number") return formed(value, form ?? "", tag);
    const named = names[`name.${value}`];
    return typeof named === "string" ? named : value;
  });
}

/** A text in the language spoken now. */
export function t(key: Key, numbers: Numbers = {}): string {
  return said(key, numbers) ?? key;
}

/** A text by a key that came over the wire; nothing if there is none. */
export function said(key: string, numbers: Numbers = {}): string | undefined {
  const text = speech.texts[key];
  return text === undefined ? undefined : filled(text, numbers, speech.language, speech.texts);
}

/** Several things in a row, as the language joins them. */
export function listed(things: string[]): string {
  return new Intl.ListFormat(speech.language, { type: "conjunction" }).format(things);
}
