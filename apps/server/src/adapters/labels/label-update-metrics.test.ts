import { Registry } from 'prom-client';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/database.ts';
import { labelUpdateMetrics } from './label-update-metrics.ts';

const database = await testDatabase();
afterAll(() => database.drop());

it('the age of each list is that of its last success, and a list without one has none', async () => {
  const registry = new Registry();
  for (const metric of labelUpdateMetrics(database.pool)) registry.registerMetric(metric);
  await database.pool.query(
    `INSERT INTO label_updates (set_name, tried_at, succeeded_at, failure)
     VALUES ('mining-pools', now(), now() - interval '1 hour', NULL), ('mew-darklist', now(), NULL, 'answered 503')`,
  );
  const text = await registry.metrics();
  const age = Number(/assay_label_list_age_seconds\{set="mining-pools"\} ([\d.]+)/.exec(text)?.[1]);
  expect(age).toBeGreaterThanOrEqual(3_600);
  expect(age).toBeLessThan(7_200);
  expect(text).not.toContain('mew-darklist');
});
