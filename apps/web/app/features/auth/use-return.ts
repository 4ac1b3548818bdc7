import { useCallback } from 'react';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { EXPECTED_USER } from '../../shell/session/expected-answers.ts';
import { takePlace } from '../../shell/session/return-place.ts';
import { type SessionUser, useSession } from '../../shell/session/session.tsx';
import { whyNotEntered } from './why-not-entered.ts';

/**
 * After a login: goes back to the company in which a guard or a confirmation asked for it.
 *
 * @returns the page to return to; null for a login that nothing asked for
 */
export function useReturn(): (user: SessionUser) => Promise<string | null> {
  const { setUser } = useSession();
  const { show } = useAlerts();
  return useCallback(
    async (user) => {
      const place = takePlace();
      if (place === null || place.workspace === null || place.workspace === user.workspace.id)
        return place?.path ?? null;
      try {
        await call('POST /workspaces/select', { body: { workspace_id: place.workspace } });
        setUser(await call('GET /auth/me', { expects: EXPECTED_USER }));
      } catch (error) {
        const message = whyNotEntered(error);
        if (message !== null) show({ type: 'error', message });
      }
      return place.path;
    },
    [setUser, show],
  );
}
