import { readTransactionId, validateAddress } from '@assay/address';
import type { PaymentRequest } from '@assay/contracts';
import { type Asset, currencyOf } from '@assay/domain';
import { AppError } from '../../kernel/app-error.ts';
import { randomDigits } from '../api-keys/index.ts';
import { networkNameOf } from '../checks/index.ts';
import { ProblemError } from '../public-api/index.ts';
import { listedAsset } from './new-test-check.ts';
import type { TestCheck } from './test-checks.store.ts';
import { OUTCOMES } from './test-outcomes.ts';
import { findTestTransaction, type TestTransaction, testTransactionOf } from './test-transactions.ts';

const ID_DIGITS = 20;

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
  { reference, metadata }: Pick<TestCheck, 'reference' | 'metadata'>,
  createdAt: Date,
): TestCheck {
  const asset = listedAsset(catalogue, { ticker: request.ticker, parent: request.parent ?? null });
  const transaction = transactionOrRefuse(asset, request.transaction);
  const { outcome, id } = transaction;
  const direction = directionOf(transaction, asset, request);
  return {
    id: `trf_${randomDigits(ID_DIGITS)}`,
    ticker: asset.ticker,
    parent: asset.parent,
    address: direction === 'deposit' ? transaction.to : transaction.from,
    outcome,
    reference,
    metadata,
    createdAt,
    finishesAt: new Date(createdAt.getTime() + OUTCOMES[outcome].runsMs),
    cancelledAt: null,
    payment: { transactionId: id, direction },
  };
}

function transactionOrRefuse(asset: Asset, text: string): TestTransaction {
  const ids = readTransactionId(text);
  if (ids === null) {
    throw new ProblemError('invalid_transaction', 'This is no id of a transaction, and no link to one.', {
      pointer: '/transaction',
    });
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
  const verdict = validateAddress(address, currencyOf(asset));
  if (!verdict.ok) throw new AppError('InvalidAddress', { internal: verdict.reason });
  const only = { [to]: 'deposit', [from]: 'withdrawal' } as const;
  const named = only[verdict.canonical];
  if (named !== undefined && (direction ?? named) === named) return named;
  throw new ProblemError('no_such_payment', `In test transactions ${from} pays and ${to} receives: name one of them.`, {
    pointer: '/address',
  });
}
