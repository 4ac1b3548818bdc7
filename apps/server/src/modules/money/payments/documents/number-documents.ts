import type { Db } from '../../../../platform/db/index.ts';
import type { Order } from '../payments.ports.ts';
import type { StoredPayment } from '../payments.store.ts';
import type { invoiceNumbersStore } from './invoice-numbers.store.ts';
import type { invoicesStore } from './invoices.store.ts';
import { partiesOf, type Seller } from './invoices.ts';

export interface NumberingDeps {
  readonly numbers: typeof invoiceNumbersStore;
  readonly invoices: typeof invoicesStore;
  /** Whose invoices they are. A seller, by tax number or name, has numbers of its own. */
  readonly seller: Seller;
  /** Whom the mails of a workspace go to; nobody for a Telegram chat, and for a workspace that is gone. */
  readonly emailsOf: (db: Db, workspace: string) => Promise<readonly string[]>;
}

/**
 * Issues the invoice of every payment, and gives every refund the number of a credit note, in the transaction that books
 * them: number and content are those of that moment. The caller has locked the order.
 */
export async function numberDocuments(
  deps: NumberingDeps,
  tx: Db,
  order: Pick<Order, 'id' | 'sub'>,
  stored: readonly StoredPayment[],
  now: Date,
): Promise<void> {
  if (stored.length === 0) return;
  const { numbers, seller } = deps;
  const series = seller.taxId ?? seller.company;
  const issued = Map.groupBy(await numbers.ofOrder(tx, order.id), ({ paymentId }) => paymentId);
  for (const payment of stored) {
    const own = issued.get(payment.id) ?? [];
    const document = { paymentId: payment.id, issuedAt: now };
    if (own.length === 0) {
      await numbers.give(tx, series, { ...document, kind: 'invoice', amountCents: payment.amountCents });
      await issueInvoice(deps, tx, order, document);
    }
    const noted = own
      .filter(({ kind }) => kind === 'credit_note')
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    const amountCents = takenBackOf(payment) - noted;
    if (amountCents > 0) await numbers.give(tx, series, { ...document, kind: 'credit_note', amountCents });
  }
}

/** Who buys without an email address here, as from a chat, is not named. */
async function issueInvoice(
  { invoices, seller, emailsOf }: NumberingDeps,
  tx: Db,
  { sub }: Pick<Order, 'sub'>,
  { paymentId, issuedAt }: { readonly paymentId: string; readonly issuedAt: Date },
): Promise<void> {
  const [email] = sub === null ? [] : await emailsOf(tx, sub);
  const details = sub === null ? null : await invoices.detailsOf(tx, sub);
  await invoices.issue(tx, paymentId, { issuedAt, ...partiesOf(seller, details, email ?? null) });
}

/** A bank that takes a payment back takes all of it. */
function takenBackOf({ status, amountCents, refundedCents }: StoredPayment): number {
  return status === 'reversed' ? amountCents : refundedCents;
}
