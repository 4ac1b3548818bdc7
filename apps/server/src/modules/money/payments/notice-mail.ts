import type { InvoiceInput } from '@assay/report';
import { formatCents, formatDay } from '@assay/wording';
import { type Mail, mailHtml, mailText } from '../../../platform/mail/index.ts';
import { lapsesAt } from './credits.ts';
import type { NoticeKind } from './notices.store.ts';

export interface NoticeMailSettings {
  readonly productName: string;
  readonly publicUrl: string;
  readonly operator: { readonly company: string; readonly supportEmail: string };
}

/** The mail about a payment: that it arrived, that its renewal failed, or that what it paid for is over. */
export function noticeMail(
  kind: NoticeKind,
  invoice: InvoiceInput,
  { to, pdf, settings }: { readonly to: string; readonly pdf: Buffer | null; readonly settings: NoticeMailSettings },
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
