import { Checkbox, Dialog, Field, Segmented, Spinner } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { type EndpointWish, type MadeEndpoint, webhookCalls } from './use-webhooks.ts';

type Mode = NonNullable<EndpointWish['mode']>;

interface Wish {
  readonly url: string;
  readonly description: string;
  readonly mode: Mode;
  readonly hasResults: boolean;
  readonly hasFailures: boolean;
}

const NOTHING: Wish = { url: '', description: '', mode: 'live', hasResults: true, hasFailures: true };
const MODES = [
  { value: 'live', label: 'Live events' },
  { value: 'test', label: 'Test events' },
] as const satisfies readonly { readonly value: Mode; readonly label: string }[];

/** Adds an endpoint: where events are sent, and which. */
export function NewEndpoint({ onMade }: { readonly onMade: (made: MadeEndpoint) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [wish, setWish] = useState(NOTHING);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const formId = useId();
  const change = (part: Partial<Wish>) => {
    setWish({ ...wish, ...part });
    setProblem(null);
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (wish.url.trim() === '') {
      setProblem('Name the URL of your server, such as https://exchange.example/hooks.');
      return;
    }
    void run(async () => {
      const { url, description, mode } = wish;
      const made = await webhookCalls().create({ url, description, mode, event_types: typesOf(wish) });
      setOpen(false);
      setWish(NOTHING);
      onMade(made);
    });
  }

  return (
    <>
      <button className="btn btn-primary" type="button" onClick={() => setOpen(true)}>
        Add an endpoint
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Add a webhook endpoint"
        description="Events are sent by POST. The secret that signs them is shown once."
        action={
          <button className="btn btn-primary" type="submit" form={formId} aria-busy={isBusy}>
            {isBusy && <Spinner />}
            Add the endpoint
          </button>
        }
      >
        <form id={formId} className="key-form" noValidate onSubmit={submit}>
          <Field
            label="URL"
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://exchange.example/hooks"
            maxLength={500}
            error={problem}
            value={wish.url}
            onChange={(event) => change({ url: event.target.value })}
          />
          <Field
            label="Description (optional)"
            autoComplete="off"
            maxLength={200}
            value={wish.description}
            onChange={(event) => change({ description: event.target.value })}
          />
          <div className="key-mode">
            <Segmented label="Mode" choices={MODES} value={wish.mode} onChange={(mode) => change({ mode })} />
          </div>
          <Checkbox checked={wish.hasResults} onChange={(event) => change({ hasResults: event.target.checked })}>
            A check has a result
          </Checkbox>
          <Checkbox checked={wish.hasFailures} onChange={(event) => change({ hasFailures: event.target.checked })}>
            A check failed or was cancelled
          </Checkbox>
          <p className="hint">With neither, it gets all events, those of later versions too.</p>
        </form>
      </Dialog>
    </>
  );
}

function typesOf({ hasResults, hasFailures }: Wish): NonNullable<EndpointWish['event_types']> {
  const types: NonNullable<EndpointWish['event_types']> = [];
  if (hasResults) types.push('check.completed');
  if (hasFailures) types.push('check.failed');
  return types.length === 0 ? ['*'] : types;
}
