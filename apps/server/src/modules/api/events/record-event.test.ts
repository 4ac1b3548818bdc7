import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { type Db, inTransaction, type Pool, scopedPool } from '../../../platform/db/index.ts';
import { inWorkspace } from '../../../platform/kernel/scope.ts';
import { recordEvent } from './record-event.ts';

let database: TestDatabase;
let served: Pool;
const FIRM = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const AT = new Date('2026-11-26T12:00:00Z');

beforeAll(async () => {
  database = await testDatabase();
  served = scopedPool(database.pool, database.url);
  for (const sub of [FIRM, OTHER]) {
    await database.pool.query('INSERT INTO users (sub, email, mailbox_key) VALUES ($1, $2, $2)', [
      sub,
      `${sub}@firm.example`,
    ]);
  }
});
afterAll(async () => {
  await served.end();
  await database.drop();
});

const test = (endpoint: string) => ({ object: 'webhook_test' as const, endpoint });

function record(tx: Db, objectId: string, more: { mode?: 'live' | 'test'; onlyTo?: string; workspace?: string } = {}) {
  const { mode = 'live', workspace = FIRM, ...rest } = more;
  return recordEvent(tx, { workspace, mode, type: 'webhook.test', objectId, data: test(objectId), at: AT, ...rest });
}

async function endpoint(id: string, { workspace = FIRM, mode = 'live', types = ['*'], disabled = false } = {}) {
  await database.pool.query(
    `INSERT INTO webhook_endpoints (id, workspace, mode, url, description, event_types, secret, created_at, disabled_at,
                                    disabled_because)
     VALUES ($1, $2, $3, 'https://hooks.example/', '', $4, '\\x00', now(), $5, $6)`,
    [`whe_${id.padEnd(16, '0')}`, workspace, mode, types, disabled ? AT : null, disabled ? 'owner' : null],
  );
}

async function deliveriesOf(event: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ endpoint: string }>(
    'SELECT endpoint FROM webhook_deliveries WHERE event = $1 ORDER BY endpoint',
    [event],
  );
  return rows.map(({ endpoint: to }) => to.slice(4).replace(/0+$/, ''));
}

describe('an event', () => {
  it('is there with its deliveries when the transaction of what it reports is committed, and not otherwise', async () => {
    await endpoint('all');
    await endpoint('chosen', { types: ['webhook.test'] });
    await endpoint('other', { types: ['check.failed'] });
    await endpoint('off', { disabled: true });
    await endpoint('tests', { mode: 'test' });
    await endpoint('foreign', { workspace: OTHER });
    const live = await inWorkspace(FIRM, () => inTransaction(served, (tx) => record(tx, 'chk_1')));
    const trial = await inWorkspace(FIRM, () => inTransaction(served, (tx) => record(tx, 'chk_1', { mode: 'test' })));
    expect(await deliveriesOf(live)).toEqual(['all', 'chosen']);
    expect(await deliveriesOf(trial)).toEqual(['tests']);
    const only = await inWorkspace(FIRM, () =>
      inTransaction(served, (tx) => record(tx, 'chk_1', { onlyTo: 'whe_other00000000000' })),
    );
    expect(await deliveriesOf(only)).toEqual(['other']);

    let lost = '';
    const failing = inWorkspace(FIRM, () =>
      inTransaction(served, async (tx) => {
        lost = await record(tx, 'chk_2');
        throw new Error('the check was given up');
      }),
    );
    await expect(failing).rejects.toThrow('the check was given up');
    const { rows } = await database.pool.query('SELECT FROM events WHERE id = $1', [lost]);
    expect([rows.length, await deliveriesOf(lost)]).toEqual([0, []]);
  });

  it('cannot be written for another workspace than that of the scope', async () => {
    const foreign = inWorkspace(FIRM, () => inTransaction(served, (tx) => record(tx, 'chk_3', { workspace: OTHER })));
    await expect(foreign).rejects.toThrow(/row-level security/);
  });

  it('has a higher position than those of the same object that others committed before', async () => {
    const order: string[] = [];
    const write = (name: string, holdMs: number) =>
      inTransaction(database.pool, async (tx) => {
        const id = await record(tx, 'chk_4');
        await sleep(holdMs);
        order.push(id);
        return name;
      });
    await Promise.all(Array.from({ length: 4 }, (_, index) => write(String(index), 20)));
    const { rows } = await database.pool.query<{ id: string }>(
      "SELECT id FROM events WHERE object_id = 'chk_4' ORDER BY position",
    );
    expect(rows.map(({ id }) => id)).toEqual(order);
  });
});
