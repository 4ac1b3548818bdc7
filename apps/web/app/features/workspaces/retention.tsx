import { type CallAnswer, RETENTION_DAYS } from '@assay/contracts/client';
import { Dialog, FieldError, Spinner } from '@assay/ui';
import { countOf, formatCount, formatDay } from '@assay/wording';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { daysKept, type RetentionWish, readRetention, refusedField } from './retention-wish.ts';

const DAY_MS = 86_400_000;

type Loaded = CallAnswer<'GET /workspace/retention'>;

/** For how long the company keeps its checks, by the law that it names. */
export function Retention() {
  const { data, problem, reload, setData } = useData('retention', (signal) =>
    call('GET /workspace/retention', { signal }),
  );
  return (
    <section className="acc-sec" aria-labelledby="retention">
      <h2 id="retention">Retention</h2>
      {data !== null && (
        <p>
          Checks and planned withdrawals are removed after {countOf(daysKept(data.retention, data.usual_days), 'day')},
          with their reports and certificates. If a law asks your company to keep them longer, name it: up to ten years.
        </p>
      )}
      {problem !== null && (
        <p>
          The retention could not be loaded.{' '}
          <button className="link" type="button" onClick={() => void reload()}>
            Try again
          </button>
        </p>
      )}
      {data === null && problem === null && (
        <p className="waiting">
          <Spinner /> Loading the retention
        </p>
      )}
      {data !== null && <RetentionForm key={JSON.stringify(data)} loaded={data} onSaved={setData} />}
    </section>
  );
}

function RetentionForm({ loaded, onSaved }: { readonly loaded: Loaded; readonly onSaved: (saved: Loaded) => void }) {
  const { retention, usual_days: usualDays } = loaded;
  const [days, setDays] = useState(retention === null ? '' : String(retention.days));
  const [law, setLaw] = useState(retention?.law ?? '');
  const [wrong, setWrong] = useState<{ readonly field: 'days' | 'law'; readonly problem: string } | null>(null);
  const [asked, setAsked] = useState<{ readonly wish: RetentionWish | null } | null>(null);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ fields, message }) => {
    setAsked(null);
    const field = refusedField(fields);
    if (field === null) show({ type: 'error', message });
    else setWrong({ field, problem: message });
  });

  async function save(wish: RetentionWish | null) {
    await run(async () => {
      const saved = await call('PUT /workspace/retention', { body: { retention: wish } });
      show({ type: 'success', message: 'The retention was saved.' });
      onSaved(saved);
    });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const read = readRetention({ days, law });
    if (read.wrong !== null) return setWrong({ field: read.wrong, problem: read.problem });
    setWrong(null);
    const isShorter = daysKept(read.wish, usualDays) < daysKept(retention, usualDays);
    if (isShorter) setAsked({ wish: read.wish });
    else await save(read.wish);
  }

  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    setWrong(null);
  };
  return (
    <form className="policy-form" noValidate aria-labelledby="retention" onSubmit={(event) => void submit(event)}>
      <Text
        label="Days to keep them"
        inputMode="numeric"
        hint={`${formatCount(RETENTION_DAYS.min)} to ${formatCount(RETENTION_DAYS.max)}; five years are 1,827 days. Empty for the usual ${countOf(usualDays, 'day')}.`}
        error={wrong?.field === 'days' ? wrong.problem : null}
        value={days}
        onChange={change(setDays)}
      />
      <Text
        label="The law that asks for it"
        hint={
          retention === null
            ? 'With its section. Members with access to the audit log see it.'
            : `Set by ${retention.set_by ?? 'a former member'} on ${formatDay(retention.set_at)}.`
        }
        error={wrong?.field === 'law' ? wrong.problem : null}
        value={law}
        onChange={change(setLaw)}
      />
      <button className="btn btn-line" type="submit" aria-busy={isBusy && asked === null}>
        {isBusy && asked === null && <Spinner />}
        Save retention
      </button>
      {asked !== null && (
        <ConfirmShorter
          days={daysKept(asked.wish, usualDays)}
          isBusy={isBusy}
          onClose={() => setAsked(null)}
          onConfirm={() => void save(asked.wish)}
        />
      )}
    </form>
  );
}

interface ConfirmShorterProps {
  readonly days: number;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before a shorter time is saved, with what is removed by it. */
function ConfirmShorter({ days, isBusy, onClose, onConfirm }: ConfirmShorterProps) {
  const oldest = formatDay(new Date(Date.now() - days * DAY_MS).toISOString());
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Keep checks for ${countOf(days, 'day')} only?`}
      description={`Checks and planned withdrawals of this workspace made before ${oldest} are removed within the hour, with their reports and certificates. Nothing brings them back. Download what you still need first.`}
      action={
        <button className="btn btn-danger" type="button" aria-busy={isBusy} onClick={onConfirm}>
          {isBusy && <Spinner />}
          Save and remove
        </button>
      }
    />
  );
}

interface TextProps {
  readonly label: string;
  readonly hint: string;
  readonly error: string | null;
  readonly value: string;
  readonly inputMode?: 'numeric';
  readonly onChange: (text: string) => void;
}

function Text({ label, hint, error, value, inputMode, onChange }: TextProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        autoComplete="off"
        inputMode={inputMode}
        value={value}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={`${id}-hint${error === null ? '' : ` ${id}-problem`}`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {error !== null && <FieldError id={`${id}-problem`}>{error}</FieldError>}
    </div>
  );
}
