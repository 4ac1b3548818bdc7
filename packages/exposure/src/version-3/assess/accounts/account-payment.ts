import type { NodeId, Position } from '../../../records/record.ts';
import type { Flow } from '../../flow.ts';
import type { HistoryKind } from '../../rating/mixtures/known.ts';
import type { FlowStore, FlowSubject } from '../../store/flow-store.ts';
import type { FlowWalkOptions } from '../../walk/flow-walk.ts';
import { walkOwnPayment, walkOwnPlanned } from '../../walk/payment-walk.ts';
import { FlowReading } from '../../walk/reading.ts';
import type { AssessmentOf3, SenderOfPayment } from '../assessment-of-3.ts';
import type { PaymentQuestion, PlannedQuestion } from '../question.ts';
import { kindOfAll, ratePaid } from '../rate-paid.ts';
import { ownBalances, ownTransactions } from './account-history.ts';
import { kindOfAccount } from './account-wallet.ts';
import { amountsIn, unitOf } from './exact-parts.ts';
import { readOwnFlows } from './own-flows.ts';

/**
 * The result of a payment that was made on an account network.
 *
 * @throws RangeError where the transaction paid the address nothing, net
 */
export async function assessAccountPayment(
  store: FlowStore,
  receiver: FlowSubject,
  question: PaymentQuestion,
  options: FlowWalkOptions,
): Promise<AssessmentOf3> {
  const { has } = question.reviewedList;
  const reading = new FlowReading(store, receiver, has, options);
  const own = await readOwnFlows(store, reading);
  const flows = own.into.filter(({ transaction }) => transaction === question.transaction);
  if (flows.length === 0) {
    throw new RangeError(`transaction ${question.transaction} pays ${question.address} nothing`);
  }
  const { senders, ...mixture } = await walkOwnPayment(store, reading, flows);

  const isNoFee = (): boolean => false;
  const soFar = ownTransactions(own, 'into', isNoFee).filter(({ transaction }) => transaction <= question.transaction);
  const unit = unitOf(soFar.flatMap((one) => one.flows));
  const paid = soFar.map((one) => amountsIn(unit, one.flows));
  // Who paid it by steps 1 and 2 is its sender too where all of that was passed through others.
  const shares = new Map<NodeId, number>([...(paid.at(-1)?.keys() ?? [])].map((node) => [node, 0]));
  for (const { node, share } of senders) shares.set(node, share);
  const inAll = paid.reduce(
    (sum, amounts) => sum + sumOf([...shares.keys()].map((node) => amounts.get(node) ?? 0n)),
    0n,
  );

  const time = flows[0]?.time ?? 0;
  const known: SenderOfPayment[] = [];
  await reading.facts.load(shares.keys(), reading.yieldToEventLoop);
  await reading.facts.name(shares.keys());
  for (const [node, share] of shares) {
    const address = reading.facts.addressOf(node);
    const label = reading.parties.labelAt(node, time, receiver.node)?.label ?? null;
    const history = label === null ? await kindUpTo(store, address, question.transaction) : null;
    known.push({ address, share, label, history });
  }
  return ratePaid(
    {
      of: 'payment',
      network: store.network,
      labels: receiver.labels,
      kind: kindOfAll(known),
      mixture,
      amount: flows.reduce((sum: bigint, { amount }: Flow) => sum + amount, 0n),
      inAll: inAll / unit,
      hasRecords: true,
      senders: known.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    },
    question,
  );
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** The history of a sender by its records up to a transaction, itself included. */
async function kindUpTo(store: FlowStore, address: string, transaction: Position): Promise<HistoryKind> {
  const sender = await store.subject(address);
  if (sender === null) throw new Error(`the store named ${address} as sender and knows no record of it`);
  if (sender.isSample) return 'sample';
  if (sender.differsFromStated) return 'incomplete';
  if (sender.firstShortfall === null) return 'whole';
  const [page] = await store.page('fwd', [{ node: sender.node, position: sender.firstShortfall }], 1);
  return (page?.records[0]?.transaction ?? 0) > transaction ? 'whole' : 'incomplete';
}

/** The result of a payment that an account of an account network would make after the last record held. */
export async function planAccountPayment(
  store: FlowStore,
  sender: FlowSubject,
  question: PlannedQuestion,
  options: FlowWalkOptions,
): Promise<AssessmentOf3> {
  const { amount, earlier, cutOff, reviewedList } = question;
  const reading = new FlowReading(store, sender, reviewedList.has, options);
  const own = await readOwnFlows(store, reading);
  const balance = ownBalances(own, sender.opening ?? 0n).atCutOff;
  const asked = { amount, balance, time: cutOff };
  const mixture = await walkOwnPlanned(store, reading, asked);
  const label = reading.parties.labelAt(sender.node, cutOff, null)?.label ?? null;
  const ofRecords = kindOfAccount(sender, own);
  const kind = ofRecords === 'whole' && balance < amount ? 'incomplete' : ofRecords;
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
