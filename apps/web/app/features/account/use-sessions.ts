import type { CallAnswer } from '@assay/contracts/client';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';

export type SessionFacts = CallAnswer<'GET /auth/sessions'>['sessions'][number];

/** The sessions of the user, and how to end them. */
export function useSessions() {
  const { data, problem, reload } = useData('sessions', (signal) => call('GET /auth/sessions', { signal }));
  const { setUser } = useSession();
  const { show } = useAlerts();
  const navigate = useSiteNavigate();
  const { run } = useAction(({ message }) => show({ type: 'error', message }));

  return {
    // This browser first: the one not to be ended by mistake.
    sessions: data?.sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current)) ?? null,
    hasFailed: problem !== null,
    load: reload,
    endOne: (id: string) =>
      run(async () => {
        await call('DELETE /auth/sessions/:id', { id });
        show({ type: 'success', message: 'That session was logged out.' });
        await reload();
      }),
    endAll: () =>
      run(async () => {
        await call('DELETE /auth/sessions');
        setUser(null);
        await navigate('/');
      }),
  };
}
