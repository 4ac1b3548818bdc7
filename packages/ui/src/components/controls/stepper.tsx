import { useEffect, useId, useState } from 'react';
import { FieldError } from './alert.tsx';
import { Icon } from './icon.tsx';
import { typedNumber } from './typed-number.ts';

/** Room for what makes a number no whole one, so that it is seen. */
const FRACTION_LENGTH = 3;

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

/**
 * A whole number between two bounds, typed or stepped. On leaving, what was typed out of bounds is raised or lowered, and
 * what is no whole number is taken back.
 */
export function Stepper(props: StepperProps) {
  const { label, value, least, most, step = 1, fewerLabel, moreLabel, onChange } = props;
  const [typed, setTyped] = useState(String(value));
  const id = useId();
  const within = (wanted: number) => Math.min(most, Math.max(least, wanted));

  useEffect(() => setTyped(String(value)), [value]);

  const { whole } = typedNumber(typed);
  const problem = whole === null && typed !== '' ? 'Use a whole number.' : null;

  function settle() {
    // What is no whole number changes nothing.
    const wanted = within(typed === '' ? least : (whole ?? value));
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
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : `${id}-note`}
          value={typed}
          onChange={(event) => {
            const next = typedNumber(event.target.value);
            setTyped(next.text.slice(0, String(most).length + FRACTION_LENGTH));
            if (next.whole !== null && within(next.whole) === next.whole) onChange(next.whole);
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
      {problem !== null && <FieldError id={`${id}-note`}>{problem}</FieldError>}
    </div>
  );
}
