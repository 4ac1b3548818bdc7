import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';

/** A change that a dialog waits for: the dialog closes after a success, and shows the message of a failure. */
export function useDialogWork(onDone: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  return {
    problem,
    isBusy,
    run: async (work: () => Promise<void>) => {
      if (await run(work)) onDone();
    },
  };
}
