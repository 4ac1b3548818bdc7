import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { inTransaction, prepared } from './index.ts';

describe('prepared', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query(
      "CREATE TABLE word (id integer, text text); INSERT INTO word VALUES (1, 'one'), (2, 'two')",
    );
  });
  afterAll(() => database.drop());

  const find = (id: number) => prepared('SELECT text FROM word WHERE id = $1', [id]);

  it('has a connection parse a text once, whatever its values', async () => {
    const kept = await inTransaction(database.pool, async (client) => {
      const words = [await client.query(find(1)), await client.query(find(2))].flatMap(({ rows }) => rows);
      expect(words).toEqual([{ text: 'one' }, { text: 'two' }]);
      return client.query("SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%FROM word%'");
    });
    expect(kept.rows).toEqual([{ statement: 'SELECT text FROM word WHERE id = $1' }]);
  });

  it('answers as before after a migration has added a column', async () => {
    await inTransaction(database.pool, async (client) => {
      await client.query(find(1));
      await client.query('ALTER TABLE word ADD COLUMN language text');
      expect((await client.query(find(2))).rows).toEqual([{ text: 'two' }]);
    });
  });

  it('keeps the values of statements that are sent side by side apart', async () => {
    const sent = Array.from({ length: 20 }, (_, at) => database.pool.query(find(1 + (at % 2))));
    const texts = (await Promise.all(sent)).map(({ rows }) => rows[0]?.text);
    expect(texts).toEqual(texts.map((_text, at) => (at % 2 === 0 ? 'one' : 'two')));
  });
});
