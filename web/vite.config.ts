import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { compress } from "./plugins/compress.ts";
import { file } from "./plugins/files.ts";
import { iconFile } from "./plugins/icon.ts";
import { rules } from "./plugins/rules.ts";
import { serviceWorker } from "./plugins/worker.ts";

/** Where `npm run dev` finds a running table server. */
const SERVER = process.env.BRIMSTONE_SERVER ?? "http://127.0.0.1:8666";

export default defineConfig({
  base: "./", // works below any path
  build: {
    outDir: "../src/brimstone/server/page",
    emptyOutDir: true,
    manifest: true, // tells the server which file has the words of a language
    assetsInlineLimit: 0, // the content security policy allows data: for pictures only
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: file }] } } },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } }, fs: { allow: [".."] } },
  plugins: [rules(), iconFile(), svelte(), serviceWorker(), compress()],
});
