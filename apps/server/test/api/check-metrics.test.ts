import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { checkMetrics } from '../../src/app/metrics/check-metrics.ts';
import {
  BTC_CHECK,
  fakeEngine,
  NA_CHECK,
  signedIn,
  TRON_ADDRESS,
} from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

const { metrics, watch } = checkMetrics();
const registry = new Registry();
for (const metric of metrics) registry.registerMetric(metric);

/** What walks do next. */
let walk: 'answers' | 'fails' | 'waits' = 'answers';
const server = useTestApp({
  watch,
  answerWithinMs: 2_000,
  engine: {
    ...fakeEngine,
    exposureOf: async (...asked) => {
      if (walk === 'fails') throw new Error('no walk today');
      if (walk === 'waits') await new Promise(() => undefined);
      return fakeEngine.exposureOf(...asked);
    },
  },
});

async function post(payload: object) {
  const url = '/api/monitor/check';
  return server.app.inject({ method: 'POST', url, headers: signedIn(server.app), payload });
}

async function counted(labels: string): Promise<number> {
  const line = (await registry.metrics()).split('\n').find((text) => text.startsWith(`assay_checks_total{${labels}}`));
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ')));
}

it('checks are counted by how they ended, once each, and a free repeat is none', async () => {
  expect(await counted('outcome="rated",failure="",source="imported"')).toBe(0);
  expect((await post(BTC_CHECK)).statusCode).toBe(200);
  expect((await post(BTC_CHECK)).statusCode).toBe(200);
  expect((await post(NA_CHECK)).statusCode).toBe(200);
  walk = 'fails';
  const other = { ...BTC_CHECK, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' };
  expect((await post(other)).statusCode).toBe(503);
  walk = 'waits';
  const tron = { address: TRON_ADDRESS, ticker: 'TRX', parent: null, subticker: null, name: 'TRON' };
  const waiting = (await post(tron)).json().data.asset.sub_id;
  const url = `/api/monitor/check/${waiting}/cancel`;
  await server.app.inject({ method: 'POST', url, headers: signedIn(server.app) });
  await expect.poll(() => counted('outcome="cancelled",failure="",source="imported"')).toBe(1);
  expect(await counted('outcome="rated",failure="",source="imported"')).toBe(2);
  expect(await counted('outcome="not_rated",failure="",source="imported"')).toBe(1);
  expect(await counted('outcome="failed",failure="CheckFailed",source="imported"')).toBe(1);
  const text = await registry.metrics();
  expect(text).toMatch(/^assay_check_seconds_count\{source="imported"\} 3$/m);
});
