import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { readCopied } from './read-copied.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function rowsOf(query: string): Promise<(readonly string[])[]> {
  const client = await database.pool.connect();
  try {
    const rows: (readonly string[])[] = [];
    for await (const batch of readCopied(client, query)) rows.push(...batch);
    return rows;
  } finally {
    client.release();
  }
}

it('returns every text complete, wherever a chunk boundary splits the bytes of a character', async () => {
  const rows = await rowsOf("SELECT n, repeat('x', n % 7) || repeat('木é', 500) FROM generate_series(1, 2000) AS n");
  expect(rows).toHaveLength(2_000);
  const torn = rows.filter(([n, text]) => text !== 'x'.repeat(Number(n) % 7) + '木é'.repeat(500));
  expect(torn.map(([n]) => n)).toEqual([]);
});

it('distinguishes null from text, and escaped characters from those of the format', async () => {
  const rows = await rowsOf("SELECT NULL, '', E'a\\\\N\\tb\\nc'");
  expect(rows).toEqual([['\\N', '', 'a\\N\tb\nc']]);
});
