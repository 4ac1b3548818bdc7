import type { SecurityEvent, SecurityEvents } from '../kernel/security-events/index.ts';

/** A file or address cannot be read, or not to its end. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** The content is not what it should be: to read it again would end the same way. */
export class SourceFormatError extends SourceError {}

/** Damaged, or changed while it was read: nothing that was read of it may be kept. */
export class UntrustedSourceError extends SourceError {}

/** A server redirects into a private network, which nobody named. */
export class PrivateRedirectError extends SourceError {
  /** Host that was asked. */
  readonly source: string;
  /** Host it leads to. */
  readonly host: string;

  constructor(location: string, target: URL) {
    super(
      `Cannot fetch ${location}: the server redirects to ${target.origin}, which is in a private network. If that is meant, name the address it leads to.`,
    );
    this.source = new URL(location).hostname;
    this.host = target.hostname;
  }
}

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
