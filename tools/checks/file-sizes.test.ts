import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A file of its own needs two importers, tests and tools among them, a test of its own, or so many lines. */
const LINES = 80;
/** What a file that takes another one in may grow to: below the 300 that any file may have. */
const ROOM = 285;
/** Files that are one of a kind each: the answers of a provider, or what is wired. */
const FAMILIES = /\/outside\/.*\bwire\.ts$/;
const SOURCES = 'apps/server/src/';
const ENTRY = /(^|\/)(index|main|product|rows\.generated)\.ts$/;
const IMPORTED = /(from|import|import\(|new URL\()\s*'(\.{1,2}\/[^']+)'/g;

/** Small files that only one file imports, which could hold them: `small.ts of its importer`. */
function needlessFiles(texts: ReadonlyMap<string, string>): string[] {
  const importers = new Map<string, Map<string, string>>();
  for (const [file, text] of texts) {
    for (const [, how = '', place = ''] of text.matchAll(IMPORTED)) {
      const imported = normalize(join(dirname(file), place));
      const known = importers.get(imported) ?? new Map<string, string>();
      importers.set(imported, known.set(file, how));
    }
  }
  const linesOf = (file: string) => (texts.get(file) ?? '').split('\n').length - 1;
  return [...texts.keys()].flatMap((file) => {
    if (!file.startsWith(SOURCES) || isTest(file) || ENTRY.test(file) || FAMILIES.test(file) || linesOf(file) >= LINES)
      return [];
    if (texts.has(file.replace(/\.ts$/, '.test.ts'))) return [];
    const [only, ...others] = importers.get(file) ?? [];
    if (only === undefined || others.length > 0) return [];
    const [importer, how] = only;
    const isLoadedLater = how === 'import(' || how === 'new URL(';
    const isOfferedToOthers = ENTRY.test(importer);
    const isOtherKind = kindOf(file) !== kindOf(importer);
    const hasNoRoom = linesOf(file) + linesOf(importer) > ROOM;
    return isLoadedLater || isOfferedToOthers || isOtherKind || hasNoRoom ? [] : [`${file} of ${importer}`];
  });
}

/** SQL stays in stores, calls in routes, what talks to others outside; what puts a module together holds nothing of it. */
function kindOf(file: string): string {
  const [, module = ''] = /src\/((?:modules|platform)\/[^/]+|[^/]+)/.exec(file) ?? [];
  const [kind = ''] = /\.(store|routes)\.ts$|\/module\.ts$|\/open\//.exec(file) ?? [];
  return `${module} ${file.includes('/outside/') ? 'outside' : ''} ${kind}`;
}

const isTest = (file: string): boolean => /\.test\.ts$|\/test\//.test(file);

/** Most files of a folder, without tests: more are several things. Migrations are one after another. */
const FILES = 20;
const LIST = /\/migrations$/;
/** Folders that still have more: this may only become less. */
const LARGE: ReadonlySet<string> = new Set(['apps/server/src/commands']);

function largeFolders(files: readonly string[]): string[] {
  const byFolder = Map.groupBy(
    files.filter((file) => !isTest(file)),
    (file) => dirname(file),
  );
  return [...byFolder].flatMap(([folder, all]) => (all.length > FILES && !LIST.test(folder) ? [folder] : []));
}

describe('folders of the server', () => {
  it('hold what a reader can take in', () => {
    const files = globSync('apps/server/src/**/*.*').map((file) => file.replaceAll('\\', '/'));
    expect(new Set(largeFolders(files))).toEqual(LARGE);
  });

  it('would be found where they hold more', () => {
    const many = Array.from({ length: 21 }, (_none, at) => `apps/server/src/modules/checks/many/${at}.ts`);
    const tests = Array.from({ length: 21 }, (_none, at) => `apps/server/src/modules/checks/few/${at}.test.ts`);
    expect(largeFolders([...many, ...tests])).toEqual(['apps/server/src/modules/checks/many']);
  });
});

describe('files of the server', () => {
  it('are files of their own for a reason', () => {
    const files = globSync('{apps/server/{src,test},tools,bench,e2e}/**/*.{ts,mjs}', {
      exclude: ['**/node_modules'],
    }).map((file) => file.replaceAll('\\', '/'));
    const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
    expect(files.length).toBeGreaterThan(500);
    expect(needlessFiles(texts)).toEqual([]);
  });

  it('would be found where they have none', () => {
    const folder = 'apps/server/src/modules/checks/checks';
    const texts = new Map([
      [
        `${folder}/a.ts`,
        "import { b } from './b.ts';\nimport { c } from './c.store.ts';\nimport { d } from './d.ts';\n",
      ],
      [`${folder}/b.ts`, 'export const b = 1;\n'],
      [`${folder}/c.store.ts`, 'export const c = 1;\n'],
      [`${folder}/d.ts`, 'export const d = 1;\n'],
      [`${folder}/d.test.ts`, "import { d } from './d.ts';\n"],
    ]);
    expect(needlessFiles(texts)).toEqual([`${folder}/b.ts of ${folder}/a.ts`]);
    texts.set('bench/walk.ts', `import { b } from '../${folder}/b.ts';\n`);
    expect(needlessFiles(texts)).toEqual([]);
  });
});
