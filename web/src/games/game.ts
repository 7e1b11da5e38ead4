/** What a game brings to the table: a board that draws views, and the meaning of told lines for eyes and ears. */

import type { Component } from "svelte";
import type { GameName, View } from "../protocol.ts";
import type { Session } from "../session.svelte.ts";
import type { Sound } from "../sound.ts";
import { need, type Key } from "../words.svelte.ts";

/** What a line is about, for words and timing. */
export interface Scene {
  /** The view before the line. */
  view: View | null;
  /** Lines told since that view, this one not included. */
  before: readonly string[];
  /** How a seat (from 1) is called. */
  name(seat: number): string;
  /** The seat at this screen, 0 for a watcher. */
  me: number;
  seats: number;
}

/** One told line, played. */
export interface Beat {
  /** The line as a sentence for the log and for ears; empty: not worth one. */
  words: string;
  /** Milliseconds that it stays before the next, at a normal pace. It must not depend on what is hidden. */
  hold: number;
  sound?: Sound;
}

export interface GamePage {
  Board: Component<{ session: Session }>;
  beat(line: string, scene: Scene): Beat;
  /** Keys of its own that the board listens to, for the list of keys. */
  keys?: readonly (readonly [key: string, words: Key])[];
}

const boards: Record<GameName, () => Promise<GamePage>> = {
  coal: async () => (await import("./coal/page.ts")).page,
  dice: async () => (await import("./dice/page.ts")).page,
  cards: async () => (await import("./cards/page.ts")).page,
};

export const GAMES = Object.keys(boards) as GameName[];

export function isGame(name: string | undefined): name is GameName {
  return name !== undefined && Object.hasOwn(boards, name);
}

/** The game that an address names; the first of them if it names none. */
export function gameNamed(name: string | undefined): GameName {
  return isGame(name) ? name : "coal";
}

/** A game's board without its words. */
export function board(game: GameName): Promise<GamePage> {
  return boards[game]();
}

export async function load(game: GameName): Promise<GamePage> {
  const [page] = await Promise.all([board(game), need(game, "coach")]);
  return page;
}

/** A told line in its parts: who, then the words. */
export function parsed(line: string): { by: string; seat: number; words: string[] } {
  const [by = "", rest = ""] = line.split(/: (.*)/s);
  return { by, seat: Number(by) || 0, words: rest.split(/[ :,]+/) };
}
