import {
  AcceptInvitation,
  type Invitation,
  Invitations,
  Invite,
  MEMBERS_PAGE_SIZE,
  ReadInvitation,
  ResendInvitation,
  RevokeInvitation,
} from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireCaller, requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import { shortenEmail } from '../../../platform/kernel/shorten-email.ts';
import { mailboxKey } from '../auth/index.ts';
import { actingMemberOf, actingOf } from './acting.ts';
import type { InvitationsService } from './invitations.service.ts';
import type { StoredInvitation } from './invitations.store.ts';
import { pageMetaOf } from './members.routes.ts';

export interface InvitationsRoutesOptions {
  readonly invitations: InvitationsService;
  readonly readsPerMinute: number;
}

/** Tokens tried a minute and network; each is 256 bits. */
const TOKENS_PER_MINUTE = 30;
const CHANGES_PER_MINUTE = 60;

export const invitationsRoutes: FastifyPluginAsyncZod<InvitationsRoutesOptions> = async (app, options) => {
  const { invitations, readsPerMinute } = options;
  const changes = {
    config: { rateLimit: { max: CHANGES_PER_MINUTE } },
    preParsing: [requirePermission('members'), requireStepUp],
  };

  app.get(
    Invitations.path,
    {
      schema: {
        summary: 'Open invitations of the selected workspace',
        tags: ['workspace'],
        querystring: Invitations.query,
        response: { ...Invitations.answers, ...failures(Invitations.errors) },
      },
      config: { rateLimit: { max: readsPerMinute } },
      preParsing: requirePermission('members'),
    },
    async (request) => {
      const { page } = request.query;
      const found = await invitations.page(actingMemberOf(request).workspace.id, { page, size: MEMBERS_PAGE_SIZE });
      return { data: { invitations: found.invitations.map(presentInvitation), meta: pageMetaOf(page, found.total) } };
    },
  );

  app.post(
    Invite.path,
    {
      schema: {
        summary: 'Invite somebody by mail',
        tags: ['workspace'],
        body: Invite.body,
        response: { ...Invite.answers, ...failures(Invite.errors) },
      },
      ...changes,
    },
    async (request) => {
      const { email, role } = request.body;
      return { data: presentInvitation(await invitations.invite(actingMemberOf(request), email, role)) };
    },
  );

  app.post(
    ResendInvitation.path,
    {
      schema: {
        summary: 'Send an invitation again',
        tags: ['workspace'],
        params: ResendInvitation.params,
        response: { ...ResendInvitation.answers, ...failures(ResendInvitation.errors) },
      },
      ...changes,
    },
    async (request) => ({
      data: presentInvitation(await invitations.resend(actingMemberOf(request), request.params.id)),
    }),
  );

  app.delete(
    RevokeInvitation.path,
    {
      schema: {
        summary: 'Revoke an invitation',
        tags: ['workspace'],
        params: RevokeInvitation.params,
        response: { ...RevokeInvitation.answers, ...failures(RevokeInvitation.errors) },
      },
      ...changes,
    },
    async (request) => {
      await invitations.revoke(actingMemberOf(request), request.params.id);
      return { data: {} };
    },
  );

  app.get(
    ReadInvitation.path,
    {
      schema: {
        summary: 'What an invitation says',
        tags: ['workspace'],
        params: ReadInvitation.params,
        response: { ...ReadInvitation.answers, ...failures(ReadInvitation.errors) },
      },
      config: { rateLimit: { max: TOKENS_PER_MINUTE } },
    },
    async (request) => {
      const found = await invitations.read(request.params.token);
      const { caller } = request;
      return {
        data: {
          workspace: found.workspaceName,
          invited_by: found.invitedBy,
          role: found.role,
          email: shortenEmail(found.email),
          expires_at: found.expiresAt.toISOString(),
          is_for_caller: caller === null ? null : mailboxKey(caller.email) === found.mailboxKey,
        },
      };
    },
  );

  app.post(
    AcceptInvitation.path,
    {
      schema: {
        summary: 'Accept an invitation',
        tags: ['workspace'],
        body: AcceptInvitation.body,
        response: { ...AcceptInvitation.answers, ...failures(AcceptInvitation.errors) },
      },
      config: { rateLimit: { max: TOKENS_PER_MINUTE } },
      preParsing: requireCaller,
    },
    async (request) => ({ data: await invitations.accept(actingOf(request), request.body.token) }),
  );
};

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
