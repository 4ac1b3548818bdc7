import type { Asset } from '@assay/domain';
import type { CheckSubject } from '../../checks/index.ts';
import { randomDigits } from '../api-keys/key-text.ts';
import { ID_PREFIXES } from '../public-api/api-checks.store.ts';
import { failureOf, type ShownCheck } from '../public-api/check-resource.ts';
import type { TestCheck } from './test-checks.store.ts';
import { OUTCOMES } from './test-outcomes.ts';
import { testResult } from './test-result.ts';

const ID_DIGITS = 20;

/** What begins at a moment and ends as its outcome says. */
export function newTestCheck(
  { asset: { ticker, parent }, address }: CheckSubject,
  facts: Pick<TestCheck, 'outcome' | 'payment' | 'keyId' | 'reference' | 'metadata' | 'createdAt'>,
): TestCheck {
  const id = `${ID_PREFIXES[objectOf(facts)]}${randomDigits(ID_DIGITS)}`;
  const finishesAt = new Date(facts.createdAt.getTime() + OUTCOMES[facts.outcome].runsMs);
  return { ...facts, id, ticker, parent, address, finishesAt, cancelledAt: null };
}

/** A test check at a moment: it answers what is published, without a link and a signature. */
export function shownTest(check: TestCheck, asset: Asset, now: Date): ShownCheck {
  const { address, payment, cancelledAt } = check;
  const status = statusOf(check, now);
  return {
    mode: 'test',
    named: { ...check, object: objectOf(check) },
    status,
    address,
    asset: asset.ticker,
    network: asset.network ?? asset.parent ?? asset.ticker,
    progress: progressOf(check, now),
    charged: false,
    failure: status === 'failed' ? failureOf(cancelledAt === null ? 'CheckFailed' : 'CheckCancelled') : null,
    payment: payment === null ? null : { transaction_id: payment.transactionId, direction: payment.direction },
    result: status === 'completed' ? testResult(check, asset) : null,
  };
}

function objectOf({ payment }: Pick<TestCheck, 'payment'>): 'check' | 'transfer' {
  return payment === null ? 'check' : 'transfer';
}

function statusOf({ outcome, finishesAt, cancelledAt }: TestCheck, now: Date): ShownCheck['status'] {
  if (cancelledAt !== null) return 'failed';
  if (now < finishesAt) return 'running';
  return OUTCOMES[outcome].ends === 'failed' ? 'failed' : 'completed';
}

/** While it runs. */
function progressOf({ createdAt, finishesAt }: TestCheck, now: Date): number {
  const whole = finishesAt.getTime() - createdAt.getTime();
  return Math.min(1, Math.max(0, (now.getTime() - createdAt.getTime()) / whole));
}
