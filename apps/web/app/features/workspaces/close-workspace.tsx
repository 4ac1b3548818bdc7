import { Dialog, Field, Spinner } from '@assay/ui';
import { countOf } from '@assay/wording';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { useShowSelected } from '../../shell/layout/use-select-workspace.ts';
import { call } from '../../shell/session/browser-client.ts';
import { KEPT_MONEY } from '../../shell/session/kept-money.ts';
import type { SessionUser } from '../../shell/session/session.tsx';

export interface CloseWorkspaceProps {
  readonly name: string;
  readonly user: SessionUser;
}

/** Closes the workspace for all members after its name was typed, so that it is not closed by accident. */
export function CloseWorkspace({ name, user }: CloseWorkspaceProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const showSelected = useShowSelected();
  const formId = useId();
  // Asked for when the question is.
  const { data: orders } = useData(isOpen ? 'orders of a workspace that ends' : null, (signal) =>
    call('GET /payment/orders', { signal, expects: 'array' }),
  );
  const hasPlan = user.currentTariff !== null && user.currentTariff.expired_in !== null;
  const keepsMoney = orders?.some(({ held }) => held.length > 0) === true;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() !== name) return setProblem('That isn’t the name of this workspace.');
    await run(async () => {
      await call('POST /workspace/close', { body: { name } });
      show({ type: 'success', message: `${name} was closed.` });
      await showSelected();
    });
  }

  return (
    <section className="acc-sec" aria-labelledby="close-workspace">
      <h2 id="close-workspace">Close workspace</h2>
      <p>Ends this workspace for all its members.</p>
      <button className="btn btn-line btn-delete" type="button" onClick={() => setOpen(true)}>
        Close this workspace
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Close ${name}?`}
        description="Its history is deleted now, for all members, also what a law asked the company to keep. Results stay open to anyone who has the link, without an owner. Invoices that were sent stay valid. This cannot be undone."
        action={
          <button className="btn btn-danger" type="submit" form={formId} aria-busy={isBusy}>
            {isBusy && <Spinner />}
            Close this workspace
          </button>
        }
      >
        <div className="losses">
          <p>The workspace loses:</p>
          <ul>
            {user.checks > 0 && <li>{countOf(user.checks, 'check')} that are left</li>}
            {hasPlan && <li>the plan that runs; a card is not charged again</li>}
            <li>checks that are running; they are not charged</li>
            {keepsMoney && <li>{KEPT_MONEY}</li>}
          </ul>
        </div>
        <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
          <Field
            label={`Type ${name} to confirm`}
            autoComplete="off"
            error={problem}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(null);
            }}
          />
        </form>
      </Dialog>
    </section>
  );
}
