import type { InvitedRole } from '@assay/contracts';
import type { Db } from '../../../../platform/db/index.ts';
import { AppError, tooManyRequests } from '../../../../platform/kernel/app-error.ts';
import { mailboxKey } from '../../auth/mailbox.ts';
import { mailedToken } from '../../auth/mailed-token.ts';
import { hashToken, isSameHash } from '../../auth/tokens.ts';
import {
  ESTABLISHED_AFTER_MS,
  INVITATION_KEPT_MS,
  INVITATION_MS,
  MAILS_OF_ESTABLISHED,
  MAILS_OF_YOUNG,
  MAILS_WITHIN_MS,
  MOST_MEMBERS,
} from '../workspaces.policy.ts';
import {
  type Acting,
  type ActingMember,
  type Company,
  type QueueInvitationMail,
  record,
  type SharedDeps,
} from '../workspaces.ports.ts';
import { workspacesStore } from '../workspaces.store.ts';
import { assertRoomFor, lockFor } from './held-member.ts';
import type { InvitationTokens } from './invitation-tokens.ts';
import { invitationsStore, type NamedInvitation, type StoredInvitation } from './invitations.store.ts';

export interface InvitationsDeps extends SharedDeps {
  readonly tokens: InvitationTokens;
  readonly queueMail: QueueInvitationMail;
  readonly isDomainAllowed: (email: string) => boolean;
}

export type InvitationsService = ReturnType<typeof buildInvitationsService>;

/** Invitations by mail into a company. */
export function buildInvitationsService(deps: InvitationsDeps) {
  const { db, transaction, clock, newId, audit, tokens } = deps;

  /**
   * Counts a mail that is sent now; whether its company is established.
   *
   * @throws AppError TooManyRequests with the time until the next mail; the same with and without an account
   */
  async function countMail(tx: Db, acting: ActingMember, mailboxKey: string, now: Date): Promise<boolean> {
    await invitationsStore.lockMailbox(tx, mailboxKey);
    const { id: workspace } = acting.workspace;
    const isEstablished = await invitationsStore.isEstablished(
      tx,
      workspace,
      new Date(now.getTime() - ESTABLISHED_AFTER_MS),
    );
    const most = isEstablished ? MAILS_OF_ESTABLISHED : MAILS_OF_YOUNG;
    const limits = [
      { column: 'workspace', value: workspace, most: most.workspace },
      { column: 'sub', value: acting.sub, most: most.person },
      { column: 'mailbox_key', value: mailboxKey, most: most.mailbox },
    ] as const;
    const since = new Date(now.getTime() - MAILS_WITHIN_MS);
    for (const { most: limit, ...of } of limits) {
      const oldest = await invitationsStore.timeOfNthMail(tx, { ...of, isEstablished }, since, limit);
      if (oldest === null) continue;
      throw tooManyRequests(Math.max(1, Math.ceil((oldest.getTime() + MAILS_WITHIN_MS - now.getTime()) / 1000)));
    }
    await invitationsStore.logMail(tx, { workspace, sub: acting.sub, mailboxKey, isEstablished, now });
    return isEstablished;
  }

  function sendingOf(id: string, now: Date) {
    return {
      tokenHash: hashToken(tokens.tokenOf({ id, sentAt: now })),
      sentAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_MS),
    };
  }

  /** Sends an open invitation again, as it is now. */
  async function sendAgain(
    tx: Db,
    acting: ActingMember,
    former: StoredInvitation,
    { email, role }: { readonly email: string; readonly role: InvitedRole },
  ): Promise<StoredInvitation> {
    const now = clock.now();
    const isEstablished = await countMail(tx, acting, former.mailboxKey, now);
    const sending = { ...sendingOf(former.id, now), isEstablished };
    await invitationsStore.resent(tx, former.id, { ...sending, email, role, invitedBy: acting.sub });
    await deps.queueMail(tx, { id: former.id, sentAt: now });
    return { ...former, ...sending, email, role };
  }

  /** @throws AppError InvitationNotValid, InvitationExpired */
  async function invitationOf(tx: Db, text: string): Promise<NamedInvitation> {
    const token = mailedToken(text);
    const id = tokens.idOf(token);
    const found = id === null ? null : await invitationsStore.find(tx, id);
    if (found === null || !isSameHash(found.tokenHash, hashToken(token))) throw new AppError('InvitationNotValid');
    if (found.acceptedAt !== null || found.revokedAt !== null) throw new AppError('InvitationNotValid');
    if (found.isInviterSuspended || !found.mayInviterInvite) throw new AppError('InvitationNotValid');
    if (found.expiresAt <= clock.now()) throw new AppError('InvitationExpired');
    return found;
  }

  return {
    async page(workspace: string, { page, size }: { readonly page: number; readonly size: number }) {
      const total = await invitationsStore.countOpen(db, workspace);
      const found = await invitationsStore.open(db, workspace, { limit: size, offset: (page - 1) * size });
      return { total, invitations: found };
    },

    /**
     * Invites an address, or sends its open invitation again with the new role. Nothing differs between addresses with
     * and without an account, except that a member is named as one: who may invite sees the members anyway.
     *
     * @throws AppError EmailDomainNotAllowed, AlreadyMember, TooManyMembers, TooManyRequests, NotFound, RoleNotAllowed
     */
    async invite(acting: ActingMember, email: string, role: InvitedRole): Promise<StoredInvitation> {
      if (!deps.isDomainAllowed(email)) throw new AppError('EmailDomainNotAllowed');
      const { id: workspace } = acting.workspace;
      const mailbox = mailboxKey(email);
      return transaction(async (tx) => {
        await lockFor(workspacesStore, tx, acting, 'members');
        if (await workspacesStore.hasMailbox(tx, workspace, mailbox)) throw new AppError('AlreadyMember');
        const former = await invitationsStore.findOpen(tx, workspace, mailbox);
        let invitation: StoredInvitation;
        if (former !== null) {
          invitation = await sendAgain(tx, acting, former, { email, role });
        } else {
          const { all } = await workspacesStore.countMembers(tx, workspace);
          if (all + (await invitationsStore.countOpen(tx, workspace)) >= MOST_MEMBERS)
            throw new AppError('TooManyMembers');
          const now = clock.now();
          const isEstablished = await countMail(tx, acting, mailbox, now);
          const id = newId();
          const fresh = { id, workspace, email, mailboxKey: mailbox, role, isEstablished, ...sendingOf(id, now) };
          await invitationsStore.insert(tx, { ...fresh, invitedBy: acting.sub });
          await deps.queueMail(tx, { id, sentAt: now });
          invitation = { ...fresh, acceptedAt: null, revokedAt: null };
        }
        const target = { kind: 'invitation', id: invitation.id };
        await record(audit, tx, acting, { workspace, action: 'member.invite', target, text: `${email}, ${role}` });
        return invitation;
      });
    },

    /** @throws AppError NotFound, RoleNotAllowed, TooManyRequests */
    async resend(acting: ActingMember, id: string): Promise<StoredInvitation> {
      const { id: workspace } = acting.workspace;
      return transaction(async (tx) => {
        await lockFor(workspacesStore, tx, acting, 'members');
        const former = await invitationsStore.lockOpen(tx, workspace, id);
        if (former === null) throw new AppError('NotFound');
        const sent = await sendAgain(tx, acting, former, former);
        const target = { kind: 'invitation', id };
        const text = `${sent.email}, ${sent.role}`;
        await record(audit, tx, acting, { workspace, action: 'member.invite', target, text });
        return sent;
      });
    },

    /** @throws AppError NotFound, RoleNotAllowed */
    async revoke(acting: ActingMember, id: string): Promise<void> {
      const { id: workspace } = acting.workspace;
      await transaction(async (tx) => {
        await lockFor(workspacesStore, tx, acting, 'members');
        const open = await invitationsStore.lockOpen(tx, workspace, id);
        if (open === null) throw new AppError('NotFound');
        await invitationsStore.revoke(tx, id, clock.now());
        const target = { kind: 'invitation', id };
        await record(audit, tx, acting, { workspace, action: 'member.invite_withdraw', target, text: open.email });
      });
    },

    /** What an invitation says. @throws AppError InvitationNotValid, InvitationExpired */
    read: (token: string): Promise<NamedInvitation> => invitationOf(db, token),

    /**
     * Joins the company, once, and selects it for the session.
     *
     * @throws AppError InvitationNotValid, InvitationExpired, InvitationForOther, TooManyWorkspaces, TooManyMembers
     */
    async accept(acting: Acting, token: string): Promise<Company> {
      return transaction(async (tx) => {
        await workspacesStore.lockPerson(tx, acting.sub);
        const invitation = await invitationOf(tx, token);
        const { id, workspace, role, workspaceName: name } = invitation;
        if (mailboxKey(acting.email) !== invitation.mailboxKey) throw new AppError('InvitationForOther');
        if (!(await workspacesStore.lock(tx, workspace))) throw new AppError('InvitationNotValid');
        const now = clock.now();
        if (!(await invitationsStore.accept(tx, id, now))) throw new AppError('InvitationNotValid');
        const member = await workspacesStore.findMember(tx, workspace, acting.sub);
        if (member === null) {
          await assertRoomFor(workspacesStore, tx, workspace, acting.sub);
          await workspacesStore.addMember(tx, { workspace, sub: acting.sub, role, now });
        }
        await workspacesStore.select(tx, acting.sessionId, workspace);
        await record(audit, tx, acting, {
          workspace,
          action: 'member.join',
          target: { kind: 'invitation', id },
          text: `${acting.email}, ${role}`,
        });
        return { kind: 'company', id: workspace, name, role: member?.role ?? role };
      });
    },

    /** Deletes invitations and records of mails that nothing needs any more. */
    async forgetOld(): Promise<void> {
      const now = clock.now().getTime();
      await invitationsStore.forgetBefore(db, {
        invitations: new Date(now - INVITATION_KEPT_MS),
        mails: new Date(now - MAILS_WITHIN_MS),
      });
    },
  };
}
