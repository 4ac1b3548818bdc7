import { type Client, pathOf } from '@assay/contracts/client';
import { Icon, Spinner } from '@assay/ui';
import { type MouseEvent, useState } from 'react';
import { saveFile } from '../../shell/data/save-file.ts';
import { useAction } from '../../shell/data/use-action.ts';

export interface DownloadReportProps {
  readonly subId: string;
  readonly client: () => Pick<Client<AbortSignal>, 'download'>;
}

const REPORT = 'GET /monitor/pdf/:sub_id';

/**
 * Saves the signed report under the name that the server gives it. A failure gives no alert (row ERR-13): the button
 * says so, and becomes active again. Without scripts it is a plain link to the file.
 */
export function DownloadReport({ subId, client }: DownloadReportProps) {
  const [hasFailed, setFailed] = useState(false);
  const { isBusy, run } = useAction(() => setFailed(true));

  function download(event: MouseEvent) {
    event.preventDefault();
    setFailed(false);
    void run(async () => {
      const file = await client().download(REPORT, { sub_id: subId });
      saveFile(new Blob([file.bytes], { type: file.type }), file.name ?? `report-${subId}.pdf`);
    });
  }

  return (
    <>
      <a
        className="btn btn-primary"
        href={`/api${pathOf(REPORT, { sub_id: subId })}`}
        download
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={download}
      >
        {isBusy ? <Spinner /> : <Icon name="download" />}
        Download
      </a>
      <span className={hasFailed ? 'error' : 'sr'} role="status">
        {hasFailed ? 'Not downloaded. Try again.' : isBusy && 'The report is being prepared'}
      </span>
    </>
  );
}
