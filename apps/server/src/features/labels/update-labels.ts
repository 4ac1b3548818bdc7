import type { Pool } from '../../db/index.ts';
import { SourceError } from '../intake/index.ts';
import { importWithHold, type UpdateReport } from './import-labels.ts';
import type { ImportLabelsHooks } from './import-request.ts';
import { type HoldPolicy, MOST_WITHDRAWN } from './label-diff.ts';
import { noteLabelUpdate } from './label-updates.store.ts';
import { publisherFiles } from './publisher-files.ts';
import type { Publisher } from './publishers.ts';

export type UpdateOutcome =
  | { readonly publisher: Publisher; readonly update: UpdateReport }
  | { readonly publisher: Publisher; readonly failure: Error };

/**
 * Fetches each publisher's current list and puts it in the place of the former one. A publisher that cannot be reached
 * or read keeps its former set, and so does one whose list is held; the others go on. How each ended is stored.
 */
export async function updateLabels(
  pool: Pool,
  publishers: readonly Publisher[],
  hooks: (publisher: Publisher) => ImportLabelsHooks,
  policy: HoldPolicy = { holdsAll: false, mostWithdrawn: MOST_WITHDRAWN },
  files: (publisher: Publisher, signal?: AbortSignal) => Promise<string[]> = publisherFiles,
): Promise<UpdateOutcome[]> {
  const outcomes: UpdateOutcome[] = [];
  for (const publisher of publishers) {
    const own = hooks(publisher);
    try {
      const locations = await files(publisher, own.signal);
      const { setName, format } = publisher;
      const update = await importWithHold(pool, { format, locations, setName, origin: 'import' }, own, policy);
      await noteLabelUpdate(pool, setName, null);
      outcomes.push({ publisher, update });
    } catch (error) {
      if (own.signal?.aborted || !isExpected(error)) throw error;
      await noteLabelUpdate(pool, publisher.setName, error.message);
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
