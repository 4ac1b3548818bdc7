import { type KeyboardEvent, useRef } from 'react';

export interface SegmentedChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A word in small type behind the label: '10%'. */
  readonly note?: string;
}

export interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly SegmentedChoice<Value>[];
  readonly onChange: (value: Value) => void;
}

const STEP_OF_KEY: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * One of a few choices, as radio buttons in a hairline box. Arrow keys move the choice. Not on Radix: its radio group
 * puts style attributes into the page, which the content security policy refuses.
 */
export function Segmented<Value extends string>({ label, value, choices, onChange }: SegmentedProps<Value>) {
  const group = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const step = STEP_OF_KEY[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = choices.findIndex((choice) => choice.value === value);
    const next = (at + step + choices.length) % choices.length;
    const choice = choices[next];
    if (choice === undefined) return;
    onChange(choice.value);
    group.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div className="seg" role="radiogroup" aria-label={label} ref={group} onKeyDown={move}>
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useSemanticElements: radio buttons drawn as one control, with the roles and keys of radios.
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
          {choice.note !== undefined && <small>{choice.note}</small>}
        </button>
      ))}
    </div>
  );
}
