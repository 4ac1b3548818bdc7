import type { Asset } from '@assay/domain';
import { randomDigits } from '../api-keys/index.ts';
import type { CheckSubject } from '../checks/index.ts';
import type { TestCheck } from './test-checks.store.ts';
import { OUTCOMES } from './test-outcomes.ts';
import { outcomeOrRefuse } from './test-subject.ts';

const CHECK_ID_DIGITS = 20;

/**
 * A test check that begins at this moment.
 *
 * @throws ProblemError test_address_required at `pointer`
 */
export function newTestCheck(
  subject: CheckSubject,
  { reference, metadata }: Pick<TestCheck, 'reference' | 'metadata'>,
  createdAt: Date,
  pointer?: string,
): TestCheck {
  const { asset, address } = subject;
  const outcome = outcomeOrRefuse(subject, pointer);
  return {
    id: `chk_${randomDigits(CHECK_ID_DIGITS)}`,
    ticker: asset.ticker,
    parent: asset.parent,
    address,
    outcome,
    reference,
    metadata,
    createdAt,
    finishesAt: new Date(createdAt.getTime() + OUTCOMES[outcome].runsMs),
    cancelledAt: null,
    payment: null,
  };
}

/** @throws Error for an asset that is not listed (any more) */
export function listedAsset(
  catalogue: readonly Asset[],
  { ticker, parent }: Pick<TestCheck, 'ticker' | 'parent'>,
): Asset {
  const asset = catalogue.find((one) => one.ticker === ticker && one.parent === parent);
  if (asset === undefined) throw new Error(`Test mode has no asset ${ticker} on ${parent ?? ticker}`);
  return asset;
}
