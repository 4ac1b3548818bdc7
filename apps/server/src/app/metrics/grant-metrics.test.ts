import { Registry } from 'prom-client';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/database.ts';
import { grantMetrics } from './grant-metrics.ts';

const database = await testDatabase();
afterAll(() => database.drop());

it('free grants of today count by kind and outcome, those of yesterday do not', async () => {
  const now = Date.parse('2026-11-28T10:00:00Z');
  await database.pool.query(
    `INSERT INTO free_grants (day, kind, checks, refused_by)
     VALUES ('2026-11-28', 'sign-up', 1, NULL), ('2026-11-28', 'sign-up', 1, NULL), ('2026-11-28', 'bot', 3, 'installation'),
            ('2026-11-27', 'survey', 3, NULL)`,
  );
  const registry = new Registry();
  for (const metric of grantMetrics(database.pool, () => now)) registry.registerMetric(metric);
  const lines = [...(await registry.metrics()).matchAll(/^assay_free_grants(\S+) (\S+)$/gm)];
  expect(lines.map(([, labels, value]) => `${labels} ${value}`).sort()).toEqual([
    '{kind="bot",outcome="installation"} 1',
    '{kind="sign-up",outcome="given"} 2',
  ]);
});
