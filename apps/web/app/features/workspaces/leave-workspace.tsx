import { Dialog, FieldError, Spinner } from '@assay/ui';
import { useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { useShowSelected } from '../../shell/layout/use-select-workspace.ts';
import { call } from '../../shell/session/browser-client.ts';

export function LeaveWorkspace({ name }: { readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const showSelected = useShowSelected();
  const noteId = useId();

  const leave = () =>
    run(async () => {
      await call('POST /workspace/leave');
      show({ type: 'success', message: `You left ${name}.` });
      await showSelected();
    });

  return (
    <section className="acc-sec" aria-labelledby="leave-workspace">
      <h2 id="leave-workspace">Leave</h2>
      <p>
        You no longer see its results and balance. What you did there stays with the workspace. API keys, webhooks and
        open invitations that you made are revoked.
      </p>
      <button
        className="btn btn-line"
        type="button"
        onClick={() => {
          setProblem(null);
          setOpen(true);
        }}
      >
        Leave this workspace
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Leave ${name}?`}
        description="Only a new invitation brings you back."
        action={
          <button className="btn btn-danger" type="button" aria-busy={isBusy} onClick={() => void leave()}>
            {isBusy && <Spinner />}
            Leave
          </button>
        }
      >
        {problem !== null && <FieldError id={noteId}>{problem}</FieldError>}
      </Dialog>
    </section>
  );
}
