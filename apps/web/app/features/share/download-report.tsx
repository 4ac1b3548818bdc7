import { ApiError, type Client } from '@assay/contracts/client';
import { Icon, Spinner } from '@assay/ui';
import { type MouseEvent, useState } from 'react';

export interface DownloadReportProps {
  readonly subId: string;
  readonly client: () => Pick<Client<AbortSignal>, 'download'>;
}

/**
 * Saves the signed report under the name the server gives it. A failure shows nothing (row ERR-13): the button just comes
 * back. Without scripts it is a plain link to the file.
 */
export function DownloadReport({ subId, client }: DownloadReportProps) {
  const [isBusy, setBusy] = useState(false);
  const path = `/monitor/pdf/${encodeURIComponent(subId)}`;

  async function download(event: MouseEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      const file = await client().download(path);
      saveFile(new Blob([file.bytes], { type: file.type }), file.name ?? `report-${subId}.pdf`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <a
        className="btn btn-primary"
        href={`/api${path}`}
        download
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={(event) => void download(event)}
      >
        {isBusy ? <Spinner /> : <Icon name="download" />}
        Download
      </a>
      <span className="sr" role="status">
        {isBusy ? 'The report is being prepared' : ''}
      </span>
    </>
  );
}

const RELEASE_AFTER_MS = 60_000;

function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers fetch the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER_MS);
}
