import { z } from 'zod';
import { type Db, jsonAs } from '../../../../platform/db/index.ts';

/** What a user wants on their invoices; empty texts for nothing. */
export interface BillingDetails {
  readonly company: string;
  readonly address: string;
  readonly taxId: string;
}

/** One side of an invoice, as it is stored with it. */
const StoredParty = z.object({
  name: z.string(),
  address: z.string().nullable(),
  taxId: z.string().nullable(),
  email: z.string(),
});
export type StoredParty = Readonly<z.infer<typeof StoredParty>>;
const PartyOrNone = StoredParty.nullable();

export interface IssuedInvoice {
  readonly issuedAt: Date;
  readonly seller: StoredParty | null;
  readonly buyer: StoredParty | null;
  readonly taxPercent: number | null;
}

export const invoicesStore = {
  async detailsOf(db: Db, sub: string): Promise<BillingDetails | null> {
    const found = await db.query('SELECT company, address, tax_id AS "taxId" FROM billing_details WHERE sub = $1', [
      sub,
    ]);
    return found.rows[0] ?? null;
  },

  async keepDetails(db: Db, sub: string, { company, address, taxId }: BillingDetails): Promise<void> {
    await db.query(
      `INSERT INTO billing_details (sub, company, address, tax_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (sub) DO UPDATE SET company = excluded.company, address = excluded.address, tax_id = excluded.tax_id`,
      [sub, company, address, taxId],
    );
  },

  /** Issues the invoice of a payment, or answers the one that was issued before: only the first call decides. */
  async issue(
    db: Db,
    paymentId: string,
    { issuedAt, seller, buyer, taxPercent }: IssuedInvoice,
  ): Promise<IssuedInvoice> {
    await db.query(
      `INSERT INTO invoices (payment_id, issued_at, seller, buyer, tax_percent) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (payment_id) DO NOTHING`,
      [paymentId, issuedAt, JSON.stringify(seller), JSON.stringify(buyer), taxPercent],
    );
    const found = await db.query(
      `SELECT issued_at AS "issuedAt", seller, buyer, tax_percent::float8 AS "taxPercent" FROM invoices
        WHERE payment_id = $1`,
      [paymentId],
    );
    const [row] = found.rows;
    if (row === undefined) throw new Error('The invoice was not stored');
    return { ...row, seller: jsonAs(PartyOrNone, row.seller), buyer: jsonAs(PartyOrNone, row.buyer) };
  },

  /**
   * Removes what is printed on invoices that were issued before then, and have no later credit note. Their numbers stay.
   * The database refuses it within the seven years of the law. Run as service work.
   */
  async removeIssuedBefore(db: Db, before: Date): Promise<number> {
    const removed = await db.query(
      `DELETE FROM invoices i WHERE i.issued_at < $1
          AND NOT EXISTS (SELECT FROM invoice_numbers n WHERE n.payment_id = i.payment_id AND n.issued_at >= $1)
          AND NOT EXISTS (SELECT FROM payments p JOIN orders o ON o.id = p.order_id JOIN held_workspaces h ON h.workspace = o.sub
                           WHERE p.id = i.payment_id)`,
      [before],
    );
    return removed.rowCount ?? 0;
  },

  /** Issued invoices stay as they are: the law keeps them. */
  async erase(db: Db, sub: string): Promise<void> {
    await db.query('DELETE FROM billing_details WHERE sub = $1', [sub]);
  },
};
