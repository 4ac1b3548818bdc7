import type { CallAnswer } from '@assay/contracts/client';
import { FieldError, Spinner } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { durationsWith, durationWords, IDLE_CHOICES, LIFE_CHOICES, rangesOf } from './session-choices.ts';

type Loaded = CallAnswer<'GET /workspace/session-policy'>;

export interface SessionPolicyProps {
  /** Owners change it, administrators read it. */
  readonly mayChange: boolean;
  /** Called once it is saved. */
  readonly onSaved?: () => void;
}

/** What the company asks of the sessions that work in it. */
export function SessionPolicy({ mayChange, onSaved }: SessionPolicyProps) {
  const { data, problem, reload, setData } = useData('session policy', (signal) =>
    call('GET /workspace/session-policy', { signal }),
  );
  return (
    <section className="acc-sec" aria-labelledby="session-policy">
      <h2 id="session-policy">Session policy</h2>
      <p>
        Limits every member’s sessions in this workspace, from the next request on. Personal workspaces stay as they
        are. Telegram chats have no sessions: with any of these limits they cannot check or buy here.
      </p>
      {problem !== null && (
        <p>
          The session policy could not be loaded.{' '}
          <button className="link" type="button" onClick={() => void reload()}>
            Try again
          </button>
        </p>
      )}
      {data === null && problem === null && (
        <p className="waiting">
          <Spinner /> Loading the session policy
        </p>
      )}
      {data !== null && !mayChange && <ReadOnly loaded={data} />}
      {data !== null && mayChange && (
        <PolicyForm
          key={JSON.stringify(data.policy)}
          loaded={data}
          onSaved={(saved) => {
            setData(saved);
            onSaved?.();
          }}
        />
      )}
    </section>
  );
}

function ReadOnly({ loaded: { policy } }: { readonly loaded: Loaded }) {
  const { idle_minutes: idle, life_minutes: life, address_ranges: ranges } = policy;
  return (
    <>
      <ul className="policy-read">
        <li>Log in again after no use for: {durationWords(idle)}</li>
        <li>Log in again, at the latest, after: {durationWords(life)}</li>
        <li>
          Network addresses that may use this workspace:{' '}
          {ranges.length === 0 ? 'every address' : <span className="num">{ranges.join(', ')}</span>}
        </li>
      </ul>
      <p className="hint">Only owners can change it.</p>
    </>
  );
}

function PolicyForm({ loaded, onSaved }: { readonly loaded: Loaded; readonly onSaved: (saved: Loaded) => void }) {
  const { policy, own_address: ownAddress } = loaded;
  const [idle, setIdle] = useState(policy.idle_minutes);
  const [life, setLife] = useState(policy.life_minutes);
  const [ranges, setRanges] = useState(policy.address_ranges.join('\n'));
  const [problem, setProblem] = useState<string | null>(null);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const id = useId();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(null);
    await run(async () => {
      const body = { idle_minutes: idle, life_minutes: life, address_ranges: rangesOf(ranges) };
      const saved = await call('PUT /workspace/session-policy', { body });
      show({ type: 'success', message: 'The session policy was saved.' });
      onSaved(saved);
    });
  }

  return (
    <form className="policy-form" noValidate aria-labelledby="session-policy" onSubmit={(event) => void submit(event)}>
      <Duration label="Log in again after no use for" choices={IDLE_CHOICES} value={idle} onChange={setIdle} />
      <Duration label="Log in again, at the latest, after" choices={LIFE_CHOICES} value={life} onChange={setLife} />
      <div className="field">
        <label htmlFor={`${id}-ranges`}>Network addresses that may use this workspace</label>
        <textarea
          className="input"
          id={`${id}-ranges`}
          rows={4}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          placeholder="203.0.113.0/24"
          value={ranges}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={`${id}-hint${problem === null ? '' : ` ${id}-problem`}`}
          onChange={(event) => {
            setRanges(event.target.value);
            setProblem(null);
          }}
        />
        <p className="hint" id={`${id}-hint`}>
          One address or range (CIDR) a line, IPv4 or IPv6, at most 50. Empty allows every address. Yours is now{' '}
          <span className="num">{ownAddress}</span>.
        </p>
        {problem !== null && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
      </div>
      <button className="btn btn-line" type="submit" aria-busy={isBusy}>
        {isBusy && <Spinner />}
        Save policy
      </button>
    </form>
  );
}

interface DurationProps {
  readonly label: string;
  readonly choices: readonly number[];
  /** Minutes; null for what the server asks of all. */
  readonly value: number | null;
  readonly onChange: (minutes: number | null) => void;
}

function Duration({ label, choices, value, onChange }: DurationProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        className="input"
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      >
        {durationsWith(choices, value).map(({ minutes, words }) => (
          <option key={minutes ?? ''} value={minutes ?? ''}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
