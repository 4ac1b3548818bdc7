import { ApiError } from '@assay/contracts/client';
import { useState } from 'react';

/** Work that a dialog waits for: it closes when that is done, and says what kept it from being done. */
export function useDialogWork(onDone: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function run(work: () => Promise<void>) {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
      setBusy(false);
    }
  }

  return { problem, isBusy, run };
}
