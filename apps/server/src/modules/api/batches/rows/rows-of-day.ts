import { countOf } from '@assay/wording';
import type { Db } from '../../../../platform/db/index.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { rowsOfDayStore } from './rows-of-day.store.ts';

/** Beside the checks that are left: a newcomer's list with faults in it is taken as a whole. */
const ROWS_FOR_ALL = 1_000;
/** Of who bought checks, at least: a whole batch of the largest size. */
const ROWS_OF_BUYERS = 100_000;
const ROWS_PER_BOUGHT_CHECK = 100;
/** What the count can hold; nobody has bought so many. */
const MOST_ROWS = 1_000_000_000;
const DAY_MS = 86_400_000;

export interface RowsOfDayDeps {
  /** What a workspace bought lately, or has left of what it bought. */
  readonly boughtChecks: (db: Db, workspace: string, now: Date) => Promise<number>;
  readonly checksLeft: (db: Db, workspace: string, now: Date) => Promise<number>;
}

/**
 * Rows that a workspace may have stored a day (UTC), by what it has: one that cannot be checked costs no credit and takes
 * the same room as another.
 */
export interface RowsOfDay {
  /**
   * Counts rows that are about to be stored, and returns the day they count for.
   *
   * @throws AppError TooManyRequests where they are more than the workspace may have; none is counted then
   */
  take(db: Db, workspace: string, rows: number, now: Date): Promise<string>;
  /** Rows were not stored, or not accepted. `day`: the one they counted for. */
  giveBack(db: Db, workspace: string, rows: number, day: string): Promise<void>;
}

export function buildRowsOfDay({ boughtChecks, checksLeft }: RowsOfDayDeps): RowsOfDay {
  async function mostOf(db: Db, workspace: string, now: Date): Promise<number> {
    const bought = await boughtChecks(db, workspace, now);
    const left = await checksLeft(db, workspace, now);
    const ofBought = bought === 0 ? ROWS_FOR_ALL : Math.max(ROWS_OF_BUYERS, ROWS_PER_BOUGHT_CHECK * bought);
    return Math.min(MOST_ROWS, ofBought + left);
  }

  return {
    async take(db, workspace, rows, now) {
      const add = (most: number) => rowsOfDayStore.add(db, workspace, dayOf(now), rows, most);
      // Most send few: what they bought matters to those who send many.
      const ofAll = await add(ROWS_FOR_ALL);
      if (ofAll !== null) return ofAll;
      const most = await mostOf(db, workspace, now);
      const day = await add(most);
      if (day !== null) return day;
      throw limitReached({ most, rows, stored: await rowsOfDayStore.stored(db, workspace, dayOf(now)) }, now);
    },

    giveBack: (db, workspace, rows, day) => rowsOfDayStore.subtract(db, workspace, day, rows),
  };
}

function limitReached(
  { most, rows, stored }: { readonly most: number; readonly rows: number; readonly stored: number },
  now: Date,
): AppError {
  const next = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  const left = Math.max(0, most - stored);
  return new AppError('TooManyRequests', {
    retryAfterSeconds: Math.ceil((next.getTime() - now.getTime()) / 1000),
    publicText: `The workspace can send ${countOf(most, 'row')} a day and has ${countOf(left, 'row')} left today; this body has ${countOf(rows, 'row')}. More are possible at ${dayOf(next)} 00:00 UTC, or once the workspace has bought more checks.`,
  });
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
