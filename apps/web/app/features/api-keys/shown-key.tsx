import { CopyButton } from '@assay/ui';
import { useEffect, useRef } from 'react';
import type { MadeKey } from './use-keys.ts';

export interface ShownKeyProps {
  readonly made: MadeKey;
  readonly onKept: () => void;
}

/** A new key, the only time it is shown. */
export function ShownKey({ made: { key, secret }, onKept }: ShownKeyProps) {
  const box = useRef<HTMLElement>(null);
  // Read to those who do not see it, and in view on a phone.
  useEffect(() => box.current?.focus(), []);
  return (
    <section className="key-shown" ref={box} tabIndex={-1} aria-label={`The key ${key.name}`}>
      <p>
        <b>{key.name}</b> is ready. Copy the key now: it is not shown again.{' '}
        {key.mode === 'test'
          ? 'It is a test key: it spends nothing.'
          : 'Anyone who has it can spend the checks of this workspace.'}
      </p>
      <div className="key-text">
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy the key" confirmation="The key is copied to clipboard" />
      </div>
      <button className="btn btn-line btn-sm" type="button" onClick={onKept}>
        I have copied it
      </button>
    </section>
  );
}
