import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isBuiltApart } from './build-indexes.ts';
import { migrationFiles } from './migrate.ts';

/** The first number after version 0.1.0: what it and earlier ones did to tables is done. */
const FIRST = '0301';
/** Tables that stay small, with the reason. */
const SMALL: ReadonlyMap<string, string> = new Map([['test_checks', 'results of test mode, kept for a short time']]);

const DIR = new URL('./migrations/', import.meta.url);
const files = (await migrationFiles()).filter((name) => name >= FIRST);
const statementsOf = (name: string): readonly string[] =>
  readFileSync(new URL(name, DIR), 'utf8')
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim());

/** Tables that are empty when the upgrade runs. */
const MADE = files.flatMap(statementsOf).flatMap((one) => /^CREATE (?:UNLOGGED )?TABLE (\w+)/.exec(one)?.[1] ?? []);

/** The table whose rows a statement reads or writes, all of them; null for a statement that does not. */
function tableReadWhole(statement: string): string | null {
  const index = /^CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?\w+ ON (\w+)/.exec(statement);
  if (index !== null) return index[1] ?? null;
  const altered = /^ALTER TABLE (\w+)/.exec(statement)?.[1];
  if (altered === undefined) return null;
  const isChecked = /\bADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY)\b/.test(statement);
  const isRewritten = /\bSTORED\b|\bALTER COLUMN \w+ (?:TYPE|SET NOT NULL)\b/.test(statement);
  return (isChecked && !/\bNOT VALID\b/.test(statement)) || isRewritten ? altered : null;
}

describe('a migration that a rolling upgrade runs', () => {
  it.each(files)('%s reads no large table whole while it holds its lock', async (name) => {
    const read = statementsOf(name).flatMap((one) => tableReadWhole(one) ?? []);
    const held = read.filter((table) => !MADE.includes(table) && !SMALL.has(table));
    expect((await isBuiltApart(new URL(name, DIR).pathname)) ? [] : held).toEqual([]);
  });

  it.each([
    ['CREATE INDEX a ON checks (id)', 'checks'],
    ['ALTER TABLE checks ADD CONSTRAINT a CHECK (true)', 'checks'],
    ['ALTER TABLE checks ADD CONSTRAINT a CHECK (true) NOT VALID', null],
    ['ALTER TABLE checks ADD COLUMN b text GENERATED ALWAYS AS (id) STORED', 'checks'],
    ['ALTER TABLE checks ADD COLUMN b text', null],
  ])('is recognised: %s', (statement, table) => {
    expect(tableReadWhole(statement)).toBe(table);
  });
});
