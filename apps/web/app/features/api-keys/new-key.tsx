import { Checkbox, Dialog, Field, Segmented, Spinner } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { type KeyMode, keyCalls, type MadeKey } from './use-keys.ts';

interface Wish {
  readonly name: string;
  readonly mode: KeyMode;
  readonly isReadOnly: boolean;
  readonly ranges: string;
  readonly limit: string;
  readonly days: string;
}

const NOTHING: Wish = { name: '', mode: 'live', isReadOnly: false, ranges: '', limit: '', days: '' };
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
    if (!(isTest || isWholeOrEmpty(wish.limit, 10_000_000)) || !isWholeOrEmpty(wish.days, LONGEST_DAYS)) {
      setProblem('The limit and the days are whole numbers from 1, or empty.');
      return;
    }
    void run(async () => {
      const made = await keyCalls().create({
        name: wish.name,
        mode: wish.mode,
        scopes: scopesOf(wish),
        address_ranges: wish.ranges.split(/[\s,]+/).filter((range) => range !== ''),
        monthly_limit: isTest || wish.limit.trim() === '' ? null : Number(wish.limit),
        expires_in_days: wish.days.trim() === '' ? null : Number(wish.days),
      });
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
          <Checkbox checked={wish.isReadOnly} onChange={(event) => change({ isReadOnly: event.target.checked })}>
            {isTest ? 'Only reads checks' : 'Only reads checks and never spends any'}
          </Checkbox>
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

/** A test key has no batches. */
function scopesOf({ mode, isReadOnly }: Wish) {
  if (isReadOnly) return ['checks:read' as const];
  const writes = ['checks:read', 'checks:write'] as const;
  return mode === 'test' ? [...writes] : [...writes, 'batches' as const];
}

function isWholeOrEmpty(text: string, most: number): boolean {
  const typed = text.trim();
  return typed === '' || (/^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most);
}
