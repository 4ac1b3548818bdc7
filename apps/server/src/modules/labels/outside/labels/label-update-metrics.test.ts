import { Registry } from 'prom-client';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/support/database.ts';
import { labelUpdateMetrics } from './label-update-metrics.ts';

const database = await testDatabase();
afterAll(() => database.drop());

it('the age of each list is that of what is stored, and a list that is not stored has none', async () => {
  const registry = new Registry();
  for (const metric of labelUpdateMetrics(database.pool)) registry.registerMetric(metric);
  await database.pool.query(
    `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected, imported_at)
     VALUES ('mining-pools', 'import', 'mining-pools', 'x', repeat('a', 64), 1, 0, now() - interval '9 days')`,
  );
  await database.pool.query(
    `INSERT INTO label_updates (set_name, tried_at, succeeded_at, current_at, failure)
     VALUES ('mining-pools', now(), now(), now() - interval '1 hour', NULL),
            ('mew-darklist', now(), NULL, NULL, 'answered 503')`,
  );
  const text = await registry.metrics();
  const age = Number(/assay_label_list_age_seconds\{set="mining-pools"\} ([\d.]+)/.exec(text)?.[1]);
  expect(age).toBeGreaterThanOrEqual(3_600);
  expect(age).toBeLessThan(7_200);
  expect(text).not.toContain('mew-darklist');
  expect(text).not.toContain('ofac-sdn');
});
