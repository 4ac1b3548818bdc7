import { countOf } from '@assay/wording';
import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { dayOf } from './grants.policy.ts';
import type { unchargedStore } from './uncharged.store.ts';

/** For each check that was bought within so many days. */
const PER_BOUGHT_CHECK = 10;
/** Checks that were bought within them raise the limits of a day. */
export const BOUGHT_DAYS = 30;
const DAY_MS = 86_400_000;
/** When most running checks have ended. */
const RUNNING_RETRY_SECONDS = 15;

export interface UnchargedDeps {
  readonly store: typeof unchargedStore;
  /** What accounts together bought since a time, or have left of what they bought. */
  readonly boughtChecks: (db: Db, subs: readonly string[], since: Date, now: Date) => Promise<number>;
  /** Of who never bought. */
  readonly perDay: number;
  /** Owners whose checks nobody pays for. */
  readonly nobodys: readonly string[];
}

/** Answers to checks that cost their owner nothing: one count a day (UTC) for site, bot, API and batches. */
export interface UnchargedAnswers {
  answered(db: Db, owner: string, now: Date): Promise<number>;
  /**
   * Refuses a check that could be one answer too many. `payers`: whose purchases count, the owner first. `running`: checks
   * of the owner that may still end without a charge.
   *
   * @throws AppError UnchargedLimitReached, TooManyChecks
   */
  assertLeft(
    db: Db,
    payers: readonly string[],
    use: { readonly answered: number; readonly running: number },
    now: Date,
  ): Promise<void>;
  /** Whether an owner may have another answer without a charge today, in a batch: nobody else pays for its checks. */
  isLeft(db: Db, owner: string, now: Date): Promise<boolean>;
  /** Counts a check that ended without a charge, in the transaction of its end. */
  count(db: Db, subId: string, now: Date): Promise<void>;
  /** Counts an answer of which no check was begun: a transaction that providers were asked for. */
  countFor(db: Db, owner: string, now: Date): Promise<void>;
}

export function buildUnchargedAnswers({ store, boughtChecks, perDay, nobodys }: UnchargedDeps): UnchargedAnswers {
  async function mostOf(db: Db, payers: readonly string[], now: Date): Promise<number> {
    const bought = await boughtChecks(db, payers, new Date(now.getTime() - BOUGHT_DAYS * DAY_MS), now);
    return Math.max(perDay, PER_BOUGHT_CHECK * bought);
  }

  return {
    answered: (db, owner, now) => store.answered(db, owner, dayOf(now)),

    async assertLeft(db, payers, { answered, running }, now) {
      // Most have few: what they bought matters to those who have many.
      if (answered + running < perDay) return;
      const most = await mostOf(db, payers, now);
      if (answered >= most) throw limitReached(most, now);
      if (answered + running >= most) {
        throw new AppError('TooManyChecks', { retryAfterSeconds: RUNNING_RETRY_SECONDS });
      }
    },

    isLeft: async (db, owner, now) => (await store.answered(db, owner, dayOf(now))) < (await mostOf(db, [owner], now)),

    count: (db, subId, now) => store.count(db, subId, dayOf(now), nobodys),

    countFor: (db, owner, now) => store.countFor(db, owner, dayOf(now)),
  };
}

function limitReached(most: number, now: Date): AppError {
  const next = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  return new AppError('UnchargedLimitReached', {
    retryAfterSeconds: Math.ceil((next.getTime() - now.getTime()) / 1000),
    publicText: `You have had ${countOf(most, 'answer')} without a charge today. The next check is possible at ${dayOf(next)} 00:00 UTC, or once you have bought more checks.`,
  });
}
