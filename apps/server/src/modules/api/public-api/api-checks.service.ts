import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { within } from '../../../platform/kernel/time/timing.ts';
import type { AskedCheck, ChecksService, RunCheckOptions, StoredCheck } from '../../checks/index.ts';
import type { KeyHolder } from '../api-keys/api-keys.ports.ts';
import { randomDigits } from '../api-keys/key-text.ts';
import { type ApiCheck, type ApiObject, apiChecksStore, ID_PREFIXES } from './api-checks.store.ts';
import type { AskedObject, CheckSource, CheckWish } from './check-calls.ts';
import { liveCheck, type ShownCheck } from './check-resource.ts';
import { ProblemError } from './problem-error.ts';

const ID_DIGITS = 20;
const DAY_MS = 86_400_000;

export interface ApiChecksDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  /** Called where a check ended before it was known whose it is; default: nobody is. */
  readonly ended?: (tx: Db, named: ApiCheck & { readonly workspace: string }) => Promise<void>;
  readonly checks: Pick<ChecksService, 'runCheck' | 'runPayment' | 'readCheck' | 'cancelCheck' | 'runningCheck'>;
  readonly clock: Clock;
  /** URL of the site, without a slash at the end. */
  readonly publicUrl: string;
}

/** The key that a check is counted for. */
export type SpendingKey = Pick<KeyHolder, 'keyId' | 'workspace' | 'monthlyLimit'>;

export type ApiChecksService = ReturnType<typeof buildApiChecksService>;

/** Checks that programs make by API key. */
export function buildApiChecksService({ db, transaction, checks, clock, publicUrl, ended }: ApiChecksDeps) {
  /**
   * Reserves checks of the key's month. Where it has no room for all of them, only what costs nothing may be begun.
   */
  async function reserve(
    key: SpendingKey,
    object: ApiObject,
    { reference, metadata, ofBatch }: Pick<CheckWish, 'reference' | 'metadata'> & { readonly ofBatch: boolean },
    count: number,
  ): Promise<{ readonly named: readonly ApiCheck[]; readonly isAtLimit: boolean }> {
    const createdAt = clock.now();
    const named = Array.from({ length: count }, (): ApiCheck => {
      const id = `${ID_PREFIXES[object]}${randomDigits(ID_DIGITS)}`;
      return { id, object, subId: '', keyId: key.keyId, reference, metadata, createdAt, isJoined: false };
    });
    const { keyId, workspace, monthlyLimit } = key;
    const isAtLimit = await transaction(async (tx) => {
      if (monthlyLimit !== null) await apiChecksStore.lockKey(tx, keyId);
      const spent =
        monthlyLimit === null ? 0 : await apiChecksStore.countSpent(tx, keyId, createdAt, startOfMonth(createdAt));
      for (const one of named) await apiChecksStore.insert(tx, { ...one, workspace, ofBatch });
      return monthlyLimit !== null && spent + count > monthlyLimit;
    });
    return { named, isAtLimit };
  }

  /** Checks whose end is no event of its own: what asked for them reports. */
  async function reserveUnnamed(
    key: SpendingKey,
    count: number,
  ): Promise<{ readonly ids: readonly string[]; readonly isAtLimit: boolean }> {
    const wish = { reference: null, metadata: {}, ofBatch: true };
    const { named, isAtLimit } = await reserve(key, 'check', wish, count);
    return { ids: named.map(({ id }) => id), isAtLimit };
  }

  /** Whether a begun check would count for the key now, though another key or the site began it. */
  function isAnothers({ keyId }: SpendingKey, { subId }: Pick<StoredCheck, 'subId'>, on: Db = db): Promise<boolean> {
    return apiChecksStore.isAnothers(on, keyId, subId);
  }

  /** Names the check that runs for it. It may have ended since: then its end did not find who asked. */
  async function noteBegun(named: ApiCheck & { readonly workspace: string }): Promise<void> {
    await transaction(async (tx) => {
      await apiChecksStore.begun(tx, named.id, named);
      const { isRunning } = await apiChecksStore.lockCheck(tx, named.subId);
      if (!isRunning) await ended?.(tx, named);
    });
  }

  function run({ workspace, keyId }: KeyHolder, asked: AskedObject, options: RunCheckOptions): Promise<AskedCheck> {
    const owner = { sub: workspace, by: { as: 'key', id: keyId }, pays: true } as const;
    return asked.object === 'check'
      ? checks.runCheck(owner, asked.request, options)
      : checks.runPayment(owner, asked.request, options);
  }

  async function shown(named: ApiCheck): Promise<ShownCheck> {
    return liveCheck(named, await checks.readCheck(named.subId), publicUrl);
  }

  const source: CheckSource = {
    /**
     * @throws ProblemError key_limit_reached
     * @throws AppError as `ChecksService.runCheck` and `runPayment`, nothing spent
     */
    async create(key, asked, wish) {
      await apiChecksStore.removeAbandoned(db, key.workspace, new Date(clock.now().getTime() - DAY_MS));
      const { named: reserved, isAtLimit } = await reserve(key, asked.object, { ...wish, ofBatch: false }, 1);
      const [named] = reserved;
      if (named === undefined) throw new Error('a check was reserved');
      try {
        const begun = await run(key, asked, { answerWithinMs: 0, mayCharge: !isAtLimit });
        // One that runs already is joined.
        if (isAtLimit && (await isAnothers(key, begun))) throw new AppError('NotEnoughChecks');
        const { subId, isJoined } = begun;
        await noteBegun({ ...named, subId, isJoined, workspace: key.workspace });
        const here = checks.runningCheck(subId)?.done;
        if (here !== undefined) await within(wish.waitMs, here);
        return await shown({ ...named, subId, isJoined });
      } catch (error) {
        await apiChecksStore.remove(db, named.id);
        throw isAtLimit && isNotEnough(error) ? limitReached(key) : error;
      }
    },

    async find(workspace, object, id) {
      const named = await apiChecksStore.find(db, workspace, id);
      return named?.object === object ? shown(named) : null;
    },

    async page(workspace, object, wanted) {
      return Promise.all((await apiChecksStore.page(db, workspace, object, wanted)).map(shown));
    },

    async cancel(workspace, _object, id) {
      const named = await apiChecksStore.find(db, workspace, id);
      if (named === null || (await checks.readCheck(named.subId)).status !== 'running') return null;
      return liveCheck(named, await checks.cancelCheck(named.subId, workspace), publicUrl);
    },
  };

  return {
    ...source,

    /**
     * For a check that a batch starts: takes one of the key's month. At the limit, it may only be used for a check that
     * costs this key nothing.
     */
    async reserveOfBatch(key: SpendingKey): Promise<{ readonly id: string; readonly isAtLimit: boolean }> {
      const { ids, isAtLimit } = await reserveUnnamed(key, 1);
      const [id] = ids;
      if (id === undefined) throw new Error('a check was reserved');
      return { id, isAtLimit };
    },

    /** The same for the checks of a planned payment, one for each address: the month has room for all, or for none. */
    reserveOfPlanned: reserveUnnamed,

    isAnothers,

    /** What a key at its limit is refused with. */
    limitReached,

    /** Whether the month is spent for good: not by checks that run, which can give their credit back. */
    async isMonthSpent({ keyId, monthlyLimit }: SpendingKey): Promise<boolean> {
      return (
        monthlyLimit !== null && (await apiChecksStore.countKept(db, keyId, startOfMonth(clock.now()))) >= monthlyLimit
      );
    },

    /** Names the check that runs for it; null gives it back, because none was started. */
    async settleOfBatch(id: string, begun: Pick<ApiCheck, 'subId' | 'isJoined'> | null): Promise<void> {
      await (begun === null ? apiChecksStore.remove(db, id) : apiChecksStore.begun(db, id, begun));
    },

    /** Checks that the key has spent or reserved in the present month (UTC). */
    async spentBy(keyId: string): Promise<number> {
      const now = clock.now();
      return apiChecksStore.countSpent(db, keyId, now, startOfMonth(now));
    },

    /** The same of every key of the workspace that has spent any. */
    async spentByKey(workspace: string): Promise<ReadonlyMap<string, number>> {
      const now = clock.now();
      return apiChecksStore.spentByKey(db, workspace, now, startOfMonth(now));
    },
  };
}

/** Midnight of the first day, UTC. */
export function startOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

/** Whether a check was refused because it would cost a credit. */
export function isNotEnough(error: unknown): boolean {
  return error instanceof AppError && error.errorName === 'NotEnoughChecks';
}

function limitReached({ monthlyLimit }: KeyHolder): ProblemError {
  return new ProblemError(
    'key_limit_reached',
    `The key may spend ${monthlyLimit} checks a month, and this one is no free repeat. Raise its limit by a new key, or wait for the next month (UTC).`,
  );
}
