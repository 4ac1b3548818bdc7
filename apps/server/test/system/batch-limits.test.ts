import { describe, expect, it } from 'vitest';
import { upkeep } from '../../src/app/jobs/upkeep.ts';
import { balanceWith, fakeEngine } from '../../src/modules/checks/checks/test/check-fakes.ts';
import { pausedWalks } from '../../src/modules/checks/checks/test/paused-walks.ts';
import { FLEX_TARIFF, ledger } from '../../src/modules/money/index.ts';
import { wireUncharged } from '../../src/modules/money/open/given.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { addresses, addressOf, newWorkspace, useBatchServers } from '../support/batch-server.ts';

const DAY_MS = 86_400_000;
const FIRM = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);

const batches = useBatchServers();
const { server, books } = batches;

const count = async (sql: string) =>
  (await batches.database.pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${sql}`)).rows[0]
    ?.count;

const KEY = 'key_0000000000000001';

async function newKey(monthlyLimit: number | null, madeBy: string | null = null): Promise<void> {
  await batches.database.pool.query(
    `INSERT INTO api_keys (id, workspace, name, secret_hash, hint, scopes, mode, address_ranges, monthly_limit, api_version, created_at, created_by)
     VALUES ($1, $2, 'K', sha256('k'), 'k', '{batches}', 'live', '{}', $3, '2026-11-26', now(), $4)`,
    [KEY, FIRM, monthlyLimit, madeBy],
  );
}

describe('the limits of a batch', () => {
  it('stop it where the month of its key is spent, to the credit', async () => {
    await newWorkspace(batches.database.pool, FIRM, 10);
    await newKey(3);
    let now = new Date();
    const only = server({ clock: { now: () => now } });
    const id = await only.make(FIRM, addresses(5), KEY);
    only.worker.start();
    await only.until(FIRM, id, ({ status, rows }) => status === 'paused' && rows.rated === 3);
    expect((await only.read(FIRM, id)).pause_reason).toBe('key_limit_reached');
    expect(await books()).toEqual([{ left: 7, held: 0, used: 3 }]);
    now = new Date(now.getTime() + 32 * 86_400_000);
    await only.worker.upkeep();
    await only.until(FIRM, id, ({ status }) => status === 'completed');
    expect(await books()).toEqual([{ left: 5, held: 0, used: 5 }]);
  });

  it('let it answer free repeats once the month of its key is spent, and stop it at the first row that costs', async () => {
    await newWorkspace(batches.database.pool, FIRM, 10);
    await newKey(2);
    let now = new Date();
    const only = server({ clock: { now: () => now }, limits: { lanes: 1 } });
    only.worker.start();
    const first = await only.make(FIRM, addresses(2), KEY);
    await only.until(FIRM, first, ({ status }) => status === 'completed');
    const second = await only.make(FIRM, [addressOf(0), addressOf(1), addressOf(9)], KEY);
    expect(await only.until(FIRM, second, ({ status }) => status === 'paused')).toMatchObject({
      pause_reason: 'key_limit_reached',
      rows: { rated: 2, waiting: 1 },
      checks_charged: 0,
    });
    expect(await books()).toEqual([{ left: 8, held: 0, used: 2 }]);
    now = new Date(now.getTime() + 32 * DAY_MS);
    await only.worker.upkeep();
    await only.until(FIRM, second, ({ status }) => status === 'completed');
    expect(await books()).toEqual([{ left: 7, held: 0, used: 3 }]);
  });

  it('do not stop it while a check that runs on the last one of the month may still give it back', async () => {
    await newWorkspace(batches.database.pool, FIRM, 10);
    await newKey(1);
    const { engine, letGo } = pausedWalks();
    const only = server({ checks: { engine } });
    only.worker.start();
    const running = await only.make(FIRM, addresses(1), KEY);
    await expect.poll(() => count("checks WHERE status = 'running'")).toBe(1);
    const other = await only.make(FIRM, [addressOf(5)], KEY);
    await expect.poll(() => count('batch_subjects WHERE not_before IS NOT NULL')).toBe(1);
    expect((await only.read(FIRM, other)).status).toBe('running');
    await inWorkspace(FIRM, () => only.batches.cancel({ workspace: FIRM, mode: 'live' }, running));
    letGo();
    await batches.database.pool.query('UPDATE batch_subjects SET not_before = NULL');
    await only.until(FIRM, other, ({ status }) => status === 'completed');
    expect(await books()).toEqual([{ left: 9, held: 0, used: 1 }]);
  });

  it('stop it after so many answers a day that cost no credit, until the next day or a purchase', async () => {
    const { pool } = batches.database;
    await newWorkspace(pool, FIRM, 1);
    // Not bought: the free checks of who never paid.
    await pool.query('ALTER TABLE ledger_entries DISABLE TRIGGER ALL');
    await pool.query("UPDATE ledger_entries SET reason = 'signup'");
    await pool.query('ALTER TABLE ledger_entries ENABLE TRIGGER ALL');
    let now = new Date();
    const clock = { now: () => now };
    const uncharged = wireUncharged(2);
    const unrated = { ...fakeEngine, exposureOf: async () => Promise.reject(new Error('provider down')) };
    const only = server({ checks: { engine: unrated, uncharged, clock }, clock, limits: { lanes: 1 }, uncharged });
    await pool.query('ALTER TABLE batch_subjects ALTER attempts SET DEFAULT 2');
    const id = await only.make(FIRM, addresses(8));
    only.worker.start();
    expect(await only.until(FIRM, id, ({ status }) => status === 'paused')).toMatchObject({
      pause_reason: 'uncharged_limit',
      rows: { failed: 2 },
    });
    await only.worker.upkeep();
    expect((await only.read(FIRM, id)).status).toBe('paused');
    now = new Date(now.getTime() + 86_400_000);
    await only.worker.upkeep();
    await only.until(FIRM, id, ({ status, rows }) => status === 'paused' && rows.failed === 4);
    const bought = { sub: FIRM, tariff: FLEX_TARIFF, checks: 10, reason: 'purchase', key: 'order:1' } as const;
    await ledger.grant(pool, { ...bought, expiresAt: null, now });
    await only.worker.upkeep();
    await only.until(FIRM, id, ({ status, rows }) => status === 'completed' && rows.failed === 8);
  });

  it('let batches of a suspended account wait', async () => {
    await newWorkspace(batches.database.pool, FIRM, 10);
    await newWorkspace(batches.database.pool, OTHER, 10);
    await batches.database.pool.query('UPDATE users SET suspended_at = now() WHERE sub = $1', [FIRM]);
    const only = server();
    const waiting = await only.make(FIRM, addresses(2));
    const other = await only.make(OTHER, addresses(2));
    only.worker.start();
    await only.until(OTHER, other, ({ status }) => status === 'completed');
    expect((await only.read(FIRM, waiting)).rows).toMatchObject({ waiting: 2, rated: 0 });
    await batches.database.pool.query('UPDATE users SET suspended_at = NULL');
    await only.until(FIRM, waiting, ({ status }) => status === 'completed');
  });

  it('let batches of a suspended member wait, and those of a key of one, while those of others go on', async () => {
    await newWorkspace(batches.database.pool, FIRM, 10);
    await newWorkspace(batches.database.pool, OTHER, 10);
    await newKey(null, OTHER);
    const joined = "INSERT INTO workspace_members (workspace, sub, role) VALUES ($1, $2, 'analyst')";
    await batches.database.pool.query(joined, [FIRM, OTHER]);
    const only = server();
    const ofMember = await only.make(FIRM, addresses(2), null, OTHER);
    const ofKey = await only.make(FIRM, addresses(2, 2), KEY);
    const ofOwner = await only.make(FIRM, addresses(2, 4), null, FIRM);
    await batches.database.pool.query('UPDATE users SET suspended_at = now() WHERE sub = $1', [OTHER]);
    only.worker.start();
    await only.until(FIRM, ofOwner, ({ status }) => status === 'completed');
    for (const id of [ofMember, ofKey]) {
      expect((await only.read(FIRM, id)).rows).toMatchObject({ waiting: 2, rated: 0 });
    }
    await batches.database.pool.query('UPDATE users SET suspended_at = NULL');
    for (const id of [ofMember, ofKey]) await only.until(FIRM, id, ({ status }) => status === 'completed');
    expect(await books()).toContainEqual({ left: 4, held: 0, used: 6 });
  });

  it('let batches of a key that a suspended member replaced wait', async () => {
    const { pool } = batches.database;
    await newWorkspace(pool, FIRM, 10);
    await newWorkspace(pool, OTHER, 10);
    await newKey(null, FIRM);
    await pool.query('UPDATE api_keys SET secret_by = $2 WHERE id = $1', [KEY, OTHER]);
    const only = server();
    const ofKey = await only.make(FIRM, addresses(2), KEY);
    const ofOwner = await only.make(FIRM, addresses(2, 2), null, FIRM);
    await pool.query('UPDATE users SET suspended_at = now() WHERE sub = $1', [OTHER]);
    only.worker.start();
    await only.until(FIRM, ofOwner, ({ status }) => status === 'completed');
    expect((await only.read(FIRM, ofKey)).rows).toMatchObject({ waiting: 2, rated: 0 });
    await pool.query('UPDATE users SET suspended_at = NULL');
    await only.until(FIRM, ofKey, ({ status }) => status === 'completed');
  });

  it('are kept for a while: what ended long ago goes with its rows, and so does what was never closed', async () => {
    await newWorkspace(batches.database.pool, FIRM, 10);
    const only = server();
    const wishes = { name: null, metadata: {}, asset: null, network: null };
    const opened = await inWorkspace(FIRM, () =>
      only.batches.open({ workspace: FIRM, mode: 'live', key: null, madeBy: null }, wishes),
    );
    const ended = await only.make(FIRM, addresses(1));
    only.worker.start();
    await only.until(FIRM, ended, ({ status }) => status === 'completed');
    const after = (days: number) =>
      upkeep(batches.database.pool, { retentionDays: 1_000, invoiceYears: 7 }, new Date(Date.now() + days * DAY_MS));
    await after(1);
    expect(await count('batches')).toBe(2);
    await after(3);
    await expect(only.read(FIRM, opened.id)).rejects.toMatchObject({ code: 'not_found' });
    await after(91);
    expect(await count('batches')).toBe(0);
    expect(await count('batch_rows')).toBe(0);
    expect(await count('checks')).toBe(1);
  });

  it('leave single checks of its owner and of others their slots and limits', async () => {
    await newWorkspace(batches.database.pool, FIRM, 100);
    await newWorkspace(batches.database.pool, OTHER, 100);
    const { engine, letGo } = pausedWalks();
    const ofBatch = new Set(addresses(50));
    const only = server({
      checks: {
        balance: balanceWith(1),
        engine: {
          ...engine,
          exposureOf: (...asked) => (ofBatch.has(asked[1].address) ? engine : fakeEngine).exposureOf(...asked),
        },
      },
    });
    const id = await only.make(FIRM, [...ofBatch]);
    only.worker.start();
    await expect.poll(() => count("checks WHERE status = 'running'")).toBe(2);
    // All lanes of the batch wait: single checks go through all the same.
    for (const sub of [FIRM, OTHER]) {
      const single = { address: addressOf(900), ticker: 'ETH', parent: null };
      const check = await inWorkspace(sub, () => only.checks.runCheck({ sub, pays: true }, single));
      expect([check.status, check.charged]).toEqual(['done', true]);
    }
    letGo();
    await only.until(FIRM, id, ({ status }) => status === 'completed');
    expect(await count('checks WHERE of_batch')).toBe(50);
  });
});
