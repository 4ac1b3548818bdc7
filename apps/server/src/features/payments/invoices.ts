import type { InvoiceInput } from '@assay/report';
import type { Db } from '../../db/index.ts';
import { titleOf } from './goods.ts';
import { type BillingDetails, invoicesStore } from './invoices.store.ts';
import type { Receipt } from './payments.store.ts';

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

/** The content of the invoice of a payment. It is issued by the first call; later ones answer the same. */
export async function invoiceOf(
  db: Db,
  receipt: Receipt,
  { seller, details, email, now }: { seller: Seller; details: BillingDetails | null; email: string; now: Date },
): Promise<InvoiceInput> {
  const company = details?.company ?? '';
  const issued = await invoicesStore.issue(db, receipt.id, {
    issuedAt: now,
    seller: { name: seller.company, address: seller.address, taxId: seller.taxId, email: seller.email },
    buyer: {
      name: company === '' ? email : company,
      address: textOrNull(details?.address),
      taxId: textOrNull(details?.taxId),
      email,
    },
    taxPercent: seller.taxPercent,
  });
  const { taxPercent } = issued;
  return {
    productName: seller.productName,
    number: receipt.id,
    issuedAt: issued.issuedAt,
    paidAt: receipt.paidAt,
    orderId: receipt.orderId,
    paidBy: receipt.provider === 'stripe' ? 'Card' : 'Crypto',
    status: receipt.status,
    seller: issued.seller ?? { name: seller.company, address: null, taxId: null, email: seller.email },
    buyer: issued.buyer ?? { name: email, address: null, taxId: null, email },
    title: titleOf(receipt),
    period:
      receipt.startsAt === null || receipt.endsAt === null ? null : { from: receipt.startsAt, to: receipt.endsAt },
    ...lineOf(receipt),
    amountCents: receipt.amountCents,
    refundedCents: receipt.refundedCents,
    tax: taxPercent === null ? null : { percent: taxPercent, cents: includedTax(receipt.amountCents, taxPercent) },
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
