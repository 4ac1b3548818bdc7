import { ControlState, Dialog, Spinner } from '@assay/ui';
import { useState } from 'react';

export interface CancelDialogProps {
  /** What the cancellation does, or why there is nothing to cancel. */
  readonly description: string;
  /** Null where there is nothing to cancel. */
  readonly cancel: {
    readonly isBusy: boolean;
    readonly hasFailed: boolean;
    /** Resolves to whether it was cancelled. */
    readonly run: () => Promise<boolean>;
  } | null;
}

/** Ends the renewal: asks once, and says what becomes of the plan and its checks (GAP-47). */
export function CancelDialog({ description, cancel }: CancelDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button className="link" type="button" onClick={() => setOpen(true)}>
        Cancel subscription
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Cancel subscription"
        description={description}
        action={
          cancel && (
            <button
              className="btn btn-danger"
              type="button"
              disabled={cancel.isBusy}
              aria-busy={cancel.isBusy}
              onClick={() => void cancel.run().then((isDone) => isDone && setOpen(false))}
            >
              {cancel.isBusy && <Spinner />}
              Cancel subscription
            </button>
          )
        }
      >
        <span role="status">{cancel?.hasFailed && <ControlState>Not cancelled. Try again.</ControlState>}</span>
      </Dialog>
    </>
  );
}
