import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { CLUSTER_LOCKS, LOCK_NAMES, LOCK_SEEDS, LOCK_SPACES, LOCKS, lockNamed } from './advisory-locks.ts';

const SERVER = path.resolve(import.meta.dirname, '../..');
const REGISTER = 'platform/db/advisory-locks.ts';

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function* within(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  if (isNode(node)) yield node;
  for (const child of Object.values(node)) yield* within(child);
}

const LOCK = /pg_(?:try_)?advisory_\w+/;
/** A number as a lock, or as a half or seed of one, or a text that a number is made of. */
const NUMBER = /(?<![\w$.'])\d+|hashtext\s*\(\s*'[^']*'/;
/** A lock that is named by a text, which is a value. */
const NAMED = /hashtextextended\(\$(\d+)(?:::text)?, 0\)/g;

/** The text that an expression puts together, with the constants in it. */
function textOf(node: Node, consts: ReadonlyMap<string, Node>): string {
  if (node.type === 'StringLiteral') return String(node['value']);
  if (node.type === 'Identifier') {
    const named = consts.get(String(node['value']));
    return named?.type === 'StringLiteral' || named?.type === 'TemplateLiteral' ? textOf(named, consts) : '';
  }
  if (node.type !== 'TemplateLiteral') {
    const parts = Object.values(node).flatMap((child) => [...outermost(child)]);
    return parts.map((part) => textOf(part, consts)).join(' ');
  }
  const between = nodesOf(node['expressions']).map((one) => textOf(one, consts));
  return nodesOf(node['quasis']).reduce((text, quasi, at) => text + String(quasi['cooked']) + (between[at] ?? ''), '');
}

/** The nodes of a value that are in no other node of it. */
function* outermost(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  else for (const child of Object.values(value)) yield* outermost(child);
}

const nodesOf = (value: unknown): readonly Node[] => [...outermost(value)];

/** What each lock of a text is asked for with. */
function keysIn(text: string): readonly string[] {
  return [...text.matchAll(/advisory_\w*lock\w*\s*\(/g)].map(({ index, 0: call }) => {
    let depth = 1;
    let end = index + call.length;
    for (; end < text.length && depth > 0; end += 1) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
    return text.slice(index + call.length, end - 1);
  });
}

const STATED = [
  'StringLiteral',
  'TemplateLiteral',
  'NumericLiteral',
  'ArrayExpression',
  'ObjectExpression',
  'UnaryExpression',
  'TsConstAssertion',
  'TsAsExpression',
];

/**
 * Calls that ask for a lock whose number is in their text, among their values, or in a constant beside them, and those
 * whose lock is named by a text that the register did not make.
 */
function numberings(source: string): string[] {
  const body = parseSync(source, { syntax: 'typescript', target: 'es2024' });
  const consts = new Map<string, Node>();
  for (const node of within(body)) {
    if (node.type !== 'VariableDeclarator' || !isNode(node['id']) || !isNode(node['init'])) continue;
    if (STATED.includes(node['init'].type)) consts.set(String(node['id']['value']), node['init']);
  }
  const calls = new Map<string, Node>();
  for (const node of within(body)) {
    if (node.type !== 'VariableDeclarator' || !isNode(node['id']) || !isNode(node['init'])) continue;
    if (node['init'].type === 'CallExpression') calls.set(String(node['id']['value']), node['init']);
  }
  const isOfRegister = (value: Node | undefined): boolean => {
    const call = value?.type === 'Identifier' ? calls.get(String(value['value'])) : value;
    return call?.type === 'CallExpression' && isNode(call['callee']) && call['callee']['value'] === 'lockNamed';
  };
  const numbersIn = (node: unknown): readonly string[] =>
    [...within(node)].flatMap((one) => {
      if (one.type === 'NumericLiteral') return [String(one['value'])];
      const named = one.type === 'Identifier' ? consts.get(String(one['value'])) : undefined;
      return named === undefined ? [] : numbersIn(named);
    });
  return [...within(body)].flatMap((node) => {
    if (node.type !== 'CallExpression') return [];
    const given = expressionsOf(node['arguments']).filter(({ type }) => type !== 'ArrowFunctionExpression');
    const text = given.map((one) => textOf(one, consts)).join(' ');
    if (!LOCK.test(text)) return [];
    const all = keysIn(text);
    const keys = all.map((key) => key.replaceAll(NAMED, ''));
    const inText = keys.flatMap((key) => NUMBER.exec(key)?.[0] ?? []);
    const used = keys.flatMap((key) => [...key.matchAll(/\$(\d+)/g)].map(([, at]) => Number(at) - 1));
    const inValues = given.flatMap((one) => {
      const values = one.type === 'ArrayExpression' ? expressionsOf(one['elements']) : [];
      const ofLock = used.flatMap((at) => values[at] ?? []);
      // Which value is which is not known of others.
      return numbersIn(ofLock.length === used.length && used.length > 0 ? ofLock : one);
    });
    const arrays = given.filter(({ type }) => type === 'ArrayExpression');
    const named = all.flatMap((key) => [...key.matchAll(NAMED)].map(([, at]) => Number(at) - 1));
    const ownTexts = named.filter((at) => !arrays.some((one) => isOfRegister(expressionsOf(one['elements'])[at])));
    return [...inText, ...inValues, ...ownTexts.map((at) => `the text $${at + 1}`)];
  });
}

function expressionsOf(parts: unknown): readonly Node[] {
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part: unknown) => {
    if (typeof part !== 'object' || part === null || !('expression' in part)) return [];
    // What is spread is looked at as a whole: it is several values.
    return isNode(part.expression) ? [part.expression] : [];
  });
}

describe('advisory locks', () => {
  const values = (numbers: Readonly<Record<string, string | number>>) => Object.values(numbers).map(Number);
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('have a number each: a space, a number alone, a seed, a second half', () => {
    const seconds = Object.values(CLUSTER_LOCKS).map(([, second]) => second);
    for (const numbers of [values(LOCK_SPACES), values(LOCKS), values(LOCK_SEEDS), seconds]) {
      expect(new Set(numbers).size).toBe(numbers.length);
    }
    // The seed of what is named by a whole text.
    expect(values(LOCK_SEEDS)).not.toContain(0);
  });

  it('have texts none of which begins with another one, so that no two are the same', () => {
    const names = Object.values(LOCK_NAMES);
    for (const name of names) {
      expect(names.filter((other) => other.startsWith(name))).toEqual([name]);
    }
    expect(lockNamed('renewal', 'a')).toBe('renewal:a');
    expect(lockNamed('freeGrants')).toBe('assay free grants');
  });

  it('have numbers that PostgreSQL takes: of two halves, the first has 32 bits', () => {
    for (const space of Object.values(LOCK_SPACES)) {
      expect(space).toBeLessThan(2 ** 31);
      expect(space).toBeGreaterThanOrEqual(-(2 ** 31));
    }
  });

  it('are those that former versions made of a text', async () => {
    const { rows } = await database.pool.query<{ transfers: number; imports: number }>(
      "SELECT hashtext('assay transfers') AS transfers, hashtext('assay transfer import') AS imports",
    );
    expect(rows).toEqual([{ transfers: LOCK_SPACES.transferLedgers, imports: LOCK_SPACES.transferImports }]);
  });

  it('are numbered nowhere else', () => {
    const sources = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !/\.test\.ts$|\/test\/|generated/.test(file));
    const asking = sources.flatMap((file) => {
      const text = readFileSync(path.join(SERVER, file), 'utf8');
      return file !== REGISTER && LOCK.test(text) ? [{ file, text }] : [];
    });
    expect(asking.length).toBeGreaterThan(15);
    expect(asking.flatMap(({ file, text }) => numberings(text).map((number) => `${file}: ${number}`))).toEqual([]);
  });

  it.each([
    ['a number in the text', "db.query('SELECT pg_advisory_xact_lock(4291, hashtext($1))', [id]);"],
    ['a number alone', "db.query(prepared('SELECT pg_try_advisory_lock(7) AS held', []));"],
    ['a seed in the text', "db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 30))', [owner]);"],
    ['a seed behind other calls', 'db.query("SELECT pg_advisory_xact_lock(hashtextextended(lower(trim($1)), 30))");'],
    ['a text that is hashed', `db.query("SELECT pg_advisory_xact_lock(hashtext('assay transfers'), $1)", [id]);`],
    ['a number among the values', "db.query('SELECT pg_advisory_lock($1, $2)', [4277, 3]);"],
    ['an array beside it', "const OWN = [4277, 3] as const; db.query('SELECT pg_advisory_lock($1, $2)', [...OWN]);"],
    ['an object beside it', "const L = { users: [S.cluster, 1] }; tryLock(client, 'pg_try_advisory_lock', L.users);"],
    ['a template', 'db.query(`SELECT pg_advisory_lock(12)`);'],
    [
      'a part of the text',
      'const OF = "hashtextextended($1, 30)"; db.query("SELECT pg_advisory_xact_lock(" + OF + ")");',
    ],
    ['a text in the statement', `db.query("SELECT pg_advisory_lock(hashtextextended('assay move', 0))");`],
    ['a text before a value', `db.query("SELECT pg_advisory_lock(hashtextextended('renewal:' || $1, 0))", [sub]);`],
    ['a text among the values', "db.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`renewal:a`]);"],
    ['a text beside it', "const name = 'own'; db.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);"],
    ['a text by a function', "db.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [lockName(ledger)]);"],
  ])('would be found where they are: %s', (_where, source) => {
    expect(numberings(source)).not.toEqual([]);
  });

  it.each([
    ["db.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACES.apiKeys, workspace]);"],
    ["db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockNamed('renewal', sub)]);"],
    ["const of = lockNamed('move', to); db.query('SELECT pg_advisory_lock(hashtextextended($1, 0)) AS is', [of]);"],
    ["db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [owner, LOCK_SEEDS.checks]);"],
    [
      "const LIMIT = 100; db.query('SELECT id FROM a LIMIT $1', [LIMIT]); db.query('SELECT pg_advisory_lock($1)', [n]);",
    ],
  ])('pass where they are named: %s', (source) => {
    expect(numberings(source)).toEqual([]);
  });
});
