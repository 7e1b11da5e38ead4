import { said, t, type Numbers } from "../../words.svelte.ts";
import type { Beat, GamePage, Scene } from "../game.ts";
import { devilsOn } from "../../art/devils.ts";
import Board from "./Board.svelte";
import { cardsView, heard } from "./tale.ts";

const PLAYED = 620; // milliseconds
const OWN = 400; // longer than it flies
const DEALT = 24;
const REST = 1000; // a whole trick lies open, then it is swept away
const EACH_DEVIL = 90;
const MOST_DEVILS = 10; // that are counted one by one
const COUNTED = 2400;

/** A sentence about a seat: what one reads of oneself is put differently. */
function about(key: string, seat: number, scene: Scene, numbers: Numbers = {}): string {
  const own = seat === scene.me ? said(`${key}.me`, numbers) : undefined;
  return own ?? said(key, { name: scene.name(seat), ...numbers }) ?? "";
}

/** The hand one was dealt, once its last card is there. Whoever comes back hears of several deals: only the last counts. */
function dealt(card: number, scene: Scene): string {
  const hand = [card];
  for (let i = scene.before.length - 1; i >= 0; i--) {
    const event = heard(scene.before[i]!);
    if (event.is !== "deal") break;
    if (event.seat === scene.me) hand.push(event.card);
  }
  hand.sort((a, b) => a - b);
  const size = cardsView(scene.view)?.count.length ? hand.length : 0;
  return size === 9 ? t("cards.dealt", { cards: hand.join(", ") }) : "";
}

function beat(line: string, scene: Scene): Beat {
  const event = heard(line);
  switch (event.is) {
    case "dealer":
      return { words: about("cards.dealer", event.seat, scene), hold: 300 };
    case "deal":
      return { words: event.seat === scene.me ? dealt(event.card, scene) : "", hold: DEALT };
    case "play": {
      const n = devilsOn(event.card);
      const words = about("cards.played", event.seat, scene, { card: event.card, n });
      return { words, hold: event.seat === scene.me ? OWN : PLAYED, sound: "card" };
    }
    case "trick": {
      const hold = REST + Math.min(event.devils, MOST_DEVILS) * EACH_DEVIL + 300;
      return { words: about("cards.trick", event.seat, scene, { n: event.devils }), hold, sound: "trick" };
    }
    case "round": {
      const each = event.devils.map((n, i) => t("cards.round.each", { name: scene.name(i + 1), n })).join(", ");
      return { words: t("cards.round", { each }), hold: COUNTED, sound: "imp" };
    }
    case "other":
      return { words: "", hold: 0 };
  }
}

export const page: GamePage = { Board, beat, keys: [["B", "cards.key.last"]] };
