import { ApiError } from '@assay/contracts/client';
import { Icon, Spinner } from '@assay/ui';
import { useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { recordsCsv } from './records-csv.ts';
import { surveyAdmin } from './survey-admin.ts';

const FILE_NAME = 'survey_export.csv';
const RELEASE_AFTER_MS = 60_000;

/** Every response as a file, written here from the records that the API answers (row API-33). */
export function ExportResponses() {
  const [isBusy, setBusy] = useState(false);
  const { show } = useAlerts();

  async function save() {
    if (isBusy) return;
    setBusy(true);
    try {
      saveText(recordsCsv(await surveyAdmin().exportAll()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show({ type: 'error', message: error.message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <button className="btn btn-line btn-sm" type="button" aria-busy={isBusy} onClick={() => void save()}>
      {isBusy ? <Spinner /> : <Icon name="download" small />}
      Export as CSV
    </button>
  );
}

function saveText(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  // Some browsers fetch the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER_MS);
}
