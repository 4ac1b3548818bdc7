import { EVENTS_KEPT_DAYS } from '@assay/contracts/v1';
import { besideHolds, companySignInsStore } from '../../modules/accounts/index.ts';
import {
  ANSWERS_KEPT_DAYS,
  answersStore,
  BATCH_KEPT_DAYS,
  BATCH_OPEN_DAYS,
  BATCH_WAITS_DAYS,
  endWaitingBatch,
  eventsStore,
  removeOldBatches,
  withdrawalAttemptsStore,
} from '../../modules/api/index.ts';
import { forgetNeighbourhoods, NEIGHBOURHOODS_DAYS } from '../../modules/chains/index.ts';
import { LIST_KEPT_DAYS, removeOldListed, removeOldUnlisted, removeUnusedLists } from '../../modules/checks/index.ts';
import { DISPUTE_KEPT_DAYS, disputesStore } from '../../modules/disputes/index.ts';
import {
  dayOf,
  forgetRefusedBefore,
  GRANTS_KEPT_DAYS,
  invoicesOverBefore,
  invoicesStore,
  ledger,
  removeGrantsBefore,
  removeUnchargedBefore,
} from '../../modules/money/index.ts';
import { ledgerPools } from '../../modules/records/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { type Db, inTransaction, type Pool } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/kernel/log.ts';
import { everyWhile } from '../../platform/kernel/time/timing.ts';

const QUEUE = 'upkeep';
const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 1_000;

export interface UpkeepSettings {
  /** Checks and planned withdrawals older than this are removed: the privacy policy's 'up to 3 years'. */
  readonly retentionDays: number;
  /** Invoices are removed so many years after the end of the year of their issue. */
  readonly invoiceYears: number;
}

/**
 * What time alone brings about: tariffs past their end lapse, batches that wait for too long end, checks, planned
 * withdrawals and events that are too old go, and old disputes lose names. What is under a legal hold stays.
 */
export async function upkeep(
  pool: Pool,
  { retentionDays, invoiceYears }: UpkeepSettings,
  now: Date,
): Promise<{ readonly lapsed: number; readonly removed: number }> {
  const lapsed = await ledger.lapse(pool, now);
  const before = new Date(now.getTime() - retentionDays * DAY_MS);
  const listed = await removeListed(pool, { before, now });
  const removed = listed + (await inPortions(pool, (tx, most) => removeOldUnlisted(tx, { before, now, most })));
  const waiting = { before: daysBefore(now, BATCH_WAITS_DAYS), now };
  while (await inTransaction(pool, (tx) => endWaitingBatch(tx, recordAudit, waiting)));
  const oldBatches = { unaccepted: daysBefore(now, BATCH_OPEN_DAYS), ended: daysBefore(now, BATCH_KEPT_DAYS) };
  while (await besideHolds(pool, (tx) => removeOldBatches(tx, { ...oldBatches, most: ROWS_AT_ONCE })));
  await inPortions(pool, (tx, most) => withdrawalAttemptsStore.removeBefore(tx, { before, now }, most));
  await inPortions(pool, (tx, most) => answersStore.removeBefore(tx, daysBefore(now, ANSWERS_KEPT_DAYS), most));
  await companySignInsStore.removeBefore(pool, now);
  await besideHolds(pool, (tx) => invoicesStore.removeIssuedBefore(tx, invoicesOverBefore(now, invoiceYears)));
  await besideHolds(pool, (tx) => disputesStore.eraseOld(tx, DISPUTE_KEPT_DAYS));
  await besideHolds(pool, (tx) => disputesStore.removeUnproven(tx, now));
  await removeUnchargedBefore(pool, dayOf(daysBefore(now, GRANTS_KEPT_DAYS)));
  await removeGrantsBefore(pool, dayOf(daysBefore(now, GRANTS_KEPT_DAYS)));
  await forgetRefusedBefore(pool, dayOf(now));
  await inPortions(pool, (tx, most) => eventsStore.removeBefore(tx, daysBefore(now, EVENTS_KEPT_DAYS), most));
  await forgetNeighbourhoods(pool, daysBefore(now, NEIGHBOURHOODS_DAYS));
  for (const server of ledgerPools(pool)) await removeUnusedLists(server, daysBefore(now, LIST_KEPT_DAYS));
  return { lapsed, removed };
}

/** Each portion in a transaction of its own, until one is not full. Returns the number removed. */
async function inPortions(pool: Pool, remove: (tx: Db, most: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const portion = await besideHolds(pool, (tx) => remove(tx, ROWS_AT_ONCE));
    removed += portion;
    if (portion < ROWS_AT_ONCE) return removed;
  }
}

/** The same for checks of histories: each portion goes on with the owner that the one before ended with. */
async function removeListed(pool: Pool, old: { readonly before: Date; readonly now: Date }): Promise<number> {
  let removed = 0;
  for (let next: string | null = ''; next !== null; ) {
    const from: string = next;
    const portion = await besideHolds(pool, (tx) => removeOldListed(tx, { ...old, most: ROWS_AT_ONCE, from }));
    removed += portion.removed;
    next = portion.next;
  }
  return removed;
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** Does it at the start and once an hour, by one server however many run on the database. */
export async function startUpkeep(
  jobs: Jobs,
  pool: Pool,
  settings: UpkeepSettings,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Pick<Log, 'error'> },
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
