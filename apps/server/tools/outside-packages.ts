import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'rolldown';

/**
 * Leaves packages outside of a bundle, which then loads them by their names. One that the bundle would not find, or of
 * which it would find another version than the module that imports it, goes into the bundle.
 *
 * @param isOutside decides by the name of the package
 * @param outDir the folder of all files of the bundle
 */
export function outsidePackages(isOutside: (name: string) => boolean, outDir: string): Plugin {
  return {
    name: 'outside-packages',
    resolveId: {
      // Neither a path nor a package of ours.
      filter: { id: /^(?![./]|@assay\/)/ },
      handler(id, importer) {
        const name = packageOf(id);
        if (importer === undefined || isBuiltin(id) || !isOutside(name)) return null;
        const found = folderOf(name, path.dirname(importer));
        return found !== null && found === folderOf(name, outDir) ? { id, external: true } : null;
      },
    },
  };
}

function packageOf(id: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;
}

/** Where Node finds a package for a module in this folder. */
function folderOf(name: string, from: string): string | null {
  for (let dir = from; ; dir = path.dirname(dir)) {
    const folder = path.join(dir, 'node_modules', name);
    if (existsSync(folder)) return folder;
    if (dir === path.dirname(dir)) return null;
  }
}
