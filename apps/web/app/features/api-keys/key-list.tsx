import { Dialog, Spinner } from '@assay/ui';
import { formatMoment } from '@assay/wording';
import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { sentenceOnScopes } from './scope-words.ts';
import type { KeyFacts, MadeKey } from './use-keys.ts';

const FORMER_WORKS_HOURS = 24;

export interface KeyListProps {
  readonly keys: readonly KeyFacts[];
  readonly onReplaced: (made: MadeKey) => void;
  readonly onRevoked: () => void;
}

/** The keys of the workspace, each with what it may and when it was last used. */
export function KeyList({ keys, onReplaced, onRevoked }: KeyListProps) {
  const [asked, setAsked] = useState<{ readonly act: 'replace' | 'revoke'; readonly key: KeyFacts } | null>(null);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));

  function confirm() {
    if (asked === null) return;
    const { act, key } = asked;
    void run(async () => {
      const { id } = key;
      if (act === 'replace') {
        onReplaced(
          await call('POST /developers/keys/:id/replace', { id, body: { former_works_hours: FORMER_WORKS_HOURS } }),
        );
      } else {
        await call('DELETE /developers/keys/:id', { id });
        show({ type: 'success', message: `The key ${key.name} was revoked.` });
        onRevoked();
      }
      setAsked(null);
    });
  }

  return (
    <>
      <ul className="sessions key-list">
        {keys.map((key) => (
          <KeyRow key={key.id} facts={key} onAct={(act) => setAsked({ act, key })} />
        ))}
      </ul>
      <Dialog
        open={asked !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setAsked(null);
        }}
        title={asked?.act === 'replace' ? `Replace the key ${asked.key.name}?` : `Revoke the key ${asked?.key.name}?`}
        description={
          asked?.act === 'replace'
            ? `A new key is shown. The present one works for another ${FORMER_WORKS_HOURS} hours, so that your program can change over.`
            : 'Programs that use it are refused from the next request on. This cannot be undone.'
        }
        action={
          <button
            className={asked?.act === 'revoke' ? 'btn btn-danger' : 'btn btn-primary'}
            type="button"
            aria-busy={isBusy}
            onClick={confirm}
          >
            {isBusy && <Spinner />}
            {asked?.act === 'replace' ? 'Replace the key' : 'Revoke the key'}
          </button>
        }
      />
    </>
  );
}

function KeyRow({ facts, onAct }: { readonly facts: KeyFacts; readonly onAct: (act: 'replace' | 'revoke') => void }) {
  const timeZone = useTimeZone();
  const moment = (time: string) => <time dateTime={time}>{formatMoment(time, timeZone)}</time>;
  const { name, hint, mode, scopes, monthly_limit, spent_this_month, address_ranges } = facts;
  return (
    <li>
      <div className="key-row">
        <b>{name}</b> <code className="key-hint">{hint}</code>
        <p className="hint">
          {mode === 'test' && 'Test key: spends nothing. '}
          {sentenceOnScopes(scopes)}
          {mode === 'live' &&
            ` ${spent_this_month}${monthly_limit === null ? '' : ` of ${monthly_limit}`} spent this month.`}
          {address_ranges.length > 0 && ` From ${address_ranges.join(', ')} only.`}
        </p>
        <p className="hint">
          {facts.last_used_at === null ? 'Never used' : <>Last used {moment(facts.last_used_at)}</>}
          {facts.is_expired && ', expired'}
          {facts.expires_at !== null && !facts.is_expired && <>, expires {moment(facts.expires_at)}</>}
          {facts.former_until !== null && <>, the former key works until {moment(facts.former_until)}</>}
        </p>
      </div>
      <div className="key-acts">
        <button className="btn btn-line btn-sm" type="button" onClick={() => onAct('replace')}>
          Replace<span className="sr"> the key {name}</span>
        </button>
        <button className="btn btn-line btn-sm" type="button" onClick={() => onAct('revoke')}>
          Revoke<span className="sr"> the key {name}</span>
        </button>
      </div>
    </li>
  );
}
