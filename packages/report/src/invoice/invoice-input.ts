/** One side of an invoice. Lines of the address are separated by line breaks. */
export interface InvoiceParty {
  readonly name: string;
  readonly address: string | null;
  readonly taxId: string | null;
  readonly email: string;
}

/** The content of an invoice, or of a credit note. Money is in whole cents of a US dollar. */
export interface InvoiceInput {
  readonly productName: string;
  readonly number: string;
  readonly issuedAt: Date;
  readonly paidAt: Date;
  readonly orderId: string;
  /** 'Card' or 'Crypto'. */
  readonly paidBy: string;
  /** Of a credit note, the invoice whose amount it takes back; null for an invoice. */
  readonly corrects: { readonly number: string; readonly issuedAt: Date } | null;
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  readonly title: string;
  /** What the payment pays for; null for what has no end. */
  readonly period: { readonly from: Date; readonly to: Date } | null;
  readonly quantity: number;
  /** Before the discount. */
  readonly unitCents: number;
  readonly discountCents: number;
  readonly amountCents: number;
  /** Included in the amount; null where the invoice says nothing of tax. */
  readonly tax: { readonly percent: number; readonly cents: number } | null;
}
