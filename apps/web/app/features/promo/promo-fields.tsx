import { PROMO_SOCIALS, type PromoSocial } from '@assay/contracts/client';
import { Icon } from '@assay/ui';
import { useId } from 'react';
import { onlyDigits, socialOf } from './promo-draft.ts';

export function SocialField({
  value,
  onChange,
}: {
  readonly value: PromoSocial;
  readonly onChange: (social: PromoSocial) => void;
}) {
  const id = useId();
  return (
    <div className="field f-social">
      <label htmlFor={id}>Social</label>
      <select className="input" id={id} value={value} onChange={(event) => onChange(socialOf(event.target.value))}>
        {PROMO_SOCIALS.map((social) => (
          <option key={social}>{social}</option>
        ))}
      </select>
    </div>
  );
}

export interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  /** What the number means, read out with it. */
  readonly hint?: string;
}

/** A whole number from 0 (row PROMO-08). */
export function NumberField({ label, value, onChange, hint }: NumberFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input mono"
        id={id}
        inputMode="numeric"
        autoComplete="off"
        title={hint}
        value={value}
        onChange={(event) => onChange(onlyDigits(event.target.value))}
      />
    </div>
  );
}

/** The last day of a code, from the browser's own calendar, with an action that clears it. */
export function DayField({ value, onChange }: { readonly value: string; readonly onChange: (day: string) => void }) {
  const id = useId();
  return (
    <div className="field f-day">
      <label htmlFor={id}>Expiration</label>
      <div className="date-in">
        <input
          className="input mono"
          id={id}
          type="date"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <button className="btn-icon" type="button" aria-label="Clear expiration" onClick={() => onChange('')}>
          <Icon name="close" small />
        </button>
      </div>
    </div>
  );
}
