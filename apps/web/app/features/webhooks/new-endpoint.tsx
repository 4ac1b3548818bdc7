import { Checkbox, Dialog, Field, Segmented, Spinner } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { call } from '../../shell/session/browser-client.ts';
import type { EndpointWish, MadeEndpoint } from './use-webhooks.ts';

type Mode = NonNullable<EndpointWish['mode']>;
type EventType = NonNullable<EndpointWish['event_types']>[number];
/** Those that can be chosen: an endpoint gets the test events that it is sent in any case. */
type ChosenType = Exclude<EventType, '*' | 'webhook.test'>;

interface Wish {
  readonly url: string;
  readonly description: string;
  readonly mode: Mode;
  readonly types: readonly ChosenType[];
}

const EVENT_WORDS: Readonly<Record<ChosenType, string>> = {
  'check.completed': 'A check has a result',
  'check.failed': 'A check failed or was cancelled',
  'transfer.completed': 'A check of a transaction has a result',
  'transfer.failed': 'A check of a transaction failed or was cancelled',
  'batch.completed': 'A batch is completed',
  'batch.paused': 'A batch is paused',
  'batch.canceled': 'A batch is cancelled',
};
const TYPES = Object.keys(EVENT_WORDS) as readonly ChosenType[];
const NOTHING: Wish = { url: '', description: '', mode: 'live', types: TYPES };
const MODES = [
  { value: 'live', label: 'Live events' },
  { value: 'test', label: 'Test events' },
] as const satisfies readonly { readonly value: Mode; readonly label: string }[];

/** Adds an endpoint: where events are sent, and which. */
export function NewEndpoint({ onMade }: { readonly onMade: (made: MadeEndpoint) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [wish, setWish] = useState(NOTHING);
  const [problem, setProblem] = useState<string | null>(null);
  const [typesProblem, setTypesProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const formId = useId();
  const typesId = useId();
  const change = (part: Partial<Wish>) => {
    setWish({ ...wish, ...part });
    setProblem(null);
    setTypesProblem(null);
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (wish.url.trim() === '') {
      setProblem('Name the URL of your server, such as https://exchange.example/hooks.');
      return;
    }
    if (wish.types.length === 0) {
      setTypesProblem('Choose at least one event.');
      return;
    }
    void run(async () => {
      const { url, description, mode } = wish;
      const body = { url, description, mode, event_types: eventTypesOf(wish) };
      const { endpoint } = await call('POST /developers/webhooks', { body });
      setOpen(false);
      setWish(NOTHING);
      onMade(endpoint);
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
          <fieldset className="key-scopes" aria-describedby={typesProblem === null ? undefined : typesId}>
            <legend>Events</legend>
            {TYPES.map((type) => (
              <Checkbox
                key={type}
                checked={wish.types.includes(type)}
                onChange={({ target }) =>
                  change({ types: TYPES.filter((one) => (one === type ? target.checked : wish.types.includes(one))) })
                }
              >
                {EVENT_WORDS[type]}
              </Checkbox>
            ))}
            {typesProblem === null ? (
              <p className="hint">With all of them, it gets the events of later versions too.</p>
            ) : (
              <p className="error" id={typesId} role="alert">
                {typesProblem}
              </p>
            )}
          </fieldset>
        </form>
      </Dialog>
    </>
  );
}

function eventTypesOf({ types }: Wish): EventType[] {
  return types.length === TYPES.length ? ['*'] : [...types];
}
