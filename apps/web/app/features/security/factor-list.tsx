import { Dialog, Spinner } from '@assay/ui';
import { formatMoment } from '@assay/wording';
import { useState } from 'react';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import type { FactorFacts } from './use-factors.ts';

const KIND: Readonly<Record<FactorFacts['kind'], string>> = {
  passkey: 'Passkey',
  totp: 'Authenticator app',
};

export interface FactorListProps {
  readonly factors: readonly FactorFacts[];
  readonly isBusy: boolean;
  readonly onRemove: (id: string) => Promise<boolean>;
}

/** The factors of the account, each with its removal. */
export function FactorList({ factors, isBusy, onRemove }: FactorListProps) {
  const [removing, setRemoving] = useState<FactorFacts | null>(null);
  const isLast = factors.length === 1;
  if (factors.length === 0) return <p>You have none yet.</p>;
  return (
    <>
      <ul className="sessions">
        {factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} onRemove={() => setRemoving(factor)} />
        ))}
      </ul>
      <Dialog
        open={removing !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setRemoving(null);
        }}
        title={`Remove ${removing?.name ?? ''}?`}
        description={
          isLast
            ? 'It is your last factor: a link to your mailbox is then enough to log in, and your recovery codes become invalid.'
            : 'It no longer logs you in. Your other factors stay.'
        }
        action={
          <button
            className="btn btn-danger"
            type="button"
            aria-busy={isBusy}
            onClick={() => {
              if (removing === null) return;
              setRemoving(null);
              void onRemove(removing.id);
            }}
          >
            {isBusy && <Spinner />}
            Remove
          </button>
        }
      />
    </>
  );
}

function FactorRow({ factor, onRemove }: { readonly factor: FactorFacts; readonly onRemove: () => void }) {
  const timeZone = useTimeZone();
  const { kind, name, created_at, last_used_at } = factor;
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="hint">
          {KIND[kind]}, added <time dateTime={created_at}>{formatMoment(created_at, timeZone)}</time>
          {last_used_at !== null && (
            <>
              , last used <time dateTime={last_used_at}>{formatMoment(last_used_at, timeZone)}</time>
            </>
          )}
        </p>
      </div>
      <button className="btn btn-line btn-sm" type="button" onClick={onRemove}>
        Remove<span className="sr"> {name}</span>
      </button>
    </li>
  );
}
