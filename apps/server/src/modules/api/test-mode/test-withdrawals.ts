import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { type CheckSubject, type ComputedCheck, PlannedRefused } from '../../checks/index.ts';
import type { WithdrawalCallsDeps } from '../public-api/withdrawals/withdrawal-attempts.service.ts';
import { plannedProblemOf } from '../public-api/withdrawals/withdrawal-question.ts';
import { outcomeOrRefuse } from './test-addresses.ts';
import { runsMsOf } from './test-outcomes.ts';
import { resultOfAddress } from './test-result.ts';

/**
 * Planned payments of test addresses, for test keys: the receiver's published outcome, and that of the own wallet
 * before. After the payment it has the stars of the riskier one of both. Nothing is read or spent.
 */
export function testWithdrawals(transaction: Transaction): WithdrawalCallsDeps['rate'] {
  return async (_key, { planned: { asset, address, wallet } }, keep) => {
    if (asset.network === null) {
      throw plannedProblemOf(
        new PlannedRefused({ is: 'no records', recordsHeld: 'Its money is not followed.' }),
        wallet,
      );
    }
    const [payment, runsMs] = ratingOf({ asset, address }, '/address');
    const own = wallet === null ? null : ratingOf({ asset, address: wallet }, '/from')[0];
    const { method_version, label_set_version } = payment;
    const result = {
      payment,
      wallet: own === null ? null : { before: own, after: (payment.total ?? 0) > (own.total ?? 0) ? payment : own },
      ...{ method_version, label_set_version },
    };
    await sleep(runsMs);
    await transaction((tx) => keep(tx, { result, checks: [] }));
  };
}

/** What a check of a test address ends with, and how long it runs. @throws AppError Overloaded where it would fail */
function ratingOf(subject: CheckSubject, pointer: string): readonly [ComputedCheck, number] {
  const outcome = outcomeOrRefuse(subject, pointer);
  const result = resultOfAddress(outcome, subject);
  if (result === null) throw new AppError('Overloaded');
  return [result, runsMsOf(outcome)];
}
