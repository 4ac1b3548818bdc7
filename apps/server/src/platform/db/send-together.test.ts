import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { sendTogether } from '../kernel/send-together.ts';
import { openPool, type Pool } from './pool.ts';
import { inTransaction, inTransactionAfterReads } from './transactions.ts';

let database: TestDatabase;
let pipelined: Pool;
beforeAll(async () => {
  database = await testDatabase();
  pipelined = openPool(database.url, { maxConnections: 2, pipeline: true });
  await database.pool.query('CREATE TABLE written (id integer PRIMARY KEY)');
});
afterAll(async () => {
  await pipelined.end();
  await database.drop();
});

const add = (client: PoolClient, id: number) => client.query('INSERT INTO written VALUES ($1)', [id]);
const count = async (client: PoolClient) =>
  (await client.query<{ n: number }>('SELECT count(*)::integer AS n FROM written')).rows[0]?.n;
const stored = async () => {
  const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM written ORDER BY id');
  return rows.map(({ id }) => id);
};

/** How often something is handed to the socket of a connection during `work`. */
async function writesOf(client: PoolClient, work: () => Promise<unknown>): Promise<number> {
  const { stream } = (client as unknown as { connection: { stream: Record<'_write' | '_writev', unknown> } })
    .connection;
  let writes = 0;
  const former = { _write: stream._write, _writev: stream._writev };
  for (const name of ['_write', '_writev'] as const) {
    const write = former[name] as (...asked: unknown[]) => void;
    stream[name] = (...asked: unknown[]) => {
      writes += 1;
      write.apply(stream, asked);
    };
  }
  await work();
  Object.assign(stream, former);
  return writes;
}

describe('statements that are sent together', () => {
  it('go in one write on a pipelined connection, and their answers come in order', async () => {
    const client = await pipelined.connect();
    let answers: unknown;
    const writes = await writesOf(client, async () => {
      answers = await sendTogether(
        client,
        () => client.query('BEGIN'),
        () => count(client),
        () => add(client, 1),
        () => count(client),
        () => client.query('ROLLBACK'),
      );
    });
    client.release();
    expect(writes).toBe(1);
    expect(answers).toMatchObject([{}, 0, {}, 1, {}]);
  });

  it('run one after another on a connection that waits for each answer', async () => {
    const answers = await inTransaction(database.pool, async (client) => {
      const found = await sendTogether(
        client,
        () => count(client),
        () => add(client, 2),
        () => count(client),
      );
      await client.query('DELETE FROM written');
      return found;
    });
    expect(answers).toMatchObject([0, {}, 1]);
  });

  it.each([true, false])('leave nothing behind where one of them fails (pipelined: %s)', async (isPipelined) => {
    const failed = inTransaction(isPipelined ? pipelined : database.pool, (client) =>
      sendTogether(
        client,
        () => add(client, 3),
        () => client.query('SELECT 1 / 0'),
        () => add(client, 4),
      ),
    );
    await expect(failed).rejects.toThrow('division by zero');
    expect(await stored()).toEqual([]);
  });

  it('ends only once every one of them has ended', async () => {
    const client = await pipelined.connect();
    const ended: number[] = [];
    const slow = async () => {
      await client.query('SELECT pg_sleep(0.05)');
      ended.push(1);
    };
    await expect(sendTogether(client, () => client.query('SELECT 1 / 0'), slow)).rejects.toThrow('division by zero');
    client.release();
    expect(ended).toEqual([1]);
  });
});

/** A pool of one connection that stays with the test, which releases it. */
async function poolOfOne(): Promise<{
  readonly only: Pool;
  readonly client: PoolClient;
  readonly release: () => void;
}> {
  const client = await pipelined.connect();
  const release = client.release.bind(client);
  client.release = () => undefined;
  return { only: { connect: async () => client } as unknown as Pool, client, release };
}

describe('the last statement of a transaction', () => {
  it('is written with the COMMIT, in one write', async () => {
    let writes: Promise<number> | undefined;
    const { only, release } = await poolOfOne();
    await inTransaction(only, async (own, atCommit) => {
      await count(own);
      let isDone = (): void => undefined;
      writes = writesOf(own, () => new Promise<void>((resolve) => (isDone = resolve)));
      atCommit(async () => {
        await add(own, 5);
        isDone();
      });
    });
    release();
    expect(await writes).toBe(1);
    expect(await stored()).toEqual([5]);
    await database.pool.query('DELETE FROM written');
  });

  it.each([true, false])('takes all else with it where it fails (pipelined: %s)', async (isPipelined) => {
    const failed = inTransaction(isPipelined ? pipelined : database.pool, async (client, atCommit) => {
      await add(client, 6);
      atCommit(() => add(client, 6));
    });
    await expect(failed).rejects.toThrow('duplicate key');
    expect(await stored()).toEqual([]);
  });
});

describe('a transaction that reads first', () => {
  it('sends its BEGIN with the reads, in one write', async () => {
    const { only, client, release } = await poolOfOne();
    let found: unknown;
    const writes = await writesOf(client, () =>
      inTransactionAfterReads(only, count, async (own, counted) => {
        found = counted;
        await add(own, 12);
      }),
    );
    release();
    // The reads, the write, the COMMIT.
    expect(writes).toBe(3);
    expect(found).toBe(0);
    expect(await stored()).toEqual([12]);
    await database.pool.query('DELETE FROM written');
  });

  it('writes nothing where its BEGIN fails', async () => {
    const { only, client, release } = await poolOfOne();
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    Object.assign(client, {
      query: (...asked: unknown[]) => query(...(asked[0] === 'BEGIN' ? ['SELECT 1 / 0'] : asked)),
    });
    const failed = inTransactionAfterReads(only, count, (own) => add(own, 13));
    await expect(failed).rejects.toThrow('division by zero');
    Object.assign(client, { query });
    release();
    expect(await stored()).toEqual([]);
  });
});

describe('a transaction', () => {
  it.each([true, false])(
    'is not taken for stored where its work passes over a failure (pipelined: %s)',
    async (isPipelined) => {
      const passedOver = inTransaction(isPipelined ? pipelined : database.pool, async (client) => {
        await add(client, 7);
        await client.query('SELECT 1 / 0').catch(() => undefined);
        return 'done';
      });
      await expect(passedOver).rejects.toThrow('Nothing was stored');
      expect(await stored()).toEqual([]);
    },
  );

  it('leaves a pipelined connection that prepares and works as before after a failure', async () => {
    const client = await pipelined.connect();
    const named = (id: number) =>
      client.query({ name: 'add-written', text: 'INSERT INTO written VALUES ($1)', values: [id] });
    await client.query('BEGIN');
    // The statement is refused before it was ever prepared, twice.
    const answered = await Promise.allSettled([
      client.query('SELECT 1 / 0'),
      named(8),
      named(9),
      client.query('COMMIT'),
    ]);
    await Promise.all([named(10), named(11)]);
    client.release();
    expect(answered.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    expect(await stored()).toEqual([10, 11]);
    await database.pool.query('DELETE FROM written');
  });
});
