import type { Db } from '../../../../platform/db/index.ts';

/** A number that was given to an invoice or a credit note; it never changes. */
export interface IssuedNumber {
  readonly kind: 'invoice' | 'credit_note';
  readonly number: string;
  /** Of a credit note, what it takes back. */
  readonly amountCents: number;
  readonly issuedAt: Date;
}

const COLUMNS = 'kind, number, amount_cents AS "amountCents", issued_at AS "issuedAt"';

export const invoiceNumbersStore = {
  /** Of the payments of an order, the invoice of each first. */
  async ofOrder(db: Db, orderId: string): Promise<readonly (IssuedNumber & { readonly paymentId: string })[]> {
    const found = await db.query(
      `SELECT n.payment_id AS "paymentId", n.kind, n.number, n.amount_cents AS "amountCents", n.issued_at AS "issuedAt"
         FROM invoice_numbers n JOIN payments p ON p.id = n.payment_id WHERE p.order_id = $1 ORDER BY n.id`,
      [orderId],
    );
    return found.rows;
  },

  /** Of a payment, the invoice first. */
  async ofPayment(db: Db, paymentId: string): Promise<readonly IssuedNumber[]> {
    const found = await db.query(`SELECT ${COLUMNS} FROM invoice_numbers WHERE payment_id = $1 ORDER BY id`, [
      paymentId,
    ]);
    return found.rows;
  },

  /** Of the payments of an account. */
  async ofAccount(db: Db, sub: string): Promise<readonly (IssuedNumber & { readonly paymentId: string })[]> {
    const found = await db.query(
      `SELECT n.payment_id AS "paymentId", n.kind, n.number, n.amount_cents AS "amountCents", n.issued_at AS "issuedAt"
         FROM invoice_numbers n JOIN payments p ON p.id = n.payment_id JOIN orders o ON o.id = p.order_id
        WHERE o.sub = $1 ORDER BY n.id`,
      [sub],
    );
    return found.rows;
  },

  /** Gives the next number of a seller in a year. Others wait until the transaction ends, so that none is left out. */
  async give(
    db: Db,
    series: string,
    issued: Omit<IssuedNumber, 'number'> & { readonly paymentId: string },
  ): Promise<void> {
    const year = issued.issuedAt.getUTCFullYear();
    await db.query(
      `WITH next AS MATERIALIZED (SELECT next_invoice_ordinal($2, $3) AS ordinal)
       INSERT INTO invoice_numbers (payment_id, kind, number, series, year, ordinal, amount_cents, issued_at)
       SELECT $1, $4, $3::integer || '-' || lpad(ordinal::text, greatest(5, length(ordinal::text)), '0'), $2, $3, ordinal,
              $5, $6
         FROM next`,
      [issued.paymentId, series, year, issued.kind, issued.amountCents, issued.issuedAt],
    );
  },
};
