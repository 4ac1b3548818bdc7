import type { NetworkId } from '@assay/domain';
import type { CoinStore } from '../coins/coin-store.ts';
import type { FlowStore } from '../store/flow-store.ts';
import type { FlowWalkOptions } from '../walk/flow-walk.ts';
import { assessAccountPayment, planAccountPayment } from './accounts/account-payment.ts';
import { assessAccountWallet } from './accounts/account-wallet.ts';
import type { AssessmentOf3 } from './assessment-of-3.ts';
import { assessCoinWallet } from './coins/assess-coins.ts';
import { assessCoinPayment, planCoinPayment } from './coins/coin-payments.ts';
import { type PaymentQuestion, type PlannedQuestion, UNRECORDED, type WalletQuestion } from './question.ts';
import { planUnrecorded } from './rate-paid.ts';
import { rateRead } from './rate-read.ts';

/** A store of either kind of network. */
export type StoreOf3 = FlowStore | CoinStore;

/**
 * Where the money of a wallet came from, and whether it did anything that speaks against it (docs/method/3). No clock and
 * no I/O but the store's: the same records, labels, list, prices, options and cut give the same bytes.
 *
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 * @example
 * const { rating } = await assessWallet(store, { asset, address, cutOff, prices, reviewedList });
 */
export async function assessWallet(
  store: StoreOf3,
  question: WalletQuestion,
  options: FlowWalkOptions = {},
): Promise<AssessmentOf3> {
  if (store.ledger === 'account') {
    const subject = await store.subject(question.address);
    return subject === null
      ? assessUnrecorded(store.network, question)
      : assessAccountWallet(store, subject, question, options);
  }
  const subject = await store.subject(question.address);
  return subject === null
    ? assessUnrecorded(store.network, question)
    : assessCoinWallet(store, subject, question, options);
}

/**
 * Where exactly these coins come from that the address received in one transaction.
 *
 * @throws RangeError where no such transaction pays the address, net
 * @throws WalkCancelledError as `assessWallet`
 */
export async function assessPayment(
  store: StoreOf3,
  question: PaymentQuestion,
  options: FlowWalkOptions = {},
): Promise<AssessmentOf3> {
  const unknown = new RangeError(`no record names ${question.address}`);
  if (store.ledger === 'account') {
    const receiver = await store.subject(question.address);
    if (receiver === null) throw unknown;
    return assessAccountPayment(store, receiver, question, options);
  }
  const receiver = await store.subject(question.address);
  if (receiver === null) throw unknown;
  return assessCoinPayment(store, receiver, question, options);
}

/**
 * What a payment would be if the address made it after the last record held.
 *
 * @throws RangeError for an amount that is not above 0
 * @throws WalkCancelledError as `assessWallet`
 */
export async function assessPlanned(
  store: StoreOf3,
  question: PlannedQuestion,
  options: FlowWalkOptions = {},
): Promise<AssessmentOf3> {
  if (question.amount <= 0n) throw new RangeError(`a payment of ${question.amount} base units is none`);
  const unrecorded = () => planUnrecorded(store.network, question.unrecorded ?? UNRECORDED, question);
  if (store.ledger === 'account') {
    const sender = await store.subject(question.address);
    return sender === null ? unrecorded() : planAccountPayment(store, sender, question, options);
  }
  const sender = await store.subject(question.address);
  return sender === null ? unrecorded() : planCoinPayment(store, sender, question, options);
}

/** A wallet that no record names: only its own label can speak. */
function assessUnrecorded(network: NetworkId, question: WalletQuestion): Promise<AssessmentOf3> {
  const history = { network: 'coin', inflows: [], payments: [], base: 0n } as const;
  return rateRead(
    {
      network,
      own: question.unrecorded ?? UNRECORDED,
      kind: 'whole',
      read: { history, unit: 1n, places: [], accounts: [] },
      ever: null,
      carriedBy: () => [],
      now: null,
      balanceAtCutOff: 0n,
      name: async () => ({ transactionIds: [], addresses: [] }),
    },
    question,
  );
}
