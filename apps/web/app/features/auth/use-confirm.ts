import { useCallback, useEffect, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { refusalAlert } from '../../shell/layout/refusal-alert.ts';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { browserClient } from '../../shell/session/browser-client.ts';
import { dropPendingCheck } from '../../shell/session/pending-check.ts';
import { useSession } from '../../shell/session/session.tsx';
import { findingOf, type LinkFinding, type PendingOrder } from './confirm-state.ts';

/** How long the alert of a refused check is shown before the page changes, in milliseconds. */
export const REFUSED_REDIRECT_MS = 2000;
/** Long enough to see that it worked. */
const SUCCESS_REDIRECT_MS = 900;

export type ConfirmState =
  | LinkFinding
  | { readonly kind: 'confirming' }
  | { readonly kind: 'confirmed' }
  /** Signed in; the user decides about the check that came with the link. */
  | { readonly kind: 'ordered'; readonly order: PendingOrder; readonly email: string };

type Outcome = Awaited<ReturnType<ReturnType<typeof browserClient>['confirmLink']>>;

/** Confirms a link once, and opens the page that follows. */
export function useConfirm(link: string, found: LinkFinding) {
  const [state, setState] = useState<ConfirmState>(found);
  const { run } = useAction((error) => setState(findingOf(error)));
  const [next, setNext] = useState<{ readonly path: string; readonly afterMs: number } | null>(null);
  const { setUser } = useSession();
  const { show } = useAlerts();
  const navigate = useSiteNavigate();

  const settle = useCallback(
    ({ user, check }: Outcome) => {
      setUser(user);
      dropPendingCheck();
      if (check !== null && 'pending' in check) {
        setState({ kind: 'ordered', order: check.pending, email: user.email });
        return;
      }
      setState({ kind: 'confirmed' });
      if (check !== null && 'data' in check) {
        setNext({ path: `/riskcheck/${check.data.sub_id}`, afterMs: SUCCESS_REDIRECT_MS });
      } else {
        if (check !== null) show(refusalAlert(check.error));
        const isRefused = check?.error.status === 403;
        setNext({ path: '/', afterMs: isRefused ? REFUSED_REDIRECT_MS : SUCCESS_REDIRECT_MS });
      }
    },
    [setUser, show],
  );

  const confirm = useCallback(
    () =>
      run(async () => {
        setState({ kind: 'confirming' });
        settle(await browserClient().confirmLink(link));
      }),
    [run, link, settle],
  );

  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(() => void navigate(next.path, { replace: true }), next.afterMs);
    return () => clearTimeout(timer);
  }, [next, navigate]);

  return { state, confirm };
}
