import { useRef } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { refusalAlert } from '../../shell/layout/refusal-alert.ts';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { keepPendingCheck } from '../../shell/session/pending-check.ts';
import { useSession } from '../../shell/session/session.tsx';
import { useRunCheck } from '../../shell/session/use-run-check.ts';
import { judgeAddress } from './judge-address.ts';
import { type CheckableAsset, MESSAGES } from './search-state.ts';

export interface CheckStart {
  /** Starts a check and goes to its result. Resolves to the sentence to show where that was refused. */
  readonly start: (address: string, asset: CheckableAsset) => Promise<string | null>;
  readonly isBusy: boolean;
}

/** Runs one check at a time: further clicks are ignored. */
export function useCheck(): CheckStart {
  const navigate = useSiteNavigate();
  const { show } = useAlerts();
  const { user } = useSession();
  const runCheck = useRunCheck();
  const refusal = useRef<string | null>(null);
  const { isBusy, run } = useAction((error) => {
    if (error.status === 403) show(refusalAlert(error));
    else refusal.current = error.message;
  });

  async function check(address: string, asset: CheckableAsset): Promise<void> {
    if ((await judgeAddress(address, asset)) === 'invalid') {
      refusal.current = MESSAGES.unknownFormat;
      return;
    }
    const { ticker, parent, subticker, name } = asset;
    const request = { address, ticker, parent, subticker, name };
    if (user !== null) return await runCheck(request);
    keepPendingCheck(request);
    await navigate('/register');
  }

  async function start(address: string, asset: CheckableAsset): Promise<string | null> {
    refusal.current = null;
    await run(() => check(address, asset));
    return refusal.current;
  }

  return { start, isBusy };
}
