import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ROOT, TOOLS_DIR } from '../bootstrap/paths.mjs';
import { listSources } from '../bootstrap/sources.mjs';

/** Where the sources are copied to: below the clone, so that programs find the installed packages. */
export const COPY = path.join(TOOLS_DIR, 'left-out');
const SERVER = ['apps/server/package.json', 'apps/server/src', 'apps/server/starter', 'apps/server/tools'];
const OTHERS = ['packages', 'apps/server/tsconfig.json', 'tsconfig.base.json'];

/** Copies the sources of the server without tests, and what it is built of; the site is the one that is built. */
export function copySources(): void {
  rmSync(COPY, { recursive: true, force: true });
  copy([...SERVER, ...OTHERS]);
  const packages = readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}`);
  // Ours are those of the copy.
  for (const folder of packages) link(path.join(COPY, folder), `node_modules/@assay/${path.basename(folder)}`);
  for (const folder of ['apps/server', ...packages].map((one) => `${one}/node_modules`)) {
    if (existsSync(path.join(ROOT, folder))) link(path.join(ROOT, folder), folder);
  }
  link(path.join(ROOT, 'apps/web/build'), 'apps/web/build');
}

/** Brings the server of the copy back to what it is in the clone. What the compiler knows of it stays. */
export function restoreServer(): void {
  for (const source of SERVER) rmSync(path.join(COPY, source), { recursive: true, force: true });
  copy(SERVER);
}

function copy(sources: readonly string[]): void {
  for (const file of listSources(ROOT, sources)) {
    mkdirSync(path.dirname(path.join(COPY, file)), { recursive: true });
    copyFileSync(path.join(ROOT, file), path.join(COPY, file));
  }
}

function link(target: string, place: string): void {
  const linked = path.join(COPY, place);
  mkdirSync(path.dirname(linked), { recursive: true });
  symlinkSync(target, linked, 'junction');
}
