import { ControlState, Dialog, FieldError, NO_CONNECTION, Spinner } from '@assay/ui';
import { useId } from 'react';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { changeText } from './plan-words.ts';
import type { Buying, PlanChange } from './use-purchase.ts';

export interface ChangeDialogProps {
  readonly change: PlanChange;
  /** What is bought: 'Standard'. */
  readonly name: string;
  readonly buying: Buying;
}

/** Says what becomes of the plan that runs before another one is paid. */
export function ChangeDialog({ change, name, buying }: ChangeDialogProps) {
  const timeZone = useTimeZone();
  const errorId = useId();
  const { isBusy, hasFailed, isOffline } = buying;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && buying.dropChange()}
      title={`Change to ${name}?`}
      description={changeText(change.from, change.provider, timeZone)}
      action={
        <button
          className="btn btn-primary"
          type="button"
          disabled={isBusy}
          aria-busy={isBusy}
          onClick={buying.confirmChange}
        >
          {isBusy && <Spinner />}
          Continue to payment
        </button>
      }
    >
      {hasFailed && isOffline && <FieldError id={errorId}>{NO_CONNECTION}</FieldError>}
      <span role="status">{hasFailed && !isOffline && <ControlState>Not started. Try again.</ControlState>}</span>
    </Dialog>
  );
}
