/** What this browser remembers: all under one prefix, and nothing if it may not remember. */

import type { GameName } from "./protocol.ts";

const PREFIX = "brimstone.";
const MOST_GAMES = 50;

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined; // forbidden by the person's settings: then nothing is remembered
  }
}

export function kept(name: string): string | null {
  return storage()?.getItem(PREFIX + name) ?? null;
}

export function keep(name: string, value: string): void {
  try {
    storage()?.setItem(PREFIX + name, value);
  } catch {
    // full, or private browsing: playing goes on without a memory
  }
}

export function forget(name: string): void {
  storage()?.removeItem(PREFIX + name);
}

/** A table this browser has sat at. */
export interface Seat {
  table: string;
  game: GameName;
  token: string;
  invite: string;
  salt: string;
  opened: number; // milliseconds since 1970
  over?: boolean;
  /** Where this browser sat last, from 1. */
  seat?: number;
  lesson?: boolean;
}

/** The tables this browser knows, the newest first. */
export function games(): Seat[] {
  try {
    return JSON.parse(kept("games") ?? "[]") as Seat[];
  } catch {
    return []; // somebody has edited it
  }
}

export function game(table: string): Seat | undefined {
  return games().find((seat) => seat.table === table);
}

export function keepGame(seat: Seat): void {
  const others = games().filter((other) => other.table !== seat.table);
  keep("games", JSON.stringify([seat, ...others].slice(0, MOST_GAMES)));
}

export function forgetGame(table: string): void {
  keep("games", JSON.stringify(games().filter((other) => other.table !== table)));
}

/** A secret of 32 random bytes in hexadecimal digits; works without a secure context too. */
export function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
