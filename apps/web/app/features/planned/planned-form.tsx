import { Field, FieldError } from '@assay/ui';
import { useId } from 'react';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import type { PlannedAnswer, PlannedFields } from './answer-planned-form.ts';

const DIRECTIONS = [
  { value: 'withdrawal', label: 'I pay this address' },
  { value: 'deposit', label: 'This address pays me' },
] as const;

export interface PlannedFormProps {
  readonly fields: PlannedFields;
  readonly answer: PlannedAnswer | null;
}

/** Asks for the payment, without a script too. */
export function PlannedForm({ fields, answer }: PlannedFormProps) {
  const errorId = useId();
  const error = answer?.error ?? null;
  const isAnswered = answer?.planned !== null && answer !== null;
  return (
    <form
      className="planned-form"
      method="post"
      aria-label="Planned payment"
      aria-describedby={error === null ? undefined : errorId}
    >
      {isAnswered && <h2>Another payment</h2>}
      <fieldset className="planned-direction">
        <legend>Direction</legend>
        {DIRECTIONS.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="direction" value={value} defaultChecked={fields.direction === value} /> {label}
          </label>
        ))}
      </fieldset>
      <Field label="Address at the other end" name="address" defaultValue={fields.address} {...ADDRESS} required />
      <div className="planned-row">
        <Field label="Asset, such as USDT" name="asset" defaultValue={fields.asset} maxLength={32} required />
        <Field label="Network, such as TRX" name="network" defaultValue={fields.network} maxLength={32} />
        <Field
          {...{ label: 'Amount', name: 'amount', inputMode: 'decimal', maxLength: 61, autoComplete: 'off' }}
          defaultValue={fields.amount}
          required
        />
      </div>
      <Field label="Your own wallet, if you want to compare" name="wallet" defaultValue={fields.wallet} {...ADDRESS} />
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
      {answer?.isOutOfChecks === true && (
        <p>
          <SiteLink to="/account">Buy checks</SiteLink>
        </p>
      )}
      <p className="hint">Each of the two addresses costs one check, unless it is free again or has no rating.</p>
      <button className="btn btn-primary" type="submit">
        Check the payment
      </button>
    </form>
  );
}

const ADDRESS = { maxLength: 512, autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;
