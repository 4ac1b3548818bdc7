import { Spinner } from '@assay/ui';
import { joinWords } from '@assay/wording';
import { type AccountLosses, deletionLosses } from './deletion-losses.ts';

export interface WhatEndsProps {
  /** Null before they are loaded. */
  readonly losses: AccountLosses | null;
  /** Why they could not be loaded, the last time. */
  readonly problem: string | null;
  readonly timeZone: string;
  readonly onRetry: () => void;
}

/** What ends with an account, or why its deletion has to wait. */
export function WhatEnds({ losses, problem, timeZone, onRetry }: WhatEndsProps) {
  if (losses === null && problem !== null) {
    return (
      <p role="alert">
        What ends with your account could not be loaded, so it cannot be deleted yet. {problem}{' '}
        <button className="link" type="button" onClick={onRetry}>
          Try again
        </button>
      </p>
    );
  }
  if (losses === null) {
    return (
      <p>
        <Spinner /> Loading what ends with your account
      </p>
    );
  }
  if (losses.held_to !== null) {
    return (
      <p role="alert">
        Your data is under a legal hold until {losses.held_to} (UTC) and must be kept. The account cannot be deleted
        before.
      </p>
    );
  }
  if (losses.last_owner_of.length > 0) {
    return (
      <p role="alert">
        Without you {joinWords(losses.last_owner_of)} would have no owner. Under Workspace, make another member an owner
        or close the company first.
      </p>
    );
  }
  const lines = deletionLosses(losses, timeZone);
  if (lines.length === 0) return null;
  return (
    <div className="losses">
      <p>You lose:</p>
      <ul>
        {lines.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
    </div>
  );
}
