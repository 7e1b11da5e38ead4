/**
 * The link to a table: a socket, or where sockets are blocked a stream of events and posts. It comes back by itself.
 *
 * Wishes wait here until they are answered: after a cut they are sent again as they were, so that each is done once, and
 * none for a table that has changed meanwhile.
 */

import type { Answer, Hello, Refusal, Sent, Wish } from "./protocol.ts";
import { api, headers, house } from "./api.ts";

export type LinkState = "connecting" | "open" | "waiting" | "gone";

export interface Listener {
  /** How many steps of the story we have, */
  have(): number;
  /** and how many of them are shown. */
  seen(): number;
  heard(answer: Answer): void;
  changed(state: LinkState): void;
}

const PATIENCE = 4000; // milliseconds until a socket counts as blocked
const BEAT = 10_000; // between two signs of life
const SILENCE = 25_000; // after which a link that should be alive is dropped
const LONGEST_WAIT = 8000;

export class Link {
  #pending = new Map<string, Sent>();
  #socket: WebSocket | undefined;
  #stream: AbortController | undefined;
  #tries = 0;
  #blocked = false; // sockets do not come through here
  #ended = false;
  #open = false;
  #lastHeard = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval>;
  #serial = 0;
  #knock = ""; // the key of the last hello
  readonly #session = Math.random().toString(36).slice(2, 10);

  constructor(
    readonly table: string,
    readonly token: string,
    readonly invite: string,
    readonly listener: Listener,
  ) {
    this.#beat = setInterval(() => this.#live(), BEAT);
    addEventListener("online", this.#retry);
    document.addEventListener("visibilitychange", this.#retry);
    this.#connect();
  }

  /** Wish for something; the key under which it will be answered. */
  send(wish: Wish): string {
    const sent = { ...wish, key: this.#key(), seen: this.listener.seen() };
    if (wish.do !== "ping") this.#pending.set(sent.key, sent);
    if (this.#open) this.#write(sent);
    return sent.key;
  }

  #key(): string {
    return `${this.#session}-${++this.#serial}`;
  }

  close(): void {
    this.#ended = true;
    clearInterval(this.#beat);
    clearTimeout(this.#timer);
    removeEventListener("online", this.#retry);
    document.removeEventListener("visibilitychange", this.#retry);
    this.#drop();
    this.listener.changed("gone");
  }

  #hello(): Hello {
    const { token, invite } = this;
    this.#knock = this.#key();
    return { do: "hello", key: this.#knock, have: this.listener.have(), token, invite, house: house() };
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.listener.changed("connecting");
    this.#lastHeard = Date.now();
    if (this.#blocked) void this.#follow();
    else this.#dial();
  }

  #dial(): void {
    const socket = new WebSocket(api(`tables/${this.table}/socket`).replace(/^http/, "ws"));
    this.#socket = socket;
    let opened = false;
    const patience = setTimeout(() => socket.close(), PATIENCE);
    socket.onopen = () => {
      opened = true;
      clearTimeout(patience);
      socket.send(JSON.stringify(this.#hello()));
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as Answer);
    socket.onclose = () => {
      clearTimeout(patience);
      if (this.#socket !== socket) return;
      if (!opened && navigator.onLine && this.#tries >= 1) this.#blocked = !this.#blocked;
      this.#lost();
    };
  }

  /** The way without sockets. */
  async #follow(): Promise<void> {
    const stream = new AbortController();
    this.#stream = stream;
    try {
      const answer = await fetch(api(`tables/${this.table}/events`), {
        method: "POST",
        headers: headers(),
        body: JSON.stringify(this.#hello()),
        signal: stream.signal,
      });
      if (!answer.ok || !answer.body) {
        this.#hear((await answer.json()) as Answer);
        return;
      }
      let rest = "";
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        this.#lastHeard = Date.now();
        const events = (rest + part.value).split("\n\n");
        rest = events.pop() ?? "";
        for (const event of events) if (event.startsWith("data: ")) this.#hear(JSON.parse(event.slice(6)) as Answer);
      }
    } catch (failed) {
      if (stream.signal.aborted) return;
      if (!isAway(failed)) throw failed;
      this.#blocked = false;
    }
    if (this.#stream === stream) this.#lost();
  }

  #hear(answer: Answer): void {
    this.#lastHeard = Date.now();
    if (answer.is === "welcome" && !this.#open) {
      this.#tries = 0;
      this.#open = true;
      this.listener.changed("open");
      this.listener.heard(answer);
      for (const wish of this.#pending.values()) this.#write(wish);
      return;
    }
    if (answer.is === "done" || answer.is === "refused" || answer.is === "advice") this.#pending.delete(answer.key);
    if (answer.is === "refused" && ["", this.#knock].includes(answer.key) && !this.#open) {
      if (answer.why !== "busy" && answer.why !== "too_fast") this.#ended = true; // asking again would not help
    }
    if (answer.is === "bye") {
      if (answer.again === undefined || answer.again === null) this.#ended = true;
    }
    this.listener.heard(answer);
  }

  #write(wish: Sent): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(wish));
    else if (this.#stream) void this.#post(wish);
  }

  async #post(wish: Sent): Promise<void> {
    try {
      const answer = await fetch(api(`tables/${this.table}/messages`), {
        method: "POST",
        headers: { ...headers(), Authorization: `Bearer ${this.token}` },
        body: JSON.stringify(wish),
      });
      const found = (await answer.json()) as Refusal | Answer[];
      for (const each of Array.isArray(found) ? found : [{ ...found, key: wish.key }]) this.#hear(each);
    } catch (failed) {
      if (!isAway(failed)) throw failed;
      this.#lost(); // the wish stays pending and is sent again
    }
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#open = false;
    socket?.close();
    this.#stream?.abort();
    this.#stream = undefined;
  }

  #lost(): void {
    this.#drop();
    if (this.#ended) {
      this.listener.changed("gone");
      return;
    }
    this.listener.changed("waiting");
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.#tries) * (0.75 + Math.random() / 2);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#connect(), this.#tries === 1 ? 50 : wait);
  }

  /** Something may have changed for the better: try at once. */
  #retry = (): void => {
    if (this.#ended || document.visibilityState === "hidden") return;
    if (this.#open) this.#live();
    else if (this.#timer !== undefined) {
      this.#tries = 0;
      this.#drop();
      this.#connect();
    }
  };

  /** A sign of life; a link that has been silent for too long is dropped. */
  #live(): void {
    if (!this.#open) return;
    if (Date.now() - this.#lastHeard > SILENCE) this.#lost();
    else this.send({ do: "ping" });
  }
}

/** Fetch says with a TypeError that the network is away; a proxy whose server is away answers with no JSON. */
function isAway(failed: unknown): boolean {
  return failed instanceof TypeError || failed instanceof SyntaxError;
}
