import { type Asset, isProtectedAddress } from '@assay/domain';
import { type DirectionExposure, governingLabel, type SubjectFacts, type Withdrawal } from '@assay/exposure';
import type { KnownOnNetwork, StoredTransaction } from '../../transfers/index.ts';
import type { EnginePort, SnapshotOrigin } from '../checks.ports.ts';
import { walkWithdrawn } from '../withdrawn-walks.ts';
import { type ChosenPayment, chooseSide, type SideRefusal, type WantedSide } from './choose-side.ts';
import type { PaymentSnapshot } from './payment.ports.ts';
import { isPaymentComplete } from './payment-completeness.ts';

/** A check of one transaction, before it is known what the records hold of it. */
export interface PaymentQuestion {
  readonly asset: Asset;
  /** Spellings of the transaction's id. */
  readonly ids: readonly string[];
  readonly side: WantedSide;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Receives 0..1. */
  readonly onProgress: (progress: number) => void;
}

/** Why a transaction is not rated; nothing is charged for any of them. */
export type PaymentRefusal =
  | SideRefusal
  /** The side is a mint or burn address. */
  | { readonly is: 'mint or burn'; readonly address: string }
  /** It moved these assets of the network, and not the one asked about. */
  | { readonly is: 'other assets'; readonly tickers: readonly string[] }
  | { readonly is: 'failed' }
  /** No record is of it; `recordsHeld` says which are stored. */
  | { readonly is: 'no record'; readonly recordsHeld: string };

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
  const { asset, ids, side: wanted, signal, onProgress } = question;
  const { transactions, recordsHeld, hasDerivedLabels, labelSetVersion, origin, tip } = snapshot;
  if (wanted.address !== null && isBurn(asset, wanted.address)) {
    return { is: 'refused', refusal: { is: 'mint or burn', address: wanted.address } };
  }
  const transaction = (await transactions?.find(ids)) ?? null;
  if (transactions === null || transaction === null) {
    return { is: 'refused', refusal: refusalOf(await snapshot.transactionOnNetwork(ids), recordsHeld) };
  }
  const payment = chooseSide(transaction, wanted);
  if (payment.is !== 'chosen') return { is: 'refused', refusal: payment };
  const { store } = transactions;
  const side = await store.subject(payment.address);
  if (side === null) throw new Error('a party of a stored transaction has no record');
  const { direction, only } = payment;
  const exposure = await engine.exposureOf(store, side, direction, { signal, onProgress, only });
  const none = { ...exposure, direction: direction === 'bwd' ? ('fwd' as const) : ('bwd' as const), rows: [] };
  const found = direction === 'bwd' ? { incoming: exposure, outgoing: none } : { incoming: none, outgoing: exposure };
  const withdrawals = await walkWithdrawn(engine, store, side, found, signal, only);
  const complete = await isPaymentComplete(store, side.node, transaction, payment, signal);
  const labels = await labelsOfParties(snapshot, asset, transaction);
  const facts = { hasDerivedLabels, labelSetVersion, origin, tip, recordsHeld };
  return { is: 'read', transaction, payment, side, exposure, withdrawals, complete, labels, ...facts };
}

function refusalOf({ tickers, hasFailed }: KnownOnNetwork, recordsHeld: string): PaymentRefusal {
  if (tickers.length > 0) return { is: 'other assets', tickers };
  return hasFailed ? { is: 'failed' } : { is: 'no record', recordsHeld };
}

function isBurn({ network }: Asset, address: string): boolean {
  return network !== null && isProtectedAddress(network, address);
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
