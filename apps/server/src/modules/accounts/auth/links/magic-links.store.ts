import { type Db, LOCK_SPACES } from '../../../../platform/db/index.ts';
import type { BudgetLink, BudgetOwner } from './link-budget.ts';

/** Facts about the request that the mail shows. */
export interface AskedFrom {
  readonly device: string;
  /** IANA name. */
  readonly timezone: string | null;
  readonly ip: string | null;
}

export interface MagicLink {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly email: string;
  readonly browserHash: Buffer | null;
  /** As received; validated against its contract before use. */
  readonly checkRequest: unknown;
  readonly asked: AskedFrom;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  /** When the mail server took its mail. */
  readonly mailedAt: Date | null;
}

export interface NewMagicLink extends Omit<MagicLink, 'usedAt' | 'mailedAt'> {
  readonly mailboxKey: string;
  readonly acceptsTerms: boolean;
  readonly budgetOf: BudgetOwner;
}

/**
 * Serialises changes of a mailbox until the transaction ends: link requests, so that none exceeds
 * its budget; account creation, suspension and deletion, so that each sees the others.
 */
export async function lockMailbox(db: Db, mailboxKey: string): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACES.magicLinks, mailboxKey]);
}

/** Links of a mailbox that are younger than `since`, as its budgets count them. */
export async function linksOfMailbox(db: Db, mailboxKey: string, since: Date): Promise<readonly BudgetLink[]> {
  const { rows } = await db.query(
    `SELECT id, email, created_at AS "createdAt", used_at AS "usedAt", signed_in AS "signedIn",
            budget_of AS "budgetOf"
       FROM magic_links WHERE mailbox_key = $1 AND created_at > $2`,
    [mailboxKey, since],
  );
  return rows;
}

/**
 * Makes an unused link work again. The check of the browser that asked for it first is replaced by its newest one.
 *
 * @returns whether its mail was sent
 */
export async function renewLink(
  db: Db,
  id: string,
  ask: { readonly expiresAt: Date; readonly browserHash: Buffer | null; readonly checkRequest: unknown },
): Promise<boolean> {
  const { rows } = await db.query(
    `UPDATE magic_links SET expires_at = greatest(expires_at, $2),
            check_request = CASE WHEN browser_hash = $3 THEN $4 ELSE check_request END
      WHERE id = $1 AND used_at IS NULL RETURNING mailed_at IS NOT NULL AS is_mailed`,
    [id, ask.expiresAt, ask.browserHash, jsonOf(ask.checkRequest)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A link is gone whose mailbox is locked');
  return row.is_mailed;
}

/** Notes that the mail server took the mail of a link. */
export async function noteMailed(db: Db, id: string, now: Date): Promise<void> {
  await db.query('UPDATE magic_links SET mailed_at = $2 WHERE id = $1', [id, now]);
}

export async function insertLink(db: Db, link: NewMagicLink): Promise<void> {
  await db.query(
    `INSERT INTO magic_links (id, token_hash, email, mailbox_key, accepts_terms, browser_hash, check_request,
       asked_device, asked_timezone, asked_ip, created_at, expires_at, budget_of)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      link.id,
      link.tokenHash,
      link.email,
      link.mailboxKey,
      link.acceptsTerms,
      link.browserHash,
      jsonOf(link.checkRequest),
      link.asked.device,
      link.asked.timezone,
      link.asked.ip,
      link.createdAt,
      link.expiresAt,
      link.budgetOf,
    ],
  );
}

export async function findLink(db: Db, id: string): Promise<MagicLink | null> {
  const { rows } = await db.query('SELECT * FROM magic_links WHERE id = $1', [id]);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    id: row.id,
    tokenHash: row.token_hash,
    email: row.email,
    browserHash: row.browser_hash,
    checkRequest: row.check_request,
    asked: { device: row.asked_device, timezone: row.asked_timezone, ip: row.asked_ip },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    mailedAt: row.mailed_at,
  };
}

/** Consumes a link and all other valid links of the same email; false when it was already consumed. */
export async function useLink(db: Db, link: MagicLink, now: Date): Promise<boolean> {
  const used = await db.query(
    `UPDATE magic_links SET used_at = $2, signed_in = true WHERE id = $1 AND used_at IS NULL AND expires_at > $2
     RETURNING budget_of IS NULL AS "isOfStrangers"`,
    [link.id, now],
  );
  if (used.rowCount !== 1) return false;
  // A sign-in gives the strangers' budget room for the next mail (docs/decisions/0134). A link of that budget does so by
  // having signed in; for any other, the newest link of strangers that ends with it counts as wanted too.
  if (used.rows[0]?.isOfStrangers === false) await countNewestAsWanted(db, link.email, now);
  await db.query('UPDATE magic_links SET used_at = $2 WHERE email = $1 AND used_at IS NULL AND expires_at > $2', [
    link.email,
    now,
  ]);
  return true;
}

/** Of the valid links to this email that count for strangers. */
async function countNewestAsWanted(db: Db, email: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE magic_links SET signed_in = true
      WHERE id = (SELECT id FROM magic_links
                   WHERE email = $1 AND used_at IS NULL AND expires_at > $2 AND budget_of IS NULL
                   ORDER BY created_at DESC LIMIT 1)`,
    [email, now],
  );
}

export async function deleteLinksBefore(db: Db, before: Date): Promise<void> {
  await db.query('DELETE FROM magic_links WHERE created_at < $1', [before]);
}

function jsonOf(checkRequest: unknown): string | null {
  return checkRequest === null ? null : JSON.stringify(checkRequest);
}

/** Links that were asked for on a day (UTC), as `2026-11-28`, and mailed. */
export interface LinksOfDay {
  readonly day: string;
  readonly links: number;
}

/** How many links to sign in were mailed since a day, the newest day first; those older than a week are deleted. */
export async function countMailedLinks(db: Db, since: string): Promise<readonly LinksOfDay[]> {
  const { rows } = await db.query(
    `SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day, count(*)::integer AS links
       FROM magic_links WHERE mailed_at IS NOT NULL AND (created_at AT TIME ZONE 'UTC')::date >= $1::date GROUP BY 1 ORDER BY 1 DESC`,
    [since],
  );
  return rows;
}
