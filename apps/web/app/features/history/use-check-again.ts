import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { refusalAlert } from '../../shell/layout/refusal-alert.ts';
import { useRunCheck } from '../../shell/session/use-run-check.ts';
import type { HistoryItem } from './use-history.ts';

/** Checks an address of the history again, and opens the result, which shows what has changed. */
export function useCheckAgain() {
  const runCheck = useRunCheck();
  const { show } = useAlerts();
  const [lastId, setLastId] = useState<string | null>(null);
  const { isBusy, run } = useAction((error) =>
    show(error.status === 403 ? refusalAlert(error) : { type: 'error', message: error.message }),
  );

  const checkAgain = ({ sub_id, address, ticker, parent, subticker, name }: HistoryItem) =>
    run(async () => {
      setLastId(sub_id);
      await runCheck({ address, ticker, parent, subticker, name });
    });

  return { checkAgain, busyId: isBusy ? lastId : null };
}
