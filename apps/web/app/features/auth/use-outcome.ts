import type { ConfirmLinkData, NoFreeCheckReason } from '@assay/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { refusalAlert } from '../../shell/layout/refusal-alert.ts';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { dropPendingCheck } from '../../shell/session/pending-check.ts';
import { useSession } from '../../shell/session/session.tsx';
import type { PendingOrder } from './confirm-state.ts';
import { useReturn } from './use-return.ts';

/** How long the alert of a refused check is shown before the page changes, in milliseconds. */
export const REFUSED_REDIRECT_MS = 2000;
/** Long enough to see that it worked. */
const SUCCESS_REDIRECT_MS = 900;

export type Outcome =
  | { readonly kind: 'confirmed' }
  /** Signed in to a new account without its free check; the user reads it, and goes on to `path`. */
  | { readonly kind: 'no free check'; readonly path: string; readonly reason: NoFreeCheckReason }
  /** Signed in; the user decides about the check that came with the link. */
  | { readonly kind: 'ordered'; readonly order: PendingOrder; readonly email: string };

/** What follows once a login is complete: the page of its check, the question about it, the page that asked for the login, or the home page. */
export function useOutcome() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [next, setNext] = useState<{ readonly path: string; readonly afterMs: number } | null>(null);
  const { setUser } = useSession();
  const { show } = useAlerts();
  const navigate = useSiteNavigate();
  const goBack = useReturn();

  const settle = useCallback(
    async ({ user, check, no_free_check: reason }: Pick<ConfirmLinkData, 'user' | 'check' | 'no_free_check'>) => {
      setUser(user);
      dropPendingCheck();
      if (check !== null && 'pending' in check) {
        setOutcome({ kind: 'ordered', order: check.pending, email: user.email });
        return;
      }
      if (reason !== undefined) {
        const isStarted = check !== null && 'data' in check;
        const path = isStarted ? `/riskcheck/${check.data.sub_id}` : ((await goBack(user)) ?? '/');
        setOutcome({ kind: 'no free check', path, reason });
        return;
      }
      setOutcome({ kind: 'confirmed' });
      if (check !== null && 'data' in check) {
        setNext({ path: `/riskcheck/${check.data.sub_id}`, afterMs: SUCCESS_REDIRECT_MS });
      } else {
        if (check !== null) show(refusalAlert(check.error));
        const isRefused = check?.error.status === 403;
        setNext({ path: (await goBack(user)) ?? '/', afterMs: isRefused ? REFUSED_REDIRECT_MS : SUCCESS_REDIRECT_MS });
      }
    },
    [setUser, show, goBack],
  );

  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(() => void navigate(next.path, { replace: true }), next.afterMs);
    return () => clearTimeout(timer);
  }, [next, navigate]);

  return { outcome, settle };
}
