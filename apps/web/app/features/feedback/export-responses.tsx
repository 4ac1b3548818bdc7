import { Icon, Spinner } from '@assay/ui';
import { saveFile } from '../../shell/data/save-file.ts';
import { useAction } from '../../shell/data/use-action.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { recordsCsv } from './records-csv.ts';

const FILE_NAME = 'survey_export.csv';

/** Saves every response as a file, written by the browser from the records of the API (row API-33). */
export function ExportResponses() {
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));
  const save = () =>
    run(async () => {
      const csv = recordsCsv(await call('GET /survey/admin/export', { expects: 'array' }));
      saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), FILE_NAME);
    });

  return (
    <button className="btn btn-line btn-sm" type="button" aria-busy={isBusy} onClick={() => void save()}>
      {isBusy ? <Spinner /> : <Icon name="download" small />}
      Export as CSV
    </button>
  );
}
