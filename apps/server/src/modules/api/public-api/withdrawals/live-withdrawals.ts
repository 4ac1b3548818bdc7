import type { Db } from '../../../../platform/db/index.ts';
import type { Transaction } from '../../../../platform/db/transactions.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { BegunCheck, ChecksService } from '../../../checks/index.ts';
import { type ApiChecksService, isNotEnough } from '../api-checks.service.ts';
import { apiChecksStore } from '../api-checks.store.ts';
import type { WithdrawalCallsDeps } from './withdrawal-attempts.service.ts';
import { plannedProblemOf } from './withdrawal-question.ts';

export interface LiveWithdrawalsDeps {
  readonly transaction: Transaction;
  readonly apiChecks: Pick<ApiChecksService, 'reserveOfPlanned' | 'isAnothers' | 'settleOfBatch' | 'limitReached'>;
  readonly checks: Pick<ChecksService, 'runPlanned'>;
}

/**
 * Rates planned payments for live keys. Each address is a check of the key: it is reserved before anything runs, as
 * single checks are. Where the key's month has no room for all of them, only what costs nothing is begun.
 */
export function liveWithdrawals({ transaction, apiChecks, checks }: LiveWithdrawalsDeps): WithdrawalCallsDeps['rate'] {
  return async (key, { planned, amount }, keep) => {
    const { asset, address, wallet } = planned;
    const { ticker, parent } = asset;
    const wanted = { ticker, parent, address, wallet, amount, direction: 'withdrawal' } as const;
    const { ids, isAtLimit } = await apiChecks.reserveOfPlanned(key, wallet === null ? 1 : 2);
    /** Where the server is lost before the answer is stored, the month of the key counts them all the same. */
    const named = async (tx: Db, begun: readonly Pick<BegunCheck, 'subId' | 'isJoined'>[]): Promise<void> => {
      for (const [at, one] of begun.entries()) {
        // One that runs already is joined.
        if (isAtLimit && (await apiChecks.isAnothers(key, one, tx))) throw new AppError('NotEnoughChecks');
        await apiChecksStore.begun(tx, ids[at] ?? '', one);
      }
    };
    try {
      const owner = { sub: key.workspace, by: { as: 'key', id: key.keyId }, pays: true } as const;
      const { result } = await checks.runPlanned(owner, wanted, { mayCharge: !isAtLimit, named });
      await transaction((tx) => keep(tx, { result, checks: ids }));
    } catch (error) {
      // Those that were begun stay: they are checks of the key.
      for (const id of ids) await apiChecks.settleOfBatch(id, null);
      throw isNotEnough(error) && isAtLimit ? apiChecks.limitReached(key) : plannedProblemOf(error, wallet);
    }
  };
}
