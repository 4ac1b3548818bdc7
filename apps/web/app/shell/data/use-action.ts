import { ApiError } from '@assay/contracts/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { askForConfirmation } from './confirmation.ts';

export interface Action {
  readonly isBusy: boolean;
  /**
   * Does one piece of work at a time: while one is in progress, further calls are ignored. Resolves to whether the work
   * was done.
   */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

/**
 * The one way to change data from the browser. A failure of the API goes to `onFailure`; without one it is not shown
 * (row ERR-13). Other errors are thrown.
 */
export function useAction(onFailure?: (error: ApiError) => void): Action {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const report = useRef(onFailure);
  useEffect(() => {
    report.current = onFailure;
  });

  const run = useCallback(async (work: () => Promise<unknown>) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    try {
      await confirmed(work);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      report.current?.(error);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);

  return { isBusy, run };
}

/** Does the work, and once more after the user has confirmed by a factor, where the API asks for that. */
async function confirmed(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== 'StepUpRequired') throw error;
    if (!(await askForConfirmation(error.confirmBy))) throw error;
    await work();
  }
}
