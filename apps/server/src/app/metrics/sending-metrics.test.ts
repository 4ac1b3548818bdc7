import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { WebhookOutcome } from '../../modules/api/webhooks/webhooks.ports.ts';
import { sendingMetrics } from './sending-metrics.ts';

const MAIL = { to: 'ann@example.org', subject: 'Hello', text: '', html: '', key: 'k', link: null };
const REQUEST = { url: 'https://example.org/hook', body: '{}', headers: {} };

function counting() {
  const { metrics, ...sending } = sendingMetrics();
  const registry = new Registry();
  for (const metric of metrics) registry.registerMetric(metric);
  const countOf = async (name: string, outcome: string) =>
    Number(new RegExp(`^${name}\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(await registry.metrics())?.[1]);
  return { ...sending, countOf };
}

it('mails that were sent and mails that failed are counted, and a failure is passed on', async () => {
  const { countMails, countOf } = counting();
  let works = true;
  const sender = countMails({
    async send() {
      if (!works) throw new Error('451 try later');
    },
  });
  await sender.send(MAIL);
  works = false;
  await expect(sender.send(MAIL)).rejects.toThrow('451 try later');
  expect([await countOf('assay_mails_total', 'sent'), await countOf('assay_mails_total', 'failed')]).toEqual([1, 1]);
});

it('attempts to deliver an event are counted as delivered, refused or failed, and answered as they were', async () => {
  const { countWebhooks, countOf } = counting();
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
  const sender = countWebhooks({
    refusalOf: (url) => (url.startsWith('https:') ? null : 'no'),
    send: async () => left.shift() ?? expect.fail('asked too often'),
  });
  for (const outcome of outcomes) expect(await sender.send(REQUEST)).toBe(outcome);
  expect(sender.refusalOf('http://example.org')).toBe('no');
  const counts = ['delivered', 'refused', 'failed'].map((outcome) => countOf('assay_webhook_attempts_total', outcome));
  expect(await Promise.all(counts)).toEqual([2, 2, 1]);
});
