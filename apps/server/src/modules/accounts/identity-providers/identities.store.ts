import type { Db } from '../../../platform/db/index.ts';
import type { CompanyProof } from '../auth/auth.ports.ts';

export const identitiesStore = {
  /** The account that is linked to an identity. */
  async find(db: Db, { workspace, issuer, subject }: CompanyProof): Promise<string | null> {
    const { rows } = await db.query(
      'SELECT sub FROM identities WHERE workspace = $1 AND issuer = $2 AND subject = $3',
      [workspace, issuer, subject],
    );
    return rows[0]?.sub ?? null;
  },

  /**
   * Links an account in place of the identity that it had in the workspace.
   *
   * @returns whether it was not linked to this identity before
   */
  async link(db: Db, { workspace, issuer, subject }: CompanyProof, sub: string, now: Date): Promise<boolean> {
    const used = await db.query(
      `UPDATE identities SET last_used_at = $5 WHERE workspace = $1 AND issuer = $2 AND subject = $3 AND sub = $4`,
      [workspace, issuer, subject, sub, now],
    );
    if (used.rowCount === 1) return false;
    await db.query('DELETE FROM identities WHERE workspace = $1 AND (sub = $2 OR (issuer = $3 AND subject = $4))', [
      workspace,
      sub,
      issuer,
      subject,
    ]);
    await db.query(
      `INSERT INTO identities (workspace, issuer, subject, sub, linked_at, last_used_at) VALUES ($1, $2, $3, $4, $5, $5)`,
      [workspace, issuer, subject, sub, now],
    );
    return true;
  },

  /** The account of an address, if it was ever confirmed. */
  async accountOf(db: Db, email: string): Promise<string | null> {
    const { rows } = await db.query('SELECT sub FROM users WHERE email = $1 AND confirmed_at IS NOT NULL', [email]);
    return rows[0]?.sub ?? null;
  },

  /** Whether a mailbox has an invitation into the workspace that can be accepted now. */
  async isInvited(db: Db, workspace: string, mailboxKey: string, now: Date): Promise<boolean> {
    const found = await db.query(
      `SELECT FROM workspace_invitations WHERE workspace = $1 AND mailbox_key = $2 AND accepted_at IS NULL
         AND revoked_at IS NULL AND expires_at > $3`,
      [workspace, mailboxKey, now],
    );
    return (found.rowCount ?? 0) > 0;
  },

  /** Whether an address is that of an owner of the workspace who has a second factor. */
  async isOwnerWithFactor(db: Db, workspace: string, email: string): Promise<boolean> {
    const found = await db.query(
      `SELECT FROM users u JOIN workspace_members m ON m.sub = u.sub AND m.workspace = $1 AND m.role = 'owner'
        WHERE u.email = $2 AND EXISTS (SELECT FROM factors f WHERE f.sub = u.sub)`,
      [workspace, email],
    );
    return found.rowCount === 1;
  },
};
