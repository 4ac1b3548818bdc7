import type { InvitedRole } from '@assay/contracts';
import { mayIn } from '@assay/domain';
import { type Db, lockNamed, present } from '../../../../platform/db/index.ts';

export interface StoredInvitation {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly workspace: string;
  readonly email: string;
  readonly mailboxKey: string;
  readonly role: InvitedRole;
  readonly sentAt: Date;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Whether the company had paid or was old enough when the mail was sent. */
  readonly isEstablished: boolean;
}

/** A mail with an invitation, as limits count it. */
export interface InvitationMailRecord {
  readonly workspace: string;
  /** Who invited. */
  readonly sub: string;
  readonly mailboxKey: string;
  readonly isEstablished: boolean;
}

/** An invitation with what its mail and its page say of it. */
export interface NamedInvitation extends StoredInvitation {
  readonly workspaceName: string;
  readonly invitedBy: string | null;
  /** Nobody joins by it until the suspension of who sent it ends. */
  readonly isInviterSuspended: boolean;
  /** Nobody joins by it either once who sent it is no member with that right any more. */
  readonly mayInviterInvite: boolean;
}

interface InvitationRow {
  readonly id: string;
  readonly token_hash: Buffer;
  readonly workspace: string;
  readonly email: string;
  readonly mailbox_key: string;
  readonly role: InvitedRole;
  readonly sent_at: Date;
  readonly expires_at: Date;
  readonly accepted_at: Date | null;
  readonly revoked_at: Date | null;
  readonly is_established: boolean;
}

const COLUMNS = `i.id, i.token_hash, i.workspace, i.email, i.mailbox_key, i.role, i.sent_at, i.expires_at, i.accepted_at,
  i.revoked_at, i.is_established`;
const IS_OPEN = 'i.accepted_at IS NULL AND i.revoked_at IS NULL';

export const invitationsStore = {
  async insert(
    db: Db,
    invitation: Omit<StoredInvitation, 'acceptedAt' | 'revokedAt'> & { readonly invitedBy: string },
  ): Promise<void> {
    await db.query(
      `INSERT INTO workspace_invitations
         (id, token_hash, workspace, email, mailbox_key, role, invited_by, created_at, sent_at, expires_at,
          is_established)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)`,
      [
        invitation.id,
        invitation.tokenHash,
        invitation.workspace,
        invitation.email,
        invitation.mailboxKey,
        invitation.role,
        invitation.invitedBy,
        invitation.sentAt,
        invitation.expiresAt,
        invitation.isEstablished,
      ],
    );
  },

  async find(db: Db, id: string): Promise<NamedInvitation | null> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS}, w.name AS workspace_name, u.email AS invited_by_email,
              u.suspended_at IS NOT NULL AS is_inviter_suspended, m.role AS inviter_role
         FROM workspace_invitations i JOIN workspaces w ON w.id = i.workspace
         LEFT JOIN users u ON u.sub = i.invited_by
         LEFT JOIN workspace_members m ON m.workspace = i.workspace AND m.sub = i.invited_by WHERE i.id = $1`,
      [id],
    );
    const [row] = rows;
    if (row === undefined) return null;
    return {
      ...invitationOf(row),
      workspaceName: present(row.workspace_name),
      invitedBy: row.invited_by_email,
      isInviterSuspended: row.is_inviter_suspended,
      mayInviterInvite: row.inviter_role !== null && mayIn(row.inviter_role, 'members'),
    };
  },

  /** Open invitations of a company, the newest first. */
  async open(db: Db, workspace: string, page: { readonly limit: number; readonly offset: number }) {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM workspace_invitations i WHERE i.workspace = $1 AND ${IS_OPEN}
        ORDER BY i.sent_at DESC, i.id LIMIT $2 OFFSET $3`,
      [workspace, page.limit, page.offset],
    );
    return rows.map(invitationOf);
  },

  async countOpen(db: Db, workspace: string): Promise<number> {
    const { rows } = await db.query(
      `SELECT count(*)::integer AS count FROM workspace_invitations i WHERE i.workspace = $1 AND ${IS_OPEN}`,
      [workspace],
    );
    return rows[0]?.count ?? 0;
  },

  /** The open invitation of a mailbox to a company. */
  async findOpen(db: Db, workspace: string, mailboxKey: string): Promise<StoredInvitation | null> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM workspace_invitations i
        WHERE i.workspace = $1 AND i.mailbox_key = $2 AND ${IS_OPEN} ORDER BY i.sent_at DESC LIMIT 1`,
      [workspace, mailboxKey],
    );
    return rows[0] === undefined ? null : invitationOf(rows[0]);
  },

  /** An open invitation of a company, locked until the transaction ends. */
  async lockOpen(db: Db, workspace: string, id: string): Promise<StoredInvitation | null> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM workspace_invitations i WHERE i.id = $1 AND i.workspace = $2 AND ${IS_OPEN} FOR UPDATE`,
      [id, workspace],
    );
    return rows[0] === undefined ? null : invitationOf(rows[0]);
  },

  /** Who sends it again is who invites from now on. */
  async resent(
    db: Db,
    id: string,
    sending: {
      readonly invitedBy: string;
      readonly tokenHash: Buffer;
      readonly role: InvitedRole;
      readonly email: string;
      readonly sentAt: Date;
      readonly expiresAt: Date;
      readonly isEstablished: boolean;
    },
  ): Promise<void> {
    await db.query(
      `UPDATE workspace_invitations
          SET token_hash = $2, role = $3, email = $4, sent_at = $5, expires_at = $6, is_established = $7,
              invited_by = $8
        WHERE id = $1`,
      [
        id,
        sending.tokenHash,
        sending.role,
        sending.email,
        sending.sentAt,
        sending.expiresAt,
        sending.isEstablished,
        sending.invitedBy,
      ],
    );
  },

  /** False when it was accepted or revoked meanwhile. */
  async accept(db: Db, id: string, now: Date): Promise<boolean> {
    const done = await db.query(
      `UPDATE workspace_invitations i SET accepted_at = $2 WHERE i.id = $1 AND ${IS_OPEN} AND i.expires_at > $2`,
      [id, now],
    );
    return done.rowCount === 1;
  },

  async revoke(db: Db, id: string, now: Date): Promise<void> {
    await db.query(`UPDATE workspace_invitations i SET revoked_at = $2 WHERE i.id = $1 AND ${IS_OPEN}`, [id, now]);
  },

  /** Serialises invitations of a mailbox, so that companies together stay within its limit. */
  async lockMailbox(db: Db, mailboxKey: string): Promise<void> {
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockNamed('invitation', mailboxKey)]);
  },

  /** Whether a company was made before `before`, or has paid. */
  async isEstablished(db: Db, workspace: string, before: Date): Promise<boolean> {
    const found = await db.query(
      `SELECT FROM workspaces WHERE id = $1 AND (created_at < $2 OR EXISTS (
         SELECT FROM payments JOIN orders ON orders.id = payments.order_id
          WHERE orders.sub = $1 AND payments.status = 'paid'))`,
      [workspace, before],
    );
    return found.rowCount === 1;
  },

  /** Counts a mail that is sent now. */
  async logMail(db: Db, mail: InvitationMailRecord & { readonly now: Date }): Promise<void> {
    await db.query(
      'INSERT INTO invitation_mails (workspace, sub, mailbox_key, sent_at, is_established) VALUES ($1, $2, $3, $4, $5)',
      [mail.workspace, mail.sub, mail.mailboxKey, mail.now, mail.isEstablished],
    );
  },

  /** Time of the `most`th newest mail since `since`, of companies of the same kind; null when there are fewer. */
  async timeOfNthMail(
    db: Db,
    of: {
      readonly column: 'workspace' | 'sub' | 'mailbox_key';
      readonly value: string;
      readonly isEstablished: boolean;
    },
    since: Date,
    most: number,
  ): Promise<Date | null> {
    const { rows } = await db.query(
      `SELECT sent_at FROM invitation_mails WHERE ${of.column} = $1 AND is_established = $4 AND sent_at > $2
        ORDER BY sent_at DESC OFFSET $3 LIMIT 1`,
      [of.value, since, most - 1, of.isEstablished],
    );
    return rows[0]?.sent_at ?? null;
  },

  async forgetBefore(db: Db, before: { readonly invitations: Date; readonly mails: Date }): Promise<void> {
    await db.query('DELETE FROM workspace_invitations WHERE sent_at < $1', [before.invitations]);
    await db.query('DELETE FROM invitation_mails WHERE sent_at < $1', [before.mails]);
  },
};

function invitationOf(row: InvitationRow): StoredInvitation {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    workspace: row.workspace,
    email: row.email,
    mailboxKey: row.mailbox_key,
    role: row.role,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    acceptedAt: row.accepted_at,
    revokedAt: row.revoked_at,
    isEstablished: row.is_established,
  };
}
