import type { CanonicalResult } from '@assay/certificate';
import type { PaymentSnapshot } from '../../checks/index.ts';
import { storeUntil } from './store-until.ts';

export interface RecordsOfThen {
  readonly snapshot: PaymentSnapshot;
  /** Records that came later, and are left out. */
  readonly leftOut: number;
}

/**
 * The records as a result states them, where they are the first of those stored now; else all of them.
 *
 * @param isLive the result rests on what was read of a chain, not on stored records
 */
export async function recordsOfThen(
  stated: CanonicalResult,
  whole: PaymentSnapshot,
  isLive: boolean,
): Promise<RecordsOfThen> {
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
