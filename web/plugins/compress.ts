/** Beside every text file the same compressed by Brotli, which is a tenth smaller than what the server can make by itself. */

import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(css|html|js|svg|webmanifest)$/;

export function compress(): Plugin {
  return {
    name: "brimstone-compress",
    apply: "build",
    generateBundle: {
      order: "post", // when all files are as they will be
      handler(_, bundle) {
        for (const [name, file] of Object.entries(bundle)) {
          if (!TEXT.test(name)) continue;
          const text = file.type === "chunk" ? file.code : file.source;
          this.emitFile({ type: "asset", fileName: `${name}.br`, source: brotliCompressSync(text) });
        }
      },
    },
  };
}
