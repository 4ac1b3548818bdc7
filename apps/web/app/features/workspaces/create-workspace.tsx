import { Dialog, Field, Spinner } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useShowSelected } from '../../shell/layout/use-select-workspace.ts';
import { call } from '../../shell/session/browser-client.ts';
import { nameProblem } from './name-problem.ts';

/** Makes a company workspace and selects it. */
export function CreateWorkspace() {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const showSelected = useShowSelected();
  const formId = useId();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = nameProblem(name);
    setProblem(wrong);
    if (wrong !== null) return;
    const isMade = await run(async () => {
      await call('POST /workspaces', { body: { name: name.trim() } });
    });
    if (!isMade) return;
    setOpen(false);
    setName('');
    await showSelected();
  }

  return (
    <>
      <button className="btn btn-line" type="button" onClick={() => setOpen(true)}>
        Create a company workspace
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Create a company workspace"
        description="It has its own balance, history and invoices. Your own checks stay in your personal workspace."
        action={
          <button className="btn btn-primary" type="submit" form={formId} aria-busy={isBusy}>
            {isBusy && <Spinner />}
            Create
          </button>
        }
      >
        <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
          <Field
            label="Name of the company"
            autoComplete="organization"
            error={problem}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(null);
            }}
          />
        </form>
      </Dialog>
    </>
  );
}
