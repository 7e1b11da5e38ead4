/** Who this browser is: a name that is asked once, and a way to a table of one's own. */

import { type NewTable, type Opened, post } from "../api.ts";
import { keep, keepGame, kept, secret, type Seat } from "../keep.ts";
import type { GameName } from "../protocol.ts";

export function myName(): string {
  return kept("name") ?? "";
}

export function keepName(name: string): void {
  keep("name", name.trim());
}

type Terms = Omit<NewTable, "name" | "token">;

/** Open a table and remember it; with `seat` and `begin` the game starts at once. */
export async function openTable(terms: Terms, name: string): Promise<Seat> {
  const token = secret();
  const salt = secret();
  const { promiseOf } = await import("../fair.ts"); // which the front page does not wait for
  const seated = terms.seat === undefined ? {} : { promise: promiseOf(salt) };
  const opened = await post<Opened>("tables", { ...terms, ...seated, name, token });
  const seat: Seat = {
    table: opened.table,
    game: terms.game,
    token,
    salt,
    invite: opened.invite,
    opened: Date.now(),
    ...(terms.lesson ? { lesson: true } : {}),
  };
  keepGame(seat);
  return seat;
}

/** Come to somebody's table. */
export async function comeIn(table: string, game: GameName, invite: string, name: string): Promise<Seat> {
  const seat: Seat = { table, game, token: secret(), salt: secret(), invite, opened: Date.now() };
  await post(`tables/${table}/guests`, { name, token: seat.token, invite });
  keepGame(seat);
  return seat;
}
