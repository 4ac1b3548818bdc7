import { CopyButton } from '@assay/ui';
import { useEffect, useRef } from 'react';

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Recovery codes, which can be seen this once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="codes" aria-labelledby="new-codes">
      <h2 id="new-codes" ref={heading} tabIndex={-1}>
        Your recovery codes
      </h2>
      <p>Keep them where you can reach them without your factor. They are shown only now; each works once.</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="codes-do">
        <CopyButton
          text={codes.join('\n')}
          label="Copy the recovery codes"
          confirmation="The codes are copied to clipboard"
        />
        <button className="btn btn-primary" type="button" onClick={onKept}>
          I have kept them
        </button>
      </div>
    </section>
  );
}
