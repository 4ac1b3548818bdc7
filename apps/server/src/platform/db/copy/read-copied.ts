import { StringDecoder } from 'node:string_decoder';
import { to as copyTo } from 'pg-copy-streams';
import type { PoolClient } from '../pool.ts';

/**
 * Rows of a query as COPY sends them, the fastest way out of PostgreSQL, in batches; each row as its columns' texts,
 * null as `\N` and everything else as it is stored in its column.
 *
 * @param query without parameters; `COPY` takes none
 */
export async function* readCopied(client: PoolClient, query: string): AsyncGenerator<readonly (readonly string[])[]> {
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT`));
  // A chunk may end within a character.
  const decoder = new StringDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
    rest = lines.pop() ?? '';
    yield lines.map(columnsOf);
  }
}

function columnsOf(line: string): readonly string[] {
  const columns = line.split('\t');
  return line.includes('\\') ? columns.map(unescaped) : columns;
}

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function unescaped(text: string): string {
  return text === '\\N' ? text : text.replace(/\\(.)/g, (_, sign: string) => ESCAPED[sign] ?? sign);
}
