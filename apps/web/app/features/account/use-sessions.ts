import { sessionClient } from '@assay/contracts/session-client';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { browserClient } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';

type Sessions = Awaited<ReturnType<ReturnType<typeof sessionClient>['list']>>;
export type SessionFacts = Sessions[number];

const client = () => sessionClient(browserClient());

/** The sessions of the user, and how to end them. */
export function useSessions() {
  const { data: sessions, problem, reload } = useData('sessions', (signal) => client().list({ signal }));
  const { setUser } = useSession();
  const { show } = useAlerts();
  const navigate = useSiteNavigate();
  const { run } = useAction(({ message }) => show({ type: 'error', message }));

  return {
    // This browser first: the one not to be ended by mistake.
    sessions: sessions?.toSorted((one, other) => Number(other.is_current) - Number(one.is_current)) ?? null,
    hasFailed: problem !== null,
    load: reload,
    endOne: (id: string) =>
      run(async () => {
        await client().end(id);
        show({ type: 'success', message: 'That session was logged out.' });
        await reload();
      }),
    endAll: () =>
      run(async () => {
        await client().endAll();
        setUser(null);
        await navigate('/');
      }),
  };
}
