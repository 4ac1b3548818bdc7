import { ApiError } from '@assay/contracts/client';
import { useCallback, useEffect, useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { browserClient } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import { useSiteNavigate } from '../../shell/site-link.tsx';

type Sessions = Awaited<ReturnType<ReturnType<typeof browserClient>['sessions']>>;
export type SessionFacts = Sessions[number];

/** The sessions of the person, and how they end. */
export function useSessions() {
  const [sessions, setSessions] = useState<Sessions | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { setUser } = useSession();
  const { show } = useAlerts();
  const navigate = useSiteNavigate();

  const load = useCallback(async () => {
    setFailed(false);
    try {
      setSessions(await browserClient().sessions());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(true);
    }
  }, []);

  useEffect(() => {
    void load();
  }, [load]);

  /** Ends what is to be ended; what keeps it alive is told. */
  async function end(work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show({ type: 'error', message: error.message });
    }
  }

  return {
    sessions,
    hasFailed,
    load,
    endOne: (id: string) =>
      end(async () => {
        await browserClient().endSession(id);
        show({ type: 'success', message: 'The session was ended.' });
        await load();
      }),
    endAll: () =>
      end(async () => {
        await browserClient().endAllSessions();
        setUser(null);
        await navigate('/');
      }),
  };
}
