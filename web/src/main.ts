import { mount } from "svelte";
import "./theme.css";
import "./parts/parts.css";
import App from "./App.svelte";
import { speakFirst } from "./words.svelte.ts";

const PATIENCE = 800; // milliseconds: on a slow line the page is shown without its letters, which then come

/** The letters of the first screen: where they come later than the words, lines break anew and everything below jumps. */
function letters(): Promise<unknown> {
  const faces = ["400 1rem 'Alegreya Sans'", "700 1rem 'Alegreya Sans'", "1rem 'Grenze Gotisch Variable'"];
  const patience = new Promise((enough) => setTimeout(enough, PATIENCE));
  return Promise.race([Promise.allSettled(faces.map((face) => document.fonts.load(face))), patience]);
}

await Promise.all([speakFirst(), letters()]);
mount(App, { target: document.body });

// On plain http, where a household plays, browsers give no service worker: then nothing is kept for offline.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("./sw.js");
