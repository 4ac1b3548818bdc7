import type { Pool } from '../../../../platform/db/index.ts';
import { SourceError } from '../../../../platform/intake/index.ts';
import { importWithHold, type UpdateReport } from '../import/import-labels.ts';
import type { ImportLabelsHooks } from '../import/import-request.ts';
import { type HoldPolicy, MOST_WITHDRAWN } from '../import/label-diff.ts';
import { noteLabelUpdate } from './label-updates.store.ts';
import type { PublisherContents } from './publisher-files.ts';
import type { Publisher } from './publishers.ts';

export type UpdateOutcome =
  | { readonly publisher: Publisher; readonly update: UpdateReport }
  /** Nobody can be asked on this installation, or the list has no entry yet; why, in words. No failure. */
  | { readonly publisher: Publisher; readonly nothing: string }
  | { readonly publisher: Publisher; readonly failure: Error };

export interface UpdateOptions {
  readonly policy?: HoldPolicy;
  readonly contents: PublisherContents;
}

/**
 * Fetches each publisher's current list and puts it in the place of the former one. A publisher that cannot be reached
 * or read keeps its former set, and so does one whose list is held; the others go on. How each ended is stored.
 */
export async function updateLabels(
  pool: Pool,
  publishers: readonly Publisher[],
  hooks: (publisher: Publisher) => ImportLabelsHooks,
  { contents, policy = { holdsAll: false, mostWithdrawn: MOST_WITHDRAWN } }: UpdateOptions,
): Promise<UpdateOutcome[]> {
  const outcomes: UpdateOutcome[] = [];
  for (const publisher of publishers) {
    const obstacle = contents.obstacleTo(publisher);
    if (obstacle !== null) {
      outcomes.push({ publisher, nothing: obstacle });
      continue;
    }
    const own = hooks(publisher);
    try {
      const list = await contents.contentsOf(publisher, own.signal ?? new AbortController().signal);
      const { setName, format } = publisher;
      if (list === null) {
        await noteLabelUpdate(pool, setName, 'current');
        outcomes.push({ publisher, nothing: 'it names no address yet' });
        continue;
      }
      const update = await importWithHold(pool, { format, setName, origin: 'import', ...list }, own, policy);
      await noteLabelUpdate(pool, setName, update.kind === 'held' ? 'held' : 'current');
      outcomes.push({ publisher, update });
    } catch (error) {
      if (own.signal?.aborted || !isExpected(error)) throw error;
      await noteLabelUpdate(pool, publisher.setName, { failure: error.message });
      outcomes.push({ publisher, failure: error });
    }
  }
  return outcomes;
}

/** What a publisher or the network can do wrong; a fault of our own or of the database ends the update. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof SourceError ||
    (error instanceof Error &&
      ['LabelFormatError', 'NoLabelsError', 'LabelSetBusyError', 'FreezesUnreadError'].includes(error.name))
  );
}
