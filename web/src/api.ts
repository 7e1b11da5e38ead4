/** REST under /api/v1. A refusal becomes an Unwilling with its key and parameters. */

import { forget, keep, kept } from "./keep.ts";
import type { GameName, Pace, Clock, Refusal } from "./protocol.ts";

/** The address of something of the server's, wherever the page was put. */
export function api(path: string): string {
  return new URL(`api/v1/${path}`, document.baseURI.split("#")[0]).href;
}

/** The house's password, if it has one and this browser was told it. */
export function house(): string {
  return kept("house") ?? "";
}

export function keepHouse(password: string): void {
  if (password) keep("house", password);
  else forget("house");
}

export function headers(): Record<string, string> {
  const password = house();
  return { "Content-Type": "application/json", ...(password ? { "Brimstone-House": password } : {}) };
}

/** The server does not want to. */
export class Unwilling extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.why);
  }
}

/** No answer at all: the network or the server is away. */
export class Unreachable extends Error {}

async function asked(path: string, init: RequestInit, more: Record<string, string> = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(api(path), { ...init, headers: { ...headers(), ...more } });
  } catch {
    throw new Unreachable();
  }
  if (answer.ok) return answer;
  const told: unknown = await answer.json().catch(() => undefined); // a proxy may answer with a page of its own
  if (told && typeof told === "object" && "why" in told) throw new Unwilling(told as Refusal);
  throw new Unreachable();
}

export async function get<T>(path: string, more?: Record<string, string>): Promise<T> {
  return (await (await asked(path, {}, more)).json()) as T;
}

export async function getText(path: string): Promise<string> {
  return (await asked(path, {})).text();
}

/** Something that takes a while: asks again as long as the server says 202. */
export async function patient<T>(path: string, signal: AbortSignal): Promise<T> {
  for (;;) {
    const answer = await asked(path, { signal });
    if (answer.status !== 202) return (await answer.json()) as T;
    await new Promise((done) => setTimeout(done, 1000));
    signal.throwIfAborted();
  }
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  return (await (await asked(path, { method: "POST", body: JSON.stringify(body) })).json()) as T;
}

export async function postText<T>(path: string, body: string): Promise<T> {
  return (await (await asked(path, { method: "POST", body })).json()) as T;
}

export interface NewTable {
  game: GameName;
  seats: number;
  name: string;
  token: string;
  options?: Record<string, unknown>;
  pace?: Pace;
  clock?: Clock | null;
  public?: boolean;
  coach?: boolean;
  open_purses?: boolean;
  lesson?: boolean;
  bots?: string[];
  from?: { table: string; move: number } | { record: string; move: number };
  seat?: number;
  promise?: string;
  begin?: boolean;
}

export interface Opened {
  table: string;
  invite: string;
  guest: number;
}

export interface Listed {
  table: string;
  game: GameName;
  seats: number;
  phase: string;
  opened: number;
  free?: number | null;
  names: string[];
  pace?: Pace;
}
