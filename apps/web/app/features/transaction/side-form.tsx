import type { TransactionMoves } from '@assay/contracts';
import { FieldError, Spinner } from '@assay/ui';
import { formatCoins, formatUsd } from '@assay/wording';
import { type SubmitEvent, useId, useState } from 'react';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { useSession } from '../../shell/session/session.tsx';
import { SAYINGS, type TransactionFormAnswer } from './form-answer.ts';
import { LabelOfEnd } from './moves-table.tsx';
import { type ChosenSide, sideOf, valueOfSide } from './side-value.ts';
import { useRunPayment } from './use-run-payment.ts';

type Side = TransactionMoves['sides'][number];

export interface SideFormProps {
  readonly moved: TransactionMoves;
  /** Distinguishes a form that was sent twice from two checks. */
  readonly formKey: string;
  readonly answer: TransactionFormAnswer | null;
}

/** Which side is the reader's own, then the check of its payment. */
export function SideForm({ moved, formKey, answer }: SideFormProps) {
  const { user } = useSession();
  const { start, isBusy } = useRunPayment();
  const [error, setError] = useState(answer?.form === 'check' ? answer.error : null);
  const noteId = useId();
  const { transaction_id: transaction, asset, sides, network, is_pending: isPending } = moved;
  const { ticker, parent } = asset;
  // Of a payment that waits, only a deposit is rated.
  const choices = sides.flatMap(choicesOf).filter(({ direction }) => isPending !== true || direction === 'deposit');
  const [only, another] = choices;
  const plain = only !== undefined && another === undefined ? valueOfSide(only) : undefined;

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('chosen');
    const side = sideOf(typeof chosen === 'string' ? chosen : '');
    setError(side === null ? SAYINGS.noSide : await start({ transaction, ticker, parent, ...side }));
  }

  return (
    <form className="tx-sides" method="post" aria-label="Check a payment" onSubmit={(event) => void send(event)}>
      <input type="hidden" name="form" value="check" />
      <input type="hidden" name="id" value={transaction} />
      <input type="hidden" name="network" value={network} />
      <input type="hidden" name="ticker" value={ticker} />
      <input type="hidden" name="parent" value={parent ?? ''} />
      <input type="hidden" name="key" value={formKey} />
      <fieldset aria-describedby={error === null ? undefined : noteId}>
        <legend>Which side is yours?</legend>
        {choices.map((choice) => (
          <SideChoice
            key={valueOfSide(choice)}
            choice={choice}
            asset={asset}
            isChecked={valueOfSide(choice) === plain}
            onChoose={() => setError(null)}
          />
        ))}
      </fieldset>
      {error !== null && <FieldError id={noteId}>{error}</FieldError>}
      {answer?.isOutOfChecks === true && (
        <p>
          <SiteLink className="link" to="/account?tab=tariffs">
            Buy checks
          </SiteLink>
        </p>
      )}
      <div className="tx-acts">
        <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
          {isBusy && <Spinner />}
          Check this payment
        </button>
        <p className="hint">
          {user === null
            ? 'Checks need an account; the first one is free.'
            : 'One check. The same payment is free again within 24 hours, and N/A costs none.'}
        </p>
      </div>
    </form>
  );
}

interface SideChoiceFacts extends ChosenSide {
  readonly amount: string;
  readonly usd: number | null;
  readonly label: Side['label'];
}

function choicesOf({ address, paid, received, paid_usd, received_usd, label }: Side): readonly SideChoiceFacts[] {
  return [
    ...(received === '0'
      ? []
      : [{ direction: 'deposit', address, amount: received, usd: received_usd, label } as const]),
    ...(paid === '0' ? [] : [{ direction: 'withdrawal', address, amount: paid, usd: paid_usd, label } as const]),
  ];
}

interface SideChoiceProps {
  readonly choice: SideChoiceFacts;
  readonly asset: TransactionMoves['asset'];
  readonly isChecked: boolean;
  readonly onChoose: () => void;
}

function SideChoice({ choice, asset, isChecked, onChoose }: SideChoiceProps) {
  const { direction, address, amount, usd, label } = choice;
  return (
    <label className="tx-side">
      <input type="radio" name="chosen" value={valueOfSide(choice)} defaultChecked={isChecked} onChange={onChoose} />
      <span>
        <b>{direction === 'deposit' ? 'It received' : 'It paid'}</b>{' '}
        <span className="tnum">
          {formatCoins(amount, asset)}
          {usd === null ? '' : ` (${formatUsd(usd)})`}
        </span>
        <span className="mono tx-addr">{address}</span>
        {label !== null && <LabelOfEnd label={label} />}
      </span>
    </label>
  );
}
