import type { NetworkId } from '@assay/domain';
import type { CoinStore } from '../coins/coin-store.ts';
import type { FlowParty, FlowStore } from '../store/flow-store.ts';
import type { FlowWalkOptions } from '../walk/flow-walk.ts';
import { assessAccountPayment, planAccountPayment } from './accounts/account-payment.ts';
import { assessAccountWallet } from './accounts/account-wallet.ts';
import type { AssessmentOf3 } from './assessment-of-3.ts';
import { assessCoinWallet } from './coins/assess-coins.ts';
import { assessCoinPayment, planCoinPayment } from './coins/coin-payments.ts';
import type { PaymentQuestion, PlannedQuestion, QuestionOf3, WalletQuestion } from './question.ts';
import { planUnrecorded } from './rate-paid.ts';
import { rateRead } from './rate-read.ts';

/** A store of either kind of network. */
export type StoreOf3 = FlowStore | CoinStore;

/** A mint or burn address is asked about: it is nobody's wallet and has no stars (docs/method/3, section 3). */
export class NobodysAddressError extends Error {
  constructor(address: string) {
    super(`${address} is a mint or burn address, which is nobody's wallet`);
    this.name = 'NobodysAddressError';
  }
}

/**
 * Where the money of a wallet came from, and whether it did anything that speaks against it (docs/method/3). No clock and
 * no I/O but the store's: the same records, labels, list, prices, options and cut give the same bytes.
 *
 * @throws NobodysAddressError for a mint or burn address
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
    const subject = heldBy(await store.subject(question.address), question);
    return subject === null
      ? assessUnrecorded(store.network, question)
      : assessAccountWallet(store, subject, question, options);
  }
  const subject = heldBy(await store.subject(question.address), question);
  return subject === null
    ? assessUnrecorded(store.network, question)
    : assessCoinWallet(store, subject, question, options);
}

/**
 * Where exactly these coins come from that the address received in one transaction.
 *
 * @throws RangeError where no such transaction pays the address, net
 * @throws NobodysAddressError as `assessWallet`
 * @throws WalkCancelledError as `assessWallet`
 */
export async function assessPayment(
  store: StoreOf3,
  question: PaymentQuestion,
  options: FlowWalkOptions = {},
): Promise<AssessmentOf3> {
  const unknown = new RangeError(`no record names ${question.address}`);
  if (store.ledger === 'account') {
    const receiver = heldBy(await store.subject(question.address), question);
    if (receiver === null) throw unknown;
    return assessAccountPayment(store, receiver, question, options);
  }
  const receiver = heldBy(await store.subject(question.address), question);
  if (receiver === null) throw unknown;
  return assessCoinPayment(store, receiver, question, options);
}

/**
 * What a payment would be if the address made it after the last record held.
 *
 * @throws RangeError for an amount that is not above 0
 * @throws NobodysAddressError as `assessWallet`
 * @throws WalkCancelledError as `assessWallet`
 */
export async function assessPlanned(
  store: StoreOf3,
  question: PlannedQuestion,
  options: FlowWalkOptions = {},
): Promise<AssessmentOf3> {
  if (question.amount <= 0n) throw new RangeError(`a payment of ${question.amount} base units is none`);
  const unrecorded = () => planUnrecorded(store.network, question.unrecorded?.labels ?? [], question);
  if (store.ledger === 'account') {
    const sender = heldBy(await store.subject(question.address), question);
    return sender === null ? unrecorded() : planAccountPayment(store, sender, question, options);
  }
  const sender = heldBy(await store.subject(question.address), question);
  return sender === null ? unrecorded() : planCoinPayment(store, sender, question, options);
}

/** What the records hold of the address, which somebody holds a key to. */
function heldBy<Subject extends Pick<FlowParty, 'role'>>(
  subject: Subject | null,
  { address, unrecorded }: QuestionOf3,
): Subject | null {
  if ((subject ?? unrecorded)?.role === 'issuer') throw new NobodysAddressError(address);
  return subject;
}

/** A wallet that no record names: only its own label can speak. */
function assessUnrecorded(network: NetworkId, question: WalletQuestion): Promise<AssessmentOf3> {
  const history = { network: 'coin', inflows: [], payments: [], base: 0n } as const;
  return rateRead(
    {
      network,
      labels: question.unrecorded?.labels ?? [],
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
