import { CloseWorkspace, CreateWorkspace, RenameWorkspace, SelectWorkspace, Workspaces } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requirePermission, requirePerson, signedInPersonOf } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import { actingMemberOf, actingPersonOf } from './acting.ts';
import { invitationsRoutes } from './invitations.routes.ts';
import type { InvitationsService } from './invitations.service.ts';
import { membersRoutes } from './members.routes.ts';
import type { MembersService } from './members.service.ts';
import { retentionRoutes } from './retention.routes.ts';
import type { RetentionService } from './retention.service.ts';
import { sessionPolicyRoutes } from './session-policy.routes.ts';
import type { SessionPolicyService } from './session-policy.service.ts';
import type { WorkspacesService } from './workspaces.service.ts';

export interface WorkspacesRoutesOptions {
  readonly workspaces: WorkspacesService;
  readonly members: MembersService;
  readonly invitations: InvitationsService;
  readonly sessionPolicy: SessionPolicyService;
  readonly retention: RetentionService;
  readonly readsPerMinute: number;
}

/** Changes a minute and network. */
const CHANGES_PER_MINUTE = 60;

export const workspacesRoutes: FastifyPluginAsyncZod<WorkspacesRoutesOptions> = async (app, options) => {
  const { workspaces, readsPerMinute } = options;
  const changes = { config: { rateLimit: { max: CHANGES_PER_MINUTE } } };

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    Workspaces.path,
    {
      schema: {
        summary: 'One’s workspaces',
        tags: ['workspace'],
        response: { ...Workspaces.answers, ...failures(Workspaces.errors) },
      },
      config: { rateLimit: { max: readsPerMinute } },
      preParsing: requirePerson,
    },
    async (request) => {
      const { sub, workspace } = signedInPersonOf(request).caller;
      return { data: { workspaces: [...(await workspaces.list(sub))], selected: workspace.id } };
    },
  );

  app.post(
    CreateWorkspace.path,
    {
      schema: {
        summary: 'Make a company workspace',
        description: 'The user owns it, and the session is in it from then on.',
        tags: ['workspace'],
        body: CreateWorkspace.body,
        response: { ...CreateWorkspace.answers, ...failures(CreateWorkspace.errors) },
      },
      ...changes,
      preParsing: requirePerson,
    },
    async (request) => ({ data: await workspaces.create(actingPersonOf(request), request.body.name) }),
  );

  app.post(
    SelectWorkspace.path,
    {
      schema: {
        summary: 'Select the workspace of this session',
        tags: ['workspace'],
        body: SelectWorkspace.body,
        response: { ...SelectWorkspace.answers, ...failures(SelectWorkspace.errors) },
      },
      ...changes,
      preParsing: requirePerson,
    },
    async (request) => ({ data: await workspaces.select(actingPersonOf(request), request.body.workspace_id) }),
  );

  app.patch(
    RenameWorkspace.path,
    {
      schema: {
        summary: 'Rename the selected workspace',
        tags: ['workspace'],
        body: RenameWorkspace.body,
        response: { ...RenameWorkspace.answers, ...failures(RenameWorkspace.errors) },
      },
      ...changes,
      preParsing: requirePermission('settings'),
    },
    async (request) => ({ data: await workspaces.rename(actingMemberOf(request), request.body.name) }),
  );

  app.post(
    CloseWorkspace.path,
    {
      schema: {
        summary: 'Close the selected workspace for all its members',
        tags: ['workspace'],
        body: CloseWorkspace.body,
        response: { ...CloseWorkspace.answers, ...failures(CloseWorkspace.errors) },
      },
      ...changes,
      preParsing: [requirePermission('close'), requireStepUp],
    },
    async (request) => {
      await workspaces.close(actingMemberOf(request), request.body.name);
      return { data: {} };
    },
  );

  await app.register(membersRoutes, options);
  await app.register(invitationsRoutes, options);
  await app.register(sessionPolicyRoutes, options);
  await app.register(retentionRoutes, options);
};
