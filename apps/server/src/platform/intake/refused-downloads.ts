import type { SecurityEvent, SecurityEvents } from '../kernel/security-events/index.ts';
import { PrivateRedirectError } from './source-error.ts';

/** The event behind a failed download, where it was refused because it led into a private network; else null. */
export function refusedDownloadOf(error: unknown): SecurityEvent | null {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    if (fault instanceof PrivateRedirectError) {
      return { name: 'private_download_refused', source: fault.source, host: fault.host };
    }
  }
  return null;
}

/** Records failures of jobs, as far as they are refused downloads. */
export function recordRefusedDownloads(events: SecurityEvents): (error: unknown) => void {
  return (error) => {
    const refused = refusedDownloadOf(error);
    if (refused !== null) events.record(refused, null);
  };
}
