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
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { actingMemberOf } from '../workspaces/acting.ts';
import { RETURN_PATH, recordOf } from './identity.policy.ts';
import type { StoredDomain } from './identity.ports.ts';
import type { IdentitySettingsService } from './identity-settings.service.ts';

export interface IdentityRoutesOptions {
  readonly settings: IdentitySettingsService;
  readonly publicUrl: string;
}

/** Routes of owners for the login of their company. Administrators read it. */
export async function identityRoutes(app: FastifyInstance, options: IdentityRoutesOptions): Promise<void> {
  const { settings } = options;

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

  answerCall(app, Identity, ({ request }) => present(actingMemberOf(request).workspace.id));

  answerCall(app, SaveIdentityProvider, async ({ body, request }) => {
    const acting = actingMemberOf(request);
    const { issuer, client_id, client_secret, requires_factor, joining_role } = body;
    await settings.saveProvider(acting, {
      issuer,
      clientId: client_id,
      clientSecret: client_secret ?? null,
      requiresFactor: requires_factor,
      joiningRole: joining_role,
    });
    return present(acting.workspace.id);
  });

  answerCall(app, RemoveIdentityProvider, async ({ request }) => {
    await settings.removeProvider(actingMemberOf(request));
    return {};
  });

  answerCall(app, AddIdentityDomain, async ({ body, request }) =>
    presentDomain(await settings.addDomain(actingMemberOf(request), body.domain)),
  );

  answerCall(app, ProveIdentityDomain, async ({ params, request }) =>
    presentDomain(await settings.proveDomain(actingMemberOf(request), params.id)),
  );

  answerCall(app, RequireIdentityDomain, async ({ params, body, request }) =>
    presentDomain(await settings.requireDomain(actingMemberOf(request), params.id, body.is_required)),
  );

  answerCall(app, RemoveIdentityDomain, async ({ params, request }) => {
    await settings.removeDomain(actingMemberOf(request), params.id);
    return {};
  });
}

function presentDomain({ id, domain, token, provenAt, isRequired }: StoredDomain): IdentityDomain {
  return { id, domain, record: recordOf(token), is_proven: provenAt !== null, is_required: isRequired };
}
