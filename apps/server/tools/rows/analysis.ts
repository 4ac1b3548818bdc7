import pg from 'pg';
import { isNode, parseTree, type Tree, type TreeNode } from './node-tree.ts';

/** A function of SQL, as which PostgreSQL analyses a statement. */
export interface Analysed {
  readonly name: string;
  /** As they are written in its declaration. */
  readonly params: string;
  readonly result: string;
}

/**
 * PostgreSQL's analysis of a statement: a function of SQL keeps that of its body.
 *
 * @throws Error with what PostgreSQL says of one that it refuses
 */
export async function analysed(client: pg.Client, { name, params, result }: Analysed, text: string): Promise<TreeNode> {
  const own = pg.escapeIdentifier(name);
  await client.query('BEGIN');
  try {
    await client.query(
      `CREATE FUNCTION pg_temp.${own}(${params}) RETURNS ${result} LANGUAGE sql BEGIN ATOMIC ${text}; END`,
    );
    const { rows } = await client.query<{ tree: string }>(
      'SELECT prosqlbody::text AS tree FROM pg_proc WHERE proname = $1 AND pronamespace = pg_my_temp_schema()',
      [name],
    );
    const query = lastQuery(parseTree(rows[0]?.tree ?? ''));
    if (query === null) throw new Error('PostgreSQL keeps no analysis of it');
    return query;
  } finally {
    await client.query('ROLLBACK');
  }
}

function lastQuery(tree: Tree): TreeNode | null {
  if (isNode(tree)) return tree.type === 'QUERY' ? tree : null;
  const last = typeof tree === 'string' ? undefined : tree.at(-1);
  return last === undefined ? null : lastQuery(last);
}
