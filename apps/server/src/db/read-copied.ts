import { to as copyTo } from 'pg-copy-streams';
import type { PoolClient } from './pool.ts';

/**
 * Rows of a query as COPY sends them, the fastest way out of PostgreSQL, in batches; each row as its columns' texts,
 * `\N` for null. For columns whose texts need no escape: numbers, hashes, addresses.
 *
 * @param query without parameters; `COPY` takes none
 */
export async function* readCopied(client: PoolClient, query: string): AsyncGenerator<readonly (readonly string[])[]> {
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT`));
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield lines.map((line) => line.split('\t'));
  }
}
