import {
  AcceptInvitation,
  ChangeRole,
  type Invitation,
  Invitations,
  Invite,
  LeaveWorkspace,
  MEMBERS_PAGE_SIZE,
  type Member,
  type MemberAccess as MemberAccessData,
  MemberAccessOf,
  Members,
  ReadInvitation,
  RemoveMember,
  ResendInvitation,
  RevokeInvitation,
} from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import { shortenEmail } from '../../../platform/kernel/text/shorten-email.ts';
import { mailboxKey } from '../auth/mailbox.ts';
import { actingMemberOf, actingOf } from './acting.ts';
import type { InvitationsService } from './members/invitations.service.ts';
import type { StoredInvitation } from './members/invitations.store.ts';
import type { MemberAccess } from './members/member-access.store.ts';
import type { MembersService } from './members/members.service.ts';
import type { MemberFacts } from './workspaces.ports.ts';

export interface MembersRoutesOptions {
  readonly members: MembersService;
  readonly invitations: InvitationsService;
}

/** Calls about the members of a company, and those it invites. */
export async function membersRoutes(
  app: FastifyInstance,
  { members, invitations }: MembersRoutesOptions,
): Promise<void> {
  answerCall(app, Members, async ({ query, request }) => {
    const { workspace, sub } = actingMemberOf(request);
    const found = await members.page(workspace.id, { page: query.page, size: MEMBERS_PAGE_SIZE });
    return {
      members: found.members.map((member) => presentMember(member, sub)),
      meta: pageMetaOf(query.page, found.total),
    };
  });

  answerCall(app, ChangeRole, async ({ params, body, request }) => {
    const changed = await members.changeRole(actingMemberOf(request), params.sub, body);
    return presentMember(changed, callerOf(request).sub);
  });

  answerCall(app, MemberAccessOf, async ({ params, request }) =>
    presentAccess(await members.accessOf(actingMemberOf(request), params.sub)),
  );

  answerCall(app, RemoveMember, async ({ params, query, request }) =>
    presentAccess(await members.remove(actingMemberOf(request), params.sub, query.access)),
  );

  answerCall(app, LeaveWorkspace, async ({ request }) => {
    await members.leave(actingMemberOf(request));
    return {};
  });

  answerCall(app, Invitations, async ({ query: { page }, request }) => {
    const found = await invitations.page(actingMemberOf(request).workspace.id, { page, size: MEMBERS_PAGE_SIZE });
    return { invitations: found.invitations.map(presentInvitation), meta: pageMetaOf(page, found.total) };
  });

  answerCall(app, Invite, async ({ body, request }) =>
    presentInvitation(await invitations.invite(actingMemberOf(request), body.email, body.role)),
  );

  answerCall(app, ResendInvitation, async ({ params, request }) =>
    presentInvitation(await invitations.resend(actingMemberOf(request), params.id)),
  );

  answerCall(app, RevokeInvitation, async ({ params, request }) => {
    await invitations.revoke(actingMemberOf(request), params.id);
    return {};
  });

  answerCall(app, ReadInvitation, async ({ params, request: { caller } }) => {
    const found = await invitations.read(params.token);
    return {
      workspace: found.workspaceName,
      invited_by: found.invitedBy,
      role: found.role,
      email: shortenEmail(found.email),
      expires_at: found.expiresAt.toISOString(),
      is_for_caller: caller === null ? null : mailboxKey(caller.email) === found.mailboxKey,
    };
  });

  answerCall(app, AcceptInvitation, ({ body, request }) => invitations.accept(actingOf(request), body.token));
}

/** What a page of a list says of itself. */
function pageMetaOf(page: number, total: number) {
  return { page, total, totalPages: Math.max(1, Math.ceil(total / MEMBERS_PAGE_SIZE)) };
}

function presentAccess({ keys, webhooks, invitations }: MemberAccess): MemberAccessData {
  return { keys: [...keys], webhooks: [...webhooks], invitations: [...invitations] };
}

function presentMember({ sub, email, role, joinedAt }: MemberFacts, caller: string): Member {
  return { sub, email, role, joined_at: joinedAt.toISOString(), is_self: sub === caller };
}

function presentInvitation({ id, email, role, sentAt, expiresAt }: StoredInvitation): Invitation {
  return {
    id,
    email,
    role,
    sent_at: sentAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    is_expired: expiresAt <= new Date(),
  };
}
