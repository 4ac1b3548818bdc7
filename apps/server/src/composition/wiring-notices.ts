import { invoicePdf } from '../adapters/invoice/invoice-pdf.ts';
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/index.ts';
import { sendDeletionMail } from '../features/account/index.ts';
import type { MailSender } from '../features/mail/index.ts';
import {
  buildPaymentNotices,
  type PaymentNotices,
  type PaymentsLog,
  type PaymentsService,
} from '../features/payments/index.ts';
import { billingEmailsOf } from '../features/workspaces/index.ts';

export type NoticeConfig = Pick<Config, 'productName' | 'publicUrl' | 'operator'>;

export interface NoticeParts {
  readonly payments: Pick<PaymentsService, 'invoice'>;
  readonly sender: MailSender;
  readonly log: PaymentsLog;
  /** Default: the system clock. */
  readonly clock?: { now(): Date };
}

/** Constructs the mails about payments. */
export function wireNotices(
  pool: Pool,
  { productName, publicUrl, operator }: NoticeConfig,
  { payments, sender, log, clock = { now: () => new Date() } }: NoticeParts,
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
