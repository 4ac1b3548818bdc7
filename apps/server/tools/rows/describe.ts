import { getTypes, startup } from '@pgtyped/query';
import { AsyncQueue } from '@pgtyped/wire';
import pg from 'pg';
import { readCatalogue } from './catalogue.ts';
import type { Fact } from './fact.ts';
import { Facts } from './facts.ts';
import { isNode, parseTree, type TreeNode } from './node-tree.ts';
import { typeOf } from './types.ts';

/** The columns of a statement's rows: name and type, as they are written in TypeScript. */
export type RowColumns = readonly (readonly [name: string, type: string])[];

export interface Describer {
  /** @throws Error with what PostgreSQL says of a statement that it refuses */
  describe(text: string): Promise<RowColumns>;
  end(): Promise<void>;
}

/**
 * Describes statements by a migrated database. PgTyped asks PostgreSQL for their columns and types; which are never null,
 * and which hold only certain texts, is in PostgreSQL's analysis of them (facts.ts).
 */
export async function openDescriber(url: string): Promise<Describer> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const queue = new AsyncQueue();
  const dbName = pathname.slice(1);
  await startup(
    { host: hostname, port: Number(port), user: username, password: decodeURIComponent(password), dbName },
    queue,
  );
  // Its messages are small and many: each would wait for the answer to the one before.
  queue.socket.setNoDelay(true);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const facts = new Facts(await readCatalogue(client));
  return {
    async describe(text) {
      const described = await getTypes({ query: text, mapping: [], bindings: [] }, queue);
      if ('errorCode' in described) throw new Error(described.message);
      const { returnTypes, paramMetadata } = described;
      if (returnTypes.length === 0) return [];
      const query = await analysed(client, text, paramMetadata.params.map(nameOf));
      const known = query === null ? [] : facts.ofStatement(query);
      return returnTypes.map(({ returnName, type, nullable }, at) => {
        const fact: Fact = known[at] ?? { isNullable: nullable !== false, values: null, json: null };
        return [returnName, typeOf(nameOf(type), fact)];
      });
    },
    async end() {
      queue.socket.destroy();
      await client.end();
    },
  };
}

const nameOf = (type: string | { readonly name: string }): string => (typeof type === 'string' ? type : type.name);

/** A function of SQL keeps the analysis of its statement; null for a statement that none can have, such as SHOW. */
async function analysed(client: pg.Client, text: string, params: readonly string[]): Promise<TreeNode | null> {
  await client.query('BEGIN');
  try {
    const types = params.map((type) => pg.escapeIdentifier(type)).join(', ');
    await client.query(
      `CREATE FUNCTION pg_temp.described(${types}) RETURNS void LANGUAGE sql BEGIN ATOMIC ${text}; END`,
    );
    const { rows } = await client.query<{ tree: string }>(
      "SELECT prosqlbody::text AS tree FROM pg_proc WHERE proname = 'described'",
    );
    return lastQuery(parseTree(rows[0]?.tree ?? ''));
  } catch (error) {
    if (process.env['ROWS_DEBUG']) console.log(error instanceof Error ? error.message : error, text);
    return null;
  } finally {
    await client.query('ROLLBACK');
  }
}

function lastQuery(tree: ReturnType<typeof parseTree>): TreeNode | null {
  if (isNode(tree)) return tree.type === 'QUERY' ? tree : null;
  const last = typeof tree === 'string' ? undefined : tree.at(-1);
  return last === undefined ? null : lastQuery(last);
}
