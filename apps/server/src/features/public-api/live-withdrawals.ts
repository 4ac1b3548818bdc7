import type { PlannedData, PlannedRating, PlannedResult } from '@assay/contracts';
import type { WithdrawalAttemptV1 } from '@assay/contracts/v1';
import { headlineOf } from '@assay/wording';
import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import { within } from '../../kernel/timing.ts';
import type { KeyHolder } from '../api-keys/index.ts';
import { type ChecksService, networkNameOf } from '../checks/index.ts';
import type { ApiChecksService } from './api-checks.service.ts';
import type { ApiChecksStore } from './api-checks.store.ts';
import { exposuresOf } from './check-resource.ts';
import type { WithdrawalCallsDeps } from './withdrawal-attempts.service.ts';
import type { WithdrawalAnswer } from './withdrawal-attempts.store.ts';
import { plannedProblemOf, type WithdrawalQuestion } from './withdrawal-question.ts';

/** The payment is rated by then, and its checks walked as it was: they end at about the same time. */
const CHECKS_END_WITHIN_MS = 5_000;

export interface LiveWithdrawalsDeps {
  readonly transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  readonly store: Pick<ApiChecksStore, 'begun'>;
  readonly apiChecks: ApiChecksService;
  readonly checks: Pick<ChecksService, 'runPlanned' | 'readCheck' | 'runningCheck'>;
}

/**
 * Rates planned payments for live keys. Each address is a check of the key: it is reserved before anything runs, as
 * single checks are. Where the key's month has no room for all of them, only what costs nothing is begun.
 */
export function liveWithdrawals(deps: LiveWithdrawalsDeps): WithdrawalCallsDeps['rate'] {
  const { transaction, store, apiChecks, checks } = deps;

  async function run(
    key: KeyHolder,
    { planned, amount }: WithdrawalQuestion,
    mayCharge: boolean,
  ): Promise<PlannedData> {
    const { asset, address, wallet } = planned;
    const { ticker, parent } = asset;
    const owner = { sub: key.workspace, pays: true };
    const wanted = { ticker, parent, address, wallet, amount, direction: 'withdrawal' } as const;
    const data = await checks.runPlanned(owner, wanted, { mayCharge });
    if (mayCharge) return data;
    // One that runs already is joined.
    for (const { sub_id } of data.checks) {
      if (await apiChecks.isAnothers(key, await checks.readCheck(sub_id))) throw new AppError('NotEnoughChecks');
    }
    return data;
  }

  return async (key, question, keep) => {
    const { wallet } = question.planned;
    const { ids, isAtLimit } = await apiChecks.reserveOfPlanned(key, wallet === null ? 1 : 2);
    try {
      const data = await run(key, question, !isAtLimit);
      await transaction(async (tx) => {
        for (const [at, { sub_id }] of data.checks.entries()) await store.begun(tx, ids[at] ?? '', sub_id);
        await keep(tx, { answer: answerOf(question, data.result), checks: ids });
      });
      const running = data.checks.map(({ sub_id }) => checks.runningCheck(sub_id)?.done ?? Promise.resolve());
      await within(CHECKS_END_WITHIN_MS, Promise.all(running));
    } catch (error) {
      for (const id of ids) await apiChecks.settleOfBatch(id, null);
      const isNotEnough = error instanceof AppError && error.errorName === 'NotEnoughChecks';
      throw isNotEnough && isAtLimit ? apiChecks.limitReached(key) : plannedProblemOf(error, wallet);
    }
  };
}

function answerOf({ planned, amount }: WithdrawalQuestion, result: PlannedResult): WithdrawalAnswer {
  const { asset, address, amount: units } = planned;
  const { payment, wallet, method_version, label_set_version } = result;
  const { coverage, confidence, signals, labels } = payment;
  return {
    ...{ address, from: planned.wallet, asset: asset.ticker, network: networkNameOf(asset) },
    ...{ amount, amount_base_units: String(units) },
    ...starsOf(payment),
    headline: payment.text_set === undefined ? headlineOf(payment) : payment.texts.headline,
    ...{ coverage, confidence },
    exposures: { incoming: exposuresOf(signals.bwd, null), outgoing: exposuresOf(signals.fwd, null) },
    labels,
    before: wallet === null ? null : starsOf(wallet.before),
    after: wallet === null ? null : starsOf(wallet.after),
    ...{ method_version, label_set_version },
  };
}

function starsOf({ riskscore, total, verdict, cause }: PlannedRating): NonNullable<WithdrawalAttemptV1['before']> {
  return { stars: riskscore === 0 ? null : riskscore, score: total, verdict, not_rated_reason: cause.reason };
}
