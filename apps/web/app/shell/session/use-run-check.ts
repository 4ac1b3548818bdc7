import type { CheckRequest } from '@assay/contracts';
import { ApiError } from '@assay/contracts/client';
import { useSiteNavigate } from '../navigation/site-link.tsx';
import { call } from './browser-client.ts';
import { EXPECTED_CHECK } from './expected-answers.ts';
import { keepPendingCheck } from './pending-check.ts';
import { useSession } from './session.tsx';

/** Longer checks show their progress on their own page. */
const SHORT_WAIT_SECONDS = 1;

/**
 * Runs a check of the signed-in user and goes to its result. Where the session has ended it goes to the login, which
 * keeps the check. Every other refusal is thrown as an ApiError.
 */
export function useRunCheck(): (request: CheckRequest, idempotencyKey?: string) => Promise<void> {
  const navigate = useSiteNavigate();
  const { setUser } = useSession();

  return async (request, idempotencyKey = crypto.randomUUID()) => {
    try {
      const { user, asset } = await call('POST /monitor/check', {
        body: request,
        idempotencyKey,
        waitSeconds: SHORT_WAIT_SECONDS,
        expects: EXPECTED_CHECK,
      });
      setUser(user);
      await navigate(`/riskcheck/${asset.sub_id}`, { state: { isFresh: true } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      keepPendingCheck(request);
      await navigate('/login');
    }
  };
}
