import { globSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { type Describer, openDescriber, type RowColumns } from './describe.ts';
import { LEDGER, SAMPLES } from './samples.ts';
import { type Hole, type Statement, Statements, type Text } from './statements.ts';
import { memberOf } from './types.ts';

export const SERVER = path.resolve(import.meta.dirname, '../../src');
export const GENERATED = 'rows.generated.ts';

/** Rows of the statements of the server. */
export interface GeneratedRows {
  /** The text of each file, by its path. */
  readonly files: ReadonlyMap<string, string>;
  /** Statements that PostgreSQL refuses, with what it says. */
  readonly refused: readonly string[];
}

/** @param url a migrated database; tables are added to it that stores make for themselves */
export async function generateRows(url: string): Promise<GeneratedRows> {
  const statements = new Statements();
  const sources = globSync('**/*.ts', { cwd: SERVER }).filter(
    (file) => !/(\.test|\.generated)\.ts$|\/test\//.test(file),
  );
  const all = sources.toSorted().flatMap((file) => statements.of(path.join(SERVER, file)));
  const samples = new Samples(SAMPLES);
  const texts = all.flatMap(({ text }) => samples.of(text) ?? []);
  await makeTables(url, texts);
  const describer = await openDescriber(url);
  try {
    return await describeAll(describer, all, SAMPLES);
  } finally {
    await describer.end();
  }
}

/** Rows of a file: those that are read as objects, and as lists. */
interface RowsOfFile {
  readonly objects: Map<string, RowColumns>;
  readonly lists: Map<string, RowColumns>;
}

/** @param ofHoles what is put into texts, as in samples.ts */
export async function describeAll(
  describer: Describer,
  statements: readonly Statement[],
  ofHoles: typeof SAMPLES,
): Promise<GeneratedRows> {
  const rows = new Map<string, RowsOfFile>();
  const described = new Set<string>();
  const refused: string[] = [];
  const samples = new Samples(ofHoles);
  const cursors = cursorsOf(statements, samples);
  for (const { file, text, asLists } of statements) {
    const target = fileOf(file);
    const ofFile = rows.get(target) ?? { objects: new Map(), lists: new Map() };
    rows.set(target, ofFile);
    const ofKind = asLists ? ofFile.lists : ofFile.objects;
    const key = keyOf(text);
    const sample = samples.of(text);
    const whole = `${target} ${asLists} ${key} ${sample}`;
    if (sample === null || COMMANDS.test(sample) || described.has(whole)) continue;
    described.add(whole);
    const cursor = FETCH.exec(sample)?.[1];
    try {
      const columns = await columnsOf(describer, cursor === undefined ? [sample] : (cursors.get(cursor) ?? []));
      const known = ofKind.get(key) ?? columns;
      if (!isSame(columns, known)) throw new Error('Texts of its form have different rows');
      if (columns.length > 0) ofKind.set(key, columns);
    } catch (error) {
      refused.push(`${path.relative(SERVER, file)}: ${String(error)}: ${sample}`);
    }
  }
  for (const unused of samples.unused()) refused.push(`samples.ts: no statement of ${unused} needs it`);
  const files = [...rows].filter(([, { objects, lists }]) => objects.size + lists.size > 0);
  return { files: new Map(files.map(([file, ofFile]) => [file, sourceOf(file, ofFile)])), refused };
}

const DECLARE = /^\s*DECLARE (\w+) NO SCROLL CURSOR FOR\s(.+)$/s;
const FETCH = /^\s*FETCH \d+ FROM (\w+)$/;

/** The queries that cursors are declared for, by their names. */
function cursorsOf(statements: readonly Statement[], samples: Samples): ReadonlyMap<string, readonly string[]> {
  const cursors = new Map<string, string[]>();
  for (const { text } of statements) {
    const [, name, query] = DECLARE.exec(samples.of(text) ?? '') ?? [];
    if (name !== undefined && query !== undefined) cursors.set(name, [...(cursors.get(name) ?? []), query]);
  }
  return cursors;
}

/** @throws Error where not all of these statements give the same row */
async function columnsOf(describer: Describer, texts: readonly string[]): Promise<RowColumns> {
  const all: RowColumns[] = [];
  for (const text of texts) all.push(await describer.describe(text));
  const [first, ...others] = all;
  if (first === undefined) throw new Error('No statement declares its cursor');
  if (!others.every((other) => isSame(other, first))) throw new Error('The cursors of its name have different rows');
  return first;
}

const isSame = (one: RowColumns, other: RowColumns): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Texts as PostgreSQL can be asked of them. */
class Samples {
  readonly #ofHoles: typeof SAMPLES;
  readonly #used = new Set<string>();

  constructor(ofHoles: typeof SAMPLES) {
    this.#ofHoles = ofHoles;
  }

  /** Null where something is put into it that is not said in samples.ts. */
  of(text: Text): string | null {
    const parts = text.map((part) => (typeof part === 'string' ? part : this.#ofHole(part)));
    return parts.every((part) => part !== null) ? parts.join('') : null;
  }

  #ofHole({ hole, file, made }: Hole): string | null {
    const place = path.relative(SERVER, file).replaceAll(path.sep, '/');
    const sample = this.#ofHoles[place]?.[hole];
    if (sample === undefined) return made.length > 0 ? this.of(made) : null;
    this.#used.add(`${place} ${hole}`);
    return sample;
  }

  unused(): readonly string[] {
    const all = Object.entries(this.#ofHoles).flatMap(([file, own]) =>
      Object.keys(own).map((hole) => `${file} ${hole}`),
    );
    return all.filter((one) => !this.#used.has(one));
  }
}

const ANY_TEXT = '$' + '{string}';

/** How `Rows` names a text: as it is, or by a pattern. */
function keyOf(text: Text): string {
  if (text.every((part) => typeof part === 'string')) return JSON.stringify(text.join(''));
  const parts = text.map((part) => (typeof part === 'string' ? literal(part) : ANY_TEXT));
  return `[text: \`${parts.join('')}\`]`;
}

/** As part of a template. */
function literal(part: string): string {
  return JSON.stringify(part).slice(1, -1).replaceAll('\\"', '"').replaceAll('`', '\\`').replaceAll('${', '\\${');
}

/** Commands give no rows. More than one can be sent at once, which cannot be described. */
const COMMANDS =
  /^\s*(ALTER|ANALYZE|BEGIN|CLOSE|COMMIT|CREATE|DECLARE|DROP|LISTEN|LOCK|NOTIFY|ROLLBACK|SET|TRUNCATE|VACUUM)\b/;

/** Rows are declared by the module that reads them: one that is left out takes its rows along. */
function fileOf(source: string): string {
  const [first = '', second = ''] = path.relative(SERVER, source).split(path.sep);
  return path.join(
    SERVER,
    first === 'modules' ? path.join(first, second) : first === 'platform' ? 'platform/db' : 'app',
    GENERATED,
  );
}

function sourceOf(file: string, { objects, lists }: RowsOfFile): string {
  const place = path.relative(path.dirname(file), path.join(SERVER, 'platform/db/rows.ts')).replaceAll(path.sep, '/');
  const from = place.startsWith('.') ? place : `./${place}`;
  const interfaces = [
    ...interfaceOf('Rows', objects, ([name, type]) => memberOf(name, type)),
    ...interfaceOf('RowLists', lists, ([, type]) => type),
  ];
  return `// Made by \`npm run rows\` of the migrated database: the row of each statement of this module. Not edited by hand.\n\ndeclare module '${from}' {\n${interfaces.join('\n')}}\n\nexport {};\n`;
}

function interfaceOf(
  name: 'Rows' | 'RowLists',
  rows: ReadonlyMap<string, RowColumns>,
  writeColumn: (column: RowColumns[number]) => string,
): readonly string[] {
  if (rows.size === 0) return [];
  const lines = [...rows].map(([text, columns]) => {
    const members = columns.map(writeColumn);
    return `    ${text}: ${name === 'Rows' ? `{ ${members.join('; ')} }` : `[${members.join(', ')}]`};\n`;
  });
  return [`  interface ${name} {\n${lines.join('')}  }\n`];
}

/**
 * Makes the tables that do not come from migrations: those of pg-boss, and those that stores make while they work.
 *
 * @throws Error with the reason for each that cannot be made
 */
export async function makeTables(url: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(getConstructionPlans('pgboss'));
    for (const parent of ['accounts', 'transfers', 'flows', 'flow_accounts']) {
      await client.query(`CREATE TABLE ${parent}_${LEDGER} PARTITION OF ${parent} FOR VALUES IN (${LEDGER})`);
    }
    let waiting = texts.filter((text) => /^\s*CREATE (TEMP|TEMPORARY|UNLOGGED) TABLE/.test(text));
    let reasons: string[] = [];
    // One may be made of another, which is made by a later file.
    for (let before = Number.POSITIVE_INFINITY; waiting.length < before; ) {
      before = waiting.length;
      const failed: string[] = [];
      reasons = [];
      for (const text of waiting) {
        const kept = text
          .replace(/TEMP(ORARY)? /, '')
          .replaceAll('ON COMMIT DROP', '')
          .replaceAll(/\$\d+/g, 'NULL');
        try {
          await client.query(kept);
        } catch (error) {
          failed.push(text);
          reasons.push(`${String(error)}: ${text}`);
        }
      }
      waiting = failed;
    }
    if (waiting.length > 0) throw new Error(`Tables that cannot be made: ${reasons.join('; ')}`);
  } finally {
    await client.end();
  }
}
