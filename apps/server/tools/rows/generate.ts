import { globSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { type Describer, openDescriber, type RowColumns } from './describe.ts';
import { SAMPLES } from './samples.ts';
import { type Statement, Statements, type Text } from './statements.ts';

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
  await makeTables(
    url,
    all.flatMap(({ text }) => sampleOf(text) ?? []),
  );
  const describer = await openDescriber(url);
  try {
    return await describeAll(describer, all);
  } finally {
    await describer.end();
  }
}

async function describeAll(describer: Describer, statements: readonly Statement[]): Promise<GeneratedRows> {
  const rows = new Map<string, Map<string, RowColumns>>();
  const refused: string[] = [];
  for (const { file, text } of statements) {
    const target = fileOf(file);
    const ofFile = rows.get(target) ?? new Map<string, RowColumns>();
    rows.set(target, ofFile);
    const key = keyOf(text);
    const sample = sampleOf(text);
    if (sample === null || COMMANDS.test(sample) || ofFile.has(key)) continue;
    try {
      const columns = await describer.describe(sample);
      if (columns.length > 0) ofFile.set(key, columns);
    } catch (error) {
      refused.push(`${path.relative(SERVER, file)}: ${String(error)}: ${sample}`);
    }
  }
  const files = [...rows].filter(([, ofFile]) => ofFile.size > 0);
  return { files: new Map(files.map(([file, ofFile]) => [file, sourceOf(file, ofFile)])), refused };
}

/** A text as PostgreSQL can be asked of it; null where something is put into it that is not said in samples.ts. */
function sampleOf(text: Text): string | null {
  const parts = text.map((part) => {
    if (typeof part === 'string') return part;
    return SAMPLES[part.hole] ?? (part.made.length > 0 ? sampleOf(part.made) : null);
  });
  return parts.every((part) => part !== null) ? parts.join('') : null;
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
const COMMANDS = /^\s*(ALTER|ANALYZE|BEGIN|COMMIT|CREATE|DROP|LISTEN|LOCK|NOTIFY|ROLLBACK|SET|TRUNCATE|VACUUM)\b/;

/** Rows are declared by the module that reads them: one that is left out takes its rows along. */
function fileOf(source: string): string {
  const [first = '', second = ''] = path.relative(SERVER, source).split(path.sep);
  return path.join(
    SERVER,
    first === 'modules' ? path.join(first, second) : first === 'platform' ? 'platform/db' : 'app',
    GENERATED,
  );
}

function sourceOf(file: string, rows: ReadonlyMap<string, RowColumns>): string {
  const place = path.relative(path.dirname(file), path.join(SERVER, 'platform/db/rows.ts')).replaceAll(path.sep, '/');
  const lines = [...rows].map(([text, columns]) => {
    const members = columns.map(([name, type]) => `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${type}`);
    return `    ${text}: { ${members.join('; ')} };\n`;
  });
  const from = place.startsWith('.') ? place : `./${place}`;
  return `// Made by \`npm run rows\` of the migrated database: the row of each statement of this module. Not edited by hand.\n\ndeclare module '${from}' {\n  interface Rows {\n${lines.join('')}  }\n}\n\nexport {};\n`;
}

/** Makes the tables that do not come from migrations: those of pg-boss, and those that stores make while they work. */
async function makeTables(url: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(getConstructionPlans('pgboss'));
    for (const parent of ['accounts', 'transfers']) {
      await client.query(`CREATE TABLE ${parent}_${SAMPLES['checked()']} PARTITION OF ${parent} FOR VALUES IN (1)`);
    }
    let waiting = texts.filter((text) => /^\s*CREATE (TEMP|TEMPORARY|UNLOGGED) TABLE/.test(text));
    // One may be made of another, which is made by a later file.
    for (let before = Number.POSITIVE_INFINITY; waiting.length < before; ) {
      before = waiting.length;
      const failed: string[] = [];
      for (const text of waiting) {
        const kept = text
          .replace(/TEMP(ORARY)? /, '')
          .replaceAll('ON COMMIT DROP', '')
          .replaceAll(/\$\d+/g, 'NULL');
        await client.query(kept).catch(() => failed.push(text));
      }
      waiting = failed;
    }
    if (waiting.length > 0) throw new Error(`Tables that cannot be made: ${waiting.join('; ')}`);
  } finally {
    await client.end();
  }
}
