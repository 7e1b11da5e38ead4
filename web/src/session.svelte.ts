/**
 * A sitting at a table: what the server tells, in the order and at the speed in which people can follow it.
 *
 * News come as steps and a view. The lines of the steps are played one after another as beats (`beats` holds those of
 * the present news), then the view takes their place. Whoever is late, skips or comes back sees the view at once.
 */

import { SvelteMap } from "svelte/reactivity";
import { promiseOf } from "./fair.ts";
import { load, type Beat, type GamePage } from "./games/game.ts";
import { game as keptGame, keep, keepGame, kept, type Seat } from "./keep.ts";
import { Link, type LinkState } from "./link.ts";
import { levelName, told } from "./parts/names.ts";
import type {
  Answer,
  Choice,
  Emotion,
  Fact,
  News,
  Presence,
  Refusal,
  Roster,
  Step,
  View,
  Wish,
  You,
} from "./protocol.ts";
import { play } from "./sound.ts";
import { t } from "./words.svelte.ts";

const LATE = 3; // news that may wait before beats are hurried
const EMOTE_TIME = 4000; // milliseconds
const HEADS_KEPT = 40;
const PACE = { calm: 1.3, normal: 1, quick: 0.55, days: 1 };

export interface Advice {
  moves: Choice[];
  facts: Fact[];
}

/** A line as it was told, and the piece that was tapped for it. */
export interface Told {
  line: string;
  touch: number | undefined;
}

export interface Ended {
  places: number[];
  points: number[];
  reason: string;
}

/** What boards and parts may use of a sitting; a replay offers the same. */
export type Session = Pick<Live, keyof Live>;

/** A sitting at a live table. */
export class Live {
  link = $state<LinkState>("connecting");
  table = $state.raw<Roster>();
  you = $state.raw<You>({ guest: 0, seat: 0, host: false });
  page = $state.raw<GamePage>();
  view = $state.raw<View | null>(null);
  moves = $state.raw<string[]>([]);
  due = $state.raw<Record<string, number>>({});
  here = $state.raw<Record<string, Presence>>({});
  /** Lines of the news that is being played; the last one is on stage now. */
  beats = $state.raw<string[]>([]);
  /** The piece that was tapped for the line on stage, if one was. */
  touch = $state<number>();
  /** Every line since the beginning, those on stage included. */
  story = $state.raw<readonly Told[]>([]);
  /** Everything that happened, in sentences. */
  log = $state.raw<string[]>([]);
  /** How many sealed choices are in, and which one is one's own. */
  seals = $state(0);
  sealed = $state("");
  advice = $state.raw<Advice>();
  thinking = $state(false);
  refusal = $state.raw<Refusal>();
  ended = $state.raw<Ended>();
  closed = $state("");
  pending = $state("");
  emotes = new SvelteMap<number, Emotion>();
  /** Why there is no way in, if there is none. */
  shut = $state.raw<Refusal>();

  readonly seat: Seat | undefined;
  readonly #link: Link;
  #v = 0; // steps of the story that came,
  #shown = 0; // and those that the screen shows
  #queue: (() => Promise<void> | void)[] = [];
  #running = false;
  #caught = false; // up with the story: from here on it is played
  #skip: (() => void) | undefined;
  #waiting: Promise<void> | undefined;
  #goOn: (() => void) | undefined;
  #salt = "";
  #saltKey = "";
  #adviceKey = "";
  #moveKey = "";
  #offered: string[] = [];
  #seen = 0; // steps when that was so
  #past: { story: Told[]; log: string[] } | undefined; // what is being retold
  #asked = "";
  readonly #open = new SvelteMap<string, Wish["do"]>(); // wishes that are not answered yet, by key

  constructor(
    readonly id: string,
    invite = "",
  ) {
    this.seat = keptGame(id);
    this.#salt = this.seat?.salt ?? "";
    this.#link = new Link(id, this.seat?.token ?? "", invite || (this.seat?.invite ?? ""), {
      have: () => this.#v,
      seen: () => this.#shown,
      heard: (answer) => this.#heard(answer),
      changed: (state) => {
        this.link = state;
        if (state !== "open") this.#caught = false;
      },
    });
  }

  close(): void {
    this.#link.close();
    this.#queue = [];
    this.goOn();
    this.skip();
  }

  // --- who is who ----------------------------------------------------------------------------------------------------

  get me(): number {
    return this.you.seat;
  }

  /** The seats in the order in which this screen shows them: one's own last. */
  get others(): number[] {
    const n = this.table?.seats ?? 0;
    const first = this.me || n;
    return Array.from({ length: n }, (_, k) => ((first + k) % n) + 1).filter((seat) => seat !== this.me);
  }

  name(seat: number): string {
    if (seat === this.me && seat) return t("seat.you");
    const names = (this.table?.chairs ?? []).map((chair) => chair.name || (chair.level ? levelName(chair.level) : ""));
    return names[seat - 1] === "" ? t("seat.free") : told(names, seat);
  }

  /** May this seat decide now, as far as the page can tell: for one's own it is certain. */
  get mine(): boolean {
    return this.moves.length > 0 && !this.pending;
  }

  // --- wishes --------------------------------------------------------------------------------------------------------

  wish(wish: Wish): void {
    this.refusal = undefined;
    this.#open.set(this.#link.send(wish), wish.do);
  }

  /** Was something like this wished for, and is not answered yet, or the answer not shown? */
  waits(what: Wish["do"]): boolean {
    return [...this.#open.values()].includes(what);
  }

  /** Make a move; nothing else can be done until the server has answered. */
  act(say: string, touch?: number): void {
    if (!this.mine) return;
    this.refusal = undefined;
    this.advice = undefined;
    this.pending = say;
    this.#offered = this.moves;
    this.moves = []; // until the table says what may be done now
    this.#seen = this.#shown;
    this.#moveKey = this.#link.send({ do: "move", say, ...(touch === undefined ? {} : { touch }) });
  }

  sit(seat: number): void {
    this.#salt ||= this.seat?.salt ?? "";
    this.wish({ do: "sit", seat, promise: this.#salt ? promiseOf(this.#salt) : "" });
  }

  ask(): void {
    this.thinking = true;
    this.advice = undefined;
    this.#adviceKey = this.#link.send({ do: "advice" });
  }

  emote(what: Emotion): void {
    this.#link.send({ do: "emote", what });
  }

  /** A sentence for eyes and ears that no line brought. */
  tell(words: string): void {
    if (!words) return;
    if (this.#past) this.#past.log.push(words);
    else this.log = [...this.log, words];
  }

  /** Let nothing happen on this screen until `goOn`: somebody is reading. */
  wait(): void {
    this.#waiting ??= new Promise((done) => {
      this.#goOn = done;
    });
  }

  goOn(): void {
    this.#waiting = undefined;
    this.#goOn?.();
  }

  /** Go on at once: the beat on stage has been seen. */
  skip = (): void => {
    this.#skip?.();
  };

  // --- what is heard -------------------------------------------------------------------------------------------------

  #heard(answer: Answer): void {
    if (answer.is === "done")
      this.#then(() => void this.#open.delete(answer.key)); // what was done is shown first
    else if ("key" in answer) this.#open.delete(answer.key);
    switch (answer.is) {
      case "welcome": {
        const lost = answer.you.seat !== this.you.seat || answer.v < this.#v;
        this.you = answer.you;
        this.here = answer.here ?? {};
        this.#news(answer, lost);
        break;
      }
      case "steps":
        this.#news(answer);
        break;
      case "done":
        if (answer.key === this.#moveKey) this.#settle();
        break;
      case "refused":
        this.#refused(answer);
        break;
      case "here":
        this.here = answer.guests;
        break;
      case "emote":
        this.#emoted(answer.guest, answer.what);
        break;
      case "advice":
        if (answer.key === this.#adviceKey) {
          this.thinking = false;
          this.advice = { moves: answer.moves, facts: answer.facts };
        }
        break;
      case "bye":
        this.closed = answer.again === undefined || answer.again === null ? answer.why : "";
        break;
      case "pong":
        break;
    }
  }

  /** A move was taken: a sealed choice may still be changed, everything else is told as news. */
  #settle(): void {
    this.#moveKey = "";
    this.pending = "";
  }

  #refused(refusal: Refusal): void {
    if (refusal.key === this.#saltKey && refusal.why === "not_salting") return; // too late: the start says so
    if (refusal.why === "seated_already" && this.me) return; // the promise was made in another browser
    if (refusal.key === this.#moveKey) {
      this.#settle();
      if (this.#v === this.#seen) this.moves = this.#offered; // else the news since then say what may be done
    }
    if (refusal.key === this.#adviceKey) this.thinking = false;
    if (this.table) {
      this.refusal = refusal;
      if (refusal.why !== "stale") play("no"); // nobody has done anything wrong
    } else this.shut = refusal;
  }

  #emoted(guest: number, what: Emotion): void {
    this.emotes.set(guest, what);
    setTimeout(() => {
      if (this.emotes.get(guest) === what) this.emotes.delete(guest);
    }, EMOTE_TIME);
  }

  #news(news: News, anew = false): void {
    this.#v = news.v;
    const live = this.#caught && !anew;
    this.#caught = true;
    this.#then(() => {
      if (anew) this.beats = this.story = this.log = [];
      return this.#play(news, live);
    });
  }

  /** Do something once everything that was heard before is shown. */
  #then(what: () => Promise<void> | void): void {
    this.#queue.push(what);
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        await next();
        await this.#waiting;
      }
    } finally {
      this.#running = false;
    }
  }

  /** Play the beats of some news, then show how things stand. */
  async #play(news: News, live: boolean): Promise<void> {
    this.#shown = news.v;
    if (news.table) await this.#seated(news.table);
    if (live) await this.#perform(news.steps);
    else this.#retell(news.steps);
    this.beats = [];
    this.view = news.view ?? null;
    this.moves = news.moves ?? [];
    this.due = news.due ?? {};
    this.advice = undefined;
    this.thinking = false;
    this.#turn(live);
  }

  async #seated(table: Roster): Promise<void> {
    this.page ??= await load(table.game);
    this.table = table;
    const known = keptGame(this.id);
    const over = table.phase === "finished" || table.phase === "closed";
    const seat = this.me || known?.seat || 0;
    if (known && (Boolean(known.over) !== over || known.seat !== seat || known.game !== table.game))
      keepGame({ ...known, over, seat, game: table.game });
  }

  /** What happened while nobody looked comes into story and log at once: each line is read once, and nothing is played. */
  #retell(steps: readonly Step[]): void {
    const past = { story: [...this.story], log: [...this.log], before: [] as string[] };
    this.#past = past;
    for (const step of steps) {
      this.#note(step);
      if (step.is !== "told") continue;
      this.touch = step.touch;
      for (const line of step.lines) {
        this.tell(this.#meaning(line, past.before).words);
        past.before.push(line);
        past.story.push({ line, touch: step.touch });
      }
    }
    this.#past = undefined;
    this.story = past.story;
    this.log = past.log;
  }

  async #perform(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      this.#note(step);
      if (step.is === "told") {
        this.touch = step.touch;
        for (const line of step.lines) await this.#beat(line);
      }
    }
  }

  #meaning(line: string, before: readonly string[]): Beat {
    const scene = {
      view: this.view,
      before,
      name: (seat: number) => this.name(seat),
      me: this.me,
      seats: this.table?.seats ?? 0,
    };
    return this.page?.beat(line, scene) ?? { words: line, hold: 0 };
  }

  async #beat(line: string): Promise<void> {
    const beat = this.#meaning(line, this.beats);
    this.tell(beat.words);
    this.beats = [...this.beats, line];
    this.story = [...this.story, { line, touch: this.touch }];
    if (document.visibilityState === "hidden") return;
    if (beat.sound) play(beat.sound);
    const hurry = this.#queue.length >= LATE ? 0.25 : 1;
    await this.#hold(beat.hold * hurry * PACE[this.table?.pace ?? "normal"]);
  }

  #hold(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.#skip = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** Something to decide: say so, once. */
  #turn(live: boolean): void {
    const asked = this.moves.length > 0 ? String(this.#v) : "";
    if (asked && asked !== this.#asked && !this.sealed && live) play("turn");
    this.#asked = asked;
  }

  #note(step: Step): void {
    switch (step.is) {
      case "opened":
        keep(`promise.${this.id}`, step.promise);
        break;
      case "begun":
        if (this.#salt && step.seats.includes(this.me) && this.table?.phase === "salting")
          this.#saltKey = this.#link.send({ do: "salt", salt: this.#salt });
        break;
      case "started":
        if (step.without?.includes(this.me)) this.tell(t("event.unsalted"));
        this.#keepHead(step.head);
        break;
      case "told":
        this.#keepHead(step.head);
        this.seals = 0;
        this.sealed = "";
        this.moves = []; // what could be done before is over
        break;
      case "seals":
        this.seals = step.count;
        break;
      case "sealed":
        this.sealed = step.say;
        play("lock");
        break;
      case "ended":
        this.ended = { places: step.places, points: step.points, reason: step.reason };
        play(step.places[this.me - 1] === 1 ? "won" : "over");
        break;
      case "closed":
        this.closed = step.why;
        break;
      case "sat":
      case "rose":
      case "bot":
      case "salted":
      case "substitute":
      case "claimed":
      case "coached":
      case "conceded":
      case "removed":
      case "paused":
      case "resumed":
      case "revealed":
      case "rematch":
        this.#tellStep(step);
        break;
    }
  }

  #tellStep(step: Step): void {
    const name = "seat" in step ? this.name(step.seat ?? 0) : "";
    if (step.is === "substitute") this.tell(t(step.level ? "event.substitute" : "event.back", { name }));
    if (step.is === "claimed") this.tell(t("event.claimed", { name: this.table?.guests[step.guest] ?? "" }));
    if (step.is === "conceded") this.tell(t("event.conceded", { name }));
    if (step.is === "coached") this.tell(t("event.coached", { name }));
    if (step.is === "paused") this.tell(t("event.paused"));
    if (step.is === "resumed") this.tell(t("event.resumed"));
    if (step.is === "rematch") this.tell(t("event.rematch"));
  }

  #keepHead(head: string): void {
    const heads = JSON.parse(kept(`heads.${this.id}`) ?? "[]") as string[];
    keep(`heads.${this.id}`, JSON.stringify([...heads, head].slice(-HEADS_KEPT)));
  }
}
