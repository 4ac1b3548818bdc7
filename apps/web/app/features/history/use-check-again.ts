import { ApiError } from '@assay/contracts/client';
import { useRef, useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { refusalAlert } from '../../shell/refusal-alert.ts';
import { browserClient } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import { useSiteNavigate } from '../../shell/site-link.tsx';
import type { HistoryItem } from './use-history.ts';

/** Longer checks show how they come along on their own page. */
const SHORT_WAIT_SECONDS = 1;

/** A new check of what was checked before, straight away; then its result, which says what has changed. */
export function useCheckAgain() {
  const { setUser } = useSession();
  const { show } = useAlerts();
  const navigate = useSiteNavigate();
  const underWay = useRef(false);
  const [busyId, setBusyId] = useState<string | null>(null);

  async function run({ address, ticker, parent, subticker, name }: HistoryItem) {
    const { user, asset } = await browserClient().check(
      { address, ticker, parent, subticker, name },
      { idempotencyKey: crypto.randomUUID(), waitSeconds: SHORT_WAIT_SECONDS },
    );
    setUser(user);
    await navigate(`/riskcheck/${asset.sub_id}`, { state: { isFresh: true } });
  }

  async function checkAgain(item: HistoryItem): Promise<void> {
    if (underWay.current) return;
    underWay.current = true;
    setBusyId(item.sub_id);
    try {
      await run(item);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show(error.status === 403 ? refusalAlert(error) : { type: 'error', message: error.message });
    } finally {
      underWay.current = false;
      setBusyId(null);
    }
  }

  return { checkAgain, busyId };
}
