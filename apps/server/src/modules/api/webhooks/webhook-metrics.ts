import { Counter, type Metric } from 'prom-client';
import type { WebhookSender } from './webhooks.ports.ts';

const SUCCESS = { from: 200, to: 299 };

export interface WebhookMetrics {
  readonly metrics: readonly Metric[];
  readonly count: (sender: WebhookSender) => WebhookSender;
}

/** Counts attempts to deliver an event to a webhook endpoint. */
export function webhookMetrics(): WebhookMetrics {
  const webhooks = new Counter({
    name: 'assay_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook endpoint: delivered, refused by an answer, or failed without one.',
    labelNames: ['outcome'],
    registers: [],
  });
  for (const outcome of ['delivered', 'refused', 'failed']) webhooks.inc({ outcome }, 0);
  return {
    metrics: [webhooks],
    count: (sender) => ({
      refusalOf: (url) => sender.refusalOf(url),
      async send(request) {
        const outcome = await sender.send(request);
        if (outcome.kind === 'failed') webhooks.inc({ outcome: 'failed' });
        else {
          const isDelivered = outcome.status >= SUCCESS.from && outcome.status <= SUCCESS.to;
          webhooks.inc({ outcome: isDelivered ? 'delivered' : 'refused' });
        }
        return outcome;
      },
    }),
  };
}
