import type { InvoiceInput } from '@assay/report';
import { formatCents, formatDay } from '@assay/wording';
import type { Db } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { type Mail, type MailSender, type MailSettings, mailHtml, mailText } from '../../../platform/mail/index.ts';
import { type NoticeKind, noticesStore } from './notices.store.ts';
import type { RenderInvoice } from './payments.ports.ts';
import type { PaymentsService } from './payments.service.ts';
import { lapsesAt } from './plans/credits.ts';

export interface NoticesDeps {
  readonly db: Db;
  readonly payments: Pick<PaymentsService, 'invoice'>;
  /** Whom the mails of a workspace go to; nobody for a Telegram chat, and for a workspace that is gone. */
  readonly emailsOf: (db: Db, workspace: string) => Promise<readonly string[]>;
  readonly sender: MailSender;
  readonly render: RenderInvoice;
  readonly settings: MailSettings;
  readonly clock: Clock;
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

/** The mail about a payment: that it arrived, that its renewal failed, or that what it paid for is over. */
function noticeMail(
  kind: NoticeKind,
  invoice: InvoiceInput,
  { to, pdf, settings }: { readonly to: string; readonly pdf: Buffer | null; readonly settings: MailSettings },
): Mail {
  const url = `${settings.publicUrl}/account?tab=tariffs`;
  const { subject, paragraphs, label } = wordsOf(kind, invoice);
  const facts: (readonly [string, string])[] = [
    ['Bought', invoice.title],
    ['Amount', formatCents(invoice.amountCents)],
    ['Paid by', invoice.paidBy],
    ['Paid on', formatDay(invoice.paidAt.toISOString())],
    ['Invoice', `No. ${invoice.number}`],
  ];
  const words = {
    ...settings,
    heading: subject,
    paragraphs,
    button: { label, url },
    facts,
    closing: ['All days are in UTC.'],
  };
  return {
    to,
    subject: `${subject} - ${settings.productName}`,
    text: mailText(words),
    html: mailHtml(words),
    key: `payment-notice:${kind}:${invoice.orderId}:${invoice.number}`,
    link: url,
    attachments: pdf === null ? [] : [{ name: `invoice-${invoice.number}.pdf`, type: 'application/pdf', bytes: pdf }],
  };
}

function wordsOf(kind: NoticeKind, { title, amountCents, period }: InvoiceInput) {
  const until = period === null ? null : formatDay(period.to.toISOString());
  const rest = period === null ? '' : `Checks that are left lapse on ${formatDay(lapsesAt(period.to).toISOString())}.`;
  switch (kind) {
    case 'paid':
      return {
        subject: 'Payment received',
        paragraphs: [
          `Thank you for your payment of ${formatCents(amountCents)} for ${title}. The invoice is attached.`,
          ...(until === null ? [] : [`It pays for the time until ${until}.`]),
        ],
        label: 'Open billing',
      };
    case 'unpaid':
      return {
        subject: 'Your renewal was not paid',
        paragraphs: [
          `We could not charge your card for ${title}, which was paid until ${until ?? 'now'}. It is charged again in the next days; you need not do anything if your card is in order.`,
          rest,
        ],
        label: 'Open billing',
      };
    case 'ended':
      return {
        subject: 'Your plan has ended',
        paragraphs: [`${title} was paid until ${until ?? 'now'} and has ended. You are not charged again.`, rest],
        label: 'Buy again',
      };
  }
}
