import type { Db } from '../../../../platform/db/index.ts';
import { MAILBOX_RULES, NEWLY_FOLDED } from '../mailbox.ts';

export interface StoredMailbox {
  readonly sub: string;
  readonly email: string;
  readonly mailboxKey: string;
}

/** Accounts at domains that are folded now, with the mailbox that is stored for them, in the order of their ids. */
export async function accountsToRefold(db: Db, afterSub: string, atMost: number): Promise<readonly StoredMailbox[]> {
  const { rows } = await db.query(
    `SELECT sub, email, mailbox_key AS "mailboxKey" FROM users, split_part(email, '@', 2) AS domain
      WHERE sub > $3 AND (domain = ANY($1) OR domain LIKE ANY($2)) ORDER BY sub LIMIT $4`,
    [NEWLY_FOLDED.domains, NEWLY_FOLDED.parents.map((parent) => `%.${parent}`), afterSub, atMost],
  );
  return rows;
}

/** Keeps an account until the transaction ends; false where it is gone, or has another mailbox by now. */
export async function lockStoredMailbox(db: Db, { sub, mailboxKey }: StoredMailbox): Promise<boolean> {
  const found = await db.query('SELECT FROM users WHERE sub = $1 AND mailbox_key = $2 FOR NO KEY UPDATE', [
    sub,
    mailboxKey,
  ]);
  return found.rowCount === 1;
}

export async function setMailboxKey(db: Db, sub: string, mailboxKey: string): Promise<void> {
  await db.query('UPDATE users SET mailbox_key = $2 WHERE sub = $1', [sub, mailboxKey]);
}

/** Whether all accounts were brought to the mailboxes of these rules more than a day ago. */
export async function areMailboxesRefolded(db: Db): Promise<boolean> {
  const found = await db.query(
    "SELECT FROM installation WHERE mailbox_rules >= $1 AND mailboxes_refolded_at < now() - interval '1 day'",
    [MAILBOX_RULES],
  );
  return found.rowCount === 1;
}

export async function noteRefolded(db: Db): Promise<void> {
  await db.query(
    `UPDATE installation SET mailbox_rules = greatest(mailbox_rules, $1), mailboxes_refolded_at =
       CASE WHEN mailbox_rules >= $1 THEN coalesce(mailboxes_refolded_at, now()) ELSE now() END`,
    [MAILBOX_RULES],
  );
}
