import {
  ChangeRole,
  LeaveWorkspace,
  MEMBERS_PAGE_SIZE,
  type Member,
  type MemberAccess as MemberAccessData,
  MemberAccessOf,
  Members,
  RemoveMember,
} from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requireCaller, requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import { actingMemberOf } from './acting.ts';
import type { MemberAccess } from './member-access.store.ts';
import type { MembersService } from './members.service.ts';
import type { MemberFacts } from './workspaces.ports.ts';

export interface MembersRoutesOptions {
  readonly members: MembersService;
  readonly readsPerMinute: number;
}

const CHANGES_PER_MINUTE = 60;

/** What a page of a list says of itself. */
export function pageMetaOf(page: number, total: number) {
  return { page, total, totalPages: Math.max(1, Math.ceil(total / MEMBERS_PAGE_SIZE)) };
}

export const membersRoutes: FastifyPluginAsyncZod<MembersRoutesOptions> = async (app, { members, readsPerMinute }) => {
  const changes = {
    config: { rateLimit: { max: CHANGES_PER_MINUTE } },
    preParsing: [requirePermission('members'), requireStepUp],
  };

  app.get(
    Members.path,
    {
      schema: {
        summary: 'Members of the selected workspace',
        tags: ['workspace'],
        querystring: Members.query,
        response: { ...Members.answers, ...failures(Members.errors) },
      },
      config: { rateLimit: { max: readsPerMinute } },
      preParsing: requirePermission('members'),
    },
    async (request) => {
      const { workspace, sub } = actingMemberOf(request);
      const { page } = request.query;
      const found = await members.page(workspace.id, { page, size: MEMBERS_PAGE_SIZE });
      return {
        data: {
          members: found.members.map((member) => presentMember(member, sub)),
          meta: pageMetaOf(page, found.total),
        },
      };
    },
  );

  app.patch(
    ChangeRole.path,
    {
      schema: {
        summary: 'Change the role of a member',
        tags: ['workspace'],
        params: ChangeRole.params,
        body: ChangeRole.body,
        response: { ...ChangeRole.answers, ...failures(ChangeRole.errors) },
      },
      ...changes,
    },
    async (request) => {
      const changed = await members.changeRole(actingMemberOf(request), request.params.sub, request.body);
      return { data: presentMember(changed, callerOf(request).sub) };
    },
  );

  app.get(
    MemberAccessOf.path,
    {
      schema: {
        summary: 'What a member made or last changed in the workspace: keys, webhooks and open invitations',
        tags: ['workspace'],
        params: MemberAccessOf.params,
        response: { ...MemberAccessOf.answers, ...failures(MemberAccessOf.errors) },
      },
      config: { rateLimit: { max: readsPerMinute } },
      preParsing: requirePermission('members'),
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: presentAccess(await members.accessOf(actingMemberOf(request), request.params.sub)) };
    },
  );

  app.delete(
    RemoveMember.path,
    {
      schema: {
        summary: 'Remove a member',
        tags: ['workspace'],
        params: RemoveMember.params,
        querystring: RemoveMember.query,
        response: { ...RemoveMember.answers, ...failures(RemoveMember.errors) },
      },
      ...changes,
    },
    async (request) => {
      const { access } = request.query;
      return { data: presentAccess(await members.remove(actingMemberOf(request), request.params.sub, access)) };
    },
  );

  app.post(
    LeaveWorkspace.path,
    {
      schema: {
        summary: 'Leave the selected workspace',
        tags: ['workspace'],
        response: { ...LeaveWorkspace.answers, ...failures(LeaveWorkspace.errors) },
      },
      config: { rateLimit: { max: CHANGES_PER_MINUTE } },
      preParsing: requireCaller,
    },
    async (request) => {
      await members.leave(actingMemberOf(request));
      return { data: {} };
    },
  );
};

function presentAccess({ keys, webhooks, invitations }: MemberAccess): MemberAccessData {
  return { keys: [...keys], webhooks: [...webhooks], invitations: [...invitations] };
}

function presentMember({ sub, email, role, joinedAt }: MemberFacts, caller: string): Member {
  return { sub, email, role, joined_at: joinedAt.toISOString(), is_self: sub === caller };
}
