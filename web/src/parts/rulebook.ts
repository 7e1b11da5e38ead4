/** The rules' texts, loaded when somebody wants to read them. */

import type { Section } from "../../plugins/rules.ts";
import type { GameName } from "../protocol.ts";
import type { Language } from "../words.svelte.ts";

type Book = () => Promise<{ default: Section[] }>;

const books: Record<`${GameName}.${Language}`, Book> = {
  "coal.de": () => import("rules:coal.de"),
  "coal.en": () => import("rules:coal.en"),
  "coal.fr": () => import("rules:coal.fr"),
  "coal.it": () => import("rules:coal.it"),
  "dice.de": () => import("rules:dice.de"),
  "dice.en": () => import("rules:dice.en"),
  "dice.fr": () => import("rules:dice.fr"),
  "dice.it": () => import("rules:dice.it"),
  "cards.de": () => import("rules:cards.de"),
  "cards.en": () => import("rules:cards.en"),
  "cards.fr": () => import("rules:cards.fr"),
  "cards.it": () => import("rules:cards.it"),
};

export async function rulesOf(game: GameName, language: Language): Promise<Section[]> {
  return (await books[`${game}.${language}`]()).default;
}
