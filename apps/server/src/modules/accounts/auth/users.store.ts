import type { WorkspaceRole } from '@assay/domain';
import { type Db, prepared } from '../../../platform/db/index.ts';
import { type Caller, type CallerWorkspace, personalWorkspace } from '../../../platform/kernel/caller.ts';
import { type MailboxHash, mailboxKey } from './mailbox.ts';
import { POLICY_COLUMNS, policyOf, type StoredPolicy } from './session-policy.store.ts';
import { PROOF_COLUMNS, proofOf, type StoredProof } from './sessions.store.ts';

/** A user as stored, without the administrators named by ADMIN_EMAILS. */
export interface StoredUser extends Caller {
  readonly mailboxKey: string;
}

interface UserRow {
  readonly sub: string;
  readonly email: string;
  readonly mailbox_key: string;
  readonly is_admin: boolean;
  readonly suspended_at: Date | null;
  readonly suspended_reason: string | null;
}

const COLUMNS = `users.sub, users.email, users.mailbox_key, users.admin_granted_at IS NOT NULL AS is_admin,
  users.suspended_at, users.suspended_reason`;

/** True when an account was confirmed for the email. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const found = await db.query('SELECT FROM users WHERE email = $1 AND confirmed_at IS NOT NULL', [email]);
  return found.rowCount === 1;
}

/** Whether the email has an account, and whether it requested one and accepted the terms since `since`. */
export async function knowledgeOf(
  db: Db,
  email: string,
  since: Date,
): Promise<{ readonly hasAccount: boolean; readonly hasAsked: boolean }> {
  // Both are always queried, so that the response time does not reveal which was found.
  const { rows } = await db.query(
    `SELECT EXISTS (SELECT FROM users WHERE email = $1 AND confirmed_at IS NOT NULL) AS has_account,
            EXISTS (SELECT FROM magic_links WHERE email = $1 AND accepts_terms AND created_at > $2) AS has_asked`,
    [email, since],
  );
  return { hasAccount: rows[0]?.has_account === true, hasAsked: rows[0]?.has_asked === true };
}

/** Whether an account of the mailbox has signed in by the browser with this mark. */
export async function hasSignedInBy(db: Db, mailbox: string, browserHash: Buffer): Promise<boolean> {
  const found = await db.query(
    `SELECT FROM known_browsers JOIN users USING (sub)
      WHERE users.mailbox_key = $1 AND known_browsers.browser_hash = $2 LIMIT 1`,
    [mailbox, browserHash],
  );
  return found.rowCount === 1;
}

/** The account of an email whose link was just confirmed; created when there is none. */
export async function confirmUser(
  db: Db,
  { sub, email, now }: { sub: string; email: string; now: Date },
): Promise<{ readonly sub: string; readonly isNew: boolean }> {
  const { rows } = await db.query(
    `INSERT INTO users (sub, email, mailbox_key, created_at, confirmed_at, terms_accepted_at)
     VALUES ($1, $2, $3, $4, $4, $4)
     ON CONFLICT (email) DO UPDATE SET
       confirmed_at = coalesce(users.confirmed_at, excluded.confirmed_at),
       terms_accepted_at = coalesce(users.terms_accepted_at, excluded.terms_accepted_at)
     RETURNING users.sub, users.confirmed_at = $4 AS is_new`,
    [sub, email, mailboxKey(email), now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The user was not written');
  return { sub: row.sub, isNew: row.is_new === true };
}

/** Creates the account with this id if it does not exist. */
export async function ensureUser(
  db: Db,
  { sub, email, now }: { sub: string; email: string; now: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO users (sub, email, mailbox_key, created_at, confirmed_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (sub) DO NOTHING`,
    [sub, email, mailboxKey(email), now],
  );
}

export async function findUser(db: Db, sub: string): Promise<StoredUser | null> {
  const { rows } = await db.query(`SELECT ${COLUMNS} FROM users WHERE sub = $1`, [sub]);
  return rows[0] === undefined ? null : userOf(rows[0]);
}

/** The mailbox of an account; null for a deleted account. */
export async function mailboxKeyOf(db: Db, sub: string): Promise<string | null> {
  return (await findUser(db, sub))?.mailboxKey ?? null;
}

/** The hash of the account's mailbox. */
export function mailboxHashOf(hash: MailboxHash): (db: Db, sub: string) => Promise<string | null> {
  return async (db, sub) => {
    const mailbox = await mailboxKeyOf(db, sub);
    return mailbox === null ? null : hash(mailbox);
  };
}

/** Who a session is of, what it proves, and what its workspace asks of it. */
export type UserOfSession = StoredPolicy & { readonly user: StoredUser; readonly proof: StoredProof };

/** The user of an active session in the workspace that is selected in it, with what the session proves. */
export async function findUserOfSession(db: Db, sessionId: string, now: Date): Promise<UserOfSession | null> {
  const { rows } = await db.query(
    prepared(
      `SELECT ${COLUMNS}, ${PROOF_COLUMNS}, workspaces.id AS workspace_id, workspaces.name AS workspace_name,
            workspace_members.role AS workspace_role, ${POLICY_COLUMNS}
       FROM sessions JOIN users USING (sub)
       LEFT JOIN workspace_members
         ON workspace_members.workspace = sessions.workspace AND workspace_members.sub = sessions.sub
       LEFT JOIN workspaces ON workspaces.id = workspace_members.workspace AND workspaces.kind = 'company'
       LEFT JOIN workspace_session_policies policies ON policies.workspace = workspaces.id
      WHERE sessions.id = $1 AND sessions.ended_at IS NULL AND sessions.expires_at > $2`,
      [sessionId, now],
    ),
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { user: { ...userOf(row), workspace: workspaceOf(row) }, proof: proofOf(row), ...policyOf(row, now) };
}

interface WorkspaceRow {
  readonly workspace_id: string | null;
  readonly workspace_name: string | null;
  readonly workspace_role: WorkspaceRole | null;
}

/** The selected company; personal where none is selected, or where the person is no member of it any more. */
function workspaceOf({
  sub,
  workspace_id: id,
  workspace_name: name,
  workspace_role: role,
}: UserRow & WorkspaceRow): CallerWorkspace {
  if (id === null || name === null || role === null) return personalWorkspace(sub);
  return { kind: 'company', id, name, role };
}

function userOf(row: UserRow): StoredUser {
  return {
    sub: row.sub,
    email: row.email,
    mailboxKey: row.mailbox_key,
    isAdmin: row.is_admin,
    isSuspended: row.suspended_at !== null,
    suspension:
      row.suspended_at === null ? null : { since: row.suspended_at.toISOString(), reason: row.suspended_reason },
    workspace: personalWorkspace(row.sub),
  };
}
