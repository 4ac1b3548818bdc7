import path from 'node:path';
import type { Pool } from '../../db/index.ts';
import { isUrl, SourceError } from '../../intake/index.ts';
import { importLabels } from './import-labels.ts';
import type { ImportLabelsRequest } from './import-request.ts';

/** Queue of imports done in the background, one at a time; one that broke off goes on when it is tried again. */
export const LABEL_IMPORT_QUEUE = 'labels-import';

/** The job of an import: files by their full path, as the process that does it may stand elsewhere. */
export function labelImportJob(request: ImportLabelsRequest): ImportLabelsRequest {
  return {
    ...request,
    locations: request.locations.map((location) => (isUrl(location) ? location : path.resolve(location))),
  };
}

interface JobQueue {
  work<T extends object>(queue: string, handle: (data: T, signal: AbortSignal) => Promise<void>): Promise<void>;
}

/** Does the imports of the queue in this process. What retrying cannot mend is said once and not tried again. */
export async function workLabelImports(
  jobs: JobQueue,
  pool: Pool,
  hooks: {
    readonly say: (text: string) => void;
    readonly progress: (text: string) => void;
    /**
     * Called after every import, also one that brought nothing new: what is concluded from the labels may wait to be
     * drawn anew since an attempt that broke off behind its import.
     */
    readonly imported: (signal: AbortSignal) => Promise<void>;
  },
): Promise<void> {
  await jobs.work<ImportLabelsRequest>(LABEL_IMPORT_QUEUE, async (request, signal) => {
    try {
      const report = await importLabels(pool, request, {
        signal,
        goesOn: (rows) => hooks.say(`The import of ${request.setName} goes on behind row ${rows}.`),
        progress: ({ accepted, rejected }) =>
          hooks.progress(`Labels of ${request.setName}: ${accepted} rows taken, ${rejected} rejected`),
      });
      await hooks.imported(signal);
      hooks.say(
        `Labels of ${report.setName}: ${report.labels} labels, ${report.rejected} rows rejected${report.changed ? '' : ', unchanged'}.`,
      );
    } catch (error) {
      if (signal.aborted || error instanceof SourceError || !(error instanceof Error)) throw error;
      if (!['LabelFormatError', 'NoLabelsError'].includes(error.name)) throw error;
      hooks.say(`Labels of ${request.setName} were not imported: ${error.message}`);
    }
  });
}
