import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

/** How long the confirmation is shown, in milliseconds. */
export const COPY_CONFIRMATION_MS = 1500;

export interface CopyButtonProps {
  readonly text: string;
  /** Names the control: 'Copy address'. */
  readonly label: string;
  /** What it says when the text is on the clipboard: 'The address is copied to clipboard'. */
  readonly confirmation: string;
}

/** Copies a text. Where the clipboard refuses, nothing is confirmed. */
export function CopyButton({ text, label, confirmation }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);

  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  function copy() {
    navigator.clipboard?.writeText(text).then(
      () => setCopiedAt(Date.now()),
      () => setCopiedAt(null),
    );
  }

  return (
    <span className="copy-control">
      <button className="btn-icon" type="button" aria-label={label} onClick={copy}>
        <Icon name="copy" small />
      </button>
      <span className="tip-room" role="status">
        {copiedAt !== null && <span className="tip">{confirmation}</span>}
      </span>
    </span>
  );
}
