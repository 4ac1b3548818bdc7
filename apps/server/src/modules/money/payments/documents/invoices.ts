import type { InvoiceInput } from '@assay/report';
import type { Db } from '../../../../platform/db/index.ts';
import type { Receipt } from '../payments.store.ts';
import { titleOf } from '../plans/goods.ts';
import type { IssuedNumber } from './invoice-numbers.store.ts';
import { type BillingDetails, type IssuedInvoice, invoicesStore } from './invoices.store.ts';

/** Who sells, as the settings say. */
export interface Seller {
  readonly company: string;
  readonly address: string | null;
  readonly taxId: string | null;
  readonly email: string;
  /** Included in every price. */
  readonly taxPercent: number;
  readonly productName: string;
}

/** Who sells to whom, and the tax in it, as an invoice that is issued now says it. */
export function partiesOf(
  seller: Seller,
  details: BillingDetails | null,
  email: string | null,
): Omit<IssuedInvoice, 'issuedAt'> {
  const company = details?.company ?? '';
  return {
    seller: { name: seller.company, address: seller.address, taxId: seller.taxId, email: seller.email },
    buyer:
      email === null
        ? null
        : {
            name: company === '' ? email : company,
            address: textOrNull(details?.address),
            taxId: textOrNull(details?.taxId),
            email,
          },
    taxPercent: seller.taxPercent,
  };
}

/**
 * The content of the invoice of a payment, by the number that was given to it: what was fixed with the number, whatever
 * becomes of the payment. An invoice that the version before numbered and nobody has opened is issued here.
 */
export async function invoiceOf(
  db: Db,
  receipt: Receipt,
  { number, issuedAt }: IssuedNumber,
  { seller, details, email, now }: { seller: Seller; details: BillingDetails | null; email: string; now: Date },
): Promise<InvoiceInput> {
  const issued = await invoicesStore.issue(db, receipt.id, { issuedAt: now, ...partiesOf(seller, details, email) });
  const { taxPercent } = issued;
  return {
    productName: seller.productName,
    number,
    issuedAt,
    corrects: null,
    paidAt: receipt.paidAt,
    orderId: receipt.orderId,
    paidBy: receipt.provider === 'stripe' ? 'Card' : 'Crypto',
    seller: issued.seller ?? { name: seller.company, address: null, taxId: null, email: seller.email },
    buyer: issued.buyer ?? { name: email, address: null, taxId: null, email },
    title: titleOf(receipt),
    period:
      receipt.startsAt === null || receipt.endsAt === null ? null : { from: receipt.startsAt, to: receipt.endsAt },
    ...lineOf(receipt),
    amountCents: receipt.amountCents,
    tax: taxPercent === null ? null : { percent: taxPercent, cents: includedTax(receipt.amountCents, taxPercent) },
  };
}

/** The content of a credit note: the invoice with another number, for what it takes back. */
export function creditNoteOf(invoice: InvoiceInput, { number, issuedAt, amountCents }: IssuedNumber): InvoiceInput {
  const { tax } = invoice;
  return {
    ...invoice,
    number,
    issuedAt,
    corrects: { number: invoice.number, issuedAt: invoice.issuedAt },
    quantity: 1,
    unitCents: amountCents,
    discountCents: 0,
    amountCents,
    tax: tax === null ? null : { percent: tax.percent, cents: includedTax(amountCents, tax.percent) },
  };
}

/** Checks are counted at the price of one, less the discount; a plan is one. */
function lineOf({ checks, amountCents, unitCents }: Receipt) {
  const discountCents = unitCents === null ? -1 : checks * unitCents - amountCents;
  if (unitCents === null || discountCents < 0) return { quantity: 1, unitCents: amountCents, discountCents: 0 };
  return { quantity: checks, unitCents, discountCents };
}

/**
 * The tax that a price contains, to the nearest cent.
 *
 * @example includedTax(12400, 24) // 2400
 */
export function includedTax(amountCents: number, percent: number): number {
  return Math.round((amountCents * percent) / (100 + percent));
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
