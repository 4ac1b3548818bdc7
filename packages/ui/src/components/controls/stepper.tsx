import { useEffect, useId, useState } from 'react';
import { Icon } from './icon.tsx';

export interface StepperProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** What one press of a button adds or takes. */
  readonly step?: number;
  /** Names of the buttons: 'Fewer checks' and 'More checks'. */
  readonly fewerLabel: string;
  readonly moreLabel: string;
  readonly onChange: (value: number) => void;
}

/** A whole number between two bounds, typed or stepped. What was typed out of bounds is raised or lowered on leaving. */
export function Stepper(props: StepperProps) {
  const { label, value, least, most, step = 1, fewerLabel, moreLabel, onChange } = props;
  const [typed, setTyped] = useState(String(value));
  const id = useId();
  const within = (wanted: number) => Math.min(most, Math.max(least, wanted));

  useEffect(() => setTyped(String(value)), [value]);

  function settle() {
    const wanted = within(Number(typed === '' ? least : typed));
    setTyped(String(wanted));
    onChange(wanted);
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="stepper">
        <button
          type="button"
          aria-label={fewerLabel}
          disabled={value <= least}
          onClick={() => onChange(within(value - step))}
        >
          <Icon name="minus" />
        </button>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            const digits = event.target.value.replace(/\D/g, '').slice(0, String(most).length);
            setTyped(digits);
            if (digits !== '' && within(Number(digits)) === Number(digits)) onChange(Number(digits));
          }}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle();
            else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
              event.preventDefault();
              onChange(within(value + (event.key === 'ArrowUp' ? step : -step)));
            }
          }}
        />
        <button
          type="button"
          aria-label={moreLabel}
          disabled={value >= most}
          onClick={() => onChange(within(value + step))}
        >
          <Icon name="plus" />
        </button>
      </div>
    </div>
  );
}
