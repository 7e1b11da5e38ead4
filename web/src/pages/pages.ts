/** The pages by the first word of their address, and what each will want. */

import type { Component } from "svelte";
import { board, gameNamed, isGame } from "../games/game.ts";
import { game as keptGame } from "../keep.ts";
import type { GameName } from "../protocol.ts";
import type { Place } from "../router.svelte.ts";
import type { Area } from "../words.svelte.ts";

export type Page = Component<{ path: string[] }>;

const room = () => import("./Room.svelte");

/** All but the front page are loaded when somebody goes there. */
export const pages: Record<string, () => Promise<{ default: Page }>> = {
  t: room,
  learn: () => import("./Learn.svelte"),
  rules: () => import("./RulesPage.svelte"),
  after: () => import("./After.svelte"),
  about: () => import("./About.svelte"),
  pass: () => import("./Pass.svelte"),
};

/** The game that a place is about, as far as that is known before anything has come. */
export function about({ path: [first, second = ""] }: Place): GameName | undefined {
  if (first === "learn") return gameNamed(second);
  const game = keptGame(second)?.game;
  return isGame(game) ? game : undefined;
}

/**
 * Ask at once for everything that a place will want, because over a slow line each journey more costs; what comes back
 * are the words it will want.
 */
export function ahead(place: Place): Area[] {
  const [first = ""] = place.path;
  void pages[first]?.();
  const game = about(place);
  if (!game) return [];
  void board(game);
  if (first !== "learn") return [game, "coach"];
  void room();
  void import("../fair.ts");
  return [game, "coach", "learn"];
}
