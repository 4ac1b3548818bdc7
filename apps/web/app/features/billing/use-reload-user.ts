import { ApiError } from '@assay/contracts/client';
import { useCallback } from 'react';
import { browserClient } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';

/** Asks the server anew what the person has. Where it cannot be asked, the next page says it. */
export function useReloadUser(): () => Promise<void> {
  const { setUser } = useSession();
  return useCallback(async () => {
    try {
      setUser(await browserClient().me());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }, [setUser]);
}
