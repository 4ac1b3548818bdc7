import type { MouseEvent, ReactNode } from 'react';
import { useAction } from '../data/use-action.ts';
import { call } from '../session/browser-client.ts';
import { useAlerts } from './alerts.tsx';

export interface DownloadLinkProps {
  /** Path of the API that answers a file. */
  readonly href: string;
  readonly className: string;
  /** Whether the API asks for a recent confirmation before it. */
  readonly needsConfirmation?: boolean;
  readonly children: ReactNode;
}

/**
 * A link to a private file of the user. A plain link would save an error response after the access token has expired: the
 * session is refreshed first, then the browser fetches the file.
 */
export function DownloadLink({ href, className, needsConfirmation = false, children }: DownloadLinkProps) {
  const { show } = useAlerts();

  const { run } = useAction(({ message }) => show({ type: 'error', message }));

  function download(event: MouseEvent) {
    event.preventDefault();
    void run(async () => {
      await call('GET /auth/me');
      if (needsConfirmation) await call('GET /auth/step-up');
      window.location.assign(href);
    });
  }

  return (
    <a className={className} href={href} download onClick={download}>
      {children}
    </a>
  );
}
