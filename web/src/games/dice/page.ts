import { listed, said, t, type Numbers } from "../../words.svelte.ts";
import type { Beat, GamePage, Scene } from "../game.ts";
import Board from "./Board.svelte";
import {
  after,
  blank,
  diceView,
  fighting,
  heard,
  KINDS,
  lifted,
  members,
  RANKS,
  total,
  type DiceView,
} from "./tale.ts";

// milliseconds
const DEALT = 260;
const OPENED = 330;
const SHAKEN = { first: 420, each: 40 };
const CLAIMED = { own: 260, other: 560 };
const LIFTED = 300;
const SETTLES = { first: 560, each: 300 };
const ROLLED = 720;
const WON = 1050;
const TAKEN = 640;
const PASSED = 1050;

/** A sentence about a seat, perhaps with another: what one reads of oneself is put differently. */
function about(key: string, seat: number, scene: Scene, numbers: Numbers = {}, other = 0): string {
  const parts = { name: scene.name(seat), ...(other ? { other: scene.name(other) } : {}), ...numbers };
  const whose = seat === scene.me ? ".me" : other && other === scene.me ? ".with_me" : "";
  return said(`${key}${whose}`, parts) ?? said(key, parts) ?? "";
}

/** Everybody's total in a battle, and where an odd one comes from. */
function totals(table: DiceView, seats: number[], scene: Scene): string {
  const each = seats.map((seat) => {
    const { sum, dropped, gold, borrows } = total(table, seat);
    const key = dropped.length ? "dice.total.best" : borrows ? "dice.total.gold" : "dice.total";
    return t(key, { name: scene.name(seat + 1), sum, gold });
  });
  return t("dice.say.totals", { each: each.join(", ") });
}

const dots = (dice: readonly number[]): string => dice.join(", ");
const item = (kind: number): string => KINDS[kind] ?? "";

function rolled(seat: number, dice: number[], table: DiceView, then: DiceView, scene: Scene): Beat {
  if (!fighting(table)) {
    const first = then.rolled === 1;
    if (!first) return { words: "", hold: SHAKEN.each };
    return { words: t("dice.say.roll"), hold: SHAKEN.first, sound: "dice" };
  }
  const tie = table.again
    ? ""
    : t("dice.say.tie", { names: listed(members(then.rivals).map((one) => scene.name(one + 1))) });
  const own = about("dice.say.again", seat, scene, { dice: dots(dice) });
  const words = [tie, own, then.again ? "" : totals(then, members(then.rivals), scene)].filter(Boolean).join(" ");
  return { words, hold: ROLLED, sound: "dice" };
}

function shown(seat: number, dice: number[], then: DiceView, scene: Scene): Beat {
  const own = about("dice.say.show", seat, scene, { dice: dots(dice) });
  const party = members(then.party);
  if (!party.length || !lifted(then)) return { words: own, hold: LIFTED, sound: "dice" };
  const hold = SETTLES.first + SETTLES.each * party.length;
  return { words: `${own} ${totals(then, party, scene)}`, hold, sound: "dice" };
}

let past: { view: Scene["view"]; before: Scene["before"]; length: number; table: DiceView } | undefined;

/**
 * The table after the lines told before. Whoever comes back hears a whole game at once, in one list that grows: what is
 * known of its beginning is not worked out again for every line.
 */
function reached({ view, before, seats }: Scene): DiceView {
  const known = past?.view === view && past.before === before && past.length <= before.length ? past : undefined;
  const from = known?.table ?? diceView(view) ?? blank(seats, 0);
  const table = after(from, before.slice(known?.length ?? 0).map(heard));
  past = { view, before, length: before.length, table };
  return table;
}

function beat(line: string, scene: Scene): Beat {
  const event = heard(line);
  const table = reached(scene);
  const then = after(table, [event]);
  switch (event.is) {
    case "rank":
      return { words: about("dice.say.rank", event.seat, scene, { rank: RANKS[event.rank - 1] ?? "" }), hold: DEALT };
    case "open":
      return { words: t("dice.say.open", { place: event.place, item: item(event.kind) }), hold: OPENED, sound: "card" };
    case "roll":
      return rolled(event.seat, event.dice, table, then, scene);
    case "claim": {
      const what = item(table.open[event.place - 1] ?? -1);
      const words = about("dice.say.claim", event.seat, scene, { place: event.place, item: what });
      return { words, hold: event.seat === scene.me ? CLAIMED.own : CLAIMED.other, sound: "claim" };
    }
    case "show":
      return shown(event.seat, event.dice, then, scene);
    case "takes":
      return {
        words: about("dice.say.takes", event.seat, scene, { item: item(event.kind) }),
        hold: TAKEN,
        sound: "trick",
      };
    case "wins":
      return {
        words: about("dice.say.wins", event.seat, scene, { item: item(event.kind) }),
        hold: WON,
        sound: "battle",
      };
    case "reroll":
    case "stand":
    case "keep":
    case "leave":
      return { words: about(`dice.say.${event.is}`, event.seat, scene), hold: event.is === "reroll" ? 650 : 380 };
    case "steal": {
      const words = about("dice.say.steal", event.seat, scene, { item: item(event.kind) }, event.from);
      return { words, hold: PASSED, sound: "trick" };
    }
    case "trade": {
      const parts = { mine: item(event.mine), its: item(event.its) };
      return { words: about("dice.say.trade", event.seat, scene, parts, event.of), hold: PASSED, sound: "trick" };
    }
    case "swap": {
      const rank = RANKS[(table.rank[event.of - 1] ?? 1) - 1] ?? "";
      const words = about("dice.say.swap", event.seat, scene, { rank }, event.of);
      return { words, hold: PASSED, sound: "reveal" };
    }
    case "else":
      return { words: "", hold: 0 };
  }
}

export const page: GamePage = {
  Board,
  beat,
  keys: [
    ["1–6", "dice.key.claim"],
    ["W", "dice.key.throw"],
    ["B", "dice.key.goods"],
  ],
};
