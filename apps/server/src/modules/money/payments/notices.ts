import type { Db } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import type { MailSender } from '../../../platform/mail/index.ts';
import { type NoticeMailSettings, noticeMail } from './notice-mail.ts';
import { noticesStore } from './notices.store.ts';
import type { RenderInvoice } from './payments.ports.ts';
import type { PaymentsService } from './payments.service.ts';

export interface NoticesDeps {
  readonly db: Db;
  readonly payments: Pick<PaymentsService, 'invoice'>;
  /** Whom the mails of a workspace go to; nobody for a Telegram chat, and for a workspace that is gone. */
  readonly emailsOf: (db: Db, workspace: string) => Promise<readonly string[]>;
  readonly sender: MailSender;
  readonly render: RenderInvoice;
  readonly settings: NoticeMailSettings;
  readonly clock: { now(): Date };
  readonly log: Pick<Log, 'warn' | 'error'>;
}

export interface PaymentNotices {
  /** Sends what is due; returns how many. A mail that fails is due again, and stops no other. */
  sendDue(): Promise<number>;
}

const AT_ONCE = 100;

/**
 * Mails about payments. They are found by reading what was booked, after it was committed: no mail can hold up or undo
 * a booking. A mail that was sent and not noted comes again under the same Message-ID.
 */
export function buildPaymentNotices(deps: NoticesDeps): PaymentNotices {
  const { db, clock, log } = deps;
  return {
    async sendDue() {
      let sent = 0;
      for (const notice of await noticesStore.due(db, clock.now(), AT_ONCE)) {
        try {
          const emails = await deps.emailsOf(db, notice.sub);
          const [email] = emails;
          if (email !== undefined) {
            const invoice = await deps.payments.invoice({ sub: notice.sub, email }, notice.paymentId);
            const pdf = notice.kind === 'paid' ? await deps.render(invoice) : null;
            for (const to of emails) {
              await deps.sender.send(noticeMail(notice.kind, invoice, { to, pdf, settings: deps.settings }));
              sent += 1;
            }
          }
          await noticesStore.sent(db, notice, clock.now());
        } catch (error) {
          // The mail server's message may quote the address, so only its name is logged.
          const name = error instanceof Error ? error.name : 'unknown';
          log.warn({ name, kind: notice.kind, payment: notice.paymentId }, 'a mail about a payment was not sent');
        }
      }
      return sent;
    },
  };
}
