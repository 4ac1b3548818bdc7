import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Most script a first page may load, in bytes: 150 kB, each file as gzip makes it. */
export const BUDGET_BYTES = 150_000;
/** Shown to developers only, where the product runs on their own machine. */
const UNWEIGHED: ReadonlySet<string> = new Set(['routes/components']);

/** What the router says to a browser about its routes, as far as it is needed here. */
export interface RouteManifest {
  readonly url: string;
  readonly entry: { readonly module: string; readonly imports?: readonly string[] };
  readonly routes: Readonly<Record<string, RouteFiles>>;
}

interface RouteFiles {
  readonly parentId?: string;
  readonly module: string;
  readonly imports?: readonly string[];
}

export interface PageWeight {
  readonly route: string;
  readonly bytes: number;
}

/**
 * The script each page loads when it is the first one, the heaviest first: the router's list, its entry, and the files
 * of the route and of all its parent layouts. What a page requests later is not part of it.
 *
 * @param sizeOf bytes of a file by its address
 */
export function weighPages(manifest: RouteManifest, sizeOf: (url: string) => number): readonly PageWeight[] {
  return Object.keys(manifest.routes)
    .map((route) => {
      const files = new Set([manifest.url, manifest.entry.module, ...(manifest.entry.imports ?? [])]);
      for (let id: string | undefined = route; id !== undefined; id = manifest.routes[id]?.parentId) {
        const part = manifest.routes[id];
        for (const file of [part?.module ?? '', ...(part?.imports ?? [])]) if (file !== '') files.add(file);
      }
      return { route, bytes: [...files].reduce((sum, file) => sum + sizeOf(file), 0) };
    })
    .toSorted((one, other) => other.bytes - one.bytes);
}

/** Fails the build when a page would load more script than {@link BUDGET_BYTES}, and says which one is the heaviest. */
export function scriptBudget(): Plugin {
  return {
    name: 'script-budget',
    apply: 'build',
    // The router writes its list while it builds the server.
    writeBundle() {
      if (this.environment.name !== 'ssr') return;
      const clientDir = path.join(this.environment.config.root, 'build', 'client');
      const pages = weighPages(readManifest(clientDir), (url) => gzipSize(path.join(clientDir, url)));
      const [heaviest] = pages.filter(({ route }) => !UNWEIGHED.has(route));
      if (heaviest === undefined) this.error('No page was weighed');
      const summary = `${heaviest.route} loads ${heaviest.bytes} bytes of script first, of at most ${BUDGET_BYTES}`;
      if (heaviest.bytes > BUDGET_BYTES) this.error(`Over the script budget: ${summary}`);
      this.info(`Heaviest page: ${summary}`);
    },
  };
}

function readManifest(clientDir: string): RouteManifest {
  const names = readdirSync(path.join(clientDir, 'assets')).filter((name) => /^manifest-\w+\.js$/.test(name));
  if (names.length !== 1) throw new Error(`One manifest of routes expected, got ${names.length}`);
  const text = readFileSync(path.join(clientDir, 'assets', String(names[0])), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as RouteManifest;
}

function gzipSize(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}
