import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { webhookMetrics } from './webhook-metrics.ts';
import type { WebhookOutcome } from './webhooks.ports.ts';

const REQUEST = { url: 'https://example.org/hook', body: '{}', headers: {} };

it('attempts to deliver an event are counted as delivered, refused or failed, and answered as they were', async () => {
  const { metrics, count } = webhookMetrics();
  const registry = new Registry();
  for (const metric of metrics) registry.registerMetric(metric);
  const countOf = async (outcome: string) =>
    Number(
      new RegExp(`^assay_webhook_attempts_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(
        await registry.metrics(),
      )?.[1],
    );
  const answered = (status: number): WebhookOutcome => ({
    kind: 'answered',
    status,
    body: '',
    retryAfterSeconds: null,
  });
  const outcomes: WebhookOutcome[] = [
    answered(200),
    answered(299),
    answered(302),
    answered(500),
    { kind: 'failed', reason: 'refused' },
  ];
  const left = [...outcomes];
  const sender = count({
    refusalOf: (url) => (url.startsWith('https:') ? null : 'no'),
    send: async () => left.shift() ?? expect.fail('asked too often'),
  });
  for (const outcome of outcomes) expect(await sender.send(REQUEST)).toBe(outcome);
  expect(sender.refusalOf('http://example.org')).toBe('no');
  const counts = ['delivered', 'refused', 'failed'].map((outcome) => countOf(outcome));
  expect(await Promise.all(counts)).toEqual([2, 2, 1]);
});
