import type { Asset } from '@assay/domain';
import type { CheckSubject } from '../../checks/index.ts';
import { randomDigits } from '../api-keys/key-text.ts';
import type { TestCheck } from './test-checks.store.ts';
import { OUTCOMES } from './test-outcomes.ts';
import { outcomeOrRefuse } from './test-subject.ts';

const ID_DIGITS = 20;

/**
 * A test check that begins at this moment.
 *
 * @throws ProblemError test_address_required at `pointer`
 */
export function newTestCheck(
  subject: CheckSubject,
  named: Pick<TestCheck, 'keyId' | 'reference' | 'metadata'>,
  createdAt: Date,
  pointer?: string,
): TestCheck {
  const outcome = outcomeOrRefuse(subject, pointer);
  return begunTest('chk_', subject, { ...named, outcome, payment: null, createdAt });
}

/** What begins at a moment and ends as its outcome says. */
export function begunTest(
  prefix: 'chk_' | 'trf_',
  { asset: { ticker, parent }, address }: CheckSubject,
  facts: Pick<TestCheck, 'outcome' | 'payment' | 'keyId' | 'reference' | 'metadata' | 'createdAt'>,
): TestCheck {
  const id = `${prefix}${randomDigits(ID_DIGITS)}`;
  const finishesAt = new Date(facts.createdAt.getTime() + OUTCOMES[facts.outcome].runsMs);
  return { ...facts, id, ticker, parent, address, finishesAt, cancelledAt: null };
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
