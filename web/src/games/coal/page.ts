import { said, t, type Numbers } from "../../words.svelte.ts";
import type { Beat, GamePage, Scene } from "../game.ts";
import Board from "./Board.svelte";
import { coalView, heard, type Settled } from "./tale.ts";

const REVEAL = 2300; // milliseconds
const SETTLE = 330;
const DEVIL = 1500;
const TURNED = 480;
/** Before a piece turns: longer the more there is to lose, which all can see, and never by what comes. */
const DREAD = { first: 340, each: 75, most: 900 };

/** A sentence about a seat: what one reads of oneself is put differently. */
function about(key: string, seat: number, scene: Scene, numbers: Numbers = {}): string {
  const own = seat === scene.me ? said(`${key}.me`, numbers) : undefined;
  return own ?? said(key, { name: scene.name(seat), ...numbers }) ?? "";
}

/** The pieces turned so far in this turn, and whose turn it is. */
function run(scene: Scene): { seat: number; pieces: number; coal: number } {
  const view = coalView(scene.view);
  let pieces = 0;
  let coal = 0;
  for (let i = scene.before.length - 1; i >= 0; i--) {
    const event = heard(scene.before[i]!);
    if (event.is === "coal") [pieces, coal] = [pieces + 1, coal + event.value];
    else if (event.is !== "draw") return { seat: drawer(scene), pieces, coal };
  }
  const known = scene.view as { run?: number; run_pieces?: number } | null;
  return {
    seat: drawer(scene) || (view?.turn ?? 0) + 1,
    pieces: pieces + (known?.run_pieces ?? 0),
    coal: coal + (known?.run ?? 0),
  };
}

function drawer(scene: Scene): number {
  const line = scene.before.findLast((before) => heard(before).is === "draw");
  return line ? Number(line.split(":")[0]) : 0;
}

function settled(row: Settled, scene: Scene): string {
  const bonus = row.coal + row.pieces;
  const key = !row.stake ? "none" : !row.paid ? "lost" : row.paid > 2 * row.stake ? "triple" : "double";
  const parts = [
    about(`coal.say.settles.${key}`, row.seat, scene, { stake: row.stake, paid: row.paid }),
    bonus ? t("coal.say.bonus", { bonus }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

function beat(line: string, scene: Scene): Beat {
  const event = heard(line);
  switch (event.is) {
    case "start":
      return { words: about("coal.say.start", event.seat, scene), hold: 700 };
    case "bet":
      return { words: "", hold: 0 };
    case "bets": {
      const stakes = event.stakes.map((stake, i) => `${scene.name(i + 1)} ${Math.max(0, stake)}`).join(", ");
      return { words: t("coal.say.bets", { stakes }), hold: REVEAL, sound: "reveal" };
    }
    case "draw": {
      const { pieces } = run(scene);
      const words = pieces ? "" : about("coal.say.draw", event.seat, scene);
      return { words, hold: Math.min(DREAD.first + DREAD.each * pieces, DREAD.most) };
    }
    case "coal": {
      const { seat, coal } = run(scene);
      const words = about("coal.say.coal", seat, scene, { value: event.value, sum: coal + event.value });
      return { words, hold: TURNED, sound: "coal" };
    }
    case "devil":
      return { words: about("coal.say.devil", run(scene).seat, scene), hold: DEVIL, sound: "devil" };
    case "stop": {
      const { coal, pieces } = run(scene);
      return { words: about("coal.say.stop", event.seat, scene, { coal, pieces }), hold: 650, sound: "stop" };
    }
    case "pays": {
      const from = event.from ? scene.name(event.from) : t("coal.bank");
      const words = about("coal.say.pays", event.to, scene, { sum: event.sum, from });
      return { words, hold: 700, sound: "coin" };
    }
    case "settles": {
      const gain = event.paid + event.coal + event.pieces;
      return { words: settled(event, scene), hold: SETTLE, ...(gain ? { sound: "coin" as const } : {}) };
    }
    case "refill":
      return { words: t("coal.say.refill"), hold: 700, sound: "coal" };
    case "else":
      return { words: "", hold: 0 };
  }
}

export const page: GamePage = { Board, beat, keys: [["B", "coal.key.last"]] };
