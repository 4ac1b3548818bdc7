import { EVENTS_KEPT_DAYS } from '@assay/contracts/v1';
import { inTransaction, type Pool } from '../db/index.ts';
import { BATCH_KEPT_DAYS, BATCH_OPEN_DAYS, batchesStore } from '../features/batches/index.ts';
import { removeOldChecks } from '../features/checks/index.ts';
import { LIST_KEPT_DAYS, removeUnusedLists } from '../features/counterparties/index.ts';
import { DISPUTE_KEPT_DAYS, disputesStore } from '../features/disputes/index.ts';
import { eventsStore } from '../features/events/index.ts';
import { ledger } from '../features/ledger/index.ts';
import { ledgerPools } from '../features/placement/index.ts';
import { forgetNeighbourhoods, NEIGHBOURHOODS_DAYS } from '../features/sources/index.ts';
import { everyWhile } from '../kernel/timing.ts';
import type { JobLog } from './job-log.ts';
import type { Jobs } from './jobs.ts';

const QUEUE = 'upkeep';
const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const EVENTS_AT_ONCE = 1_000;

export interface UpkeepSettings {
  /** Checks older than this are removed: the privacy policy's 'up to 3 years'. */
  readonly retentionDays: number;
}

/** What time alone brings about: tariffs past their end lapse, checks and events that are too old go, and old disputes lose names. */
export async function upkeep(
  pool: Pool,
  { retentionDays }: UpkeepSettings,
  now: Date,
): Promise<{ readonly lapsed: number; readonly removed: number }> {
  const lapsed = await ledger.lapse(pool, now);
  const oldest = new Date(now.getTime() - retentionDays * DAY_MS);
  const removed = await inTransaction(pool, (tx) => removeOldChecks(tx, oldest));
  await batchesStore.removeOld(pool, {
    unaccepted: new Date(now.getTime() - BATCH_OPEN_DAYS * DAY_MS),
    ended: new Date(now.getTime() - BATCH_KEPT_DAYS * DAY_MS),
  });
  await disputesStore.eraseOld(pool, DISPUTE_KEPT_DAYS);
  const oldEvents = new Date(now.getTime() - EVENTS_KEPT_DAYS * DAY_MS);
  while ((await eventsStore.removeBefore(pool, oldEvents, EVENTS_AT_ONCE)) === EVENTS_AT_ONCE);
  await forgetNeighbourhoods(pool, new Date(now.getTime() - NEIGHBOURHOODS_DAYS * DAY_MS));
  for (const server of ledgerPools(pool)) {
    await removeUnusedLists(server, new Date(now.getTime() - LIST_KEPT_DAYS * DAY_MS));
  }
  return { lapsed, removed };
}

/** Does it at the start and once an hour, by one server however many run on the database. */
export async function startUpkeep(
  jobs: Jobs,
  pool: Pool,
  settings: UpkeepSettings,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Pick<JobLog, 'error'> },
): Promise<void> {
  await jobs.work(QUEUE, async () => {
    await upkeep(pool, settings, new Date());
  });
  everyWhile(EVERY_MS, signal, async () => {
    try {
      await jobs.send(QUEUE, 'hourly', {});
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the hourly upkeep could not be queued');
    }
  });
}
