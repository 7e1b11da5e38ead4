/**
 * The service worker: keeps the page's own files, so that it opens at once and says something friendly when offline.
 *
 * Files under assets/ have their contents' hash in their names and are kept as they are; the front page is asked for
 * anew whenever there is a network. Nothing under /api is ever kept.
 */

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** The script; `files` and `version` are filled in by the build. */
function worker(files: string[], version: string): string {
  return `const CACHE = "brimstone-${version}";
const FILES = ${JSON.stringify(files)};
addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});
addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("brimstone-") && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin || address.pathname.includes("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("./")));
  else event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
});
`;
}

export function serviceWorker(): Plugin {
  return {
    name: "brimstone-worker",
    apply: "build",
    generateBundle: {
      order: "post", // when files that nobody needs have been dropped
      handler(_, bundle) {
        const files = ["./", ...Object.keys(bundle).filter((name) => name.startsWith("assets/"))].sort();
        const version = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
        this.emitFile({ type: "asset", fileName: "sw.js", source: worker(files, version) });
      },
    },
  };
}
