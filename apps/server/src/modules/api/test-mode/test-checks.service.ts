import { readTransactionId } from '@assay/address';
import type { PaymentRequest } from '@assay/contracts';
import { CHECK_ID, type Expansion, TRANSFER_ID, type TransferV1 } from '@assay/contracts/v1';
import { type Asset, isCategory } from '@assay/domain';
import { canonicalAddress, NO_TRANSACTION, networkNameOf, resolveSubject } from '../../checks/index.ts';
import type { CheckCalls, TransferCalls } from '../public-api/check-calls.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import { PAYMENT_WITHOUT_RESULT } from '../public-api/transfer-resource.ts';
import { begunTest, listedAsset, newTestCheck } from './new-test-check.ts';
import { buildTestCalls, type TestChecksDeps } from './test-calls.ts';
import type { TestCheck } from './test-checks.store.ts';
import { testLabel } from './test-labels.ts';
import { type OutcomeFacts, outcomeOfTransfer } from './test-outcomes.ts';
import { COINS, FIRST_TIME, testResource, USD } from './test-resource.ts';
import { findTestTransaction, type TestTransaction, testTransactionOf } from './test-transactions.ts';

type Payment = TransferV1['payment'];
type Direction = Payment['direction'];

const BLOCK = '1';

/** A test transfer as the public API shows it: the shape of a live one, marked, with no link and no signature. */
function testTransferResource(
  check: TestCheck,
  asset: Asset,
  options: { readonly now: Date; readonly expand: readonly Expansion[] },
): TransferV1 {
  const { payment } = check;
  const transaction =
    payment === null || asset.network === null ? null : findTestTransaction(asset.network, [payment.transactionId]);
  if (payment === null || transaction === null) throw new Error(`Test transfer ${check.id} is of no test transaction`);
  const outcome = oneDirectionOf(outcomeOfTransfer(transaction.outcome), payment.direction);
  const shown = testResource(check, asset, options, outcome);
  const name = { transaction_id: transaction.id, direction: payment.direction };
  const result =
    shown.status === 'completed' ? paymentOf(transaction, payment.direction, outcome, asset) : PAYMENT_WITHOUT_RESULT;
  return { ...shown, object: 'transfer', payment: { ...name, ...result } };
}

/** A payment has one direction, and its side no label. */
function oneDirectionOf(outcome: OutcomeFacts, direction: Direction): OutcomeFacts {
  if (outcome.ends !== 'rated') return outcome;
  const { label: _label, incoming, outgoing, ...facts } = outcome;
  return direction === 'deposit' ? { ...facts, incoming, outgoing: {} } : { ...facts, incoming: {}, outgoing };
}

function paymentOf({ from, to }: TestTransaction, direction: Direction, outcome: OutcomeFacts, asset: Asset) {
  const amount = String(COINS * 10n ** BigInt(asset.decimals));
  const label = labelOfOtherEnd(outcome, direction);
  const party = (address: string, paid: string, received: string) => {
    const isOther = (address === from) === (direction === 'deposit');
    return { address, paid, received, label: isOther ? label : null };
  };
  return {
    ...{
      time: FIRST_TIME,
      block: BLOCK,
      confirmed: true,
      amount,
      amount_usd: USD,
      moves: movesOf(from, to, amount, asset),
      moves_in_all: 1,
    },
    parties: [party(from, amount, '0'), party(to, '0', amount)],
  };
}

function movesOf(from: string, to: string, amount: string, { parent }: Asset): NonNullable<Payment['moves']> {
  return [{ from, to, amount, kind: parent === null ? 'native' : 'token' }];
}

/** The other end has a label where all of the payment is of one category. */
function labelOfOtherEnd(
  outcome: OutcomeFacts,
  direction: Direction,
): NonNullable<Payment['parties']>[number]['label'] {
  if (outcome.ends !== 'rated') return null;
  const shares = direction === 'deposit' ? outcome.incoming : outcome.outgoing;
  const [only, ...others] = Object.keys(shares);
  if (only === undefined || others.length > 0 || !isCategory(only)) return null;
  const { entity, category } = testLabel(only);
  return { entity, category };
}

/** The calls about checks for test keys. */
export function buildTestChecks(deps: TestChecksDeps): CheckCalls {
  return buildTestCalls(deps, {
    object: 'check',
    idForm: CHECK_ID,
    begin: (request, named, createdAt) => newTestCheck(resolveSubject(deps.catalogue, request), named, createdAt),
    resource: testResource,
    endOf: (facts, hasResult, data) => ({ ...facts, type: hasResult ? 'check.completed' : 'check.failed', data }),
  });
}

/** The calls about checks of transactions for test keys. */
export function buildTestTransfers(deps: TestChecksDeps): TransferCalls {
  return buildTestCalls(deps, {
    object: 'transfer',
    idForm: TRANSFER_ID,
    begin: (request, named, createdAt) => newTestTransfer(deps.catalogue, request, named, createdAt),
    resource: testTransferResource,
    endOf: (facts, hasResult, data) => ({ ...facts, type: hasResult ? 'transfer.completed' : 'transfer.failed', data }),
  });
}

/**
 * A transfer of a test transaction that begins at this moment. The sides of a test transaction are refused as those of a
 * live one are.
 *
 * @throws ProblemError invalid_transaction, test_transaction_required, no_such_payment
 * @throws AppError InvalidAddress
 */
function newTestTransfer(
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
