/**
 * Was a game played as it was promised? Checks the proof of a finished game without knowing any rule: docs/fairness.md.
 *
 * The hashes come from a library because WebCrypto is missing on plain http, which is how a household plays.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export interface Salt {
  seat: number;
  promise: string;
  salt: string;
}

export interface Draw {
  number: number;
  outcomes: [words: string, weight: number][];
  came: string;
}

/** The answer of GET /api/v1/tables/{id}/proof. */
export interface Proof {
  proof: 1;
  table: string;
  terms: string[];
  promise: string;
  secret: string;
  salts: Salt[];
  lines: string[];
  draws: Draw[];
  head: string;
}

/** What a client kept while the game went on: only this binds a server that writes the whole proof anew. */
export interface Kept {
  promise?: string;
  /** The client's own seat and salt, if it gave one. */
  salt?: { seat: number; salt: string };
  /** Heads of the chain in the order in which they were told. */
  heads?: string[];
}

export interface Fault {
  what:
    | "unreadable"
    | "secret_changed"
    | "promise_changed"
    | "salt_changed"
    | "seat_promise_changed"
    | "draw_changed"
    | "draw_missing"
    | "choice_changed"
    | "choice_missing"
    | "choices_moved"
    | "chain_broken"
    | "kept_promise"
    | "kept_salt"
    | "kept_head";
  about: Record<string, number | string>;
}

const SEALED = "sealed: ";
const BY_CHANCE = "chance: ";

// --- the construction ------------------------------------------------------------------------------------------------

const hashed = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** What follows from a secret for one purpose. */
export const keyed = (secret: string, words: string): string =>
  bytesToHex(hmac(sha256, hexToBytes(secret), utf8ToBytes(words)));

/** The hash by which a secret is promised. */
export const promiseOf = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

/** The key of a game's draws; salts by seat. */
export function drawKey(secret: string, table: string, salts: Map<number, string>): string {
  const said = [...salts].sort(([a], [b]) => a - b).map(([seat, salt]) => ` ${seat}=${salt}`);
  return keyed(secret, `draws ${table}${said.join("")}`);
}

/** A draw: one of 0 to n-1, all equally likely. */
export function below(key: string, draw: number, n: bigint): bigint {
  const most = (2n ** 64n / n) * n; // a word from here on would make small numbers likelier: take the next
  for (let block = 0; ; block++) {
    const words = keyed(key, `${draw} ${block}`);
    for (let at = 0; at < words.length; at += 16) {
      const word = BigInt(`0x${words.slice(at, at + 16)}`);
      if (word < most) return word % n;
    }
  }
}

/** What a draw gives, by the weights of its outcomes. */
function drawn(key: string, draw: Draw): string {
  const all = draw.outcomes.reduce((sum, [, weight]) => sum + BigInt(weight), 0n);
  let at = below(key, draw.number, all);
  for (const [words, weight] of draw.outcomes) {
    at -= BigInt(weight);
    if (at < 0n) return words;
  }
  throw new Error("weights are whole numbers of at least 0");
}

/** The hash by which a seat promised a secret choice when the game had so many moves. */
export const sealOf = (secret: string, table: string, moves: number, seat: number, say: string): string =>
  keyed(keyed(secret, `seal ${table} ${moves} ${seat}`), say);

/** The heads of a chain: after its heading, and after each line. */
export function heads(secret: string, table: string, heading: string, lines: string[]): string[] {
  let head = hashed(`brimstone chain 1\n${table}\n${heading}`);
  const all = [head];
  lines.forEach((line, n) => {
    head = hashed(`${head}\n${keyed(keyed(secret, `link ${table} ${n}`), line)}`);
    all.push(head);
  });
  return all;
}

// --- reading ---------------------------------------------------------------------------------------------------------

const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === "string" && /^[^\n]+$/.test(value);
const isLine = (value: unknown): boolean =>
  isText(value) &&
  /^((chance|[1-9][0-9]?): .+|sealed: [1-9][0-9]?=[0-9a-f]{64}( [1-9][0-9]?=[0-9a-f]{64})+)$/.test(value);

function isAll(values: unknown, each: (value: any) => boolean): boolean {
  return Array.isArray(values) && values.every((value) => value != null && each(value));
}

const isSalt = (each: Partial<Salt>): boolean => isWhole(each.seat) && isHash(each.promise) && isHash(each.salt);
const isOutcome = (each: unknown[]): boolean => each.length === 2 && isText(each[0]) && isWhole(each[1]);
const isDraw = (each: Partial<Draw>): boolean =>
  isWhole(each.number) &&
  isText(each.came) &&
  isAll(each.outcomes, isOutcome) &&
  each.outcomes!.some(([, weight]) => weight > 0);

/** Does it have the shape of a proof? */
export function isProof(data: unknown): data is Proof {
  const proof = (data ?? {}) as Partial<Proof>;
  return (
    proof.proof === 1 &&
    isText(proof.table) &&
    [proof.promise, proof.secret, proof.head].every(isHash) &&
    isAll(proof.terms, isText) &&
    isAll(proof.salts, isSalt) &&
    isAll(proof.lines, isLine) &&
    isAll(proof.draws, isDraw)
  );
}

// --- checking --------------------------------------------------------------------------------------------------------

/** What of a proof does not hold, by itself and beside what the client kept. Empty: all of it holds. */
export function check(data: unknown, kept: Kept = {}): Fault[] {
  if (!isProof(data)) return [{ what: "unreadable", about: {} }];
  const proof = data;
  const key = drawKey(proof.secret, proof.table, new Map(proof.salts.map(({ seat, salt }) => [seat, salt])));
  const wrong = wrongDraws(proof, key);
  const follows = proof.draws.length > 0 && wrong.length === 0; // then a promise that is broken was itself changed
  const faults: Fault[] = keptPromises(proof, kept);
  if (promiseOf(proof.secret) !== proof.promise) {
    faults.push({ what: follows ? "promise_changed" : "secret_changed", about: {} });
    if (!follows) return faults; // nothing can be computed without it
  }
  const broken = proof.salts.filter(({ salt, promise }) => promiseOf(salt) !== promise);
  for (const { seat } of broken)
    faults.push({ what: follows ? "seat_promise_changed" : "salt_changed", about: { seat } });
  if (broken.length === 0) faults.push(...wrong);
  return [...faults, ...missingDraws(proof), ...choiceFaults(proof), ...chainFaults(proof, kept)];
}

function keptPromises(proof: Proof, { promise, salt }: Kept): Fault[] {
  const faults: Fault[] = [];
  if (promise !== undefined && promise !== proof.promise) faults.push({ what: "kept_promise", about: {} });
  if (salt && !proof.salts.some((each) => each.seat === salt.seat && each.salt === salt.salt))
    faults.push({ what: "kept_salt", about: { seat: salt.seat } });
  return faults;
}

/** The first draw that does not follow from the secrets, and how many do not. */
function wrongDraws(proof: Proof, key: string): Fault[] {
  const moves = proof.lines.filter((line) => !line.startsWith(SEALED));
  const byChance = moves.flatMap((line, n) => (line.startsWith(BY_CHANCE) ? [n + 1] : []));
  const wrong = proof.draws.slice(0, byChance.length).flatMap((draw, n) => {
    const fell = drawn(key, draw);
    return fell === draw.came ? [] : [{ move: byChance[n]!, came: draw.came, drawn: fell }];
  });
  return wrong.slice(0, 1).map((first) => ({ what: "draw_changed", about: { ...first, count: wrong.length } }));
}

/** The first place where chance's lines and the draws part. */
function missingDraws(proof: Proof): Fault[] {
  const said = proof.lines.filter((line) => line.startsWith(BY_CHANCE)).map((line) => line.slice(BY_CHANCE.length));
  for (let n = 0; n < Math.max(said.length, proof.draws.length); n++) {
    const draw = proof.draws[n];
    if (draw?.number !== n || draw.came !== said[n]) return [{ what: "draw_missing", about: { draw: n } }];
  }
  return [];
}

/** Secret choices that are not what was sealed, or were never made. */
function choiceFaults(proof: Proof): Fault[] {
  const faults: Fault[] = [];
  let began = 0; // moves before the line
  for (const [at, line] of proof.lines.entries()) {
    if (!line.startsWith(SEALED)) {
      began++;
      continue;
    }
    const seals = sealsIn(line);
    const wrong = unlikeSeals(proof, began, seals, proof.lines.slice(at + 1, at + 1 + seals.size));
    // Where they stand is sealed too.
    if (wrong.length === seals.size) return [...faults, { what: "choices_moved", about: { move: began + 1 } }];
    faults.push(...wrong);
  }
  return faults;
}

function sealsIn(line: string): Map<number, string> {
  const parts = line.slice(SEALED.length).split(" ");
  return new Map(parts.map((part) => part.split("=") as [string, string]).map(([seat, seal]) => [Number(seat), seal]));
}

/** The faults of choices made at once, after so many moves; `lines` are those that opened them. */
function unlikeSeals(proof: Proof, began: number, seals: Map<number, string>, lines: string[]): Fault[] {
  const made = new Map(lines.map((line, n) => [line.split(":", 1)[0], { move: began + 1 + n, line }]));
  return [...seals]
    .sort(([a], [b]) => a - b)
    .flatMap(([seat, seal]): Fault[] => {
      const choice = made.get(String(seat));
      if (!choice) return [{ what: "choice_missing", about: { move: began + 1, seat } }];
      const say = choice.line.slice(`${seat}: `.length);
      if (seal === sealOf(proof.secret, proof.table, began, seat, say)) return [];
      return [{ what: "choice_changed", about: { move: choice.move, seat, say } }];
    });
}

/** Does the chain end in its head, and does it go through the heads that were told? */
function chainFaults(proof: Proof, kept: Kept): Fault[] {
  const salted = proof.salts.map(({ seat, promise, salt }) => `seat ${seat} promise ${promise} salt ${salt}`);
  const heading = [...proof.terms, `promise ${proof.promise}`, ...salted].join("\n");
  const all = heads(proof.secret, proof.table, heading, proof.lines);
  const found = all[all.length - 1]!;
  const faults: Fault[] = found === proof.head ? [] : [{ what: "chain_broken", about: { head: proof.head, found } }];
  let at = 0;
  for (const [n, head] of (kept.heads ?? []).entries()) {
    at = all.indexOf(head, at);
    if (at < 0) return [...faults, { what: "kept_head", about: { head: n } }];
  }
  return faults;
}
