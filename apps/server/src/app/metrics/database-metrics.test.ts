import { Registry } from 'prom-client';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/database.ts';
import { FLEX_TARIFF, ledger } from '../../modules/money/index.ts';
import { openPool } from '../../platform/db/index.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { databaseMetrics } from './database-metrics.ts';
import { poolMetrics } from './pool-metrics.ts';

const database = await testDatabase();
const jobs = await startJobs(database.url, { error: () => undefined });
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});

let now = Date.now();
const registry = new Registry();
for (const metric of databaseMetrics(database.pool, () => now)) registry.registerMetric(metric);

/** The values of a scrape more than five seconds after the last one, by name and labels. */
async function scrape(): Promise<ReadonlyMap<string, number>> {
  now += 6_000;
  const lines = (await registry.metrics()).matchAll(/^(assay_\S+) (\S+)$/gm);
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

it('a job that is due counts with its age, and one that was done does not', async () => {
  const begin = Promise.withResolvers<void>();
  await jobs.work('rehearsal', () => begin.promise);
  await jobs.send('rehearsal', 'runs', {});
  await expect.poll(async () => (await scrape()).get('assay_work_waiting{kind="rehearsal"}')).toBe(0);
  await jobs.send('rehearsal', 'waits', {});
  await database.pool.query(
    "UPDATE pgboss.job SET start_after = now() - interval '2 minutes' WHERE name = 'rehearsal' AND state < 'active'",
  );
  const during = await scrape();
  expect(during.get('assay_work_waiting{kind="rehearsal"}')).toBe(1);
  expect(during.get('assay_work_oldest_seconds{kind="rehearsal"}')).toBeGreaterThanOrEqual(120);
  begin.resolve();
  await expect.poll(async () => (await scrape()).get('assay_work_waiting{kind="rehearsal"}')).toBe(0);
});

it('orders of the last day count by provider and status, older ones do not', async () => {
  await database.pool.query(
    `INSERT INTO orders (id, provider, checks, amount_cents, success_url, cancel_url, created_at, looked_at)
     VALUES (repeat('a', 32), 'stripe', 1, 100, '/', '/', now(), now()),
            (repeat('b', 32), 'stripe', 1, 100, '/', '/', now() - interval '25 hours', now())`,
  );
  expect((await scrape()).get('assay_orders{provider="stripe",status="created"}')).toBe(1);
});

it('money that is held counts until it is decided about, and what is owed until it is settled', async () => {
  await database.pool.query("UPDATE orders SET held_since = now() WHERE id = repeat('a', 32)");
  const sub = 'c'.repeat(32);
  const bought = { sub, tariff: FLEX_TARIFF, checks: 2, expiresAt: null, reason: 'purchase' } as const;
  for (const key of ['payment:pi_1', 'payment:pi_2']) {
    await ledger.grant(database.pool, { ...bought, key });
    for (const check of [`${key}:a`, `${key}:b`]) {
      await ledger.reserve(database.pool, sub, check, new Date());
      await ledger.take(database.pool, check, new Date());
    }
    await ledger.revoke(database.pool, { key, reason: 'chargeback', now: new Date() });
  }
  const values = await scrape();
  expect(values.get('assay_held_orders')).toBe(1);
  expect(values.get('assay_owing_accounts')).toBe(1);
  expect(values.get('assay_owed_checks')).toBe(2);
  expect(values.get('assay_repeated_chargebacks')).toBe(1);
});

it('an import that has not ended shows the rows it has read', async () => {
  await database.pool.query(
    `INSERT INTO transfer_imports (fingerprint, format, state, counts)
     VALUES ('one', 'plain', 'reading', '{"rows": 1234}'), ('two', 'plain', 'done', '{"rows": 9}')`,
  );
  const values = await scrape();
  expect([...values.keys()].filter((name) => name.startsWith('assay_import_rows'))).toHaveLength(1);
  expect([...values].find(([name]) => name.startsWith('assay_import_rows'))?.[1]).toBe(1234);
  expect(values.get('assay_work_waiting{kind="transfer-imports"}')).toBe(1);
});

it('scrapes that come together share one reading of the database', async () => {
  now += 6_000;
  let asked = 0;
  const pool = new Proxy(database.pool, {
    get: (target, name) => {
      if (name === 'query') asked += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const shared = new Registry();
  for (const metric of databaseMetrics(pool, () => now)) shared.registerMetric(metric);
  await Promise.all([shared.metrics(), shared.metrics(), shared.metrics()]);
  const once = asked;
  await shared.metrics();
  expect(asked).toBe(once);
  expect(once).toBe(6);
});

it('a database that hangs is read once, and a scrape does not wait for it', async () => {
  now += 6_000;
  let asked = 0;
  const hanging = new Proxy(database.pool, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name);
      asked += 1;
      return () => new Promise(() => undefined);
    },
  });
  const stuck = new Registry();
  for (const metric of databaseMetrics(hanging, () => now)) stuck.registerMetric(metric);
  expect(await stuck.metrics()).not.toMatch(/^assay_work_waiting\{/m);
  now += 6_000;
  expect(await stuck.metrics()).not.toMatch(/^assay_work_waiting\{/m);
  expect(asked).toBe(1);
}, 20_000);

it('without the database the metrics of the installation are missing, and the others stay', async () => {
  const away = openPool('postgres://assay@127.0.0.1:9/assay', { connectWithinMs: 500 });
  const left = new Registry();
  for (const metric of [...databaseMetrics(away), ...poolMetrics({ service: away })]) left.registerMetric(metric);
  const text = await left.metrics();
  await away.end();
  expect(text).not.toMatch(/^assay_work_waiting\{/m);
  expect(text).toMatch(/^assay_database_connections\{pool="service",state="waiting"\} 0$/m);
});
