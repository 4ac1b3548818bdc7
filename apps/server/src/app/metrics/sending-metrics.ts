import { Counter, type Metric } from 'prom-client';
import type { WebhookSender } from '../../modules/api/index.ts';
import type { MailSender } from '../../platform/mail/index.ts';

export interface SendingMetrics {
  readonly metrics: readonly Metric[];
  readonly countMails: (sender: MailSender) => MailSender;
  readonly countWebhooks: (sender: WebhookSender) => WebhookSender;
}

const SUCCESS = { from: 200, to: 299 };

/** Counts what leaves the product: attempts to send a mail, and attempts to deliver an event to a webhook endpoint. */
export function sendingMetrics(): SendingMetrics {
  const mails = new Counter({
    name: 'assay_mails_total',
    help: 'Attempts to send a mail, by outcome; the outbox folder counts as sent.',
    labelNames: ['outcome'],
    registers: [],
  });
  const webhooks = new Counter({
    name: 'assay_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook endpoint: delivered, refused by an answer, or failed without one.',
    labelNames: ['outcome'],
    registers: [],
  });
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  for (const outcome of ['delivered', 'refused', 'failed']) webhooks.inc({ outcome }, 0);
  return {
    metrics: [mails, webhooks],
    countMails: (sender) => ({
      async send(mail) {
        try {
          await sender.send(mail);
        } catch (error) {
          mails.inc({ outcome: 'failed' });
          throw error;
        }
        mails.inc({ outcome: 'sent' });
      },
    }),
    countWebhooks: (sender) => ({
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
