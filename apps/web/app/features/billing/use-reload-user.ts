import { ApiError } from '@assay/contracts/client';
import { useCallback } from 'react';
import { call } from '../../shell/session/browser-client.ts';
import { EXPECTED_USER } from '../../shell/session/expected-answers.ts';
import { useSession } from '../../shell/session/session.tsx';

/** Reads the user from the server again. If that fails, the next page shows the new state. */
export function useReloadUser(): () => Promise<void> {
  const { setUser } = useSession();
  return useCallback(async () => {
    try {
      setUser(await call('GET /auth/me', { expects: EXPECTED_USER }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }, [setUser]);
}
