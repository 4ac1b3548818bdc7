import { RadioGroup as Radix } from 'radix-ui';

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

/** One of a few choices, as radio buttons in a hairline box. Arrow keys move the choice. */
export function Segmented<Value extends string>({ label, value, choices, onChange }: SegmentedProps<Value>) {
  const take = (chosen: string) => {
    const choice = choices.find((entry) => entry.value === chosen);
    if (choice !== undefined) onChange(choice.value);
  };
  return (
    <Radix.Root className="seg" aria-label={label} value={value} onValueChange={take} orientation="horizontal">
      {choices.map((choice) => (
        <Radix.Item key={choice.value} value={choice.value}>
          {choice.label}
          {choice.note !== undefined && <small>{choice.note}</small>}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
