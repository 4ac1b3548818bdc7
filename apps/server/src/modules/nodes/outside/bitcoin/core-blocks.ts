import type { z } from 'zod';
import {
  type BitcoinChain,
  BlockError,
  compactSize,
  ownerOfScript,
  type RawBlock,
  readRawBlock,
  type SpentCoin,
} from '../../../records/index.ts';
import { type BlockRef, type FollowedBlock, NodeError } from '../../follow/follow.ports.ts';
import { CORE_ERRORS, type CoreAnswer, type CoreRpc } from './core-rpc.ts';
import { type BlockWithSpent, blockHash, blockWithSpent, chainInfo, hexBytes } from './core-wire.ts';
import type { FirstLoad } from './first-load.ts';

const VERBOSITY_BYTES = 0;
const VERBOSITY_WITH_SPENT = 3;
/** A block is not there: its hash is not known, or its data. */
const ABSENT: ReadonlySet<number> = new Set([CORE_ERRORS.misc, CORE_ERRORS.invalidAddressOrKey]);
const UNKNOWN_VERBOSITY: ReadonlySet<number> = new Set([CORE_ERRORS.typeError, CORE_ERRORS.invalidParameter]);

type Spent = readonly (readonly SpentCoin[])[];

export interface CoreBlocksOptions {
  readonly rpc: CoreRpc;
  readonly chainOf: (signal: AbortSignal) => Promise<BitcoinChain>;
  /** The node's own files; null where they are not read. */
  readonly files: FirstLoad | null;
  readonly spent: 'node' | 'records';
}

/** Reads blocks of a node and verifies each: its hash, its work, its transactions, and that it follows the one before. */
export class CoreBlocks {
  readonly #rpc: CoreRpc;
  readonly #options: CoreBlocksOptions;
  /** Whether the node states what transactions spend; null before it was asked. */
  #givesSpent: boolean | null = null;

  constructor(options: CoreBlocksOptions) {
    this.#rpc = options.rpc;
    this.#options = options;
  }

  /** @throws NodeError; of the kind `missing` where the node has no block `from` */
  async read(from: number, to: number, signal: AbortSignal): Promise<readonly FollowedBlock[]> {
    const hashes = await this.#hashesOf(from, to, signal);
    const chain = await this.#options.chainOf(signal);
    const blocks = [...((await this.#options.files?.read(hashes, from, chain, signal)) ?? [])];
    const left = hashes.slice(blocks.length);
    if (left.length > 0) blocks.push(...(await this.#blocksOf(from + blocks.length, left, chain, signal)));
    for (const [index, { height, parentHash }] of blocks.entries()) {
      const before = hashes[index - 1];
      if (before !== undefined && before !== parentHash) throw this.#contradiction(height, 'its parent');
    }
    return blocks.map((block) => ({ ...block, ledger: 'utxo' }));
  }

  /** Whether the records will know the owner and the amount of everything that is spent. */
  async knowsSpent(signal: AbortSignal): Promise<boolean> {
    if (this.#options.spent === 'records') return true;
    if (this.#givesSpent === null) {
      const call = { method: 'getblockchaininfo', params: [] };
      const { bestblockhash, blocks } = await this.#rpc.result(call, chainInfo, signal);
      await this.#withSpent(bestblockhash, blocks, signal);
    }
    return this.#givesSpent !== false;
  }

  /** What `read` makes of a block or header, if it is the one of this hash. @throws NodeError */
  verified<Read extends Pick<BlockRef, 'hash'>>(height: number, hash: string, read: () => Read): Read {
    try {
      const block = read();
      if (block.hash !== hash) throw this.#contradiction(height, 'its hash');
      return block;
    } catch (error) {
      if (!(error instanceof BlockError)) throw error;
      throw this.#contradiction(height, error.message, error);
    }
  }

  async #hashesOf(from: number, to: number, signal: AbortSignal): Promise<readonly string[]> {
    const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const answers = await this.#rpc.batch(
      heights.map((height) => ({ method: 'getblockhash', params: [height] })),
      signal,
    );
    const above = answers.findIndex((answer) => !answer.ok && answer.code === CORE_ERRORS.invalidParameter);
    const there = above === -1 ? answers : answers.slice(0, above);
    if (there.length === 0) throw new NodeError({ kind: 'missing', node: this.#rpc.name, height: from });
    return there.map((answer) => this.#rpc.resultOf(answer, 'getblockhash', blockHash));
  }

  async #blocksOf(
    from: number,
    hashes: readonly string[],
    chain: BitcoinChain,
    signal: AbortSignal,
  ): Promise<readonly RawBlock[]> {
    if (this.#options.spent === 'records' || this.#givesSpent === false)
      return this.#plain(from, hashes, chain, signal);
    const blocks: RawBlock[] = [];
    for (const [index, hash] of hashes.entries()) {
      const height = from + index;
      const read = await this.#withSpent(hash, height, signal);
      if (read === null) return [...blocks, ...(await this.#plain(height, hashes.slice(index), chain, signal))];
      blocks.push(this.#blockOf({ height, hash, chain }, read.bytes, read.spent));
    }
    return blocks;
  }

  async #plain(
    from: number,
    hashes: readonly string[],
    chain: BitcoinChain,
    signal: AbortSignal,
  ): Promise<readonly RawBlock[]> {
    const calls = hashes.map((hash) => ({ method: 'getblock', params: [hash, VERBOSITY_BYTES] }));
    const answers = await this.#rpc.batch(calls, signal);
    const blocks: RawBlock[] = [];
    for (const [index, answer] of answers.entries()) {
      const height = from + index;
      const digits = await this.#present(answer, height, hexBytes, signal);
      blocks.push(this.#blockOf({ height, hash: hashes[index] ?? '', chain }, Buffer.from(digits, 'hex'), null));
    }
    return blocks;
  }

  /** Null where the node does not state what transactions spend. */
  async #withSpent(
    hash: string,
    height: number,
    signal: AbortSignal,
  ): Promise<{ readonly bytes: Buffer; readonly spent: Spent } | null> {
    const answer = await this.#rpc.call('getblock', [hash, VERBOSITY_WITH_SPENT], signal);
    const isUnknown = !answer.ok && UNKNOWN_VERBOSITY.has(answer.code);
    const block = isUnknown ? null : await this.#present(answer, height, blockWithSpent, signal);
    const spent = block === null ? null : spentOf(block);
    if (block === null || spent === null) {
      this.#givesSpent ??= false;
      return null;
    }
    if (spent.length > 0) this.#givesSpent = true;
    const header = await this.#rpc.result({ method: 'getblockheader', params: [hash, false] }, hexBytes, signal);
    return { bytes: bytesOf(header, block), spent };
  }

  /** A block that the node named; an error code alone does not state whether it was deleted. */
  async #present<Shape extends z.ZodType>(
    answer: CoreAnswer,
    height: number,
    shape: Shape,
    signal: AbortSignal,
  ): Promise<z.output<Shape>> {
    if (answer.ok || !ABSENT.has(answer.code)) return this.#rpc.resultOf(answer, 'getblock', shape);
    const { pruneheight } = await this.#rpc.result({ method: 'getblockchaininfo', params: [] }, chainInfo, signal);
    const node = this.#rpc.name;
    if (height < (pruneheight ?? 0)) throw new NodeError({ kind: 'pruned', node, height, what: 'the transactions' });
    throw new NodeError({ kind: 'missing', node, height });
  }

  #blockOf({ height, hash, chain }: WantedBlock, bytes: Buffer, spent: Spent | null): RawBlock {
    const { easiestTarget } = chain;
    return this.verified(height, hash, () => readRawBlock(bytes, { height, spent, easiestTarget }));
  }

  #contradiction(height: number, what: string, cause?: unknown): NodeError {
    return new NodeError({ kind: 'contradiction', node: this.#rpc.name, height, what }, { cause });
  }
}

interface WantedBlock {
  readonly height: number;
  readonly hash: string;
  readonly chain: BitcoinChain;
}

/** Null where a transaction spends something that the node does not describe. */
function spentOf({ tx }: BlockWithSpent): Spent | null {
  const spent = tx
    .slice(1)
    .map(({ vin }) =>
      vin.flatMap(({ prevout }): SpentCoin[] =>
        prevout === undefined
          ? []
          : [{ amount: prevout.value, owner: ownerOfScript(Buffer.from(prevout.scriptPubKey.hex, 'hex')) }],
      ),
    );
  return spent.every((coins, index) => coins.length === tx[index + 1]?.vin.length) ? spent : null;
}

function bytesOf(header: string, { tx }: BlockWithSpent): Buffer {
  return Buffer.from([header, compactSize(tx.length), ...tx.map(({ hex }) => hex)].join(''), 'hex');
}
