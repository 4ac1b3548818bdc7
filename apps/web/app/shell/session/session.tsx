import type { CallAnswer } from '@assay/contracts/client';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useRevalidator } from 'react-router';
import { notifyLogOut } from './notify-log-out.ts';
import { dropPendingCheckElsewhere } from './pending-check.ts';
import { onSessionChange } from './session-end.ts';
import { forgetSignedOut, isSignedOut } from './signed-out.ts';

export type SessionUser = CallAnswer<'GET /auth/me'>;

interface Session {
  /** Null for a guest. */
  readonly user: SessionUser | null;
  /** Sets the user that an answer contained, such as that of a check. */
  readonly setUser: (user: SessionUser | null) => void;
  /** Requests the user again, together with the data of the open page. */
  readonly reload: () => Promise<void>;
}

const SessionContext = createContext<Session>({
  user: null,
  setUser: () => undefined,
  reload: async () => undefined,
});

export interface SessionProviderProps {
  /** The user that came with the page. */
  readonly loaded: SessionUser | null;
  readonly children: ReactNode;
}

/**
 * The signed-in user: the one that came with the page, until a call of the browser returns a newer one. The next page
 * replaces it again.
 */
export function SessionProvider({ loaded, children }: SessionProviderProps) {
  const [changed, setChanged] = useState<{
    readonly after: SessionUser | null;
    readonly user: SessionUser | null;
  } | null>(null);
  const { revalidate } = useRevalidator();
  const user = changed !== null && changed.after === loaded ? changed.user : loaded;

  const setUser = useCallback(
    (next: SessionUser | null) => {
      if (next !== null) forgetSignedOut();
      setChanged({ after: loaded, user: next });
    },
    [loaded],
  );

  useEffect(() => {
    dropPendingCheckElsewhere(window.location.pathname);
    if (isSignedOut(document.cookie)) void notifyLogOut();
  }, []);
  useEffect(
    () =>
      onSessionChange((isOver) => {
        if (isOver) setUser(null);
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
