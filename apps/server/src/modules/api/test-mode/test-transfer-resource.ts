import type { Expansion, TransferV1 } from '@assay/contracts/v1';
import { type Asset, isCategory } from '@assay/domain';
import { PAYMENT_WITHOUT_RESULT } from '../public-api/transfer-resource.ts';
import type { TestCheck } from './test-checks.store.ts';
import { testLabel } from './test-labels.ts';
import { type OutcomeFacts, outcomeOfTransfer } from './test-outcomes.ts';
import { COINS, FIRST_TIME, testResource, USD } from './test-resource.ts';
import { findTestTransaction, type TestTransaction } from './test-transactions.ts';

type Payment = TransferV1['payment'];
type Direction = Payment['direction'];

const BLOCK = '1';

/** A test transfer as the public API shows it: the shape of a live one, marked, with no link and no signature. */
export function testTransferResource(
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
