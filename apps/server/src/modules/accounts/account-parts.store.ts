import { currentAct, recordAudit } from '../../platform/audit/index.ts';
import type { Db } from '../../platform/db/index.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { lockMailbox } from './auth/links/magic-links.store.ts';
import { mailboxKeyOf } from './auth/users.store.ts';
import { endAccess } from './workspaces/members/end-access.ts';
import { memberAccessStore } from './workspaces/members/member-access.store.ts';
import { workspacesStore } from './workspaces/workspaces.store.ts';

/** The companies a person is a member of, and the invitations to the person's mailbox. */
export const workspacesPart = {
  name: 'workspaces',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const member = await db.query(
      `SELECT w.id AS workspace, w.name, m.role, m.joined_at
         FROM workspace_members m JOIN workspaces w ON w.id = m.workspace
        WHERE m.sub = $1 AND w.kind = 'company' ORDER BY m.joined_at, w.id`,
      [sub],
    );
    yield member.rows;
    const invited = await db.query(
      `SELECT w.name AS invited_to, i.email, i.role, i.created_at, i.sent_at, i.expires_at, i.accepted_at, i.revoked_at
         FROM workspace_invitations i JOIN workspaces w ON w.id = i.workspace
        WHERE i.email = (SELECT email FROM users WHERE sub = $1) ORDER BY i.created_at, i.id`,
      [sub],
    );
    yield invited.rows;
    // Without the addresses: they are other people's.
    const sent = await db.query(
      `SELECT w.name AS invited_somebody_to, i.role, i.created_at
         FROM workspace_invitations i JOIN workspaces w ON w.id = i.workspace
        WHERE i.invited_by = $1 ORDER BY i.created_at, i.id`,
      [sub],
    );
    yield sent.rows;
  },

  /**
   * Takes the person out of all companies, ends what the person made there, and deletes the invitations to the mailbox. Locks the mailbox, the person and
   * the companies in this order, as everywhere.
   *
   * @throws AppError LastOwner: a company would have no owner
   */
  async erase(db: Db, sub: string, now: Date): Promise<void> {
    const mailbox = await mailboxKeyOf(db, sub);
    if (mailbox !== null) await lockMailbox(db, mailbox);
    await db.query('SELECT FROM users WHERE sub = $1 FOR UPDATE', [sub]);
    await db.query(
      `SELECT FROM workspaces w JOIN workspace_members m ON m.workspace = w.id
        WHERE m.sub = $1 AND w.kind = 'company' ORDER BY w.id FOR UPDATE OF w`,
      [sub],
    );
    // A statement of its own: the one that waits for the locks does not see what changed while it waited.
    const owned = await workspacesStore.lastOwnedOf(db, sub);
    if (owned.length > 0) {
      const names = owned.join(', ');
      throw new AppError('LastOwner', {
        publicText: `You are the last owner of ${names}. Make another member an owner, or close the workspace, before you delete your account. Nothing was deleted.`,
      });
    }
    const left = await db.query(
      `DELETE FROM workspace_members m USING workspaces w WHERE w.id = m.workspace AND w.kind = 'company' AND m.sub = $1
       RETURNING m.workspace`,
      [sub],
    );
    const access = { access: memberAccessStore, audit: recordAudit, clock: { now: () => now } };
    for (const { workspace } of left.rows) {
      const cause = { ...currentAct(), action: 'member.leave', target: null, text: null } as const;
      await endAccess(access, db, { workspace, sub, to: null }, cause);
    }
    await db.query('DELETE FROM workspace_invitations WHERE email = (SELECT email FROM users WHERE sub = $1)', [sub]);
    await db.query('DELETE FROM invitation_mails WHERE sub = $1', [sub]);
  },
};

/** The logins of companies that a person's account is linked to. They are deleted together with the user's row. */
export const identitiesPart = {
  name: 'company_logins',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const { rows } = await db.query(
      `SELECT w.name AS workspace, i.issuer, i.subject, i.linked_at, i.last_used_at
         FROM identities i JOIN workspaces w ON w.id = i.workspace WHERE i.sub = $1 ORDER BY i.linked_at`,
      [sub],
    );
    yield rows;
  },

  erase: async (): Promise<void> => undefined,
};
