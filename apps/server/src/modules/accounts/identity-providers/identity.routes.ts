import {
  AddIdentityDomain,
  Identity,
  type IdentityData,
  type IdentityDomain,
  ProveIdentityDomain,
  RemoveIdentityDomain,
  RemoveIdentityProvider,
  RequireIdentityDomain,
  SaveIdentityProvider,
} from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import { actingMemberOf } from '../workspaces/index.ts';
import { RETURN_PATH, recordOf } from './identity.policy.ts';
import type { StoredDomain } from './identity.ports.ts';
import type { IdentitySettingsService } from './identity-settings.service.ts';

export interface IdentityRoutesOptions {
  readonly settings: IdentitySettingsService;
  readonly publicUrl: string;
  readonly readsPerMinute: number;
}

/** Changes a minute and network; each may ask a provider or a resolver. */
const CHANGES_PER_MINUTE = 60;

/** Routes of owners for the login of their company. Administrators read it. */
export const identityRoutes: FastifyPluginAsyncZod<IdentityRoutesOptions> = async (app, options) => {
  const { settings } = options;
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const change = {
    config: { rateLimit: { max: CHANGES_PER_MINUTE } },
    preParsing: [requirePermission('ownership'), requireStepUp],
  };

  async function present(workspace: string): Promise<IdentityData> {
    const { provider, domains } = await settings.read(workspace);
    return {
      provider:
        provider === null
          ? null
          : {
              issuer: provider.issuer,
              client_id: provider.clientId,
              requires_factor: provider.requiresFactor,
              joining_role: provider.joiningRole,
              is_tried: provider.triedAt !== null,
              updated_at: provider.updatedAt.toISOString(),
            },
      domains: domains.map(presentDomain),
      redirect_uri: `${options.publicUrl}${RETURN_PATH}`,
    };
  }

  app.get(
    Identity.path,
    {
      schema: {
        summary: 'How members of the company log in by its own provider',
        tags: ['workspace'],
        response: { ...Identity.answers, ...failures(Identity.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
      preParsing: requirePermission('settings'),
    },
    async (request) => ({ data: await present(actingMemberOf(request).workspace.id) }),
  );

  app.put(
    SaveIdentityProvider.path,
    {
      schema: {
        summary: 'Set up the company’s login',
        tags: ['workspace'],
        body: SaveIdentityProvider.body,
        response: { ...SaveIdentityProvider.answers, ...failures(SaveIdentityProvider.errors) },
      },
      ...change,
    },
    async (request) => {
      const acting = actingMemberOf(request);
      const { issuer, client_id, client_secret, requires_factor, joining_role } = request.body;
      await settings.saveProvider(acting, {
        issuer,
        clientId: client_id,
        clientSecret: client_secret ?? null,
        requiresFactor: requires_factor,
        joiningRole: joining_role,
      });
      return { data: await present(acting.workspace.id) };
    },
  );

  app.delete(
    RemoveIdentityProvider.path,
    {
      schema: {
        summary: 'Remove the company’s login',
        tags: ['workspace'],
        response: { ...RemoveIdentityProvider.answers, ...failures(RemoveIdentityProvider.errors) },
      },
      ...change,
    },
    async (request) => {
      await settings.removeProvider(actingMemberOf(request));
      return { data: {} };
    },
  );

  app.post(
    AddIdentityDomain.path,
    {
      schema: {
        summary: 'Claim a mail domain',
        tags: ['workspace'],
        body: AddIdentityDomain.body,
        response: { ...AddIdentityDomain.answers, ...failures(AddIdentityDomain.errors) },
      },
      ...change,
    },
    async (request) => ({
      data: presentDomain(await settings.addDomain(actingMemberOf(request), request.body.domain)),
    }),
  );

  app.post(
    ProveIdentityDomain.path,
    {
      schema: {
        summary: 'Prove a mail domain by its TXT record',
        tags: ['workspace'],
        params: ProveIdentityDomain.params,
        response: { ...ProveIdentityDomain.answers, ...failures(ProveIdentityDomain.errors) },
      },
      ...change,
    },
    async (request) => ({
      data: presentDomain(await settings.proveDomain(actingMemberOf(request), request.params.id)),
    }),
  );

  app.patch(
    RequireIdentityDomain.path,
    {
      schema: {
        summary: 'Require the company’s login for a mail domain',
        tags: ['workspace'],
        params: RequireIdentityDomain.params,
        body: RequireIdentityDomain.body,
        response: { ...RequireIdentityDomain.answers, ...failures(RequireIdentityDomain.errors) },
      },
      ...change,
    },
    async (request) => {
      const { id } = request.params;
      const { is_required: isRequired } = request.body;
      return { data: presentDomain(await settings.requireDomain(actingMemberOf(request), id, isRequired)) };
    },
  );

  app.delete(
    RemoveIdentityDomain.path,
    {
      schema: {
        summary: 'Give a mail domain up',
        tags: ['workspace'],
        params: RemoveIdentityDomain.params,
        response: { ...RemoveIdentityDomain.answers, ...failures(RemoveIdentityDomain.errors) },
      },
      ...change,
    },
    async (request) => {
      await settings.removeDomain(actingMemberOf(request), request.params.id);
      return { data: {} };
    },
  );
};

function presentDomain({ id, domain, token, provenAt, isRequired }: StoredDomain): IdentityDomain {
  return { id, domain, record: recordOf(token), is_proven: provenAt !== null, is_required: isRequired };
}
