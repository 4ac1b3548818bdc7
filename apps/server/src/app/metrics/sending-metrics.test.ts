import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { sendingMetrics } from './sending-metrics.ts';

const MAIL = { to: 'ann@example.org', subject: 'Hello', text: '', html: '', key: 'k', link: null };

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
