import { ApiError } from '@assay/contracts/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { refusalAlert } from '../../shell/refusal-alert.ts';
import { browserClient } from '../../shell/session/browser-client.ts';
import { dropPendingCheck } from '../../shell/session/pending-check.ts';
import { useSession } from '../../shell/session/session.tsx';
import { useSiteNavigate } from '../../shell/site-link.tsx';
import { findingOf, type LinkFinding } from './confirm-state.ts';

/** After a refused check the alert is read before the page changes, in milliseconds. */
export const REFUSED_REDIRECT_MS = 2000;
/** Long enough to see that it worked. */
const SUCCESS_REDIRECT_MS = 900;

export type ConfirmState = LinkFinding | { readonly kind: 'confirming' } | { readonly kind: 'confirmed' };

type Outcome = Awaited<ReturnType<ReturnType<typeof browserClient>['confirmLink']>>;

/** Confirms a link once, and leads on from there. */
export function useConfirm(link: string, found: LinkFinding) {
  const [state, setState] = useState<ConfirmState>(found);
  const underWay = useRef(false);
  const [next, setNext] = useState<{ readonly path: string; readonly afterMs: number } | null>(null);
  const { setUser } = useSession();
  const { show } = useAlerts();
  const navigate = useSiteNavigate();

  const settle = useCallback(
    ({ user, check }: Outcome) => {
      setUser(user);
      dropPendingCheck();
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

  const confirm = useCallback(async () => {
    if (underWay.current) return;
    underWay.current = true;
    setState({ kind: 'confirming' });
    try {
      settle(await browserClient().confirmLink(link));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState(findingOf(error));
    } finally {
      underWay.current = false;
    }
  }, [link, settle]);

  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(() => void navigate(next.path, { replace: true }), next.afterMs);
    return () => clearTimeout(timer);
  }, [next, navigate]);

  return { state, confirm };
}
