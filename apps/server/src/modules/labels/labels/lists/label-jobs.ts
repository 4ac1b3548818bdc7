import path from 'node:path';
import type { Pool } from '../../../../platform/db/index.ts';
import { isUrl, SourceError } from '../../../../platform/intake/index.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import { importLabels } from '../import/import-labels.ts';
import type { ImportLabelsRequest } from '../import/import-request.ts';

/** Queue of imports done in the background, one at a time; one that broke off goes on when it is tried again. */
export const LABEL_IMPORT_QUEUE = 'labels-import';

/** The job of an import: files by their full path, as the worker process may have another working directory. */
export function labelImportJob(request: ImportLabelsRequest): ImportLabelsRequest {
  return {
    ...request,
    locations: request.locations.map((location) => (isUrl(location) ? location : path.resolve(location))),
  };
}

interface JobQueue {
  work<T extends object>(queue: string, handle: (data: T, signal: AbortSignal) => Promise<void>): Promise<void>;
}

/** Does the imports of the queue in this process. What retrying cannot mend is logged and not tried again. */
export async function workLabelImports(
  jobs: JobQueue,
  pool: Pool,
  hooks: {
    readonly log: Pick<Log, 'warn'>;
    /** What was done, one sentence each. */
    readonly say: (text: string) => void;
    readonly progress: (text: string) => void;
    readonly allowsPrivateRedirects?: boolean;
    /** Called with every failure, before it is tried again. */
    readonly failed?: (error: unknown) => void;
    /**
     * Called after every import, also one that brought nothing new: an earlier attempt may have been interrupted after
     * its import and before derived labels were refreshed.
     */
    readonly imported: (signal: AbortSignal) => Promise<void>;
  },
): Promise<void> {
  await jobs.work<ImportLabelsRequest>(LABEL_IMPORT_QUEUE, async (request, signal) => {
    try {
      const report = await importLabels(pool, request, {
        signal,
        allowsPrivateRedirects: hooks.allowsPrivateRedirects,
        goesOn: (rows) => hooks.say(`The import of ${request.setName} goes on behind row ${rows}.`),
        progress: ({ accepted, rejected }) =>
          hooks.progress(`Labels of ${request.setName}: ${accepted} rows taken, ${rejected} rejected`),
      });
      await hooks.imported(signal);
      hooks.say(
        `Labels of ${report.setName}: ${report.labels} labels, ${report.rejected} rows rejected${report.changed ? '' : ', unchanged'}.`,
      );
    } catch (error) {
      hooks.failed?.(error);
      if (signal.aborted || error instanceof SourceError || !(error instanceof Error)) throw error;
      if (!['LabelFormatError', 'NoLabelsError'].includes(error.name)) throw error;
      hooks.log.warn({ setName: request.setName, reason: error.message }, 'labels were not imported');
    }
  });
}
