import { ApiError } from '@assay/contracts/client';
import type { MouseEvent, ReactNode } from 'react';
import { useAlerts } from './alerts.tsx';
import { browserClient } from './session/browser-client.ts';

export interface DownloadLinkProps {
  /** Path of the API that answers a file. */
  readonly href: string;
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * A link to a file of the person's own. A plain link would save a refusal once the access token has run out: the session
 * is renewed first, then the browser fetches the file.
 */
export function DownloadLink({ href, className, children }: DownloadLinkProps) {
  const { show } = useAlerts();

  async function download(event: MouseEvent) {
    event.preventDefault();
    try {
      await browserClient().me();
      window.location.assign(href);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show({ type: 'error', message: error.message });
    }
  }

  return (
    <a className={className} href={href} download onClick={(event) => void download(event)}>
      {children}
    </a>
  );
}
