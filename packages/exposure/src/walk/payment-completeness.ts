import { absorbingLabel } from '../labels/absorbing-label.ts';
import type { AccountFacts } from '../labels/party-facts.ts';
import type { Direction, NodeId } from '../records/record.ts';
import type { AccountStore, ExposureStore, UtxoStore } from './store.ts';

/** Parties at the other end whose history is looked at; more of them make a payment incomplete. */
const MOST_PARTIES = 100;
const PAGE = 1_000;

/** One payment of a transaction, by its records. */
export interface PaymentRecords {
  readonly direction: Direction;
  /** What a walk of the payment starts from (`WalkOptions.only`). */
  readonly only: readonly number[];
  /** Whether the transaction is held whole: with traces and receipts, or with the value of every input. */
  readonly isWhole: boolean;
}

/** An AbortSignal fits. */
interface Signal {
  readonly throwIfAborted: () => void;
}

interface OtherEnd {
  readonly node: NodeId;
  /** Unix seconds of the record. */
  readonly time: number;
}

/**
 * Whether the records behind a payment are complete (docs/method/transactions, section 4): the transaction is held
 * whole, and each party at the other end absorbs or has a complete history.
 *
 * @param side that received or paid
 * @throws what `signal` was aborted with, soon after
 */
export async function isPaymentComplete(
  store: ExposureStore,
  side: NodeId,
  payment: PaymentRecords,
  signal: Signal,
): Promise<boolean> {
  const { direction, only, isWhole } = payment;
  if (store.ledger === 'account') {
    if (!isWhole) return false;
    return areComplete(store, await otherEndsOf(store, side, payment), direction, Math.max(...only), signal);
  }
  // Coins are exact: of a deposit, nothing else of the payer's history counts.
  if (direction === 'bwd') return isWhole;
  return areComplete(store, await receiversOf(store, side, only), direction, 0, signal);
}

async function otherEndsOf(
  store: AccountStore,
  side: NodeId,
  { direction, only }: PaymentRecords,
): Promise<readonly OtherEnd[]> {
  const ends: OtherEnd[] = [];
  for (let start = 0; start < only.length; start += PAGE) {
    const asks = only.slice(start, start + PAGE).map((position) => ({ node: side, position }));
    for (const { records } of await store.page(direction, asks, 1)) {
      for (const { from, to, time } of records) ends.push({ node: direction === 'bwd' ? from : to, time });
    }
  }
  return ends;
}

async function receiversOf(store: UtxoStore, side: NodeId, only: readonly number[]): Promise<readonly OtherEnd[]> {
  const found = await store.transactions(only);
  return found.flatMap((transaction) =>
    (transaction?.outputs ?? []).flatMap(({ owner, amount }) =>
      owner === null || owner === side || amount === 0n ? [] : [{ node: owner, time: transaction?.time ?? 0 }],
    ),
  );
}

async function areComplete(
  store: ExposureStore,
  ends: readonly OtherEnd[],
  direction: Direction,
  until: number,
  signal: Signal,
): Promise<boolean> {
  const facts = await store.accounts(ends.map(({ node }) => node));
  const open = new Map<NodeId, AccountFacts>();
  for (const [index, { node, time }] of ends.entries()) {
    const party = facts[index];
    if (party !== undefined && !absorbs(party, time, direction)) open.set(node, party);
  }
  if (open.size > MOST_PARTIES) return false;
  for (const { address } of open.values()) {
    signal.throwIfAborted();
    const party = await store.subject(address);
    if (party?.complete !== true) return false;
    if (store.ledger === 'account' && !(await isCovered(store, party.node, direction, until, signal))) return false;
  }
  return true;
}

function absorbs({ role, labels }: AccountFacts, time: number, direction: Direction): boolean {
  return role !== 'account' || absorbingLabel(labels, time, direction) !== null;
}

/** Whether no outflow was larger than the known balance: of a sender up to its payment, of a receiver up to the tip. */
async function isCovered(
  store: AccountStore,
  node: NodeId,
  direction: Direction,
  until: number,
  signal: Signal,
): Promise<boolean> {
  for (let position = 0; ; ) {
    signal.throwIfAborted();
    const [page] = await store.page('fwd', [{ node, position }], PAGE);
    const records = (page?.records ?? []).filter((record) => direction === 'fwd' || record.position <= until);
    if (records.some(({ covered }) => covered < 1)) return false;
    const last = page?.records.at(-1);
    if (page?.more !== true || last === undefined || records.length < page.records.length) return true;
    position = last.position + 1;
  }
}
