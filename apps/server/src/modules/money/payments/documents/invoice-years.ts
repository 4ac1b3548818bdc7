/** The law asks for invoices for so many years, from the end of the year in which they were issued. */
export const INVOICE_KEPT_YEARS = 7;

/**
 * Invoices and credit notes that were issued before then are over.
 *
 * @example invoicesOverBefore(new Date('2026-11-29'), 7) // 2019-01-01T00:00:00Z
 */
export function invoicesOverBefore(now: Date, years: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear() - years, 0, 1));
}

/** Whether all documents of a payment are over: a credit note needs what is printed on its invoice. */
export function areOver(documents: readonly { readonly issuedAt: Date }[], before: Date): boolean {
  return documents.length > 0 && documents.every(({ issuedAt }) => issuedAt < before);
}
