import {
  type DirectionExposure,
  type ExposureStore,
  isPaymentComplete,
  MOST_PLANNED_COINS,
  PLANNED_POSITION,
  PLANNED_TRANSACTION,
  PlannedAccountStore,
  PlannedCoinStore,
  type SubjectFacts,
  TooManyCoinsError,
  type Unrecorded,
} from '@assay/exposure';
import type { EnginePort } from '../checks.ports.ts';
import { type CheckQuestion, type ReadCheck, readCheck } from '../compute/read-check.ts';
import type { PaymentSnapshot } from '../payment/payment.ports.ts';
import type { PlannedQuestion, PlannedRefusal } from './resolve-planned.ts';

/** The side of a deposit for which no own wallet is named: it has no records and no labels. */
const NOBODY = 'nobody';

/** A planned deposit, walked from the record that it would be. */
export interface ReadDeposit {
  readonly side: SubjectFacts;
  readonly exposure: DirectionExposure;
  readonly complete: boolean;
}

/** What is read of a planned payment from one snapshot. */
export interface ReadPlanned {
  readonly is: 'read';
  /** The payment itself, of a deposit. */
  readonly deposit: ReadDeposit | null;
  /** The address that a withdrawal would pay. */
  readonly receiver: ReadCheck | null;
  /** Null where no own wallet is named. */
  readonly wallet: { readonly before: ReadCheck; readonly after: ReadCheck } | null;
  readonly recordsHeld: string;
  readonly labelSetVersion: string;
  readonly hasDerivedLabels: boolean;
}

/** How the addresses are read, but for which of them. */
export type ReadRules = Omit<CheckQuestion, 'address' | 'freeze'> & {
  readonly freezeOf: (address: string) => CheckQuestion['freeze'];
};

/** Reads and walks the records with the planned payment after the last one (docs/method/transactions, section 9). */
export async function readPlanned(
  engine: EnginePort,
  snapshot: PaymentSnapshot,
  planned: PlannedQuestion,
  rules: ReadRules,
): Promise<ReadPlanned | { readonly is: 'refused'; readonly refusal: PlannedRefusal }> {
  const { recordsHeld, labelSetVersion, hasDerivedLabels } = snapshot;
  const { address, direction, wallet } = planned;
  const overlay = await openPlanned(snapshot, planned, rules.now);
  if ('refusal' in overlay) return overlay;
  const { store } = overlay;
  const readOf = (of: string, records: ExposureStore | null) =>
    readCheck(engine, { ...snapshot, store: records }, { ...rules, address: of, freeze: rules.freezeOf(of) });
  return {
    is: 'read',
    deposit: direction === 'bwd' ? await readDeposit(engine, store, wallet ?? NOBODY, rules) : null,
    receiver: direction === 'fwd' ? await readOf(address, snapshot.store) : null,
    wallet:
      wallet === null ? null : { before: await readOf(wallet, snapshot.store), after: await readOf(wallet, store) },
    ...{ recordsHeld, labelSetVersion, hasDerivedLabels },
  };
}

async function openPlanned(
  snapshot: PaymentSnapshot,
  { asset, address, direction, amount, wallet }: PlannedQuestion,
  now: Date,
): Promise<{ readonly store: ExposureStore } | { readonly is: 'refused'; readonly refusal: PlannedRefusal }> {
  const { transactions, recordsHeld, origin } = snapshot;
  const balancesOf = transactions?.balancesOf;
  const { network } = asset;
  if (transactions === null || balancesOf === undefined || network === null) {
    return { is: 'refused', refusal: { is: 'no records', recordsHeld } };
  }
  const own = wallet ?? NOBODY;
  const [from, to] = direction === 'bwd' ? [address, own] : [own, address];
  const labels = await snapshot.labelsOf(network, [from, to]);
  const fromBeginning = origin.records?.fromBeginning === true;
  const unrecorded = (of: string): Unrecorded => ({
    labels: (of === from ? labels[0] : labels[1]) ?? [],
    openingUnread: !fromBeginning,
    complete: fromBeginning,
  });
  const planned = { from, to, amount, time: Math.floor(now.getTime() / 1000) };
  const { store } = transactions;
  if (store.ledger === 'account') {
    const held = await balancesOf([from, to]);
    const balances = { from: held.get(from) ?? 0n, to: held.get(to) ?? 0n };
    return { store: await PlannedAccountStore.open({ store, planned, balances, unrecorded }) };
  }
  try {
    return { store: await PlannedCoinStore.open({ store, planned, unrecorded }) };
  } catch (error) {
    if (!(error instanceof TooManyCoinsError)) throw error;
    return { is: 'refused', refusal: { is: 'too many coins', most: MOST_PLANNED_COINS } };
  }
}

async function readDeposit(
  engine: EnginePort,
  store: ExposureStore,
  address: string,
  { signal, onProgress }: ReadRules,
): Promise<ReadDeposit> {
  const side = await store.subject(address);
  if (side === null) throw new Error('the receiver of a planned payment is a party of it');
  const only = [store.ledger === 'account' ? PLANNED_POSITION : PLANNED_TRANSACTION];
  const exposure = await engine.exposureOf(store, side, 'bwd', { signal, onProgress, only, evidence: false });
  const isWhole = !(store instanceof PlannedCoinStore && store.transaction.unknownInputs > 0);
  const complete = await isPaymentComplete(store, side.node, { direction: 'bwd', only, isWhole }, signal);
  return { side, exposure, complete };
}
