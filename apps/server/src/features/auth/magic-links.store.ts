import type { Db } from '../../db/index.ts';

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
}

export interface NewMagicLink extends Omit<MagicLink, 'usedAt'> {
  readonly mailboxKey: string;
  readonly acceptsTerms: boolean;
}

interface LinkRow {
  readonly id: string;
  readonly token_hash: Buffer;
  readonly email: string;
  readonly browser_hash: Buffer | null;
  readonly check_request: unknown;
  readonly asked_device: string;
  readonly asked_timezone: string | null;
  readonly asked_ip: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly used_at: Date | null;
}

const LOCK_SPACE = 4281;

/**
 * Serialises changes of a mailbox until the transaction ends: link requests, so that none exceeds
 * the limit; account creation, suspension and deletion, so that each sees the others.
 */
export async function lockMailbox(db: Db, mailboxKey: string): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACE, mailboxKey]);
}

/** Creation time of the `most`th newest link of the mailbox since `since`; null when there are fewer. */
export async function timeOfNthLink(db: Db, mailboxKey: string, since: Date, most: number): Promise<Date | null> {
  const { rows } = await db.query<{ created_at: Date }>(
    `SELECT created_at FROM magic_links WHERE mailbox_key = $1 AND created_at > $2
      ORDER BY created_at DESC OFFSET $3 LIMIT 1`,
    [mailboxKey, since, most - 1],
  );
  return rows[0]?.created_at ?? null;
}

export async function insertLink(db: Db, link: NewMagicLink): Promise<void> {
  await db.query(
    `INSERT INTO magic_links (id, token_hash, email, mailbox_key, accepts_terms, browser_hash, check_request,
       asked_device, asked_timezone, asked_ip, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      link.id,
      link.tokenHash,
      link.email,
      link.mailboxKey,
      link.acceptsTerms,
      link.browserHash,
      link.checkRequest === null ? null : JSON.stringify(link.checkRequest),
      link.asked.device,
      link.asked.timezone,
      link.asked.ip,
      link.createdAt,
      link.expiresAt,
    ],
  );
}

export async function findLink(db: Db, id: string): Promise<MagicLink | null> {
  const { rows } = await db.query<LinkRow>('SELECT * FROM magic_links WHERE id = $1', [id]);
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
  };
}

/** Consumes a link and all other valid links of the same email; false when it was already consumed. */
export async function useLink(db: Db, link: MagicLink, now: Date): Promise<boolean> {
  const used = await db.query(
    'UPDATE magic_links SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > $2',
    [link.id, now],
  );
  if (used.rowCount !== 1) return false;
  await db.query('UPDATE magic_links SET used_at = $2 WHERE email = $1 AND used_at IS NULL AND expires_at > $2', [
    link.email,
    now,
  ]);
  return true;
}

export async function deleteLinksBefore(db: Db, before: Date): Promise<void> {
  await db.query('DELETE FROM magic_links WHERE created_at < $1', [before]);
}
