import { randomUUID } from 'node:crypto';
import { planLimitsOf } from '@assay/domain';
import { type Db, prepared } from '../../../platform/db/index.ts';
import { coverDeficits } from './deficits.store.ts';
import { holdingsOf } from './holdings.ts';
import { FREE_TARIFF, type Grant, type GrantReason, type Ledger } from './ledger.ports.ts';
import { listPlans, listTariffs } from './tariffs.store.ts';

/** The condition for what may be spent at `$now`: never what is past its end, whether or not its lapse is recorded. */
const SPENDABLE = (now: string) => `left_checks > 0 AND (expires_at IS NULL OR expires_at > ${now})`;

/** What is given for nothing settles no deficit. */
const PAID_FOR: ReadonlySet<GrantReason> = new Set(['purchase', 'subscription']);

export const ledger: Ledger = {
  async grant(db: Db, { sub, tariff, checks, reason, key, expiresAt, now = new Date(), opensAt }: Grant) {
    await db.query('INSERT INTO ledger_holders (sub) VALUES ($1) ON CONFLICT (sub) DO UPDATE SET sub = excluded.sub', [
      sub,
    ]);
    // A statement of its own: the policy of the tariff looks for the holder.
    await db.query(
      `INSERT INTO ledger_tariffs (holder, series, plan_id, created_at)
       SELECT id, $2, $3, coalesce($4, now()) FROM ledger_holders WHERE sub = $1
       ON CONFLICT (holder, series) DO NOTHING`,
      [sub, tariff.series, tariff.planId, opensAt ?? null],
    );
    const granted = await db.query(
      `INSERT INTO ledger_entries (tariff, kind, checks, reason, key, plan_id, expires_at, created_at)
       SELECT t.id, 'grant', $3, $4, $5, $6,
              CASE WHEN $7::timestamptz IS NOT NULL THEN greatest(t.expires_at, $7) END, $8
         FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder
        WHERE h.sub = $1 AND t.series = $2 FOR UPDATE OF t
       ON CONFLICT (key) DO NOTHING`,
      [sub, tariff.series, checks, reason, key, tariff.planId, expiresAt, now],
    );
    if (granted.rowCount === 1 && PAID_FOR.has(reason)) await coverDeficits(db, key, now);
    return granted.rowCount === 1;
  },

  async topUp(db, sub, checks, now) {
    const found = await db.query(
      `SELECT coalesce(sum(held_checks + CASE WHEN ${SPENDABLE('$2')} THEN left_checks ELSE 0 END), 0)::integer AS there
         FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = $1`,
      [sub, now],
    );
    const missing = checks - (found.rows[0]?.there ?? 0);
    if (missing <= 0) return;
    const key = `demo:${randomUUID()}`;
    await ledger.grant(db, { sub, tariff: FREE_TARIFF, checks: missing, reason: 'demo', key, expiresAt: null, now });
  },

  async revoke(db, { key, reason, now, expiresAt }) {
    const revoked = await db.query(
      `WITH tariff AS (
         SELECT t.*, e.checks AS granted,
                t.used_checks + t.held_checks - t.deficit_checks + coalesce(
                  (SELECT sum(c.checks) FROM ledger_entries c WHERE c.tariff = t.id AND c.kind = 'cover'), 0)::integer AS spent FROM ledger_entries e JOIN ledger_tariffs t ON t.id = e.tariff
          WHERE e.key = $1 AND e.kind = 'grant' FOR UPDATE OF t),
       taken AS (
         INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, plan_id, expires_at, created_at)
         SELECT id, 'revoke', least(left_checks, granted), $2, $1, 'revoke:' || $1, plan_id,
                coalesce($4, expires_at), $3
           FROM tariff
         ON CONFLICT (key) DO NOTHING RETURNING checks),
       owed AS (
         INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
         SELECT id, 'deficit', least(granted - taken.checks, spent), $2, $1,
                'deficit:' || $1, $3
           FROM tariff, taken
          WHERE least(granted - taken.checks, spent) > 0
         RETURNING checks)
       SELECT taken.checks AS "takenBack", coalesce(owed.checks, 0) AS deficit FROM taken LEFT JOIN owed ON true`,
      [key, reason, now, expiresAt ?? null],
    );
    return revoked.rows[0] ?? { takenBack: 0, deficit: 0 };
  },

  async reserve(db, sub, reference, now) {
    // Counting first and then taking would let two requests take the last check credit. So one statement finds, locks
    // and books it, and evaluates a row again that changed meanwhile.
    const reserved = await db.query(
      prepared(
        `INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
       SELECT t.id, 'reserve', 1, 'check', $2, 'reserve:' || $2, $3
         FROM ledger_tariffs t
        WHERE t.holder = (SELECT id FROM ledger_holders WHERE sub = $1) AND ${SPENDABLE('$3')}
        ORDER BY t.expires_at NULLS LAST, t.id LIMIT 1 FOR UPDATE
       ON CONFLICT (key) DO NOTHING`,
        [sub, reference, now],
      ),
    );
    return reserved.rowCount === 1;
  },

  async take(db, reference, now) {
    return settle(db, 'commit', reference, now);
  },

  async release(db, reference, now) {
    const isReleased = await settle(db, 'release', reference, now);
    if (isReleased) await collect(db, reference, now);
    return isReleased;
  },

  async refund(db, reference, reason, now) {
    const refunded = await db.query(
      `INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
       SELECT tariff, 'refund', 1, $2, $1, 'refund:' || $1, $3 FROM ledger_entries
        WHERE key = 'settle:' || $1 AND kind = 'commit'
       ON CONFLICT (key) DO NOTHING`,
      [reference, reason, now],
    );
    if (refunded.rowCount === 1) await collect(db, reference, now);
    return refunded.rowCount === 1;
  },

  async isTaken(db, references) {
    const found = await db.query(
      `SELECT FROM unnest($1::text[]) AS asked (reference)
        WHERE EXISTS (SELECT FROM ledger_entries WHERE key = 'settle:' || asked.reference AND kind = 'commit')
          AND NOT EXISTS (SELECT FROM ledger_entries WHERE key = 'refund:' || asked.reference) LIMIT 1`,
      [references],
    );
    return found.rowCount === 1;
  },

  async lapse(db, now) {
    const lapsed = await db.query(
      `INSERT INTO ledger_entries (tariff, kind, checks, reason, key, created_at)
       SELECT t.id, 'lapse', t.left_checks, 'expired',
              'lapse:' || t.id || ':' || (SELECT max(e.id) FROM ledger_entries e WHERE e.tariff = t.id), $1
         FROM ledger_tariffs t WHERE t.left_checks > 0 AND t.expires_at <= $1 ORDER BY t.id FOR UPDATE OF t
       ON CONFLICT (key) DO NOTHING`,
      [now],
    );
    return lapsed.rowCount ?? 0;
  },

  limitsOf: async (db, sub, now) => planLimitsOf(await listPlans(db, sub, now)),

  async stateOf(db, sub, now = new Date()) {
    return holdingsOf(await listTariffs(db, sub), now);
  },

  async close(db, sub, now) {
    await db.query(
      `INSERT INTO ledger_entries (tariff, kind, checks, reason, key, created_at)
       SELECT t.id, 'lapse', t.left_checks, 'closed', 'close:' || t.id, $2
         FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder
        WHERE h.sub = $1 AND t.left_checks > 0 ORDER BY t.id FOR UPDATE OF t
       ON CONFLICT (key) DO NOTHING`,
      [sub, now],
    );
    await db.query('UPDATE ledger_holders SET sub = NULL, closed_at = $2 WHERE sub = $1', [sub, now]);
  },
};

async function settle(db: Db, kind: 'commit' | 'release', reference: string, now: Date): Promise<boolean> {
  const settled = await db.query(
    prepared(
      `INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
     SELECT tariff, $2, 1, 'check', reference, 'settle:' || reference, $3 FROM ledger_entries WHERE key = 'reserve:' || $1
     ON CONFLICT (key) DO NOTHING`,
      [reference, kind, now],
    ),
  );
  return settled.rowCount === 1;
}

/** A check credit that is returned to a tariff with a deficit first reduces the deficit. */
async function collect(db: Db, reference: string, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
     SELECT t.id, 'collect', 1, 'deficit', $1, 'collect:' || $1 || ':' || e.id, $2
       FROM ledger_tariffs t
       JOIN LATERAL (SELECT max(id) AS id FROM ledger_entries WHERE tariff = t.id) e ON true
      WHERE t.id = (SELECT tariff FROM ledger_entries WHERE key = 'reserve:' || $1)
        AND t.left_checks > 0 AND t.deficit_checks > 0 FOR UPDATE OF t
     ON CONFLICT (key) DO NOTHING`,
    [reference, now],
  );
}
