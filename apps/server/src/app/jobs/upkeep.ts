import { besideHolds, companySignInsStore, removeInPortions } from '../../modules/accounts/index.ts';
import { forgetNeighbourhoods, NEIGHBOURHOODS_DAYS } from '../../modules/chains/index.ts';
import { LIST_KEPT_DAYS, removeOldListed, removeOldUnlisted, removeUnusedLists } from '../../modules/checks/index.ts';
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
import type { Pool } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/kernel/log.ts';
import { everyWhile } from '../../platform/kernel/time/timing.ts';
import { OPTIONAL } from '../modules.ts';

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
 * What time alone brings about: tariffs past their end lapse, checks and what modules hold of old are removed. What is
 * under a legal hold stays.
 */
export async function upkeep(
  pool: Pool,
  { retentionDays, invoiceYears }: UpkeepSettings,
  now: Date,
): Promise<{ readonly lapsed: number; readonly removed: number }> {
  const lapsed = await ledger.lapse(pool, now);
  const before = new Date(now.getTime() - retentionDays * DAY_MS);
  const listed = await removeListed(pool, { before, now });
  const removed = listed + (await removeInPortions(pool, (tx, most) => removeOldUnlisted(tx, { before, now, most })));
  await companySignInsStore.removeBefore(pool, now);
  await besideHolds(pool, (tx) => invoicesStore.removeIssuedBefore(tx, invoicesOverBefore(now, invoiceYears)));
  await removeUnchargedBefore(pool, dayOf(daysBefore(now, GRANTS_KEPT_DAYS)));
  await removeGrantsBefore(pool, dayOf(daysBefore(now, GRANTS_KEPT_DAYS)));
  await forgetRefusedBefore(pool, dayOf(now));
  await forgetNeighbourhoods(pool, daysBefore(now, NEIGHBOURHOODS_DAYS));
  await eachOf([
    ...OPTIONAL.map((module) => async () => module.removeOld?.(pool, now, before)),
    ...ledgerPools(pool).map((server) => () => removeUnusedLists(server, daysBefore(now, LIST_KEPT_DAYS))),
  ]);
  return { lapsed, removed };
}

/** One that fails, such as for a server that is away, keeps no other from its turn. */
async function eachOf(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'parts of the hourly upkeep failed');
}

/** Removes old checks of histories: each portion goes on with the owner that the one before ended with. */
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
