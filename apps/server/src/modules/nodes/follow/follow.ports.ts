import type { NetworkId } from '@assay/domain';
import type { RawTransaction, RawTransfer } from '@assay/exposure';
import { formatCount } from '@assay/wording';

/**
 * What following a chain needs of a node: blocks with the records of the followed assets. One reader implements one
 * node's protocol; it is opened for one network and a set of assets. The records follow the same rules as those of
 * imported files: addresses in canonical form, mint and burn as `ISSUER`, fees paid to `FEE_SINK`, amounts in base
 * units, only what succeeded; zero amounts and self transfers are returned too.
 *
 * Every method throws `NodeError` for what is wrong with the node, and nothing else but the reason of an aborted signal.
 */
export interface ChainNode {
  /** Host without credentials, for messages. */
  readonly name: string;
  /** Most blocks that one call of `blocks` returns; a bound of what is in memory. */
  readonly blocksAtOnce: number;
  /** Sensible number of `blocks` calls at the same time, while a long range is read ahead. */
  readonly readsAtOnce: number;
  /**
   * What names the chain and nothing else: the chain id in decimal on EVM networks, elsewhere the hash of the first
   * block. Asked at the start and after each time the node could not be reached.
   */
  identity(signal: AbortSignal): Promise<string>;
  /** The newest block of the node's chain; `syncing` while the node says itself that it is behind its network. */
  tip(signal: AbortSignal): Promise<NodeTip>;
  /** The block at a height of the node's present chain; null above its tip. */
  refAt(height: number, signal: AbortSignal): Promise<BlockRef | null>;
  /** Height up to which no block is undone any more, by the node's word or the network's rule; -1 for none. */
  finalHeight(signal: AbortSignal): Promise<number>;
  /**
   * The blocks from `from` to `to`, both inclusive, in order and without gaps, each the parent of the next. Fewer than
   * asked where the node has no more: at least the first, or `NodeError` of the kind `missing`.
   */
  blocks(from: number, to: number, signal: AbortSignal): Promise<readonly FollowedBlock[]>;
  /** Parts of each followed asset that this node cannot provide; without them the records are not complete. */
  lacks(signal: AbortSignal): Promise<readonly MissingPart[]>;
  /** Yields when a new block may be there (ZMQ, `eth_subscribe`). A hint only: the follower polls as well. */
  newBlocks?(signal: AbortSignal): AsyncIterable<void>;
  close?(): Promise<void>;
}

export interface BlockRef {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Unix seconds. */
  readonly time: number;
}

export interface NodeTip extends BlockRef {
  readonly syncing: boolean;
}

/** `internal`: transfers of the native coin by contracts. `fee`: what transactions cost. */
export type MissingPart = 'internal' | 'fee';

/** A block as a node gives it, with its records of the followed assets. */
export type FollowedBlock = BlockRef &
  (
    | {
        readonly ledger: 'account';
        readonly transfers: readonly FollowedTransfer[];
        /** Addresses that became contracts in this block, where the node states it. */
        readonly contracts: readonly string[];
      }
    | { readonly ledger: 'utxo'; readonly transactions: readonly RawTransaction[] }
  );

export interface FollowedTransfer {
  /** Ticker of the followed asset. */
  readonly ticker: string;
  readonly transfer: RawTransfer;
}

/** Why a node gave no usable answer. `node` is the `name` of the node. */
export type NodeFault =
  /** No connection, a time-out, a status of 500 and above. */
  | { readonly kind: 'unreachable'; readonly node: string; readonly reason: string }
  /** Too many requests; null where the node does not say for how long. */
  | { readonly kind: 'limited'; readonly node: string; readonly retryAfterMs: number | null }
  /** The node refuses the credentials or the access. */
  | { readonly kind: 'refused'; readonly node: string; readonly reason: string }
  /** A block that the node named before is not there (yet, or any more). */
  | { readonly kind: 'missing'; readonly node: string; readonly height: number }
  /** The node has deleted this block or its undo data, receipts or traces. */
  | { readonly kind: 'pruned'; readonly node: string; readonly height: number; readonly what: string }
  /** An answer that is cut off, or lacks a field; `field` is its path in the answer. */
  | { readonly kind: 'malformed'; readonly node: string; readonly field: string }
  /** An answer that contradicts itself or another one: a hash, a root, a parent, a number of entries. */
  | { readonly kind: 'contradiction'; readonly node: string; readonly height: number; readonly what: string }
  /** Another node has another block at this height, which may still be undone. */
  | { readonly kind: 'differs'; readonly node: string; readonly other: string; readonly height: number }
  | { readonly kind: 'wrong-chain'; readonly node: string; readonly expected: string; readonly found: string }
  | { readonly kind: 'not-supported'; readonly node: string; readonly what: string };

export class NodeError extends Error {
  override readonly name = 'NodeError';
  readonly fault: NodeFault;

  constructor(fault: NodeFault, options?: ErrorOptions) {
    super(describeNodeFault(fault), options);
    this.fault = fault;
  }
}

/** Whether the same question may be answered later; the others need a person. */
export function isPassing(fault: NodeFault): boolean {
  switch (fault.kind) {
    case 'unreachable':
    case 'limited':
    case 'missing':
    case 'malformed':
    // A reorganisation between two answers looks like one: it is believed only after a few more questions.
    case 'contradiction':
    case 'differs':
      return true;
    case 'refused':
    case 'pruned':
    case 'wrong-chain':
    case 'not-supported':
      return false;
  }
}

/** One sentence without credentials, addresses or bodies. */
function describeNodeFault(fault: NodeFault): string {
  switch (fault.kind) {
    case 'unreachable':
      return `${fault.node} cannot be reached: ${fault.reason}`;
    case 'limited':
      return `${fault.node} allows no more requests for now`;
    case 'refused':
      return `${fault.node} refuses the request: ${fault.reason}. Check the user, password or key in --rpc`;
    case 'missing':
      return `${fault.node} does not have block ${fault.height}`;
    case 'pruned':
      return `${fault.node} has deleted ${fault.what} of block ${fault.height}. Use a node that keeps it`;
    case 'malformed':
      return `${fault.node} sent an incomplete answer: ${fault.field}`;
    case 'contradiction':
      return `${fault.node} contradicts itself about block ${fault.height}: ${fault.what}`;
    case 'differs':
      return `${fault.node} and ${fault.other} have different blocks at height ${fault.height}: it waits until they agree`;
    case 'wrong-chain':
      return `${fault.node} is a node of chain ${fault.found}, expected ${fault.expected}`;
    case 'not-supported':
      return `${fault.node} does not provide ${fault.what}`;
  }
}

/** `waiting`: the node gives no usable answer, and is asked again. `stopped`: nobody follows, or a person is needed. */
export type FollowState = 'catching-up' | 'at-tip' | 'waiting' | 'stopped';

/** How far a network is followed; what `assay follow status` and the metrics read. */
export interface FollowProgress {
  readonly network: NetworkId;
  /** What `ChainNode.identity` said when it was followed first. */
  readonly identity: string;
  /** Tickers of the followed assets. */
  readonly assets: readonly string[];
  /** Assets that were added since, by ticker; those that have joined are among `assets`. */
  readonly additions: readonly AddedAsset[];
  /** What the last follower said; `stopped` also where its lease has run out. */
  readonly state: FollowState;
  /** The first followed block. */
  readonly fromHeight: number;
  /** The last block that the first load has read; null where none is under way. */
  readonly stagedHeight: number | null;
  /** The last block whose records are stored; null before the first. */
  readonly held: BlockRef | null;
  /** What the node said last, and when it said so (Unix seconds). */
  readonly nodeTip: { readonly height: number; readonly time: number; readonly saidAt: number } | null;
  readonly finalHeight: number;
  readonly blocksPerSecond: number | null;
  readonly recordsPerSecond: number | null;
  readonly lacks: readonly MissingPart[];
  /** The node, without credentials. */
  readonly node: string | null;
  /** The second node, and the last height at which both had the same block; null without one. */
  readonly compared: { readonly node: string; readonly height: number } | null;
  /** The last problem, until the next block is stored; Unix seconds. */
  readonly problem: { readonly text: string; readonly at: number } | null;
  /** Null where no process follows the network at present. */
  readonly lease: FollowLease | null;
  /** Unix seconds of the last write of any of these, by the clock of the database. */
  readonly updatedAt: number;
}

/** An asset that was added to a network which was followed already. */
export interface AddedAsset {
  readonly ticker: string;
  /** Its first block. */
  readonly fromHeight: number;
  /** The last block that was loaded for it alone; null before the first. */
  readonly loaded: Pick<BlockRef, 'height' | 'hash'> | null;
  /** Whether it is followed with the others. */
  readonly isJoined: boolean;
  readonly blocksPerSecond: number | null;
  readonly recordsPerSecond: number | null;
  /** Why it is not loaded for now; Unix seconds. */
  readonly problem: { readonly text: string; readonly at: number } | null;
}

export interface FollowLease {
  /** Host and process, for people. */
  readonly owner: string;
  /** Rises with each new owner; checked in every transaction that writes records. */
  readonly token: number;
  /** Unix seconds, by the clock of the database. */
  readonly until: number;
}

/** Following a network needs a person; the message says what to do. */
export class FollowError extends Error {
  override readonly name = 'FollowError';
}

/** Blocks are gone that cannot be read again beside what is stored. */
export function lostBlocks(network: NetworkId, height: number): FollowError {
  return new FollowError(
    `The server of a ledger of ${network} has lost what was stored after block ${formatCount(height)}, and the blocks ` +
      'since are no longer kept for being undone. Nothing was changed. Restore that server in the state before it was ' +
      'lost, or it and the main database from backups of the same moment.',
  );
}
