import type { NodeId, Position, TransactionRecord } from '../../../records/record.ts';
import type { EventLoopYield } from '../../../walk/options.ts';
import type { SubjectFacts } from '../../../walk/store.ts';
import { walkCoinPayment, walkPlannedCoins } from '../../coins/coin-payment.ts';
import type { CoinStore } from '../../coins/coin-store.ts';
import { amountOf, coinHistoryOf } from '../../coins/history.ts';
import type { HistoryKind } from '../../rating/mixtures/known.ts';
import type { FlowWalkOptions } from '../../walk/flow-walk.ts';
import { countingLabel } from '../../walk/rows/counting-label.ts';
import type { AssessmentOf3, SenderOfPayment } from '../assessment-of-3.ts';
import type { PaymentQuestion, PlannedQuestion } from '../question.ts';
import { kindOfAll, ratePaid } from '../rate-paid.ts';
import { kindOfCoins, yieldOf } from './assess-coins.ts';

const PAGE = 256;

/**
 * The result of a payment that was made on a coin network.
 *
 * @throws RangeError where the transaction paid the address nothing, net
 */
export async function assessCoinPayment(
  store: CoinStore,
  receiver: SubjectFacts,
  question: PaymentQuestion,
  options: FlowWalkOptions,
): Promise<AssessmentOf3> {
  const { has } = question.reviewedList;
  const yieldToEventLoop = yieldOf(options);
  const { inflows } = await coinHistoryOf(store, receiver.node, yieldToEventLoop);
  const payment = inflows.find(({ transaction }) => transaction.node === question.transaction);
  if (payment === undefined) {
    throw new RangeError(`transaction ${question.transaction} pays ${question.address} nothing`);
  }
  const { position } = payment.transaction;
  const { senders, ...mixture } = await walkCoinPayment(store, receiver, payment.transaction, has, options);
  const nodes = new Set(senders.map(({ node }) => node));
  const earlier = inflows
    .filter(({ transaction }) => transaction.position < position)
    .flatMap(({ payers }) => payers.filter(({ payer }) => nodes.has(payer)));
  const known: SenderOfPayment[] = [];
  const facts = await store.accounts([...nodes]);
  for (const [index, { share, label }] of senders.entries()) {
    const address = facts[index]?.address ?? '';
    const history = label === null ? await kindUpTo(store, address, position, yieldToEventLoop) : null;
    known.push({ address, share, label: label?.label ?? null, history });
  }
  return ratePaid(
    {
      of: 'payment',
      network: store.network,
      labels: receiver.labels,
      kind: kindOfAll(known),
      mixture,
      amount: payment.amount,
      inAll: payment.amount + amountOf(earlier),
      hasRecords: true,
      senders: known.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    },
    question,
  );
}

/** The history of a sender by its records up to a place, that one included. */
async function kindUpTo(
  store: CoinStore,
  address: string,
  last: Position,
  yieldToEventLoop: EventLoopYield,
): Promise<HistoryKind> {
  const sender = await store.subject(address);
  if (sender === null) throw new Error(`the store named ${address} as sender and knows no record of it`);
  const met = new Set<NodeId>();
  let isCovered = true;
  let after: Position | null = null;
  for (let more = true; more && isCovered; ) {
    await yieldToEventLoop(PAGE);
    const page: { readonly transactions: readonly TransactionRecord[]; readonly more: boolean } =
      await store.transactionsOf(sender.node, after, PAGE);
    for (const { node, position, inputs } of page.transactions) {
      if (position > last) return kindOfCoins(sender, isCovered);
      met.add(node);
      if (inputs.some(({ owner, createdBy }) => owner === sender.node && !met.has(createdBy))) isCovered = false;
    }
    after = page.transactions.at(-1)?.position ?? after;
    more = page.more && page.transactions.length > 0;
  }
  return kindOfCoins(sender, isCovered);
}

/** The result of a payment that an address of a coin network would make after the last record held. */
export async function planCoinPayment(
  store: CoinStore,
  sender: SubjectFacts,
  question: PlannedQuestion,
  options: FlowWalkOptions,
): Promise<AssessmentOf3> {
  const { amount, earlier, cutOff, reviewedList } = question;
  const { heldNow, shortfalls } = await coinHistoryOf(store, sender.node, yieldOf(options));
  const ofRecords = kindOfCoins(sender, shortfalls.length === 0);
  const plan = { amount, held: heldNow, time: cutOff, isSample: ofRecords === 'sample' };
  const mixture = await walkPlannedCoins(store, sender, plan, reviewedList.has, options);
  const label = countingLabel(sender.labels, cutOff)?.label ?? null;
  const kind = ofRecords === 'whole' && amountOf(heldNow) < amount ? 'incomplete' : ofRecords;
  return ratePaid(
    {
      of: 'planned_payment',
      network: store.network,
      labels: sender.labels,
      kind: label === null ? kind : 'whole',
      mixture,
      amount,
      inAll: amount + earlier,
      hasRecords: true,
      senders: [{ address: question.address, share: 1, label, history: label === null ? kind : null }],
    },
    question,
  );
}
