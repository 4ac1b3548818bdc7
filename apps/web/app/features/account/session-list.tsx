import { ApiError } from '@assay/contracts/client';
import { Spinner } from '@assay/ui';
import { useCallback, useEffect, useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { browserClient } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import { useSiteNavigate } from '../../shell/site-link.tsx';
import { formatMoment } from '../../shell/time/format-time.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';

type Sessions = Awaited<ReturnType<ReturnType<typeof browserClient>['sessions']>>;

/** Where the person is signed in, each with its end, and the end of all. */
export function SessionList() {
  const { sessions, endOne, endAll } = useSessions();
  const timeZone = useTimeZone();
  return (
    <section className="acc-sec" aria-labelledby="sessions">
      <h2 id="sessions">Where you are logged in</h2>
      {sessions === null ? (
        <p className="hist-wait">
          <Spinner /> Loading your sessions
        </p>
      ) : (
        <ul className="sessions">
          {sessions.map((session) => (
            <li key={session.id}>
              <div>
                <b>{session.device}</b>
                <p className="hint">
                  {session.is_current ? 'This browser, since ' : 'Last seen '}
                  <time dateTime={session.is_current ? session.created_at : session.last_seen_at}>
                    {formatMoment(session.is_current ? session.created_at : session.last_seen_at, timeZone)}
                  </time>
                </p>
              </div>
              {!session.is_current && (
                <button className="btn btn-line btn-sm" type="button" onClick={() => void endOne(session.id)}>
                  End<span className="sr"> the session of {session.device}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <button className="btn btn-line" type="button" onClick={() => void endAll()}>
        Log out everywhere
      </button>
    </section>
  );
}

function useSessions() {
  const [sessions, setSessions] = useState<Sessions | null>(null);
  const { setUser } = useSession();
  const { show } = useAlerts();
  const navigate = useSiteNavigate();

  const attempt = useCallback(
    async (work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        show({ type: 'error', message: error.message });
      }
    },
    [show],
  );
  const load = useCallback(() => attempt(async () => setSessions(await browserClient().sessions())), [attempt]);

  useEffect(() => {
    void load();
  }, [load]);

  return {
    sessions,
    endOne: (id: string) =>
      attempt(async () => {
        await browserClient().endSession(id);
        show({ type: 'success', message: 'The session was ended.' });
        await load();
      }),
    endAll: () =>
      attempt(async () => {
        await browserClient().endAllSessions();
        setUser(null);
        await navigate('/');
      }),
  };
}
