import type { Client } from 'pg';
import { analysed } from './analysis.ts';
import { isNode, parseTree, type TreeNode } from './node-tree.ts';

/** What the catalogue of a database says of its tables and functions, by their ids. */
export interface Catalogue {
  /** By `table.column`, both as numbers. */
  readonly columns: ReadonlyMap<string, Column>;
  /** What each view reads. */
  readonly views: ReadonlyMap<string, TreeNode>;
  /** The last statement of each function of SQL of the product that returns rows. */
  readonly bodies: ReadonlyMap<string, TreeNode>;
  readonly functions: ReadonlyMap<string, string>;
  readonly operators: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, string>;
}

export interface Column {
  readonly isNotNull: boolean;
  /** The only values that a CHECK lets it, or its elements, have; null where there is no such CHECK. */
  readonly values: readonly string[] | null;
}

/** A range of more whole numbers is a number. */
const MOST_NUMBERS = 10;

const IS_ONE_OF =
  /^CHECK \(\(+("?\w+"?)(?:\)?::text\)?)? (?:= ANY \(\(?|<@ \(?)ARRAY\[([^\]]*)\](?:\)?::text\[\])?\)*$/;
const IS_WITHIN = /^CHECK \(\(\(("?\w+"?) >= (\d+)\) AND \(\1 <= (\d+)\)\)\)$/;
const IS_ONE = /^CHECK \(\(+("?\w+"?) = '((?:[^']|'')*)'::text\)+$/;

export async function readCatalogue(client: Client): Promise<Catalogue> {
  const columns = await client.query<{ key: string; isNotNull: boolean; checks: string[] }>(
    `SELECT a.attrelid || '.' || a.attnum AS key, a.attnotnull AS "isNotNull",
            ARRAY(SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
                   WHERE c.conrelid = a.attrelid AND c.contype = 'c' AND c.convalidated AND c.conkey = ARRAY[a.attnum]) AS checks
       FROM pg_attribute a WHERE a.attnum > 0 AND NOT a.attisdropped`,
  );
  const views = await client.query<{ id: string; tree: string }>(
    "SELECT ev_class::bigint AS id, ev_action::text AS tree FROM pg_rewrite WHERE rulename = '_RETURN'",
  );
  const functions = await client.query<{ id: string; name: string }>(
    'SELECT oid::bigint AS id, proname AS name FROM pg_proc',
  );
  const operators = await client.query<{ id: string; name: string }>(
    'SELECT oid::bigint AS id, oprname AS name FROM pg_operator',
  );
  const types = await client.query<{ id: string; name: string }>(
    'SELECT oid::bigint AS id, typname AS name FROM pg_type',
  );
  return {
    columns: new Map(columns.rows.map(({ key, isNotNull, checks }) => [key, { isNotNull, values: valuesOf(checks) }])),
    views: new Map(views.rows.flatMap(({ id, tree }) => viewOf(id, tree))),
    bodies: await readBodies(client),
    functions: new Map(functions.rows.map(({ id, name }) => [id, name])),
    operators: new Map(operators.rows.map(({ id, name }) => [id, name])),
    types: new Map(types.rows.map(({ id, name }) => [id, name])),
  };
}

function viewOf(id: string, tree: string): readonly (readonly [string, TreeNode])[] {
  const queries = parseTree(tree);
  const [query] = typeof queries === 'object' && !isNode(queries) ? queries : [];
  return isNode(query) ? [[id, query]] : [];
}

async function readBodies(client: Client): Promise<ReadonlyMap<string, TreeNode>> {
  const { rows } = await client.query<{ id: string; name: string; params: string; result: string; text: string }>(
    `SELECT p.oid::bigint AS id, proname AS name, pg_get_function_arguments(p.oid) AS params,
            pg_get_function_result(p.oid) AS result, prosrc AS text
       FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
      WHERE l.lanname = 'sql' AND p.proretset AND p.prosqlbody IS NULL AND p.pronamespace = 'public'::regnamespace`,
  );
  const bodies = new Map<string, TreeNode>();
  for (const { id, text, ...declared } of rows) bodies.set(id, await analysed(client, declared, text));
  return bodies;
}

function valuesOf(checks: readonly string[]): readonly string[] | null {
  for (const check of checks) {
    const one = IS_ONE.exec(check)?.[2];
    if (one !== undefined) return [one.replaceAll("''", "'")];
    const [least, most] = IS_WITHIN.exec(check)?.slice(2).map(Number) ?? [];
    if (least !== undefined && most !== undefined && most - least < MOST_NUMBERS) {
      return Array.from({ length: most - least + 1 }, (_, at) => String(least + at));
    }
    const list = IS_ONE_OF.exec(check)?.[2];
    const values = list?.split(', ').map((item) => /^'((?:[^']|'')*)'::(?:text|character varying)$/.exec(item)?.[1]);
    if (values?.every((value) => value !== undefined) === true)
      return values.map((value) => value.replaceAll("''", "'"));
  }
  return null;
}
