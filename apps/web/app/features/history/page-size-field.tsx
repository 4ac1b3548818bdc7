import { typedNumber } from '@assay/ui';
import { useEffect, useId, useState } from 'react';
import { PAGE_SIZE_MAX } from './history-view.ts';

/** How long a typed number must be unchanged before it applies, in milliseconds. */
const SETTLE_MS = 570;

export interface PageSizeFieldProps {
  readonly size: number;
  readonly onSize: (size: number) => void;
}

/** 'Show N checks'. A number applies when it was unchanged for a moment, or at once with Enter and on blur. */
export function PageSizeField({ size, onSize }: PageSizeFieldProps) {
  const [typed, setTyped] = useState(String(size));
  const id = useId();
  const { whole } = typedNumber(typed);

  useEffect(() => setTyped(String(size)), [size]);

  useEffect(() => {
    if (whole === null || whole === size) return;
    const timer = setTimeout(() => onSize(whole), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [whole, size, onSize]);

  function settle() {
    const wanted = Math.max(1, Math.min(whole ?? size, PAGE_SIZE_MAX));
    setTyped(String(wanted));
    onSize(wanted);
  }

  return (
    <form
      className="show-n"
      onSubmit={(event) => {
        event.preventDefault();
        settle();
      }}
    >
      <label htmlFor={id}>Show</label>
      <input
        className="input"
        id={id}
        type="number"
        min={1}
        max={PAGE_SIZE_MAX}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        aria-label={`Show how many checks, at most ${PAGE_SIZE_MAX}`}
        onChange={(event) => setTyped(typedNumber(event.target.value).text.slice(0, 6))}
        onBlur={settle}
      />
      <span aria-hidden="true">checks</span>
    </form>
  );
}
