import { ReadShare, RestoreShare, RevokeShare, type ShareState } from '@assay/contracts';
import { mayIn } from '@assay/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { callerOf, readerOf } from '../../../platform/http/caller.ts';
import { isOwnedBy } from './checks.policy.ts';
import type { ChecksService } from './checks.service.ts';
import type { StoredCheck } from './checks.store.ts';

/** Calls with which an owner revokes or restores the sharing of a result. */
export async function shareRoutes(
  app: FastifyInstance,
  { checks }: { readonly checks: Pick<ChecksService, 'openCheck' | 'setShared'> },
): Promise<void> {
  answerCall(app, ReadShare, async ({ params, request }) => {
    const reader = readerOf(request);
    const check = await checks.openCheck(params.sub_id.toLowerCase(), reader);
    return presentShare(check, maySet(request) ? reader : null);
  });

  const setShared = async (request: FastifyRequest, subId: string, isShared: boolean) => {
    const { id } = callerOf(request).workspace;
    return presentShare(await checks.setShared(subId.toLowerCase(), id, isShared), id);
  };
  answerCall(app, RevokeShare, async ({ params, request }) => setShared(request, params.sub_id, false));
  answerCall(app, RestoreShare, async ({ params, request }) => setShared(request, params.sub_id, true));
}

/** Whether the role of the caller allows to change the sharing: others are shown no way to. */
function maySet({ caller }: FastifyRequest): boolean {
  return caller !== null && mayIn(caller.workspace.role, 'share');
}

function presentShare(check: StoredCheck, reader: string | null): ShareState {
  return { is_owner: isOwnedBy(check, reader), revoked_at: check.revokedAt?.toISOString() ?? null };
}
