/** A finished game, frame by frame: offers a board what a live sitting does, but nothing can be done in it. */

import { SvelteMap } from "svelte/reactivity";
import { get, postText } from "./api.ts";
import { load, type GamePage } from "./games/game.ts";
import type { Emotion, GameName, Presence, Refusal, Roster, View } from "./protocol.ts";
import { levelName, told } from "./parts/names.ts";
import type { Advice, Session, Told } from "./session.svelte.ts";
import { play } from "./sound.ts";

/** Whose eyes: a seat's, a watcher's, or all cards open. */
export type Eyes = "public" | "everything" | number;

interface Frame {
  n: number;
  by: "start" | "chance" | "seals" | "seat";
  seat?: number;
  lines: string[];
  view: View;
  views?: View[];
}

export interface Film {
  game: GameName;
  seats: number;
  options: Record<string, unknown>;
  names: string[];
  result: { places: number[]; points: number[]; reason: string } | null;
  frames: Frame[];
}

export function film(table: string, eyes: Eyes): Promise<Film> {
  return get<Film>(`tables/${table}/replay?as=${eyes}`);
}

export function filmOf(record: string, eyes: Eyes): Promise<Film> {
  return postText<Film>(`replay?as=${eyes}`, record);
}

/** The views of a film in full: each frame has only what changed. With everything open, all seats' hands are in one. */
export function views(frames: Frame[]): View[] {
  let whole: View = {};
  let seats: View[] = [];
  return frames.map((frame) => {
    whole = { ...whole, ...frame.view };
    seats = (frame.views ?? []).map((view, seat) => ({ ...seats[seat], ...view }));
    return seats.length ? opened(whole, seats) : whole;
  });
}

/** One view with everybody's secrets: where the public one has holes, each seat's own entry is put in. */
function opened(whole: View, seats: View[]): View {
  const joined: Record<string, unknown> = { ...whole, hands: seats.map((view) => view.hand) };
  for (const [name, value] of Object.entries(whole)) {
    if (!Array.isArray(value) || value.length !== seats.length) continue;
    joined[name] = value.map((_, seat) => (seats[seat]?.[name] as unknown[] | undefined)?.[seat] ?? value[seat]);
  }
  return joined;
}

export class Replay implements Session {
  link = "open" as const;
  page = $state.raw<GamePage>();
  table = $state.raw<Roster>();
  view = $state.raw<View | null>(null);
  beats = $state.raw<string[]>([]);
  log = $state.raw<string[]>([]);
  story = $state.raw<readonly Told[]>([]);
  at = $state(0);
  running = $state(false);

  readonly you;
  readonly moves: string[] = [];
  readonly due: Record<string, number> = {};
  /** In a replay everybody is there. */
  readonly here: Record<string, Presence> = Object.fromEntries([1, 2, 3, 4, 5, 6].map((guest) => [guest, "here"]));
  readonly emotes = new SvelteMap<number, Emotion>();
  readonly seals = 0;
  readonly sealed = "";
  readonly pending = "";
  readonly closed = "";
  readonly thinking = false;
  readonly mine = false;
  touch: number | undefined = undefined;
  advice: Advice | undefined = undefined;
  refusal: Refusal | undefined = undefined;
  ended = undefined;
  shut = undefined;
  seat = undefined;
  readonly #views: View[];
  #skip: (() => void) | undefined;
  #turn = 0;

  constructor(
    readonly id: string,
    readonly film: Film,
    eyes: Eyes,
    /** Moves made at the moment to begin with. */
    moved = 0,
  ) {
    this.you = { guest: 0, seat: typeof eyes === "number" ? eyes : 0, host: false };
    this.#views = views(film.frames);
    this.at = moved ? this.frameOf(moved) : 0;
    void this.#open();
  }

  async #open(): Promise<void> {
    const { game, seats, options, names } = this.film;
    this.page = await load(game);
    this.table = {
      id: this.id,
      game,
      seats,
      options,
      pace: "normal",
      clock: null,
      public: false,
      coach: false,
      phase: "playing",
      host: 0,
      paused: false,
      chairs: names.map((name, i) => (isLevel(name) ? { level: name } : { name, guest: i + 1 })),
      guests: {},
      next: "",
    };
    this.show(this.at);
  }

  get me(): number {
    return this.you.seat;
  }

  get last(): number {
    return this.film.frames.length - 1;
  }

  get others(): number[] {
    const n = this.film.seats;
    const first = this.me || n;
    return Array.from({ length: n }, (_, k) => ((first + k) % n) + 1).filter((seat) => seat !== this.me);
  }

  name(seat: number): string {
    return told(
      this.film.names.map((name) => (isLevel(name) ? levelName(name) : name)),
      seat,
    );
  }

  /** Jump to a frame. */
  show(at: number): void {
    this.#turn += 1;
    this.skip();
    this.at = Math.max(0, Math.min(at, this.last));
    this.beats = [];
    this.view = this.#views[this.at] ?? null;
    this.story = this.film.frames
      .slice(0, this.at + 1)
      .flatMap(({ lines }) => lines.map((line) => ({ line, touch: undefined })));
    this.log = this.#sentences(this.at);
  }

  /** The frame after which so many moves were made. */
  frameOf(n: number): number {
    const found = this.film.frames.findIndex((frame) => frame.n >= n);
    return found < 0 ? this.last : found;
  }

  /** How many moves were made up to the frame that is shown. */
  get moved(): number {
    return this.film.frames[this.at]?.n ?? 0;
  }

  /** Play on as it was played. */
  async run(): Promise<void> {
    this.running = true;
    while (this.running && this.at < this.last) await this.next();
    this.running = false;
  }

  pause(): void {
    this.running = false;
    this.skip();
  }

  /** The next frame, beat by beat. */
  async next(): Promise<void> {
    const turn = ++this.#turn;
    const frame = this.film.frames[this.at + 1];
    if (!frame) return;
    for (const line of frame.lines) {
      const beat = this.page?.beat(line, this.#scene(this.view, this.beats));
      this.beats = [...this.beats, line];
      this.story = [...this.story, { line, touch: undefined }];
      if (beat?.sound) play(beat.sound);
      await this.#hold(beat?.hold ?? 0);
      if (turn !== this.#turn) return;
    }
    this.show(this.at + 1);
  }

  skip = (): void => {
    this.#skip?.();
    this.#skip = undefined;
  };

  #hold(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.#skip = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  #scene(view: View | null, before: string[]) {
    return { view, before, name: (seat: number) => this.name(seat), me: this.me, seats: this.film.seats };
  }

  #sentences(at: number): string[] {
    const frame = this.film.frames[at];
    const view = this.#views[at - 1] ?? null;
    return (frame?.lines ?? [])
      .map((line, i) => this.page?.beat(line, this.#scene(view, frame!.lines.slice(0, i))).words ?? "")
      .filter(Boolean);
  }

  // Nothing can be wished for in the past.
  wish(): void {}
  waits(): boolean {
    return false;
  }
  act(): void {}
  sit(): void {}
  ask(): void {}
  emote(): void {}
  tell(): void {}
  wait(): void {}
  goOn(): void {}
  close(): void {
    this.pause();
  }
}

function isLevel(name: string): boolean {
  return /^(random|naive|thumb|child|casual|club|expert|master)(:\w+)?$/.test(name);
}
