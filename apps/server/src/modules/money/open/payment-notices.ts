import type { Config } from '../../../platform/config/config.ts';
import type { Pool } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import type { MailSender } from '../../../platform/mail/index.ts';
import { billingEmailsOf, sendDeletionMail } from '../../accounts/index.ts';
import { invoicePdf } from '../outside/invoice/invoice-pdf.ts';
import { buildPaymentNotices, type PaymentNotices } from '../payments/notices.ts';
import type { PaymentsService } from '../payments/payments.service.ts';

export type NoticeConfig = Pick<Config, 'productName' | 'publicUrl' | 'operator'>;

export interface NoticeParts {
  readonly payments: Pick<PaymentsService, 'invoice'>;
  readonly sender: MailSender;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

/** Constructs the mails about payments. */
export function wireNotices(
  pool: Pool,
  { productName, publicUrl, operator }: NoticeConfig,
  { payments, sender, log, clock = SYSTEM_CLOCK }: NoticeParts,
): PaymentNotices {
  return buildPaymentNotices({
    db: pool,
    payments,
    emailsOf: billingEmailsOf,
    sender,
    render: invoicePdf,
    settings: { productName, publicUrl, operator },
    clock,
    log,
  });
}

/** Sends the mail after the deletion of an account. */
export function wireDeletionMail(
  { productName, publicUrl, operator }: NoticeConfig,
  parts: Pick<NoticeParts, 'sender' | 'log'>,
): (email: string) => Promise<void> {
  return (email) => sendDeletionMail(email, { productName, publicUrl, operator }, parts);
}
