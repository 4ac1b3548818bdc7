import type { CanonicalPayment, CanonicalResult } from '@assay/certificate';
import type { Asset } from '@assay/domain';
import type { MethodRevision, MethodVersion, TextSet } from '@assay/exposure';
import { type Gathering, unasked } from '../../chains/index.ts';
import {
  type CheckBasis,
  type CheckPrices,
  type CheckSnapshot,
  type ComputedCheck,
  completeCheck,
  computePayment,
  DIRECTIONS,
  type EnginePort,
  type PaymentSnapshot,
  pricingOf,
  readCheck,
  reopenPayment,
  type WithPaymentSnapshot,
} from '../../checks/index.ts';
import type { KeptReadings } from './certificate.ports.ts';
import { storeUntil } from './store-until.ts';

export interface RecomputePorts {
  /** Records, and labels by the rules of the version; listings end by those of the revision. */
  readonly snapshotsOf: (version: MethodVersion, revision: MethodRevision) => WithPaymentSnapshot;
  /** The rules of a published method version and its revision; null where this build does not hold the version. */
  readonly engineOf: (methodVersion: string, revision: MethodRevision, textSet: TextSet) => EnginePort | null;
  readonly readings: KeptReadings;
  /** The stored prices; no provider is asked for others. */
  readonly prices: CheckPrices;
}

/** What a stated result is computed from again. */
export interface AgainFrom {
  readonly engine: EnginePort;
  readonly asset: Asset;
  /** What the check read on demand; null where imported records were used. */
  readonly gathering: Gathering | null;
}

export interface ComputedAgain<Facts> {
  readonly computed: ComputedCheck;
  readonly basis: CheckBasis;
  readonly facts: Facts;
  readonly leftOut: number;
}

type SnapshotPorts = Pick<RecomputePorts, 'snapshotsOf' | 'prices'>;

/**
 * Computes a check again, for the moment that a result states, on the labels and records of this installation: the
 * records that came later are left out where they can be distinguished. Null where no payment of it is in these records.
 *
 * @param look reads what else the caller needs of the snapshot
 */
export function computeAgain<Facts>(
  ports: SnapshotPorts,
  stated: CanonicalResult,
  from: AgainFrom,
  signal: AbortSignal,
  look: (snapshot: CheckSnapshot) => Facts,
): Promise<ComputedAgain<Facts> | null> {
  const { payment } = stated;
  return payment === undefined
    ? addressAgain(ports, stated, from, signal, look)
    : paymentAgain(ports, { ...stated, payment }, from, signal, look);
}

async function addressAgain<Facts>(
  { snapshotsOf, prices }: SnapshotPorts,
  stated: CanonicalResult,
  { engine, asset, gathering }: AgainFrom,
  signal: AbortSignal,
  look: (snapshot: CheckSnapshot) => Facts,
): Promise<ComputedAgain<Facts>> {
  // Results from before freezes or prices were supported are computed without them.
  const priced = stated.prices === undefined ? undefined : prices;
  const question = {
    asset,
    address: stated.address,
    now: new Date(stated.inputs.as_of),
    // The issuer's statement is part of the stated result: a new request might return something else.
    freeze: stated.issuer_freeze ?? unasked(asset),
    pricing: await pricingOf(priced, asset),
    gathering,
    signal,
    onProgress: () => undefined,
  };
  const isLive = gathering?.kind === 'records';
  const { read, facts, leftOut } = await snapshotsOf(engine.version, engine.revision)(asset, async (whole) => {
    const { snapshot, leftOut } = await recordsOfThen(stated, whole, isLive);
    return { read: await readCheck(engine, snapshot, question), facts: look(snapshot), leftOut };
  });
  const { computed, basis } = await completeCheck({ engine, prices: priced }, question, read);
  return { computed, basis, facts, leftOut };
}

/** The same side of the same transaction, whose payment is looked for as for a new check. */
async function paymentAgain<Facts>(
  { snapshotsOf, prices }: SnapshotPorts,
  stated: CanonicalResult & { readonly payment: CanonicalPayment },
  { engine, asset, gathering }: AgainFrom,
  signal: AbortSignal,
  look: (snapshot: CheckSnapshot) => Facts,
): Promise<ComputedAgain<Facts> | null> {
  const { address, payment } = stated;
  const side = { address, direction: DIRECTIONS[payment.direction] };
  const onChain = gathering?.kind === 'records' ? reopenPayment(asset, side, gathering.live) : null;
  if (gathering !== null && onChain === null) return null;
  const seen: { facts: Facts; leftOut: number }[] = [];
  const stored = snapshotsOf(engine.version, engine.revision);
  const withSnapshot: WithPaymentSnapshot = (ofAsset, work) =>
    stored(ofAsset, async (whole) => {
      const { snapshot, leftOut } = await recordsOfThen(stated, whole, onChain !== null);
      seen.push({ facts: look(snapshot), leftOut });
      return work(snapshot);
    });
  const question = {
    ...{ asset, ids: [payment.transaction_id], side, onChain, signal },
    ...{ now: new Date(stated.inputs.as_of), onProgress: () => undefined },
  };
  const answer = await computePayment({ engine, withSnapshot, prices }, question);
  const [read] = seen;
  if (answer.is === 'refused' || read === undefined) return null;
  return { ...answer.outcome, ...read };
}

interface RecordsOfThen {
  readonly snapshot: PaymentSnapshot;
  /** Records that came later, and are left out. */
  readonly leftOut: number;
}

/**
 * The records as a result states them, where they are the first of those stored now; else all of them.
 *
 * @param isLive the result rests on what was read of a chain, not on stored records
 */
async function recordsOfThen(stated: CanonicalResult, whole: PaymentSnapshot, isLive: boolean): Promise<RecordsOfThen> {
  const then = isLive ? null : await cutBack(stated, whole);
  if (then === null) return { snapshot: whole, leftOut: 0 };
  return { snapshot: then, leftOut: (whole.origin.records?.count ?? 0) - (stated.records.count ?? 0) };
}

async function cutBack({ records }: CanonicalResult, whole: PaymentSnapshot): Promise<PaymentSnapshot | null> {
  const { count, tip: stated, first_time: firstTime } = records;
  const { store, origin, transactions } = whole;
  if (store?.ledger !== 'account' || origin.records === null || count === null || count >= origin.records.count)
    return null;
  const until = await whole.recordsUntil(count);
  if (until === null || stated === null) return null;
  const { tip, position, recordsHeld } = until;
  const isBeginning =
    tip.block === stated.block &&
    tip.time.toISOString() === stated.time &&
    new Date(origin.records.firstTime * 1000).toISOString() === firstTime;
  if (!isBeginning) return null;
  const lastTime = Math.floor(tip.time.getTime() / 1000);
  const held = { ...origin.records, count, lastTime };
  return {
    ...whole,
    store: storeUntil(store, position, lastTime),
    transactions:
      transactions?.store.ledger === 'account'
        ? { ...transactions, store: storeUntil(transactions.store, position, lastTime) }
        : transactions,
    tip,
    recordsHeld,
    origin: { ...origin, records: held },
  };
}
