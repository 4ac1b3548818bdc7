import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckV1, WithdrawalAttemptV1 } from '@assay/contracts/v1';
import type { Asset } from '@assay/domain';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { PlannedRefused } from '../../checks/index.ts';
import { checkResource } from '../public-api/check-resource.ts';
import type { WithdrawalCallsDeps } from '../public-api/withdrawals/withdrawal-attempts.service.ts';
import type { WithdrawalAnswer } from '../public-api/withdrawals/withdrawal-attempts.store.ts';
import { plannedProblemOf, type WithdrawalQuestion } from '../public-api/withdrawals/withdrawal-question.ts';
import { outcomeOrRefuse } from './test-addresses.ts';
import { newTestCheck, shownTest } from './test-check.ts';
import type { TestChecksDeps } from './test-checks.service.ts';
import { OUTCOMES } from './test-outcomes.ts';

type WalletStars = NonNullable<WithdrawalAttemptV1['before']>;

/**
 * Planned payments of test addresses, for test keys: the receiver's published outcome, and that of the own wallet
 * before. After the payment it has the stars of the riskier one of both. Nothing is read or spent.
 */
export function testWithdrawals({
  transaction,
  clock,
}: Pick<TestChecksDeps, 'transaction' | 'clock'>): WithdrawalCallsDeps['rate'] {
  return async (_key, question, keep) => {
    const { asset, address, wallet } = question.planned;
    if (asset.network === null) {
      throw plannedProblemOf(
        new PlannedRefused({ is: 'no records', recordsHeld: 'Its money is not followed.' }),
        wallet,
      );
    }
    const [receiver, runsMs] = resultOf(asset, address, '/address', clock.now());
    const own = wallet === null ? null : starsOf(resultOf(asset, wallet, '/from', clock.now())[0]);
    await sleep(runsMs);
    const answer = answerOf(question, receiver, own);
    await transaction((tx) => keep(tx, { answer, checks: [] }));
  };
}

/** Of a test check that is only computed. */
const NOT_KEPT = { payment: null, keyId: '', reference: null, metadata: {} };

/** What a check of a test address ends with, and how long it runs. @throws AppError Overloaded where it would fail */
function resultOf(asset: Asset, address: string, pointer: string, now: Date): readonly [CheckV1, number] {
  const outcome = outcomeOrRefuse({ asset, address }, pointer);
  const check = newTestCheck({ asset, address }, { ...NOT_KEPT, outcome, createdAt: now });
  const result = checkResource(shownTest(check, asset, check.finishesAt), { withEvidence: false });
  if (result.status === 'failed') throw new AppError('Overloaded');
  return [result, OUTCOMES[check.outcome].runsMs];
}

function answerOf(
  { planned, amount }: WithdrawalQuestion,
  result: CheckV1,
  before: WalletStars | null,
): WithdrawalAnswer {
  const { address, asset, network, coverage, confidence, exposures, labels, summary } = result;
  const { method_version, label_set_version } = result;
  if (coverage === null || confidence === null || exposures === null || labels === null || summary === null) {
    throw new Error('a completed test check has a result');
  }
  if (method_version === null || label_set_version === null) throw new Error('a completed test check has versions');
  const receiver = starsOf(result);
  return {
    ...{ address, from: planned.wallet, asset, network, amount, amount_base_units: String(planned.amount) },
    ...receiver,
    ...{ headline: summary.headline, coverage, confidence },
    exposures: { incoming: withoutUsd(exposures.incoming), outgoing: withoutUsd(exposures.outgoing) },
    labels,
    before,
    after: before === null || (receiver.score ?? 0) <= (before.score ?? 0) ? before : receiver,
    ...{ method_version, label_set_version },
  };
}

function starsOf({ stars, score, verdict, not_rated_reason }: CheckV1): WalletStars {
  if (verdict === null) throw new Error('a completed test check has a verdict');
  return { stars, score, verdict, not_rated_reason };
}

/** Of a planned payment no dollars are said. */
function withoutUsd(exposures: WithdrawalAnswer['exposures']['incoming']): WithdrawalAnswer['exposures']['incoming'] {
  return exposures.map((one) => ({ ...one, amount_usd: null }));
}
