import { PROMO_SOCIALS, type PromoSocial } from '@assay/contracts/client';
import { ControlState, FieldError, Icon } from '@assay/ui';
import { fieldDay } from '@assay/wording';
import { useId } from 'react';
import { dayNote, socialOf } from './promo-draft.ts';

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
  readonly onChange: (typed: string) => void;
  /** What the number means, read out with it. */
  readonly hint?: string;
  /** What is wrong with it; null where nothing is. */
  readonly problem: string | null;
}

/** A whole number from 0 (row PROMO-08). */
export function NumberField({ label, value, onChange, hint, problem }: NumberFieldProps) {
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
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : `${id}-note`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem !== null && <FieldError id={`${id}-note`}>{problem}</FieldError>}
    </div>
  );
}

export interface DayFieldProps {
  readonly value: string;
  readonly timeZone: string;
  readonly onChange: (day: string) => void;
}

/** The last day of a code, from the browser's own calendar, with an action that clears it. */
export function DayField({ value, timeZone, onChange }: DayFieldProps) {
  const id = useId();
  const note = dayNote(value, fieldDay(new Date().toISOString(), timeZone));
  return (
    <div className="field f-day">
      <label htmlFor={id}>Expiration</label>
      <div className="date-in">
        <input
          className="input mono"
          id={id}
          type="date"
          aria-describedby={`${id}-note`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <button className="btn-icon" type="button" aria-label="Clear expiration" onClick={() => onChange('')}>
          <Icon name="close" small />
        </button>
      </div>
      <span id={`${id}-note`} role="status">
        {note !== null &&
          (note.isWarning ? <ControlState>{note.text}</ControlState> : <p className="hint">{note.text}</p>)}
      </span>
    </div>
  );
}
