import { Field, Spinner } from '@assay/ui';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { useShowSelected } from '../../shell/layout/use-select-workspace.ts';
import { call } from '../../shell/session/browser-client.ts';
import { nameProblem } from './name-problem.ts';

export function RenameWorkspace({ name: former }: { readonly name: string }) {
  const [name, setName] = useState(former);
  const [problem, setProblem] = useState<string | null>(null);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const showSelected = useShowSelected();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = nameProblem(name);
    setProblem(wrong);
    if (wrong !== null) return;
    await run(async () => {
      await call('PATCH /workspace', { body: { name: name.trim() } });
      show({ type: 'success', message: 'The workspace was renamed.' });
      await showSelected();
    });
  }

  return (
    <section className="acc-sec" aria-labelledby="workspace-settings">
      <h2 id="workspace-settings">Settings</h2>
      <form className="workspace-form" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="Name"
          autoComplete="organization"
          error={problem}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(null);
          }}
        />
        <button className="btn btn-line" type="submit" aria-busy={isBusy}>
          {isBusy && <Spinner />}
          Rename
        </button>
      </form>
    </section>
  );
}
