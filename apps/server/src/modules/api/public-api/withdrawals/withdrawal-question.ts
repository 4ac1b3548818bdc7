import { ERRORS } from '@assay/contracts';
import type { ProblemCode } from '@assay/contracts/v1';
import type { Asset } from '@assay/domain';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { type PlannedQuestion, PlannedRefused, resolvePlanned, resolveSubject } from '../../../checks/index.ts';
import { ProblemError } from '../problem-error.ts';
import { problemFactsOf } from '../problems.ts';
import { wantedAssetOf } from '../wanted-asset.ts';

/** The withdrawal that a client asks about. */
export interface WithdrawalQuestion {
  readonly planned: PlannedQuestion;
  /** In whole units, as it was sent. */
  readonly amount: string;
}

interface WantedWithdrawal {
  readonly address: string;
  readonly from: string | null;
  readonly amount: string;
  readonly asset: string;
  readonly network: string | null;
}

/** The refusals of a planned payment by their code, and the field that they are about. */
const REFUSED: Readonly<Record<PlannedRefused['refusal']['is'], readonly [ProblemCode, string]>> = {
  'one address': ['same_address', '/from'],
  'mint or burn': ['burn_address', '/address'],
  'too fine': ['amount_too_fine', '/amount'],
  'no records': ['records_missing', '/asset'],
  'too many coins': ['too_many_coins', '/from'],
};

/**
 * The planned payment that a request means; addresses are read as those of checks are.
 *
 * @throws ProblemError for every refusal, with the field that it is about
 */
export function withdrawalQuestionOf(catalogue: readonly Asset[], wanted: WantedWithdrawal): WithdrawalQuestion {
  const { amount } = wanted;
  const asset = wantedAssetOf(catalogue, wanted);
  const address = canonical(catalogue, asset, wanted.address, '/address');
  const wallet = wanted.from === null ? null : canonical(catalogue, asset, wanted.from, '/from');
  const { ticker, parent } = asset;
  try {
    const planned = resolvePlanned(catalogue, { ticker, parent, address, wallet, amount, direction: 'withdrawal' });
    return { planned, amount };
  } catch (error) {
    throw plannedProblemOf(error, wallet);
  }
}

/** A refusal of a planned payment as a problem; any other error as it is. */
export function plannedProblemOf(error: unknown, wallet: string | null): unknown {
  if (!(error instanceof PlannedRefused)) return error;
  const { refusal } = error;
  const [code, field] = REFUSED[refusal.is];
  const isOfWallet = refusal.is === 'mint or burn' && refusal.address === wallet;
  return new ProblemError(code, error.publicText ?? ERRORS.PlannedNotRated.message, {
    pointer: isOfWallet ? '/from' : field,
  });
}

function canonical(catalogue: readonly Asset[], { ticker, parent }: Asset, address: string, pointer: string): string {
  try {
    return resolveSubject(catalogue, { address, ticker, parent }).address;
  } catch (error) {
    const facts = error instanceof AppError ? problemFactsOf(error) : null;
    throw facts === null ? error : new ProblemError(facts.code, facts.detail, { pointer });
  }
}
