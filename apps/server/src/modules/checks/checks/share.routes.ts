import { ReadShare, RestoreShare, RevokeShare, type ShareState } from '@assay/contracts';
import { mayIn } from '@assay/domain';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, readerOf, requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { isOwnedBy } from './checks.policy.ts';
import type { ChecksService } from './checks.service.ts';
import type { StoredCheck } from './checks.store.ts';

export interface ShareRoutesOptions {
  readonly checks: ChecksService;
  readonly checksPerMinute: number;
  readonly readsPerMinute: number;
}

/** Routes with which an owner revokes or restores the sharing of a result. */
export const shareRoutes: FastifyPluginAsyncZod<ShareRoutesOptions> = async (app, options) => {
  const { checks } = options;

  app.get(
    ReadShare.path,
    {
      schema: {
        summary: 'Read whether a result is shared',
        tags: ['monitor'],
        params: ReadShare.params,
        response: { ...ReadShare.answers, ...failures(ReadShare.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
    },
    async (request, reply) => {
      const reader = readerOf(request);
      reply.header('cache-control', 'no-store');
      const check = await checks.openCheck(request.params.sub_id.toLowerCase(), reader);
      return { data: presentShare(check, maySet(request) ? reader : null) };
    },
  );

  const change = { preParsing: requirePermission('share'), config: { rateLimit: { max: options.checksPerMinute } } };
  app.delete(
    RevokeShare.path,
    {
      ...change,
      schema: {
        summary: 'Revoke a shared result',
        description: 'Nobody but its owner finds the result, its PDF, its certificate or its picture any more.',
        tags: ['monitor'],
        params: RevokeShare.params,
        response: { ...RevokeShare.answers, ...failures(RevokeShare.errors) },
      },
    },
    async (request, reply) => {
      const { id } = callerOf(request).workspace;
      reply.header('cache-control', 'no-store');
      return { data: presentShare(await checks.setShared(request.params.sub_id.toLowerCase(), id, false), id) };
    },
  );
  app.post(
    RestoreShare.path,
    {
      ...change,
      preParsing: requirePermission('share'),
      schema: {
        summary: 'Share a revoked result again',
        tags: ['monitor'],
        params: RestoreShare.params,
        response: { ...RestoreShare.answers, ...failures(RestoreShare.errors) },
      },
    },
    async (request, reply) => {
      const { id } = callerOf(request).workspace;
      reply.header('cache-control', 'no-store');
      return { data: presentShare(await checks.setShared(request.params.sub_id.toLowerCase(), id, true), id) };
    },
  );
};

/** Whether the role of the caller allows to change the sharing: others are shown no way to. */
function maySet({ caller }: FastifyRequest): boolean {
  return caller !== null && mayIn(caller.workspace.role, 'share');
}

function presentShare(check: StoredCheck, reader: string | null): ShareState {
  return { is_owner: isOwnedBy(check, reader), revoked_at: check.revokedAt?.toISOString() ?? null };
}
