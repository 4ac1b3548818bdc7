import type { ApiScope } from '@assay/domain';
import { Checkbox, Dialog, Field, Segmented, Spinner } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { call } from '../../shell/session/browser-client.ts';
import { SCOPE_CHOICES } from './scope-words.ts';
import type { KeyMode, MadeKey } from './use-keys.ts';

interface Wish {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly ApiScope[];
  readonly ranges: string;
  readonly limit: string;
  readonly days: string;
}

const NOTHING: Wish = {
  name: '',
  mode: 'live',
  scopes: ['checks:write', 'checks:read', 'batches'],
  ranges: '',
  limit: '',
  days: '',
};
const MODES = [
  { value: 'live', label: 'Live key' },
  { value: 'test', label: 'Test key' },
] as const satisfies readonly { readonly value: KeyMode; readonly label: string }[];
const LONGEST_DAYS = 3650;

/** Makes a key: its name, and optionally what narrows it. */
export function NewKey({ onMade }: { readonly onMade: (made: MadeKey) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [wish, setWish] = useState(NOTHING);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const formId = useId();
  const isTest = wish.mode === 'test';
  const change = (part: Partial<Wish>) => {
    setWish({ ...wish, ...part });
    setProblem(null);
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (wish.name.trim() === '') {
      setProblem('Give the key a name, such as the program that uses it.');
      return;
    }
    if (wish.scopes.length === 0) {
      setProblem('Choose at least one thing that the key may do.');
      return;
    }
    if (!(isTest || isWholeOrEmpty(wish.limit, 10_000_000)) || !isWholeOrEmpty(wish.days, LONGEST_DAYS)) {
      setProblem('The limit and the days are whole numbers from 1, or empty.');
      return;
    }
    void run(async () => {
      const body = {
        name: wish.name,
        mode: wish.mode,
        scopes: [...wish.scopes],
        address_ranges: wish.ranges.split(/[\s,]+/).filter((range) => range !== ''),
        monthly_limit: isTest || wish.limit.trim() === '' ? null : Number(wish.limit),
        expires_in_days: wish.days.trim() === '' ? null : Number(wish.days),
      };
      const made = await call('POST /developers/keys', { body });
      setOpen(false);
      setWish(NOTHING);
      onMade(made);
    });
  }

  return (
    <>
      <button className="btn btn-primary" type="button" onClick={() => setOpen(true)}>
        Make an API key
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Make an API key"
        description="The key is shown once. Everything but the name is optional."
        action={
          <button className="btn btn-primary" type="submit" form={formId} aria-busy={isBusy}>
            {isBusy && <Spinner />}
            Make the key
          </button>
        }
      >
        <form id={formId} className="key-form" noValidate onSubmit={submit}>
          <Field
            label="Name"
            autoComplete="off"
            placeholder="Deposits"
            maxLength={80}
            error={problem}
            value={wish.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <div className="key-mode">
            <Segmented label="Mode" value={wish.mode} choices={MODES} onChange={(mode) => change({ mode })} />
            <p className="hint">
              {isTest
                ? 'Spends nothing. It knows the published test addresses only, and its results say nothing about any wallet.'
                : 'Checks wallets and spends the checks of this workspace.'}
            </p>
          </div>
          <fieldset className="key-scopes">
            <legend>The key may</legend>
            {SCOPE_CHOICES.map(({ scope, label }) => (
              <Checkbox
                key={scope}
                checked={wish.scopes.includes(scope)}
                onChange={(event) => change({ scopes: withScope(wish.scopes, scope, event.target.checked) })}
              >
                {label}
              </Checkbox>
            ))}
          </fieldset>
          {!isTest && (
            <Field
              label="Most checks a month (optional)"
              inputMode="numeric"
              autoComplete="off"
              placeholder="As many as the workspace has"
              value={wish.limit}
              onChange={(event) => change({ limit: event.target.value })}
            />
          )}
          <Field
            label="Address ranges (optional)"
            autoComplete="off"
            placeholder="203.0.113.0/24, 2001:db8::/32"
            value={wish.ranges}
            onChange={(event) => change({ ranges: event.target.value })}
          />
          <Field
            label="Days until it expires (optional)"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Never"
            value={wish.days}
            onChange={(event) => change({ days: event.target.value })}
          />
        </form>
      </Dialog>
    </>
  );
}

function isWholeOrEmpty(text: string, most: number): boolean {
  const typed = text.trim();
  return typed === '' || (/^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most);
}

function withScope(scopes: readonly ApiScope[], scope: ApiScope, isWanted: boolean): readonly ApiScope[] {
  const others = scopes.filter((one) => one !== scope);
  return isWanted ? [...others, scope] : others;
}
