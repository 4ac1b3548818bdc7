import type { Client } from '@assay/contracts/client';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useRevalidator } from 'react-router';
import { onSessionLost } from './browser-client.ts';
import { dropPendingCheckElsewhere } from './pending-check.ts';
import { forgetSignedOut, isSignedOut } from './signed-out.ts';
import { tellLogOut } from './tell-log-out.ts';

export type SessionUser = Awaited<ReturnType<Client<AbortSignal>['me']>>;

interface Session {
  /** Null for a guest. */
  readonly user: SessionUser | null;
  /** Takes the user that an answer brought along, such as that of a check. */
  readonly setUser: (user: SessionUser | null) => void;
  /** Asks the server again, for the pages that are open too. */
  readonly reload: () => Promise<void>;
}

const SessionContext = createContext<Session>({
  user: null,
  setUser: () => undefined,
  reload: async () => undefined,
});

export interface SessionProviderProps {
  /** What the server said with the page. */
  readonly told: SessionUser | null;
  readonly children: ReactNode;
}

/**
 * Who is signed in: what the server said with the page, until an answer to a call of the browser says more. A newer
 * page wins again.
 */
export function SessionProvider({ told, children }: SessionProviderProps) {
  const [heard, setHeard] = useState<{ readonly after: SessionUser | null; readonly user: SessionUser | null } | null>(
    null,
  );
  const { revalidate } = useRevalidator();
  const user = heard !== null && heard.after === told ? heard.user : told;

  const setUser = useCallback(
    (next: SessionUser | null) => {
      if (next !== null) forgetSignedOut();
      setHeard({ after: told, user: next });
    },
    [told],
  );

  useEffect(() => {
    dropPendingCheckElsewhere(window.location.pathname);
    if (isSignedOut(document.cookie)) void tellLogOut();
  }, []);
  useEffect(
    () =>
      onSessionLost(() => {
        setUser(null);
        void revalidate();
      }),
    [setUser, revalidate],
  );

  const value = useMemo(() => ({ user, setUser, reload: revalidate }), [user, setUser, revalidate]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): Session {
  return useContext(SessionContext);
}
