/**
 * Into which file a module goes: everybody loads the front page first, and over a slow line each file more costs a
 * journey there and back.
 */

interface Modules {
  getModuleInfo(id: string): {
    isEntry: boolean;
    importers: readonly string[];
    dynamicImporters: readonly string[];
  } | null;
}

/**
 * `front` for what the front page needs without waiting, `shared` for what two of the files that are loaded later have
 * in common; what only one of them needs stays there.
 */
export function file(id: string, modules: Modules): string | null {
  const seen = new Set([id]);
  let later = 0;
  for (const one of seen) {
    const found = modules.getModuleInfo(one);
    if (found?.isEntry) return "front";
    if (found?.dynamicImporters.length) later += 1;
    else for (const importer of found?.importers ?? []) seen.add(importer);
  }
  return later > 1 ? "shared" : null;
}
