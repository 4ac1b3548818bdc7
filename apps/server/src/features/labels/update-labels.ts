import type { Pool } from '../../db/index.ts';
import { SourceError } from '../intake/index.ts';
import { type ImportLabelsReport, importLabels } from './import-labels.ts';
import type { ImportLabelsHooks } from './import-request.ts';
import { publisherFiles } from './publisher-files.ts';
import type { Publisher } from './publishers.ts';

export type UpdateOutcome =
  | { readonly publisher: Publisher; readonly report: ImportLabelsReport }
  | { readonly publisher: Publisher; readonly failure: Error };

/**
 * Fetches each publisher's current list and puts it in the place of the former one. A publisher that cannot be reached
 * or read keeps its former set; the others go on.
 */
export async function updateLabels(
  pool: Pool,
  publishers: readonly Publisher[],
  hooks: (publisher: Publisher) => ImportLabelsHooks,
  files: (publisher: Publisher, signal?: AbortSignal) => Promise<string[]> = publisherFiles,
): Promise<UpdateOutcome[]> {
  const outcomes: UpdateOutcome[] = [];
  for (const publisher of publishers) {
    const own = hooks(publisher);
    try {
      const locations = await files(publisher, own.signal);
      const { setName, format } = publisher;
      outcomes.push({
        publisher,
        report: await importLabels(pool, { format, locations, setName, origin: 'import' }, own),
      });
    } catch (error) {
      if (own.signal?.aborted || !isExpected(error)) throw error;
      outcomes.push({ publisher, failure: error });
    }
  }
  return outcomes;
}

/** What a publisher or the network can do wrong; a fault of our own or of the database ends the update. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof SourceError ||
    (error instanceof Error && ['LabelFormatError', 'NoLabelsError', 'LabelSetBusyError'].includes(error.name))
  );
}
