import { createHash } from 'node:crypto';
import { readTransactionId } from '@assay/address';
import { encodeAccount } from '@assay/address/encode';
import type { PaymentRequest } from '@assay/contracts';
import { TEST_TRANSACTION_OUTCOMES, type TestTransactionOutcome } from '@assay/contracts/v1';
import { type Asset, NETWORK_IDS, type NetworkId } from '@assay/domain';
import { canonicalAddress, NO_TRANSACTION, networkNameOf } from '../../checks/index.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import type { TestCheck } from './test-checks.store.ts';

/** A transaction that test keys know: `from` paid `to`. */
export interface TestTransaction {
  readonly network: NetworkId;
  /** 64 hexadecimal digits in lower case, on every network. */
  readonly id: string;
  /** Canonical form, as `to`. */
  readonly from: string;
  readonly to: string;
  readonly outcome: TestTransactionOutcome;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * The test transaction of an outcome: its id is the SHA-256 of `assay-test-transaction <network> <outcome>`, and its
 * sides are accounts of `assay-test <network> sender` and `assay-test <network> receiver`, as test addresses are made.
 * Published texts: a change breaks the tests of clients.
 */
export function testTransactionOf(network: NetworkId, outcome: TestTransactionOutcome): TestTransaction {
  const sideOf = (role: string) => encodeAccount(network, hashOf(`assay-test ${network} ${role}`));
  const id = hashOf(`assay-test-transaction ${network} ${outcome}`).toString('hex');
  return { network, id, from: sideOf('sender'), to: sideOf('receiver'), outcome };
}

let known: readonly TestTransaction[] | undefined;
let byId: ReadonlyMap<string, TestTransaction> | undefined;

/** Every test transaction, by network and then by outcome; written when they are first asked for. */
export function testTransactions(): readonly TestTransaction[] {
  known ??= NETWORK_IDS.flatMap((network) =>
    TEST_TRANSACTION_OUTCOMES.map((outcome) => testTransactionOf(network, outcome)),
  );
  return known;
}

/** The test transaction that spellings of an id name; null where they name none. */
export function findTestTransaction(network: NetworkId, ids: readonly string[]): TestTransaction | null {
  byId ??= new Map(testTransactions().map((one) => [`${one.network} ${one.id}`, one]));
  for (const id of ids) {
    const found = byId.get(`${network} ${id}`);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * The payment of a test transaction that a request names, and its own side. The sides are refused as those of a live one
 * are.
 *
 * @throws ProblemError invalid_transaction, test_transaction_required, no_such_payment
 * @throws AppError InvalidAddress
 */
export function testPaymentOf(
  asset: Asset,
  request: PaymentRequest,
): { readonly address: string } & Pick<TestCheck, 'outcome' | 'transactionId' | 'paymentDirection'> {
  const transaction = transactionOrRefuse(asset, request.transaction);
  const { outcome, id: transactionId, from, to } = transaction;
  const paymentDirection = directionOf(transaction, asset, request);
  return { outcome, address: paymentDirection === 'deposit' ? to : from, transactionId, paymentDirection };
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
