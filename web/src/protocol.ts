/** What is said between the page and the table server: docs/protocol.md. Seats count from 1. */

export type GameName = "coal" | "dice" | "cards";
export type Phase = "lobby" | "salting" | "playing" | "finished" | "closed";
export type Pace = "calm" | "normal" | "quick" | "days";
export type Presence = "here" | "shaky" | "away" | "left";
export type View = Readonly<Record<string, unknown>>;

export const EMOTIONS = ["laugh", "wow", "ouch", "think", "hurry", "well_played", "sorry", "cheers"] as const;
export type Emotion = (typeof EMOTIONS)[number];

export interface Clock {
  move: number;
  bank: number;
}

export interface Chair {
  guest?: number;
  name?: string;
  level?: string;
  substitute?: string;
  claimed?: number;
  conceded?: boolean;
}

export interface Roster {
  id: string;
  game: GameName;
  seats: number;
  options: Record<string, unknown>;
  pace: Pace;
  clock: Clock | null;
  public: boolean;
  coach: boolean;
  phase: Phase;
  host: number;
  paused: boolean;
  chairs: Chair[];
  guests: Record<string, string>;
  next: string;
  lesson?: boolean;
  /** Moves and outcomes that were given, of another game. */
  continued?: number;
  open_purses?: boolean;
}

export interface You {
  guest: number;
  seat: number;
  host: boolean;
}

export type Step =
  | { is: "opened"; promise: string }
  | { is: "sat"; seat: number; guest: number }
  | { is: "rose"; seat: number }
  | { is: "bot"; seat: number; level?: string }
  | { is: "begun"; seats: number[] }
  | { is: "salted"; seat: number; salt: string }
  | { is: "started"; head: string; without?: number[] }
  | { is: "seals"; count: number }
  | { is: "sealed"; say: string; hash: string }
  | {
      is: "told";
      lines: string[];
      by: string;
      head: string;
      seat?: number;
      touch?: number;
      hashes?: Record<string, string>;
    }
  | { is: "substitute"; seat: number; level?: string }
  | { is: "claimed"; seat: number; guest: number }
  | { is: "coached"; seat: number }
  | { is: "conceded"; seat: number }
  | { is: "removed"; guest: number }
  | { is: "paused" }
  | { is: "resumed" }
  | { is: "ended"; places: number[]; points: number[]; reason: string }
  | { is: "revealed"; secret: string }
  | { is: "closed"; why: string }
  | { is: "rematch"; table: string };

export interface News {
  v: number;
  steps: Step[];
  view?: View | null;
  moves?: string[];
  due?: Record<string, number>;
  table?: Roster | null;
}

export interface Choice {
  say: string;
  value: number;
  error: number;
  share: number;
  parts: Record<string, number>;
}

export interface Fact {
  key: string;
  numbers: Record<string, string | number>;
  /** The move that it is about; null if it holds whatever is done. */
  move: string | null;
}

export type Answer =
  | ({ is: "welcome"; you: You; here?: Record<string, Presence> } & News & { table: Roster })
  | ({ is: "steps" } & News)
  | { is: "done"; key: string; v: number }
  | Refusal
  | { is: "here"; guests: Record<string, Presence> }
  | { is: "emote"; guest: number; what: Emotion }
  | { is: "advice"; key: string; moves: Choice[]; facts: Fact[] }
  | { is: "pong"; key: string }
  | { is: "bye"; why: string; again?: number | null };

export interface Refusal {
  is: "refused";
  key: string;
  why: string;
  about?: Record<string, string | number>;
  paragraph?: string;
  moves?: string[];
}

export type Wish =
  | { do: "sit"; seat: number; promise: string }
  | { do: "rise" }
  | { do: "bot"; seat: number; level: string }
  | { do: "begin" }
  | { do: "salt"; salt: string }
  | { do: "move"; say: string; touch?: number }
  | { do: "back" }
  | { do: "concede" }
  | { do: "pause" }
  | { do: "resume" }
  | { do: "remove"; guest: number }
  | { do: "close" }
  | { do: "rematch" }
  | { do: "emote"; what: Emotion }
  | { do: "advice" }
  | { do: "ping" };

/** A wish as it is sent, however often: the same key is the same wish, and it is about the table as it was seen. */
export type Sent = Wish & { key: string; seen: number };

export interface Hello {
  do: "hello";
  key: string;
  have: number;
  token: string;
  invite: string;
  house: string;
}
