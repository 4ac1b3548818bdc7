import type { Asset } from '@assay/domain';
import type { ReadOrder, RunOrderedCheck } from '../../modules/accounts/index.ts';
import { type ChecksService, resolveSubject } from '../../modules/checks/index.ts';

/** Longest time that a sign-in waits for the check that was requested with it. */
const CHECK_ANSWERS_WITHIN_MS = 2_500;

/** Reads the check request that is sent with a link. */
export function orderReader(catalogue: readonly Asset[]): ReadOrder {
  return (request) => {
    const { asset, address } = resolveSubject(catalogue, request);
    const { ticker, parent, subticker, name } = asset;
    return { address, ticker, parent, subticker, name };
  };
}

/** Runs the check that was requested with a link, once the link is confirmed. */
export function orderedCheck(checks: Pick<ChecksService, 'runCheck'>): RunOrderedCheck {
  return async ({ sub, workspace }, request, idempotencyKey) => {
    const options = { idempotencyKey, answerWithinMs: CHECK_ANSWERS_WITHIN_MS };
    const owner = { sub: workspace.id, by: { as: 'person', id: sub }, pays: true } as const;
    const { subId } = await checks.runCheck(owner, request, options);
    return { subId };
  };
}
