import type { Db } from '../../platform/db/index.ts';
import { ledger } from './ledger/ledger.store.ts';
import { invoicesStore } from './payments/documents/invoices.store.ts';
import { formerCustomersStore } from './payments/former-customers.store.ts';

/** The payments' part of an account export. After deletion, the payments stay stored without the account, and the customer is removed at the card provider. */
export const paymentsPart = {
  name: 'payments',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const found = await db.query(
      `SELECT o.id AS order_id, o.provider, o.plan_id, o.checks, o.amount_cents, o.status, o.created_at,
              p.id AS receipt, p.amount_cents AS paid_cents, p.refunded_cents, p.status AS payment_status, p.paid_at
         FROM orders o LEFT JOIN payments p ON p.order_id = o.id WHERE o.sub = $1 ORDER BY o.created_at, p.id`,
      [sub],
    );
    yield found.rows;
    const details = await invoicesStore.detailsOf(db, sub);
    if (details !== null) yield [{ billing_details: details }];
  },

  async erase(db: Db, sub: string): Promise<void> {
    await invoicesStore.erase(db, sub);
    // The version: who has read the order before, to credit it, reads it again and finds nobody to credit.
    await db.query('UPDATE orders SET sub = NULL, pay_url = NULL, version = version + 1 WHERE sub = $1', [sub]);
    await formerCustomersStore.leave(db, sub);
  },
};

const READ_AT_ONCE = 1_000;

/** The balance ledger's part of an account export, and of the deletion of an account. */
export const ledgerPart = {
  name: 'ledger',

  /** Every entry, oldest first. Keys are left out: one contains a hash of the mailbox. */
  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    for (let after = '0'; ; ) {
      const found = await db.query(
        `SELECT e.id, e.created_at AS at, e.kind, e.checks, e.reason, t.series AS tariff,
                CASE WHEN e.kind IN ('reserve', 'commit', 'release', 'refund') THEN e.reference END AS reference
           FROM ledger_entries e JOIN ledger_tariffs t ON t.id = e.tariff JOIN ledger_holders h ON h.id = t.holder
          WHERE h.sub = $1 AND e.id > $2 ORDER BY e.id LIMIT $3`,
        [sub, after, READ_AT_ONCE],
      );
      yield found.rows.map(({ id: _id, ...line }) => line);
      const last = found.rows.at(-1);
      if (last === undefined || found.rows.length < READ_AT_ONCE) return;
      after = last.id;
    }
  },

  erase: (db: Db, sub: string, now: Date) => ledger.close(db, sub, now),
};

/** The promo codes' part of an account export. */
export const promoPart = (mailboxHashOf: (db: Db, sub: string) => Promise<string | null>) => ({
  name: 'promo_codes',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const found = await db.query(
      `SELECT c.code, r.redeemed_at FROM promo_redemptions r JOIN promo_codes c ON c.id = r.promo_code
        WHERE r.mailbox_hash = $1 ORDER BY r.redeemed_at DESC`,
      [await mailboxHashOf(db, sub)],
    );
    yield found.rows;
  },

  /** Redemptions belong to the mailbox, of which only a hash is stored: it cannot redeem the same code again. */
  erase: async (): Promise<void> => undefined,
});

/** The survey's part of an account export, and of the deletion of an account. */
export const surveyPart = {
  name: 'survey',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const found = await db.query(
      `SELECT r.created_at AS submitted_at, r.comment,
              coalesce((SELECT json_agg(json_build_object('question', q.title, 'answer', o.text, 'words', a.free_text)
                                ORDER BY q.sort_order, q.id)
                          FROM survey_answers a JOIN survey_options o ON o.id = a.option_id
                          JOIN survey_questions q ON q.id = a.question_id WHERE a.response_id = r.id), '[]') AS answers
         FROM survey_responses r WHERE r.sub = $1`,
      [sub],
    );
    yield found.rows;
  },

  /** Chosen options stay stored as numbers; free texts are deleted. */
  async erase(db: Db, sub: string): Promise<void> {
    await db.query(
      'UPDATE survey_answers SET free_text = NULL WHERE response_id = (SELECT id FROM survey_responses WHERE sub = $1)',
      [sub],
    );
    await db.query('UPDATE survey_responses SET sub = NULL, comment = NULL WHERE sub = $1', [sub]);
  },
};
