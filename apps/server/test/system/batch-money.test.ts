import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fakeEngine, UNKNOWN_ADDRESS } from '../../src/modules/checks/checks/test/check-fakes.ts';
import { pausedWalks } from '../../src/modules/checks/checks/test/paused-walks.ts';
import { ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import {
  addresses,
  addressOf,
  batchServer,
  jsonLines,
  makeBatch,
  newWorkspace,
  useBatchServers,
} from '../support/batch-server.ts';

const FIRM = 'a'.repeat(32);
const LIVE = { workspace: FIRM, mode: 'live' } as const;
const OTHER = 'b'.repeat(32);

const batches = useBatchServers();
const { server, books } = batches;

/** Types of the events about a batch, in their order. */
async function eventsOf(id: string) {
  const { rows } = await batches.database.pool.query<{ type: string }>(
    'SELECT type FROM events WHERE object_id = $1 ORDER BY position',
    [id],
  );
  return rows.map(({ type }) => type);
}

const count = async (sql: string) =>
  (await batches.database.pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${sql}`)).rows[0]
    ?.count;

describe('a batch whose rows are not judged yet', () => {
  it('is cancelled whole, and nothing of it is judged or checked afterwards', async () => {
    await newWorkspace(batches.database.pool, FIRM, 20);
    const one = server();
    const id = await one.make(FIRM, [...addresses(3), 'no address']);
    expect(await one.read(FIRM, id)).toMatchObject({ status: 'running', rows: { total: 4, waiting: 4, invalid: 0 } });
    await inWorkspace(FIRM, () => one.batches.cancel(LIVE, id));
    one.worker.start();
    const next = await one.make(FIRM, ['no address', addressOf(1)]);
    await one.until(FIRM, next, ({ status }) => status === 'completed');
    expect((await one.read(FIRM, next)).rows).toMatchObject({ rated: 1, invalid: 1 });
    expect(await one.read(FIRM, id)).toMatchObject({ status: 'canceled', rows: { total: 4, waiting: 0, canceled: 4 } });
    expect(await count(`batch_subjects WHERE batch = '${id}'`)).toBe(0);
  });

  it('is over once they are, where none names an address', async () => {
    await newWorkspace(batches.database.pool, FIRM, 20);
    const one = server();
    const id = await one.make(
      FIRM,
      Array.from({ length: 450 }, (_, at) => `no address ${at}`),
    );
    one.worker.start();
    const over = await one.until(FIRM, id, ({ status }) => status === 'completed');
    expect(over.rows).toMatchObject({ total: 450, invalid: 450, waiting: 0 });
    expect(await eventsOf(id)).toEqual(['batch.completed']);
  });
});

describe('a batch that two servers work on', () => {
  it('checks and charges each address once, however many rows name it', async () => {
    await newWorkspace(batches.database.pool, FIRM, 100);
    const { engine, letGo } = pausedWalks();
    const [one, two] = [server({ checks: { engine } }), server({ checks: { engine } })];
    const id = await one.make(FIRM, [
      ...addresses(40),
      ...addresses(40).map((text) => text.toUpperCase().replace('X', 'x')),
    ]);
    one.worker.start();
    two.worker.start();
    // The one that judged the rows would else be done before the other looks.
    const RUNNERS = 'SELECT DISTINCT run_by FROM checks';
    await expect.poll(async () => (await batches.database.pool.query(RUNNERS)).rows).toHaveLength(2);
    letGo();
    expect(await one.until(FIRM, id, ({ status }) => status === 'completed')).toMatchObject({
      rows: { total: 80, rated: 80, waiting: 0 },
      checks_charged: 40,
    });
    expect(await books()).toEqual([{ left: 60, held: 0, used: 40 }]);
    expect(await count('checks')).toBe(40);
  });

  it('loses nothing where one of them stops in the middle of checks', async () => {
    await newWorkspace(batches.database.pool, FIRM, 20);
    const { engine, letGo } = pausedWalks();
    const one = batchServer(batches.database, { checks: { engine } });
    const two = server();
    const id = await one.make(FIRM, addresses(8));
    one.worker.start();
    await expect.poll(() => count("checks WHERE status = 'running'")).toBe(2);
    await one.close();
    letGo();
    expect(one.faults).toEqual([]);
    expect(await two.checks.takeOver()).toBe(2);
    two.worker.start();
    expect(await two.until(FIRM, id, ({ status }) => status === 'completed')).toMatchObject({
      rows: { rated: 8 },
      checks_charged: 8,
    });
    expect(await books()).toEqual([{ left: 12, held: 0, used: 8 }]);
    expect(await count('checks')).toBe(8);
  });

  it('is worked beside another: each gets its turns', async () => {
    await newWorkspace(batches.database.pool, FIRM, 100);
    await newWorkspace(batches.database.pool, OTHER, 100);
    const only = server({ limits: { lanes: 1 } });
    const large = await only.make(FIRM, addresses(30));
    const small = await only.make(OTHER, addresses(3));
    only.worker.start();
    await only.until(OTHER, small, ({ status }) => status === 'completed');
    const { rows } = await batches.database.pool.query<{ owner: string }>(
      'SELECT owner FROM checks ORDER BY created_at, sub_id',
    );
    expect(new Set(rows.slice(0, 6).map(({ owner }) => owner))).toEqual(new Set([FIRM, OTHER]));
    await only.until(FIRM, large, ({ status }) => status === 'completed');
  });
});

describe('the balance of a batch', () => {
  it('pauses it where it is too small, and lets it go on when credits come or by call', async () => {
    await newWorkspace(batches.database.pool, FIRM, 3);
    const only = server({ limits: { lanes: 2 } });
    const id = await only.make(FIRM, addresses(6));
    only.worker.start();
    const paused = await only.until(FIRM, id, ({ status }) => status === 'paused');
    expect(paused).toMatchObject({ pause_reason: 'insufficient_checks' });
    await only.until(FIRM, id, ({ rows }) => rows.rated === 3);
    expect(await books()).toEqual([{ left: 0, held: 0, used: 3 }]);
    // Asked to go on without a credit, it pauses again.
    await inWorkspace(FIRM, () => only.batches.resume(LIVE, id));
    await only.until(FIRM, id, ({ status }) => status === 'paused');
    await ledger.topUp(batches.database.pool, FIRM, 1, new Date());
    await only.worker.upkeep();
    await only.until(FIRM, id, ({ status, rows }) => status === 'paused' && rows.rated === 4);
    await ledger.topUp(batches.database.pool, FIRM, 2, new Date());
    await inWorkspace(FIRM, () => only.batches.resume(LIVE, id));
    expect(await only.until(FIRM, id, ({ status }) => status === 'completed')).toMatchObject({ checks_charged: 6 });
    expect(await books()).toMatchObject([{ left: 0, held: 0, used: 6 }]);
    expect(await eventsOf(id)).toEqual(['batch.paused', 'batch.paused', 'batch.paused', 'batch.completed']);
  });

  it('is not asked for an address that was charged within a day, as with single checks', async () => {
    await newWorkspace(batches.database.pool, FIRM, 3);
    const only = server();
    const [address = ''] = addresses(1);
    await inWorkspace(FIRM, () =>
      only.checks.runCheck({ sub: FIRM, pays: true }, { address, ticker: 'ETH', parent: null }),
    );
    const id = await only.make(FIRM, [address, ...addresses(1, 5)]);
    only.worker.start();
    expect(await only.until(FIRM, id, ({ status }) => status === 'completed')).toMatchObject({
      rows: { rated: 2 },
      checks_charged: 1,
    });
    expect(await books()).toEqual([{ left: 1, held: 0, used: 2 }]);
  });

  it('gets back what is cancelled in flight; what waits costs nothing', async () => {
    await newWorkspace(batches.database.pool, FIRM, 10);
    const { engine, letGo } = pausedWalks();
    const only = server({ checks: { engine } });
    const id = await only.make(FIRM, addresses(6));
    only.worker.start();
    await expect.poll(() => count("checks WHERE status = 'running'")).toBe(2);
    expect(await books()).toEqual([{ left: 8, held: 2, used: 0 }]);
    await inWorkspace(FIRM, () => only.batches.cancel(LIVE, id));
    letGo();
    expect(await only.until(FIRM, id, ({ rows }) => rows.waiting === 0)).toMatchObject({
      status: 'canceled',
      rows: { total: 6, canceled: 6 },
      checks_charged: 0,
    });
    expect(await books()).toEqual([{ left: 10, held: 0, used: 0 }]);
    expect(await eventsOf(id)).toEqual(['batch.canceled']);
    await expect(inWorkspace(FIRM, () => only.batches.cancel(LIVE, id))).rejects.toMatchObject({
      code: 'batch_is_over',
    });
    await expect(inWorkspace(FIRM, () => only.batches.resume(LIVE, id))).rejects.toMatchObject({
      code: 'batch_is_over',
    });
  });

  it('keeps what was rated before the cancel', async () => {
    await newWorkspace(batches.database.pool, FIRM, 100);
    const only = server();
    const id = await only.make(FIRM, addresses(60));
    only.worker.start();
    await only.until(FIRM, id, ({ rows }) => rows.rated >= 5);
    await inWorkspace(FIRM, () => only.batches.cancel(LIVE, id));
    const ended = await only.until(FIRM, id, ({ rows }) => rows.waiting === 0);
    expect(ended.rows.rated + ended.rows.canceled).toBe(60);
    expect(await books()).toEqual([{ left: 100 - ended.checks_charged, held: 0, used: ended.checks_charged }]);
    expect(ended.checks_charged).toBe(ended.rows.rated);
  });

  it('is not touched by a check that fails; its rows fail after three tries', async () => {
    await newWorkspace(batches.database.pool, FIRM, 10);
    const engine = {
      ...fakeEngine,
      exposureOf: async () => {
        throw new Error('out of order');
      },
    };
    const only = server({ checks: { engine } });
    const id = await only.make(FIRM, addresses(2));
    only.worker.start();
    while ((await only.read(FIRM, id)).status !== 'completed') {
      await batches.database.pool.query('UPDATE batch_subjects SET not_before = NULL');
      await sleep(30);
    }
    expect((await only.read(FIRM, id)).rows).toMatchObject({ failed: 2, rated: 0 });
    expect(await count("checks WHERE status = 'failed'")).toBe(6);
    expect(await books()).toEqual([{ left: 10, held: 0, used: 0 }]);
  });
});

it('has no room for an address without records: it is not rated and costs nothing', async () => {
  await newWorkspace(batches.database.pool, FIRM, 1);
  const only = server();
  const id = await inWorkspace(FIRM, async () => {
    const rows = jsonLines(JSON.stringify({ address: UNKNOWN_ADDRESS, asset: 'BTC' }));
    const wishes = { name: null, metadata: {}, asset: null, network: null };
    return (await makeBatch(only.batches, { ...LIVE, key: null, madeBy: null }, wishes, rows)).id;
  });
  only.worker.start();
  expect(await only.until(FIRM, id, ({ status }) => status === 'completed')).toMatchObject({
    rows: { not_rated: 1 },
    checks_charged: 0,
  });
  expect(await books()).toEqual([{ left: 1, held: 0, used: 0 }]);
});
