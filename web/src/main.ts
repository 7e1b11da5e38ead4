import { mount } from "svelte";
import "./theme.css";
import "./parts/parts.css";
import App from "./App.svelte";
import { ahead } from "./pages/pages.ts";
import { place } from "./router.svelte.ts";
import { speakFirst } from "./words.svelte.ts";

await speakFirst(ahead(place()));
mount(App, { target: document.body });

// On plain http, where a household plays, browsers give no service worker: then nothing is kept for offline.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("./sw.js");
