import type { PlannedRating, PlannedResult } from '@assay/contracts';
import { WITHDRAWAL_ATTEMPT_ID, type WithdrawalAttemptV1 } from '@assay/contracts/v1';
import type { ApiMode } from '@assay/domain';
import { headlineOf } from '@assay/wording';
import type { Db } from '../../../../platform/db/index.ts';
import type { Transaction } from '../../../../platform/db/transactions.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import { networkNameOf } from '../../../checks/index.ts';
import type { KeyHolder } from '../../api-keys/api-keys.ports.ts';
import { randomDigits } from '../../api-keys/key-text.ts';
import type { CheckPage, CheckView, CheckWish, PageWish } from '../check-calls.ts';
import { exposuresOf } from '../check-resource.ts';
import { cursorOf, readCursor } from '../cursor.ts';
import { ProblemError } from '../problem-error.ts';
import { type WithdrawalAnswer, type WithdrawalAttempt, withdrawalAttemptsStore } from './withdrawal-attempts.store.ts';
import type { WithdrawalQuestion } from './withdrawal-question.ts';

const ID_DIGITS = 20;
/** Test attempts that a workspace keeps. */
const TEST_ATTEMPTS_KEPT = 10_000;

/** The calls about planned payments, for the keys of one mode. */
export type WithdrawalCalls = ReturnType<typeof buildWithdrawalCalls>;

/** A rating with the checks that its addresses were given. */
interface Rated {
  readonly result: Pick<PlannedResult, 'payment' | 'method_version' | 'label_set_version'> & {
    readonly wallet: Pick<NonNullable<PlannedResult['wallet']>, 'before' | 'after'> | null;
  };
  /** Ids of `api_checks`. */
  readonly checks: readonly string[];
}

export interface WithdrawalCallsDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly mode: ApiMode;
  /**
   * Rates the payment and hands the rating to `keep`, which stores what is answered of it.
   *
   * @throws ProblemError, AppError; nothing is stored then
   */
  readonly rate: (
    key: KeyHolder,
    question: WithdrawalQuestion,
    keep: (tx: Db, rated: Rated) => Promise<void>,
  ) => Promise<void>;
}

/** Planned payments by API key: each is kept as it was answered. */
export function buildWithdrawalCalls(deps: WithdrawalCallsDeps) {
  const { db, clock, mode, rate } = deps;

  async function findOwn(workspace: string, id: string): Promise<CheckView<WithdrawalAttemptV1>> {
    const found = await withdrawalAttemptsStore.find(db, workspace, mode, id);
    if (found !== null) return viewOf(found);
    throw new ProblemError(
      'not_found',
      'There is no withdrawal attempt of this id that a key of the workspace made in the mode of this one.',
    );
  }

  return {
    async create(
      key: KeyHolder,
      request: WithdrawalQuestion,
      { reference, metadata }: Omit<CheckWish, 'waitMs'>,
    ): Promise<CheckView<WithdrawalAttemptV1>> {
      const { keyId, workspace } = key;
      const id = `wat_${randomDigits(ID_DIGITS)}`;
      const named = { id, workspace, keyId, mode, reference, metadata };
      await rate(key, request, (tx, { result, checks }) =>
        withdrawalAttemptsStore.insert(tx, {
          ...named,
          answer: answerOf(request, result),
          checks,
          createdAt: clock.now(),
        }),
      );
      if (mode === 'test') await withdrawalAttemptsStore.removeOldestOfTest(db, workspace, TEST_ATTEMPTS_KEPT);
      return findOwn(workspace, id);
    },

    retrieve: findOwn,

    async list(workspace: string, { cursor, reference, limit }: PageWish): Promise<CheckPage<WithdrawalAttemptV1>> {
      const after = cursor === null ? null : readCursor(cursor, WITHDRAWAL_ATTEMPT_ID);
      const found = await withdrawalAttemptsStore.page(db, workspace, mode, { after, reference, size: limit + 1 });
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        checks: shown.map(viewOf),
        nextCursor: found.length > limit && last !== undefined ? cursorOf(last) : null,
      };
    },
  };
}

function viewOf({
  id,
  mode,
  createdAt,
  reference,
  metadata,
  keyId,
  answer,
  checks,
  checksCharged,
  isRunning,
}: WithdrawalAttempt) {
  const named = { id, object: 'withdrawal_attempt' as const, mode, created_at: createdAt.toISOString() };
  return {
    isRunning,
    resource: () => ({
      ...named,
      ...{ api_key: keyId, reference, metadata: { ...metadata } },
      ...answer,
      ...{ checks: [...checks], checks_charged: checksCharged },
    }),
  };
}

function answerOf({ planned, amount }: WithdrawalQuestion, result: Rated['result']): WithdrawalAnswer {
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
