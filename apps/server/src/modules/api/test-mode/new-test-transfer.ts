import { readTransactionId } from '@assay/address';
import type { PaymentRequest } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import { canonicalAddress, NO_TRANSACTION, networkNameOf } from '../../checks/index.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import { begunTest, listedAsset } from './new-test-check.ts';
import type { TestCheck } from './test-checks.store.ts';
import { findTestTransaction, type TestTransaction, testTransactionOf } from './test-transactions.ts';

/**
 * A transfer of a test transaction that begins at this moment. The sides of a test transaction are refused as those of a
 * live one are.
 *
 * @throws ProblemError invalid_transaction, test_transaction_required, no_such_payment
 * @throws AppError InvalidAddress
 */
export function newTestTransfer(
  catalogue: readonly Asset[],
  request: PaymentRequest,
  named: Pick<TestCheck, 'keyId' | 'reference' | 'metadata'>,
  createdAt: Date,
): TestCheck {
  const asset = listedAsset(catalogue, { ticker: request.ticker, parent: request.parent ?? null });
  const transaction = transactionOrRefuse(asset, request.transaction);
  const { outcome, id } = transaction;
  const direction = directionOf(transaction, asset, request);
  const address = direction === 'deposit' ? transaction.to : transaction.from;
  const payment = { transactionId: id, direction };
  return begunTest('trf_', { asset, address }, { ...named, outcome, payment, createdAt });
}

function transactionOrRefuse(asset: Asset, text: string): TestTransaction {
  const ids = readTransactionId(text);
  if (ids === null) {
    throw new ProblemError('invalid_transaction', NO_TRANSACTION, { pointer: '/transaction' });
  }
  const { network } = asset;
  const found = network === null ? null : findTestTransaction(network, ids);
  if (found !== null) return found;
  const such = network === null ? '' : `, such as ${testTransactionOf(network, 'star_5').id}`;
  throw new ProblemError(
    'test_transaction_required',
    `This is no test transaction of ${networkNameOf(asset)}, and test keys know no other. Use one of GET /api/v1/test_transactions${such}; or send this one by a live key.`,
    { pointer: '/transaction' },
  );
}

function directionOf(
  { from, to }: TestTransaction,
  asset: Asset,
  { address = null, direction = null }: Pick<PaymentRequest, 'address' | 'direction'>,
): 'deposit' | 'withdrawal' {
  if (address === null) return direction ?? 'deposit';
  const only = { [to]: 'deposit', [from]: 'withdrawal' } as const;
  const named = only[canonicalAddress(address, asset)];
  if (named !== undefined && (direction ?? named) === named) return named;
  throw new ProblemError('no_such_payment', `In test transactions ${from} pays and ${to} receives: name one of them.`, {
    pointer: '/address',
  });
}
