import type { NetworkId } from '@assay/domain';
import {
  type BlockRef,
  type ChainNode,
  type FollowedBlock,
  NodeError,
  type NodeFault,
} from '../../../src/modules/nodes/follow/follow.ports.ts';

const START = 1_760_000_000;

/** A node whose chain is written by the test: it forks, lies, lags and goes away on request. */
export class ScriptedChain implements ChainNode {
  readonly name = 'scripted.example';
  readonly blocksAtOnce: number = 4;
  readonly readsAtOnce = 3;
  chain = 'chain-1';
  depth = 6;
  syncing = false;
  /** Changes an answer before it is given. */
  lie: (blocks: readonly FollowedBlock[]) => readonly FollowedBlock[] = (blocks) => blocks;
  /** Thrown by every call, while there is one. */
  fault: NodeFault | null = null;
  readonly network: NetworkId = 'ETH';
  readonly #blocksOfATime: number;
  /** Blocks handed out and not yet asked for again: what a reader has in memory at most. */
  asked: { readonly from: number; readonly to: number }[] = [];
  #blocks: FollowedBlock[] = [];
  #made = 0;

  /** @param blocksOfATime how many blocks in a row have the same second */
  constructor(length: number, blocksOfATime = 1) {
    this.#blocksOfATime = blocksOfATime;
    this.grow(length);
  }

  get height(): number {
    return this.#blocks.length - 1;
  }

  grow(count: number): void {
    for (let made = 0; made < count; made += 1) {
      this.#made += 1;
      const height = this.#blocks.length;
      const hash = `hash-${height}-${this.#made}`;
      const time = START + 12 * Math.floor(height / this.#blocksOfATime);
      const parentHash = this.#blocks.at(-1)?.hash ?? 'none';
      const to = (this.#made % 7).toString(16).padStart(2, '0');
      this.#blocks.push({
        ledger: 'account',
        height,
        hash,
        parentHash,
        time,
        contracts: height % 5 === 0 ? [`0x${(0xc0_0000 + this.#made).toString(16).padStart(40, '0')}`] : [],
        transfers: [0n, 1n, 2n].map((amount, index) => ({
          ticker: index === 2 ? 'ETH' : 'USDT',
          transfer: {
            block: height,
            transactionIndex: index,
            transactionId: `0x${this.#made.toString(16).padStart(64, '0')}`,
            kind: index === 2 ? 'native' : 'token',
            index,
            ordinal: 0,
            from: `0x${'a'.repeat(38)}${to}`,
            to: `0x${'b'.repeat(38)}${to}`,
            amount,
            time,
          },
        })),
      });
    }
  }

  /** Replaces the last blocks by as many others, and some more. */
  fork(depth: number, more = 1): void {
    this.#blocks.length -= depth;
    this.grow(depth + more);
  }

  cut(count: number): void {
    this.#blocks.length -= count;
  }

  async identity(): Promise<string> {
    this.#answer();
    return this.chain;
  }

  async tip(): Promise<BlockRef & { syncing: boolean }> {
    this.#answer();
    return { ...refOf(this.#at(this.height)), syncing: this.syncing };
  }

  async refAt(height: number): Promise<BlockRef | null> {
    this.#answer();
    const block = this.#blocks[height];
    return block === undefined ? null : refOf(block);
  }

  async finalHeight(): Promise<number> {
    this.#answer();
    return this.height - this.depth;
  }

  async blocks(from: number, to: number, signal: AbortSignal): Promise<readonly FollowedBlock[]> {
    this.asked.push({ from, to });
    // As a network does: the answer comes later.
    await new Promise((resolve) => setTimeout(resolve, 1));
    signal.throwIfAborted();
    this.#answer();
    return this.lie(this.#blocks.slice(from, to + 1));
  }

  async lacks(): Promise<readonly 'internal'[]> {
    return [];
  }

  #at(height: number): FollowedBlock {
    const block = this.#blocks[height];
    if (block === undefined) throw new RangeError(`There is no block ${height}`);
    return block;
  }

  #answer(): void {
    if (this.fault !== null) throw new NodeError(this.fault);
  }
}

function refOf({ height, hash, parentHash, time }: BlockRef): BlockRef {
  return { height, hash, parentHash, time };
}
