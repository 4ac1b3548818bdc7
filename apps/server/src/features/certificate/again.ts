import type { CanonicalResult } from '@assay/certificate';
import type { Asset } from '@assay/domain';
import type { MethodRevision, MethodVersion, TextSet } from '@assay/exposure';
import {
  type CheckPrices,
  type CheckSnapshot,
  completeCheck,
  type EnginePort,
  pricingOf,
  readCheck,
  type WithSnapshot,
} from '../checks/index.ts';
import { unasked } from '../freezes/index.ts';
import type { Gathering } from '../sources/index.ts';
import type { KeptReadings } from './certificate.ports.ts';
import { storeUntil } from './store-until.ts';

export interface RecomputePorts {
  /** Records, and labels by the rules of the version; listings end by those of the revision. */
  readonly snapshotsOf: (version: MethodVersion, revision: MethodRevision) => WithSnapshot;
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

/**
 * Computes a check again, for the moment that a result states, on the labels and records of this installation: the
 * records that came later are left out where they can be distinguished.
 *
 * @param look reads what else the caller needs of the snapshot
 */
export async function computeAgain<Facts>(
  { snapshotsOf, prices }: Pick<RecomputePorts, 'snapshotsOf' | 'prices'>,
  stated: CanonicalResult,
  { engine, asset, gathering }: AgainFrom,
  signal: AbortSignal,
  look: (snapshot: CheckSnapshot) => Facts,
) {
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
    const then = isLive ? null : await cutBack(stated, whole);
    const snapshot = then ?? whole;
    return {
      read: await readCheck(engine, snapshot, question),
      facts: look(snapshot),
      leftOut: then === null ? 0 : (whole.origin.records?.count ?? 0) - (stated.records.count ?? 0),
    };
  });
  const { computed, basis } = await completeCheck({ engine, prices: priced }, question, read);
  return { computed, basis, facts, leftOut };
}

/** The records as they were then, if the certificate's records are the first of those stored; else null. */
async function cutBack({ records }: CanonicalResult, whole: CheckSnapshot): Promise<CheckSnapshot | null> {
  const { count, tip: stated, first_time: firstTime } = records;
  const { store, origin } = whole;
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
    tip,
    recordsHeld,
    origin: { ...origin, records: held },
  };
}
