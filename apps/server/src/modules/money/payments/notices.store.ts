import type { Db } from '../../../platform/db/index.ts';

/** `paid`: a payment arrived. `unpaid`: its renewal failed. `ended`: what it paid for is over. */
export type NoticeKind = 'paid' | 'unpaid' | 'ended';

export interface DueNotice {
  readonly kind: NoticeKind;
  readonly sub: string;
  /** The payment it is about. */
  readonly paymentId: string;
}

/** Older events are not reported: a mail about them would confuse. */
const REPORTED_DAYS = 3;

export const noticesStore = {
  /** Notices that were not sent yet, the oldest first. */
  async due(db: Db, now: Date, limit: number): Promise<readonly DueNotice[]> {
    const found = await db.query(
      `WITH newest AS (
         SELECT DISTINCT ON (p.order_id) p.id, p.ends_at, o.sub, o.plan_id, o.created_at, o.subscription_status
           FROM payments p JOIN orders o ON o.id = p.order_id
          WHERE p.status = 'paid' AND p.ends_at IS NOT NULL AND o.sub IS NOT NULL
          ORDER BY p.order_id, p.ends_at DESC),
       events AS (
         SELECT 'paid' AS kind, o.sub, p.id FROM payments p JOIN orders o ON o.id = p.order_id
          WHERE p.status = 'paid' AND p.paid_at > $1::timestamptz - interval '${REPORTED_DAYS} days'
         UNION ALL
         SELECT 'unpaid', sub, id FROM newest WHERE subscription_status = 'unpaid' AND ends_at <= $1
         UNION ALL
         SELECT 'ended', sub, id FROM newest n
          WHERE coalesce(subscription_status, 'ended') = 'ended'
            AND ends_at <= $1 AND ends_at > $1::timestamptz - interval '${REPORTED_DAYS} days'
            AND NOT EXISTS (SELECT FROM newest later WHERE later.sub = n.sub AND later.ends_at > $1))
       SELECT kind, sub, id AS "paymentId" FROM events e
        WHERE sub IS NOT NULL AND NOT EXISTS (SELECT FROM payment_notices WHERE key = e.kind || ':' || e.id)
        ORDER BY id LIMIT $2`,
      [now, limit],
    );
    return found.rows;
  },

  async sent(db: Db, { kind, paymentId }: DueNotice, now: Date): Promise<void> {
    await db.query('INSERT INTO payment_notices (key, sent_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      `${kind}:${paymentId}`,
      now,
    ]);
  },
};
