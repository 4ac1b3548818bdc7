import { Counter, type Metric } from 'prom-client';
import type { MailSender } from '../../platform/mail/index.ts';

export interface SendingMetrics {
  readonly metrics: readonly Metric[];
  readonly countMails: (sender: MailSender) => MailSender;
}

/** Counts attempts to send a mail. */
export function sendingMetrics(): SendingMetrics {
  const mails = new Counter({
    name: 'assay_mails_total',
    help: 'Attempts to send a mail, by outcome; the outbox folder counts as sent.',
    labelNames: ['outcome'],
    registers: [],
  });
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  return {
    metrics: [mails],
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
  };
}
