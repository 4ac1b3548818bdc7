import { ApiError } from '@assay/contracts/client';
import { useRef, useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { refusalAlert } from '../../shell/refusal-alert.ts';
import { browserClient } from '../../shell/session/browser-client.ts';
import { keepPendingCheck } from '../../shell/session/pending-check.ts';
import { useSession } from '../../shell/session/session.tsx';
import { useSiteNavigate } from '../../shell/site-link.tsx';
import { judgeAddress } from './judge-address.ts';
import { type CheckableAsset, MESSAGES } from './search-state.ts';

/** Longer checks show how they come along on their own page. */
const SHORT_WAIT_SECONDS = 1;

export interface CheckStart {
  /** Starts a check and goes to its result. Resolves to the sentence to show where that was refused. */
  readonly start: (address: string, asset: CheckableAsset) => Promise<string | null>;
  readonly isBusy: boolean;
}

/** One check at a time: while one is under way, further clicks are ignored. */
export function useCheck(): CheckStart {
  const navigate = useSiteNavigate();
  const { show } = useAlerts();
  const { user, setUser } = useSession();
  const underWay = useRef(false);
  const [isBusy, setBusy] = useState(false);

  async function run(address: string, asset: CheckableAsset): Promise<string | null> {
    if ((await judgeAddress(address, asset)) === 'invalid') return MESSAGES.unknownFormat;
    const { ticker, parent, subticker, name } = asset;
    const request = { address, ticker, parent, subticker, name };
    if (user === null) {
      keepPendingCheck(request);
      await navigate('/register');
      return null;
    }
    const check = await browserClient().check(request, {
      idempotencyKey: crypto.randomUUID(),
      waitSeconds: SHORT_WAIT_SECONDS,
    });
    setUser(check.user);
    await navigate(`/riskcheck/${check.asset.sub_id}`, { state: { isFresh: true } });
    return null;
  }

  async function start(address: string, asset: CheckableAsset): Promise<string | null> {
    if (underWay.current) return null;
    underWay.current = true;
    setBusy(true);
    try {
      return await run(address, asset);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 403) return error.message;
      show(refusalAlert(error));
      return null;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }

  return { start, isBusy };
}
