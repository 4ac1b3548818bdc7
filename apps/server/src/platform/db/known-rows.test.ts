import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { openPool, type Pool } from './pool.ts';
import { prepared } from './prepared.ts';

const FACTS = prepared('SELECT id, name, since FROM fact WHERE id > $1 ORDER BY id', [0]);
const ADD = (id: number) => prepared('INSERT INTO fact (id, name) VALUES ($1, $2)', [id, null]);

let database: TestDatabase;
let pipelined: Pool;
let client: PoolClient;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  pipelined = openPool(database.url, { maxConnections: 1, pipeline: true });
  client = await pipelined.connect();
  await client.query('CREATE TABLE fact (id integer, name text, since timestamptz)');
  await client.query("INSERT INTO fact VALUES (1, 'one', '2026-01-02T03:04:05Z'), (2, NULL, NULL)");
});
afterEach(async () => {
  await client.query('DROP TABLE fact');
  client.release();
  await pipelined.end();
});
afterAll(() => database.drop());

/** How often a connection asks what the rows of a statement are like during `work`. */
async function asksIn(work: () => Promise<unknown>): Promise<number> {
  const { connection } = client as unknown as { connection: { _send: (message: Buffer) => boolean } };
  const { _send } = connection;
  let asks = 0;
  connection._send = (message) => {
    if (message[0] === 'D'.charCodeAt(0)) asks += 1;
    return _send(message);
  };
  await work();
  connection._send = _send;
  return asks;
}

describe('a prepared statement on a pipelined connection', () => {
  it('is described once, and answers as a statement that is not prepared', async () => {
    const answers: unknown[] = [];
    const run = async () => {
      const { command, rowCount, rows, fields } = await client.query(FACTS);
      answers.push({ command, rowCount, rows, names: fields.map(({ name }) => name) });
    };
    expect(await asksIn(run)).toBe(1);
    expect(await asksIn(run)).toBe(0);
    const { command, rowCount, rows, fields } = await database.pool.query(FACTS.text, FACTS.values);
    const plain = { command, rowCount, rows, names: fields.map(({ name }) => name) };
    expect(rows[0]).toEqual({ id: 1, name: 'one', since: new Date('2026-01-02T03:04:05Z') });
    expect(answers).toEqual([plain, plain]);
  });

  it('needs no rows, and may be sent again before its first answer', async () => {
    expect(await asksIn(() => Promise.all([client.query(ADD(3)), client.query(ADD(4))]))).toBe(2);
    expect(await asksIn(() => Promise.all([client.query(ADD(5)), client.query(ADD(6))]))).toBe(0);
    const { rows } = await client.query(FACTS);
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('works for the pool, which passes a callback', async () => {
    client.release();
    for (const time of [1, 2]) expect((await pipelined.query(FACTS)).rows, `${time}`).toHaveLength(2);
    client = await pipelined.connect();
  });

  it('says who asked where it fails, and works afterwards', async () => {
    const divide = (by: number) => client.query(prepared('SELECT 1 / $1::integer AS quotient', [by]));
    const failure = await divide(0).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: '22012', stack: expect.stringContaining('known-rows.ts') });
    expect((await divide(1)).rows).toEqual([{ quotient: 1 }]);
    await expect(divide(0)).rejects.toThrow('division by zero');
    expect((await divide(-1)).rows).toEqual([{ quotient: -1 }]);
  });

  it('is refused by PostgreSQL once its rows are other ones', async () => {
    await client.query(FACTS);
    await database.pool.query('ALTER TABLE fact ALTER id TYPE bigint');
    await expect(client.query(FACTS)).rejects.toThrow('cached plan must not change result type');
  });
});
