import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** What talks to PostgreSQL. */
const DRIVERS = ['pg', 'pg-pool', 'pg-protocol', 'pg-copy-streams', 'pg-boss'];
const IMPORT = new RegExp(`from '(?:${DRIVERS.join('|')})'|import\\('(?:${DRIVERS.join('|')})'\\)`);
const PART_OF_DRIVER = new RegExp(`'(?:${DRIVERS.join('|')})/[^']+'`);
/** A type that the driver's own does not have: what it does not say to be there. */
const OTHER_TYPE = /\bas unknown as\b/;

/** The names that pg has for what is its own alone. */
function privateNames(): ReadonlySet<string> {
  const files = globSync('node_modules/{pg,pg-pool,pg-protocol}/{*.js,{lib,dist}/**/*.js}');
  return new Set(
    files
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\b(?:this|self|client|query|connection)\.(_\w+)/g)])
      .flatMap(([, name]) => name ?? []),
  );
}

/** What a file uses of a driver that is not public. */
function privateUses(file: string, text: string, names: ReadonlySet<string>): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
  const isOfDriver = IMPORT.test(code) || file.includes('/platform/db/');
  const named = [...code.matchAll(/(?<![\w$])_[A-Za-z]\w*/g)].flatMap(([name]) => (names.has(name) ? [name] : []));
  return [
    ...named,
    ...(PART_OF_DRIVER.exec(code) ?? []),
    ...(isOfDriver && !/\.test\.ts$/.test(file) ? (OTHER_TYPE.exec(code) ?? []) : []),
  ].map((part) => `${file}: ${part}`);
}

describe('the drivers of PostgreSQL', () => {
  const names = privateNames();

  it('are used by what they publish alone', () => {
    const files = globSync('{apps,packages,bench,e2e}/**/*.{ts,tsx}', {
      exclude: ['**/node_modules/**', '**/.types/**', '**/build/**'],
    });
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.flatMap((file) => privateUses(file, readFileSync(file, 'utf8'), names))).toEqual([]);
  });

  it('are seen where a private part is named, a file of theirs is imported, or a type is made up for them', () => {
    for (const name of ['_result', '_types', '_queryQueue', '_activeQuery']) expect(names).toContain(name);
    const uses = (text: string, file = 'apps/server/src/a.ts') => privateUses(file, text, names);
    expect(uses('interface QueryOfPg { _result: Row }')).toHaveLength(1);
    expect(uses("Reflect.get(client, '_queryQueue')")).toHaveLength(1);
    expect(uses("import Result from 'pg/lib/result.js';")).toHaveLength(1);
    expect(uses("import pg from 'pg';\nconst own = pg.Query as unknown as Own;")).toHaveLength(1);
    expect(uses('const wire = client as unknown as Wire;', 'apps/server/src/platform/db/a.ts')).toHaveLength(1);
    expect(uses("import pg from 'pg';\n// no _result here\nexport const open = () => new pg.Pool();")).toEqual([]);
  });
});
