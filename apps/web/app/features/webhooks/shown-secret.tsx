import { CopyButton } from '@assay/ui';
import { useEffect, useRef } from 'react';
import type { MadeEndpoint } from './use-webhooks.ts';

export interface ShownSecretProps {
  readonly made: MadeEndpoint;
  readonly onKept: () => void;
}

/** The secret of an endpoint, the only time it is shown. */
export function ShownSecret({ made: { url, secret, former_secret_until }, onKept }: ShownSecretProps) {
  const box = useRef<HTMLElement>(null);
  // Read to those who do not see it, and in view on a phone.
  useEffect(() => box.current?.focus(), []);
  return (
    <section className="key-shown" ref={box} tabIndex={-1} aria-label="The secret of the endpoint">
      <p>
        Copy the secret of <b className="hook-url">{url}</b> now: it is not shown again. Your server verifies by it that
        events are from this service.
        {former_secret_until !== null && ' The former secret signs beside it until it ends.'}
      </p>
      <div className="key-text">
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy the secret" confirmation="The secret is copied to clipboard" />
      </div>
      <button className="btn btn-line btn-sm" type="button" onClick={onKept}>
        I have copied it
      </button>
    </section>
  );
}
