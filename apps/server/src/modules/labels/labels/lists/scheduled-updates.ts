import type { Pool } from '../../../../platform/db/index.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import { everyWhile, type Repetition } from '../../../../platform/kernel/time/timing.ts';
import type { ImportLabelsHooks } from '../import/import-request.ts';
import { type HoldPolicy, MOST_WITHDRAWN } from '../import/label-diff.ts';
import { dueLabelUpdates, listLabelUpdates } from './label-updates.store.ts';
import type { PublisherContents } from './publisher-files.ts';
import { PUBLISHERS, type Publisher } from './publishers.ts';
import { updateLabels } from './update-labels.ts';

/** Queue of the scheduled fetches: one at a time, on one server however many run on the database. */
export const LABEL_UPDATE_QUEUE = 'labels-update';

const LOOK_EVERY_MS = 600_000;
/** Without a success in this many rounds, a list is stale. */
const STALE_ROUNDS = 3;
const HOUR_MS = 3_600_000;

export interface LabelUpdateSettings {
  /** How often each list is fetched; 0 for never. */
  readonly everyHours: number;
  /** Every list that differs from the stored one waits for approval. */
  readonly holdsAll: boolean;
}

export interface LabelUpdateParts {
  readonly jobs: {
    work<T extends object>(
      queue: string,
      handle: (data: T, signal: AbortSignal) => Promise<void>,
      options: { readonly outgoing: true },
    ): Promise<void>;
    send(queue: string, key: string, data: object): Promise<void>;
  };
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly hooks: (signal: AbortSignal) => ImportLabelsHooks;
  /** Called with every failure, such as a download that was refused. */
  readonly failed: (error: unknown) => void;
  /**
   * Called after every round, also one that published nothing: an earlier round may have been interrupted after its
   * import and before derived labels were refreshed.
   */
  readonly ended: (signal: AbortSignal) => Promise<void>;
  readonly contents: PublisherContents;
  readonly publishers?: readonly Publisher[];
}

/** Fetches the publishers' lists at intervals, as `assay labels update` does by hand; null where it is off. */
export async function scheduleLabelUpdates(
  { everyHours, holdsAll }: LabelUpdateSettings,
  parts: LabelUpdateParts,
): Promise<Repetition | null> {
  if (everyHours === 0) return null;
  const { jobs, pool, signal, log, contents } = parts;
  // Nobody can be asked for the others on this installation.
  const publishers = (parts.publishers ?? PUBLISHERS).filter((publisher) => contents.obstacleTo(publisher) === null);
  await jobs.work(
    LABEL_UPDATE_QUEUE,
    (_data, cancelled) =>
      fetchDue(everyHours, { holdsAll, mostWithdrawn: MOST_WITHDRAWN }, cancelled, { ...parts, publishers }),
    { outgoing: true },
  );
  return everyWhile(LOOK_EVERY_MS, signal, async () => {
    try {
      const names = publishers.map(({ setName }) => setName);
      if ((await dueLabelUpdates(pool, names, everyHours)).length > 0) await jobs.send(LABEL_UPDATE_QUEUE, 'due', {});
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the fetch of label lists could not be queued');
    }
  });
}

async function fetchDue(
  everyHours: number,
  policy: HoldPolicy,
  signal: AbortSignal,
  { pool, log, hooks, failed, ended, contents, publishers }: LabelUpdateParts & { publishers: readonly Publisher[] },
): Promise<void> {
  const due = await dueLabelUpdates(
    pool,
    publishers.map(({ setName }) => setName),
    everyHours,
  );
  const outcomes = await updateLabels(
    pool,
    publishers.filter(({ setName }) => due.includes(setName)),
    () => hooks(signal),
    { policy, contents },
  );
  for (const outcome of outcomes) {
    const { setName } = outcome.publisher;
    if ('failure' in outcome) {
      failed(outcome.failure);
      log.warn({ setName, reason: outcome.failure.message }, 'a label list could not be fetched; it is unchanged');
    } else if ('update' in outcome && outcome.update.kind === 'held') {
      log.warn({ setName, reason: outcome.update.reason }, 'a label list waits for approval: assay labels held');
    }
  }
  await ended(signal);
  const staleBefore = Date.now() - STALE_ROUNDS * everyHours * HOUR_MS;
  for (const { setName, succeededAt } of await listLabelUpdates(pool)) {
    if (succeededAt !== null && Date.parse(succeededAt) < staleBefore) {
      log.warn({ setName, succeededAt }, 'a label list is stale: no fetch of it has succeeded for long');
    }
  }
}
