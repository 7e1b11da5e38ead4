/** How those at a table are called. */

import { t } from "../words.svelte.ts";

/** What a bot is called: by its taste if it has one, else by its level. */
export function levelName(level: string): string {
  const [mind = "", taste = ""] = level.split(":");
  return taste ? t(`bot.${taste}` as "bot.gambler") : t(`level.${mind}` as "level.club");
}

/** How a seat is called among all: where two have the same name, the number of the seat tells them apart. */
export function told(names: readonly string[], seat: number): string {
  const name = names[seat - 1];
  if (!name) return t("seat.number", { seat });
  return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${seat}`;
}
