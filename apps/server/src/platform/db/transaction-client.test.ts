import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { type Db, openPool, type Pool, type PoolClient } from './pool.ts';
import { prepared } from './prepared.ts';
import { inSnapshot, inTransaction } from './transactions.ts';

let database: TestDatabase;
let pipelined: Pool;
let before: Server;
/** How often something has arrived at the database through `pipelined`. */
let arrivals = 0;
beforeAll(async () => {
  database = await testDatabase();
  const url = new URL(database.url);
  const port = Number(url.port);
  before = createServer((from) => {
    const to = connect(port, url.hostname);
    from.on('data', () => {
      arrivals += 1;
    });
    from.pipe(to).pipe(from);
    for (const socket of [from, to]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => before.listen(0, '127.0.0.1', resolve));
  const address = before.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url.host = `127.0.0.1:${address.port}`;
  pipelined = openPool(url.href, { maxConnections: 2, pipeline: true });
  await database.pool.query('CREATE TABLE written (id integer PRIMARY KEY)');
});
afterAll(async () => {
  await pipelined.end();
  before.close();
  await database.drop();
});

const add = (db: Db, id: number) => db.query('INSERT INTO written VALUES ($1)', [id]);
const count = async (db: Db) =>
  (await db.query<{ n: number }>('SELECT count(*)::integer AS n FROM written')).rows[0]?.n;
const fail = (db: Db) => db.query('SELECT 1 / 0');
const stored = async () => {
  const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM written ORDER BY id');
  return rows.map(({ id }) => id);
};
async function arrivalsIn(work: () => Promise<unknown>): Promise<number> {
  const former = arrivals;
  await work();
  return arrivals - former;
}

const poolOf = (isPipelined: boolean): Pool => (isPipelined ? pipelined : database.pool);

describe.each([true, false])('statements of a transaction (pipelined: %s)', (isPipelined) => {
  const inOwn = <T>(work: (client: PoolClient) => Promise<T>) => inTransaction(poolOf(isPipelined), work);

  it('run in the order in which they are asked for, before the answers to earlier ones', async () => {
    const answers = await inOwn(async (client) => {
      const found = await Promise.all([count(client), add(client, 1), count(client), add(client, 2), count(client)]);
      await client.query('DELETE FROM written');
      return found;
    });
    expect(answers).toMatchObject([0, {}, 1, {}, 2]);
  });

  it('leave nothing behind where one of them fails', async () => {
    const failed = inOwn((client) => Promise.all([add(client, 3), fail(client), add(client, 4)]));
    await expect(failed).rejects.toThrow('division by zero');
    expect(await stored()).toEqual([]);
  });

  it('leave nothing behind where the last one fails', async () => {
    const failed = inOwn(async (client) => {
      await add(client, 5);
      await add(client, 5);
    });
    await expect(failed).rejects.toThrow('duplicate key');
    expect(await stored()).toEqual([]);
  });

  it('are refused once it is over, such as those of work beside other work that has failed', async () => {
    const rolledBack = Promise.withResolvers<void>();
    let later: Promise<unknown> = Promise.resolve();
    const failed = inOwn((client) => {
      later = add(client, 6)
        .then(() => rolledBack.promise)
        .then(() => add(client, 7));
      return Promise.all([later, fail(client)]);
    });
    await expect(failed).rejects.toThrow('division by zero');
    rolledBack.resolve();
    await expect(later).rejects.toThrow(/is over|division by zero|is aborted/);
    expect(await stored()).toEqual([]);
  });

  it('are refused once it was stored', async () => {
    const client = await inOwn(async (own) => own);
    await expect(add(client, 8)).rejects.toThrow('The transaction of this statement is over');
    expect(await stored()).toEqual([]);
  });

  it('are not taken for stored where its work passes over a failure', async () => {
    const passedOver = inOwn(async (client) => {
      await add(client, 9);
      await fail(client).catch(() => undefined);
      return 'done';
    });
    await expect(passedOver).rejects.toThrow('Nothing was stored');
    expect(await stored()).toEqual([]);
  });

  it('say who asked where one fails', async () => {
    const failure = await inOwn((client) => fail(client)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: '22012', stack: expect.stringContaining('transaction-client') });
  });
});

describe('a pipelined connection', () => {
  it('sends the statements that are asked for at once in one write', async () => {
    let writes = 0;
    await inTransaction(pipelined, async (client) => {
      writes = await arrivalsIn(() => Promise.all([count(client), fail(client), count(client)]).catch(() => undefined));
    }).catch(() => undefined);
    expect(writes).toBe(1);
  });

  it('sends the BEGIN of a snapshot with its first reads', async () => {
    // The connection is open already.
    await pipelined.query('SELECT 1');
    const writes = await arrivalsIn(() =>
      inSnapshot(pipelined, async (client) =>
        expect(await Promise.all([count(client), count(client)])).toEqual([0, 0]),
      ),
    );
    // With the COMMIT, which is not waited for, at most.
    expect(writes).toBeLessThanOrEqual(2);
  });

  it('writes nothing where a BEGIN fails', async () => {
    const client = await pipelined.connect();
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    Object.assign(client, {
      query: (...asked: unknown[]) => query(...(asked[0] === 'BEGIN' ? ['SELECT 1 / 0'] : asked)),
    });
    const only = { connect: () => Promise.resolve(client) } as unknown as Pool;
    await expect(inTransaction(only, (own) => add(own, 12))).rejects.toThrow('division by zero');
    expect(await stored()).toEqual([]);
    Object.assign(client, { query });
  });

  it('prepares and works as before after a failure', async () => {
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

  it('answers a prepared statement as a plain one does, for the pool too', async () => {
    const facts = prepared("SELECT $1::integer AS id, timestamptz '2026-01-02T03:04:05Z' AS since", [1]);
    const answer = [{ id: 1, since: new Date('2026-01-02T03:04:05Z') }];
    for (const time of [1, 2, 3]) expect((await pipelined.query(facts)).rows, `${time}`).toEqual(answer);
    expect((await database.pool.query(facts.text, facts.values)).rows).toEqual(answer);
  });
});
