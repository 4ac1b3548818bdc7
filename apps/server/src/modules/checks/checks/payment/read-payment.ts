import type { ResultReading } from '@assay/contracts';
import type { Asset, RecordsRead } from '@assay/domain';
import {
  type DirectionExposure,
  type ExposureStore,
  governingLabel,
  isPaymentComplete,
  PartialAccountStore,
  PartialCoinStore,
  type SubjectFacts,
  type Withdrawal,
} from '@assay/exposure';
import type { Gathering, OnDemandRecords } from '../../../chains/index.ts';
import { type StoredTransaction, transactionOfCoins, transactionOfTransfers } from '../../../records/index.ts';
import type { EnginePort, SnapshotOrigin } from '../checks.ports.ts';
import { recordsOf } from '../compute/on-demand-reading.ts';
import { walkWithdrawn } from '../compute/withdrawn-walks.ts';
import { type ChosenPayment, chooseSide, type WantedSide } from './choose-side.ts';
import { findPayment, type PaymentRefusal, type WantedPayment } from './find-payment.ts';
import type { PaymentSnapshot } from './payment.ports.ts';
import type { PaymentOnChain } from './payment-on-chain.ts';

/** A check of one transaction, before it is known what the records hold of it. */
export interface PaymentQuestion extends WantedPayment {
  /** What was read of its chain; null where imported records are used. */
  readonly onChain: PaymentReading | null;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Receives 0..1. */
  readonly onProgress: (progress: number) => void;
}

/** A payment that no record is of, and what was read around it. */
export interface PaymentReading extends Pick<PaymentOnChain, 'transaction' | 'payment'> {
  readonly gathering: Extract<Gathering, { kind: 'records' }>;
}

/** What a check of a transaction reads from one snapshot. */
export interface ReadPayment {
  readonly is: 'read';
  readonly transaction: StoredTransaction;
  readonly payment: ChosenPayment;
  readonly side: SubjectFacts;
  readonly exposure: DirectionExposure;
  readonly withdrawals: readonly Withdrawal[];
  readonly complete: boolean;
  /** The label that counted for each party when the transaction was made, by address. */
  readonly labels: ReadonlyMap<string, ReturnType<typeof governingLabel>>;
  readonly hasDerivedLabels: boolean;
  readonly labelSetVersion: string;
  readonly origin: SnapshotOrigin;
  readonly tip: PaymentSnapshot['tip'];
  readonly recordsHeld: string;
  readonly recordsRead: RecordsRead;
  readonly reading: ResultReading | null;
}

/** Finds a transaction and walks the payment that is meant (docs/method/transactions). */
export async function readPayment(
  engine: EnginePort,
  snapshot: PaymentSnapshot,
  question: PaymentQuestion,
): Promise<ReadPayment | { readonly is: 'refused'; readonly refusal: PaymentRefusal }> {
  const { asset, signal, onProgress } = question;
  const placed = await placePayment(engine, snapshot, question);
  if (placed.is === 'refused') return placed;
  const { store, side, transaction, payment, facts } = placed;
  const { direction, only } = payment;
  const exposure = await engine.exposureOf(store, side, direction, { signal, onProgress, only });
  const none = { ...exposure, direction: direction === 'bwd' ? ('fwd' as const) : ('bwd' as const), rows: [] };
  const walked = direction === 'bwd' ? { incoming: exposure, outgoing: none } : { incoming: none, outgoing: exposure };
  const withdrawals = await walkWithdrawn(engine, store, side, walked, signal, only);
  const complete = await isPaymentComplete(store, side.node, { direction, only, isWhole: transaction.isWhole }, signal);
  const labels = await labelsOfParties(snapshot, asset, transaction);
  const { labelSetVersion } = snapshot;
  return { is: 'read', transaction, payment, side, exposure, withdrawals, complete, labels, labelSetVersion, ...facts };
}

interface PlacedPayment {
  readonly is: 'placed';
  readonly store: ExposureStore;
  readonly side: SubjectFacts;
  readonly transaction: StoredTransaction;
  /** What starts the walk is named as the store has it. */
  readonly payment: ChosenPayment;
  readonly facts: Pick<ReadPayment, 'hasDerivedLabels' | 'origin' | 'tip' | 'recordsHeld' | 'recordsRead' | 'reading'>;
}

/** The payment in the store that it is walked on: the records of the snapshot, or those that were read of a chain. */
async function placePayment(
  engine: EnginePort,
  snapshot: PaymentSnapshot,
  question: PaymentQuestion,
): Promise<PlacedPayment | { readonly is: 'refused'; readonly refusal: PaymentRefusal }> {
  if (question.onChain !== null) return placeOnChain(engine, snapshot, question, question.onChain);
  const found = await findPayment(snapshot, question);
  if (found.is === 'refused') return found;
  const { store, transaction, payment } = found;
  const side = await store.subject(payment.address);
  if (side === null) throw new Error('a party of a stored transaction has no record');
  const { recordsHeld, hasDerivedLabels, origin, tip } = snapshot;
  const read = { recordsRead: 'imported', reading: null } as const;
  const facts = { hasDerivedLabels, origin, tip, recordsHeld, ...read };
  return { is: 'placed', store, side, transaction, payment, facts };
}

async function placeOnChain(
  engine: EnginePort,
  snapshot: PaymentSnapshot,
  { asset }: PaymentQuestion,
  { transaction, payment, gathering }: PaymentReading,
): Promise<PlacedPayment> {
  const { direction, address } = payment;
  const held = await recordsOf(snapshot, asset, address, gathering, engine.version);
  const { store, tip, recordsHeld, recordsRead, records, reading } = held;
  const side = (await store?.subject(address)) ?? null;
  if (store === null || side === null || !isPartial(store))
    throw new Error('what was read of a chain lost its payment');
  const only = store.startsOf(direction);
  // Labels derived from records are of imported records alone.
  const facts = { hasDerivedLabels: false, origin: { ...snapshot.origin, records }, tip, recordsHeld };
  return {
    ...{ is: 'placed', store, side, transaction, payment: { ...payment, only } },
    facts: { ...facts, recordsRead, reading },
  };
}

function isPartial(store: ExposureStore): store is PartialAccountStore | PartialCoinStore {
  return store instanceof PartialAccountStore || store instanceof PartialCoinStore;
}

async function labelsOfParties(
  snapshot: PaymentSnapshot,
  { network }: Asset,
  { parties, time }: StoredTransaction,
): Promise<ReadPayment['labels']> {
  if (network === null) return new Map();
  const addresses = parties.filter(({ role }) => role === 'account').map(({ address }) => address);
  const labels = await snapshot.labelsOf(network, addresses);
  return new Map(addresses.map((address, at) => [address, governingLabel(labels[at] ?? [], time)]));
}

/**
 * A payment that was read from its chain, from the cut-off of its check; null where that is of no payment of the side.
 */
export function reopenPayment(asset: Asset, side: WantedSide, live: OnDemandRecords): PaymentReading | null {
  const transaction = transactionOf(asset, live);
  if (transaction === null) return null;
  const payment = chooseSide(transaction, side);
  if (payment.is !== 'chosen') return null;
  return { transaction, payment, gathering: { kind: 'records', live, faults: [] } };
}

function transactionOf({ contract }: Asset, { paid }: OnDemandRecords): StoredTransaction | null {
  if (paid === undefined) return null;
  if (paid.ledger === 'utxo') return transactionOfCoins(paid.transaction);
  // Whether inner transfers are there matters to the network's own coin alone.
  return transactionOfTransfers(paid.transfers, contract !== null || paid.isWhole);
}
