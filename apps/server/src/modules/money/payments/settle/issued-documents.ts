import type { InvoiceInput } from '@assay/report';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { IssuedNumber } from '../documents/invoice-numbers.store.ts';
import { areOver, invoicesOverBefore } from '../documents/invoice-years.ts';
import { creditNoteOf, invoiceOf } from '../documents/invoices.ts';
import { numberDocuments } from '../documents/number-documents.ts';
import type { Receipt } from '../payments.store.ts';
import type { SettleDeps } from './settle-order.ts';

interface DocumentDeps extends SettleDeps {
  /** Documents are kept for so many years from the end of that of their issue. */
  readonly invoiceYears: number;
}

export interface NumberedReceipt extends Receipt {
  /** The invoice, then its credit notes; none of a payment that the version before has just booked. */
  readonly documents: readonly IssuedNumber[];
  /** Whether the time for which they are kept is over: they are not made any more. */
  readonly areDocumentsOver: boolean;
}

/** Everything an account paid, with the numbers of invoices and credit notes. */
export async function numberedReceipts(deps: DocumentDeps, sub: string): Promise<readonly NumberedReceipt[]> {
  const receipts = await deps.payments.receipts(deps.db, sub);
  const numbers = Map.groupBy(await deps.numbers.ofAccount(deps.db, sub), ({ paymentId }) => paymentId);
  const before = invoicesOverBefore(deps.clock.now(), deps.invoiceYears);
  return receipts.map((receipt) => {
    const documents = numbers.get(receipt.id) ?? [];
    return { ...receipt, documents, areDocumentsOver: areOver(documents, before) };
  });
}

/**
 * The invoice of an own payment, or its credit note with this number.
 *
 * @throws AppError NotFound, also once the time for which they are kept is over: what was printed on them is removed then,
 *   and another document with the same number must not be made
 */
export async function documentOf(
  deps: DocumentDeps,
  { sub, email }: { readonly sub: string; readonly email: string },
  { id, creditNote }: { readonly id: string; readonly creditNote: string | null },
): Promise<InvoiceInput> {
  const { db, payments, invoices, numbers, seller, clock } = deps;
  const receipt = await payments.receipt(db, sub, id);
  if (receipt === null) throw new AppError('NotFound');
  const invoiceNumber = await numberOf(deps, receipt);
  const documents = await numbers.ofPayment(db, id);
  if (areOver(documents, invoicesOverBefore(clock.now(), deps.invoiceYears))) throw new AppError('NotFound');
  const issued = documents.find(({ kind, number }) => kind === 'credit_note' && number === creditNote);
  if (creditNote !== null && issued === undefined) throw new AppError('NotFound');
  const details = await invoices.detailsOf(db, sub);
  const invoice = await invoiceOf(db, receipt, invoiceNumber, { seller, details, email, now: clock.now() });
  return issued === undefined ? invoice : creditNoteOf(invoice, issued);
}

/** A payment that a server of the version before booked, during an upgrade, is numbered here. */
async function numberOf(deps: SettleDeps, { id, orderId }: Receipt): Promise<IssuedNumber> {
  const [known] = await deps.numbers.ofPayment(deps.db, id);
  if (known !== undefined) return known;
  await deps.transaction(async (tx) => {
    const order = await deps.orders.find(tx, orderId);
    if (order === null || !(await deps.orders.lock(tx, orderId, order.version))) throw new AppError('Overloaded');
    await numberDocuments(deps, tx, order, await deps.payments.ofOrder(tx, orderId), deps.clock.now());
  });
  const [given] = await deps.numbers.ofPayment(deps.db, id);
  if (given === undefined) throw new Error('The invoice was not numbered');
  return given;
}
