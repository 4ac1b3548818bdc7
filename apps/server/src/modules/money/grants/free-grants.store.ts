import type { GrantLimit } from '@assay/contracts';
import { type Db, lockNamed } from '../../../platform/db/index.ts';
import { FREE_TARIFF, type Ledger } from '../ledger/ledger.ports.ts';
import type { FreeGrantsStore, GiftKind } from './grants.ports.ts';

export const freeGrantsStore: FreeGrantsStore = {
  async lock(db) {
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockNamed('freeGrants')]);
  },

  async counts(db, day, { network, domain }) {
    const { rows } = await db.query(
      `SELECT (count(*) FILTER (WHERE network = $2))::integer AS "ofNetwork",
              (count(*) FILTER (WHERE domain = $3 AND kind <> 'promo'))::integer AS "ofDomain",
              (count(*) FILTER (WHERE kind <> 'promo'))::integer AS "ofInstallation"
         FROM free_grants WHERE day = $1::date AND refused_by IS NULL`,
      [day, network, domain],
    );
    return rows[0] ?? { ofNetwork: 0, ofDomain: 0, ofInstallation: 0 };
  },

  async insert(db, { day, kind, checks, network, domain, refused }) {
    await db.query(
      `INSERT INTO free_grants (day, kind, checks, network, domain, refused_by, refused_gift)
       VALUES ($1::date, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (day, refused_gift) WHERE refused_gift IS NOT NULL DO NOTHING`,
      [day, kind, checks, network, domain, refused?.by ?? null, refused?.gift ?? null],
    );
  },
};

/** Gifts of a day and kind with one outcome. */
export interface GrantTotal {
  /** As `2026-11-28`, UTC. */
  readonly day: string;
  readonly kind: GiftKind;
  /** Null: given. */
  readonly refusedBy: GrantLimit | null;
  readonly gifts: number;
  readonly checks: number;
}

/** What was given and refused since a day (UTC), the newest day first. */
export async function grantTotals(db: Db, since: string): Promise<readonly GrantTotal[]> {
  const { rows } = await db.query(
    `SELECT day::text, kind, refused_by AS "refusedBy", count(*)::integer AS gifts, sum(checks)::integer AS checks
       FROM free_grants WHERE day >= $1::date GROUP BY day, kind, refused_by ORDER BY day DESC, kind, refused_by NULLS FIRST`,
    [since],
  );
  return rows;
}

/** A network or a domain, with the gifts that were given to it and refused to it. */
export interface GrantPlaceTotal {
  readonly place: string;
  readonly given: number;
  readonly refused: number;
}

/** The networks or domains with most gifts since a day (UTC), given or refused. */
export async function busiestPlaces(
  db: Db,
  by: 'network' | 'domain',
  since: string,
  most: number,
): Promise<readonly GrantPlaceTotal[]> {
  const { rows } = await db.query(
    `SELECT ${by} AS place, (count(*) FILTER (WHERE refused_by IS NULL))::integer AS given,
            (count(*) FILTER (WHERE refused_by IS NOT NULL))::integer AS refused
       FROM free_grants WHERE day >= $1::date AND ${by} IS NOT NULL
      GROUP BY ${by} ORDER BY count(*) DESC, ${by} LIMIT $2`,
    [since, most],
  );
  return rows;
}

/** Takes out which gifts were refused on days before one (UTC). */
export async function forgetRefusedBefore(db: Db, day: string): Promise<void> {
  await db.query('UPDATE free_grants SET refused_gift = NULL WHERE day < $1::date AND refused_gift IS NOT NULL', [day]);
}

/** Removes what is older than a day (UTC). */
export async function removeGrantsBefore(db: Db, day: string): Promise<void> {
  await db.query('DELETE FROM free_grants WHERE day < $1::date', [day]);
}

/** One mailbox under the hash of an earlier rule, and under that of the present one. */
export interface RenamedMailbox {
  /** An account of it. */
  readonly sub: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Marks a mailbox, under its present hash, with all that it was given once and with its suspension under a former one.
 * Idempotent. What was given stays under the
 * former hash too: the balance ledger is append-only. A suspension does not, so that ending it ends it.
 */
export async function carryMarks(
  db: Db,
  ledger: Pick<Ledger, 'grant'>,
  { sub, from, to }: RenamedMailbox,
): Promise<void> {
  await db.query(
    `INSERT INTO survey_takers (mailbox_hash, taken_at) SELECT $2, taken_at FROM survey_takers WHERE mailbox_hash = $1
     ON CONFLICT (mailbox_hash) DO NOTHING`,
    [from, to],
  );
  await db.query(
    `INSERT INTO promo_redemptions (promo_code, mailbox_hash, redeemed_at)
     SELECT promo_code, $2, redeemed_at FROM promo_redemptions WHERE mailbox_hash = $1
     ON CONFLICT (promo_code, mailbox_hash) DO NOTHING`,
    [from, to],
  );
  await db.query(
    `WITH former AS (DELETE FROM suspended_mailboxes WHERE mailbox_hash = $1 RETURNING suspended_at, reason)
     INSERT INTO suspended_mailboxes (mailbox_hash, suspended_at, reason) SELECT $2, suspended_at, reason FROM former
     ON CONFLICT (mailbox_hash) DO NOTHING`,
    [from, to],
  );
  const given = await db.query('SELECT FROM ledger_entries WHERE key = $1', [`signup:${from}`]);
  if (given.rowCount !== 1) return;
  const key = `signup:${to}`;
  await ledger.grant(db, { sub, tariff: FREE_TARIFF, checks: 0, reason: 'signup', key, expiresAt: null });
}
