import type { Direction, NodeId, OutputRecord, TransactionRecord } from '../records/record.ts';
import { spendersOf } from '../records/utxo-flows.ts';
import type { Layer } from './rows.ts';
import type { PathLink } from './sample-paths.ts';

/** Mass that reached a transaction through one of its coins: an output going back, an input going forward. */
export interface Arrival {
  readonly coin: OutputRecord;
  readonly best: number;
  /** The best path from the subject up to that coin; its transaction has not joined yet. */
  readonly link: PathLink | null;
  /** Fewest changes of owner up to the coin's owner. */
  readonly hops: number;
}

/** Mass that passes one transaction, about to be shared out over its other side. */
export interface Passage {
  readonly transaction: TransactionRecord;
  readonly layer: Layer;
  readonly mass: number;
  readonly best: number;
  readonly link: PathLink | null;
  /** The near end: who receives going back, who spends going forward. */
  readonly near: NodeId | null;
  /** Base units that arrive at the near end, going back. */
  readonly nearAmount: bigint;
  /** Fewest changes of owner up to the near end. */
  readonly hops: number;
  /** Owners money comes back to without changing hands; null at the subject, where every part is another's. */
  readonly spenders: ReadonlySet<NodeId> | null;
}

/**
 * All mass at a transaction, with its best path. Hops going back depend on the coin it came through: an output back to
 * an owner of an input is the same hop (docs/method, section 3), so the fewest changes including this transaction are
 * taken over all arrivals.
 */
export function passageOf(
  transaction: TransactionRecord,
  mass: number,
  arrivals: readonly Arrival[],
  direction: Direction,
): Passage {
  const spenders = spendersOf(transaction);
  const best = arrivals.reduce((one, other) => (other.best > one.best ? other : one));
  const through = (arrival: Arrival): number =>
    arrival.hops + (direction === 'bwd' ? changeOf(arrival.coin.owner, spenders) : 0);
  const fewest = arrivals.reduce((hops, arrival) => Math.min(hops, through(arrival)), Number.POSITIVE_INFINITY);
  const ownChange = direction === 'bwd' ? changeOf(best.coin.owner, spenders) : 0;
  return {
    transaction,
    layer: 'indirect',
    mass,
    best: best.best,
    link: best.link,
    near: best.coin.owner,
    nearAmount: best.coin.amount,
    hops: fewest - ownChange,
    spenders,
  };
}

/** Whether a transaction changes the owner between its near end and a part of its far side: 1 or 0. */
export function ownerChangeOf(passage: Passage, far: NodeId | null, direction: Direction): 0 | 1 {
  if (passage.spenders === null) return 1;
  return changeOf(direction === 'bwd' ? passage.near : far, passage.spenders);
}

function changeOf(owner: NodeId | null, spenders: ReadonlySet<NodeId>): 0 | 1 {
  return owner !== null && spenders.has(owner) ? 0 : 1;
}
