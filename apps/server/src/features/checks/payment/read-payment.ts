import type { Asset } from '@assay/domain';
import {
  type DirectionExposure,
  governingLabel,
  isPaymentComplete,
  type SubjectFacts,
  type Withdrawal,
} from '@assay/exposure';
import type { StoredTransaction } from '../../transfers/index.ts';
import type { EnginePort, SnapshotOrigin } from '../checks.ports.ts';
import { walkWithdrawn } from '../withdrawn-walks.ts';
import type { ChosenPayment } from './choose-side.ts';
import { findPayment, type PaymentRefusal, type WantedPayment } from './find-payment.ts';
import type { PaymentSnapshot } from './payment.ports.ts';

/** A check of one transaction, before it is known what the records hold of it. */
export interface PaymentQuestion extends WantedPayment {
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Receives 0..1. */
  readonly onProgress: (progress: number) => void;
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
}

/** Finds a transaction and walks the payment that is meant (docs/method/transactions). */
export async function readPayment(
  engine: EnginePort,
  snapshot: PaymentSnapshot,
  question: PaymentQuestion,
): Promise<ReadPayment | { readonly is: 'refused'; readonly refusal: PaymentRefusal }> {
  const { asset, signal, onProgress } = question;
  const { recordsHeld, hasDerivedLabels, labelSetVersion, origin, tip } = snapshot;
  const found = await findPayment(snapshot, question);
  if (found.is === 'refused') return found;
  const { store, transaction, payment } = found;
  const side = await store.subject(payment.address);
  if (side === null) throw new Error('a party of a stored transaction has no record');
  const { direction, only } = payment;
  const exposure = await engine.exposureOf(store, side, direction, { signal, onProgress, only });
  const none = { ...exposure, direction: direction === 'bwd' ? ('fwd' as const) : ('bwd' as const), rows: [] };
  const walked = direction === 'bwd' ? { incoming: exposure, outgoing: none } : { incoming: none, outgoing: exposure };
  const withdrawals = await walkWithdrawn(engine, store, side, walked, signal, only);
  const complete = await isPaymentComplete(store, side.node, { direction, only, isWhole: transaction.isWhole }, signal);
  const labels = await labelsOfParties(snapshot, asset, transaction);
  const facts = { hasDerivedLabels, labelSetVersion, origin, tip, recordsHeld };
  return { is: 'read', transaction, payment, side, exposure, withdrawals, complete, labels, ...facts };
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
