import { lazy, Suspense, useEffect, useState } from 'react';
import { setConfirmation } from '../data/confirmation.ts';

const ConfirmationDialog = lazy(() => import('./confirmation-dialog.tsx'));

interface Asked {
  readonly confirmBy: readonly string[];
  readonly answer: (isConfirmed: boolean) => void;
}

/** Asks the user to confirm where an action of the page needs it. What draws the question is loaded then. */
export function ConfirmationSlot() {
  const [asked, setAsked] = useState<Asked | null>(null);

  useEffect(() => {
    setConfirmation((confirmBy) => new Promise((answer) => setAsked({ confirmBy, answer })));
    return () => setConfirmation(null);
  }, []);

  if (asked === null) return null;
  return (
    <Suspense>
      <ConfirmationDialog
        confirmBy={asked.confirmBy}
        onAnswer={(isConfirmed) => {
          setAsked(null);
          asked.answer(isConfirmed);
        }}
      />
    </Suspense>
  );
}
