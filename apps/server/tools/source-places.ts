import path from 'node:path';
import type { Plugin } from 'rolldown';

/** How the server names the file of a thread, and every other use of where a module is. */
const PLACES = /new URL\('\.\/(?<thread>[\w-]+-worker)\.ts', import\.meta\.url\)|\bimport\.meta\.(?<fact>\w+)/g;
/** Names that the code of a module does not have. */
const IMPORTS =
  "import { createRequire as requireOfSource } from 'node:module'; import { fileURLToPath as pathOfSource, pathToFileURL as urlOfResolved } from 'node:url'; ";

/**
 * Lets `import.meta` of our own modules mean what it means in the source: data, migrations and programs are found beside
 * the source. A thread alone loads its bundled entry. All paths are relative, so that a clone can be moved.
 *
 * @param outDir the folder of all files of the bundle
 */
export function sourcePlaces(outDir: string): Plugin {
  return {
    name: 'source-places',
    transform: {
      filter: { id: { exclude: /[\\/]node_modules[\\/]/ }, code: 'import.meta.' },
      handler: (code, id) => withSourcePlaces(code, id, outDir),
    },
  };
}

/** @throws for a fact of `import.meta` that is not known here: it would speak of the bundle */
export function withSourcePlaces(code: string, file: string, outDir: string): string {
  const here = urlFrom(outDir, file);
  let isImported = false;
  const placed = code.replaceAll(PLACES, (...match) => {
    const { thread, fact } = match.at(-1) as { readonly thread?: string; readonly fact?: string };
    if (thread !== undefined) return `new URL('./${thread}.mjs', import.meta.url)`;
    if (fact === 'main') return 'import.meta.main';
    if (fact === 'url') return `${here}.href`;
    isImported = true;
    if (fact === 'dirname') return `pathOfSource(${urlFrom(outDir, path.dirname(file))})`;
    if (fact === 'resolve') return `((name) => urlOfResolved(requireOfSource(${here}).resolve(name)).href)`;
    throw new Error(`${file} uses import.meta.${fact}, which apps/server/tools/source-places.ts does not know.`);
  });
  // On the first line: the lines of the source keep their numbers.
  return isImported ? IMPORTS + placed : placed;
}

function urlFrom(outDir: string, file: string): string {
  const relative = path.relative(outDir, file).split(path.sep).map(encodeURIComponent).join('/');
  return `new URL('${relative}', import.meta.url)`;
}
