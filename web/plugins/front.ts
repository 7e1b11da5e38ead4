/**
 * What the front page needs comes in one file: everybody loads it first, and over a slow line each file more costs a
 * journey there and back.
 */

interface Modules {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null;
}

/** The name of the file for modules that the entry reaches without waiting; nothing for the others. */
export function front(id: string, modules: Modules): string | null {
  const seen = new Set([id]);
  for (const one of seen) {
    const found = modules.getModuleInfo(one);
    if (found?.isEntry) return "front";
    for (const importer of found?.importers ?? []) seen.add(importer);
  }
  return null;
}
