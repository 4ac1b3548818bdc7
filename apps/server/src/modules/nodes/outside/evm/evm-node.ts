import { type Asset, NETWORKS } from '@assay/domain';
import { z } from 'zod';
import {
  type EvmNetwork,
  type Exchange,
  finalityDepth,
  httpExchange,
  narrowerThan,
  TRANSFER_TOPIC,
  toHex,
} from '../../../chains/index.ts';
import { type BlockRef, type ChainNode, type FollowedBlock, NodeError } from '../../follow/follow.ports.ts';
import { hashOfHeader, rootOfReceipts } from './block-proofs.ts';
import { createdContracts, nativeTransfers, tokenTransfers } from './block-records.ts';
import { findTraceMethod, type TraceMethod, tracesOf } from './block-traces.ts';
import {
  type BlockHeader,
  type BlockLog,
  type BlockReceipt,
  blockHeader,
  blockLog,
  chainId,
  syncing,
  type WholeBlock,
  wholeBlock,
} from './evm-blocks-wire.ts';
import { EvmRpc } from './evm-rpc.ts';
import { ReceiptReader } from './read-receipts.ts';

export interface EvmNodeSettings {
  readonly network: EvmNetwork;
  readonly url: URL;
  /** The followed assets of the network. */
  readonly assets: readonly Asset[];
  /** False leaves inner transfers of the coin out, for a node that traces recent blocks only. */
  readonly traces: boolean;
}

/** Whole blocks with receipts and traces are large; headers are not. */
const WHOLE_BLOCKS_AT_ONCE = 10;
const HEADERS_AT_ONCE = 100;
const READS_AT_ONCE = 4;

const NODE_LIMITS = {
  connectMs: 5_000,
  // Traces of a large block take a node many seconds.
  totalMs: 60_000,
  answerBytes: 512 * 1024 * 1024,
  allowsPrivate: true,
} as const;

/** A node of an EVM network: blocks, receipts, logs and traces by JSON-RPC over HTTP. */
export function evmNode(settings: EvmNodeSettings, exchange: Exchange = httpExchange(NODE_LIMITS)): ChainNode {
  const { network, assets } = settings;
  const rpc = new EvmRpc(settings.url, exchange);
  const { native } = NETWORKS[network];
  const followsNative = assets.some(({ ticker, contract }) => contract === null && ticker === native);
  const tokens = new Map(assets.flatMap(({ ticker, contract }) => (contract === null ? [] : [[contract, ticker]])));
  const receiptReader = new ReceiptReader(rpc);
  const logReader = new LogReader(rpc, [...tokens.keys()]);
  let traceMethod: TraceMethod | undefined;
  let finalHeight = -1;

  const headerAt = (tag: string, height: number | null) =>
    ({ method: 'eth_getBlockByNumber', params: [tag, false], result: blockHeader.nullable(), height }) as const;

  async function latest(signal: AbortSignal): Promise<BlockHeader> {
    const header = await rpc.must(headerAt('latest', null), signal);
    if (header === null) throw new NodeError({ kind: 'missing', node: rpc.name, height: 0 });
    return header;
  }

  async function methodOfTraces(signal: AbortSignal): Promise<TraceMethod> {
    if (!settings.traces || !followsNative) return null;
    traceMethod ??= await findTraceMethod(rpc, (await latest(signal)).number, signal);
    return traceMethod;
  }

  /** With the coin, or where blocks may still change: all of each block, so that nothing is from another one. */
  async function wholeBlocks(from: number, last: number, signal: AbortSignal): Promise<FollowedBlock[]> {
    const to = Math.min(last, from + WHOLE_BLOCKS_AT_ONCE - 1);
    const questions = heights(from, to).map((height) => ({
      method: 'eth_getBlockByNumber',
      params: [toHex(height), true],
      result: z.union([z.null(), wholeBlock]),
      height,
    }));
    const method = await methodOfTraces(signal);
    const blocks = await rpc.batch(questions, signal);
    return await Promise.all(untilMissing(blocks, from).map((block) => followedBlock(block, method, signal)));
  }

  async function followedBlock(block: WholeBlock, method: TraceMethod, signal: AbortSignal): Promise<FollowedBlock> {
    const receipts = await receiptReader.read(block, signal);
    checkProofs(rpc.name, network, block, receipts);
    const traces = method === null ? null : await tracesOf(rpc, method, block, signal);
    const coins = followsNative ? nativeTransfers(network, native, block, receipts, traces) : [];
    const logs = receipts.flatMap((receipt) => receipt.logs);
    return {
      ...refOf(block),
      ledger: 'account',
      transfers: [...coins, ...tokenTransfers(network, tokens, logs, block.timestamp)],
      contracts: createdContracts(receipts, traces),
    };
  }

  async function blocksByLogs(from: number, to: number, signal: AbortSignal): Promise<FollowedBlock[]> {
    const questions = heights(from, to).map((height) => headerAt(toHex(height), height));
    const headers = untilMissing(await rpc.batch(questions, signal), from);
    const logs = await logReader.read(from, from + headers.length - 1, signal);
    const byBlock = Map.groupBy(logs, ({ blockNumber }) => blockNumber);
    return headers.map((header): FollowedBlock => {
      const own = byBlock.get(header.number) ?? [];
      const contradiction = (what: string) =>
        new NodeError({ kind: 'contradiction', node: rpc.name, height: header.number, what });
      if (own.some(({ blockHash }) => blockHash !== header.hash)) throw contradiction('its logs are of another block');
      if (new Set(own.map(({ logIndex }) => logIndex)).size < own.length) throw contradiction('it has a log twice');
      return {
        ...refOf(header),
        ledger: 'account',
        transfers: tokenTransfers(network, tokens, own, header.timestamp),
        contracts: [],
      };
    });
  }

  function untilMissing<T>(blocks: readonly (T | null)[], from: number): T[] {
    const found: T[] = [];
    for (const block of blocks) {
      if (block === null) break;
      found.push(block);
    }
    if (found.length === 0) throw new NodeError({ kind: 'missing', node: rpc.name, height: from });
    return found;
  }

  return {
    name: rpc.name,
    blocksAtOnce: followsNative ? WHOLE_BLOCKS_AT_ONCE : HEADERS_AT_ONCE,
    readsAtOnce: READS_AT_ONCE,
    async identity(signal) {
      return String(await rpc.must({ method: 'eth_chainId', params: [], result: chainId, height: null }, signal));
    },
    async tip(signal) {
      const header = await latest(signal);
      const state = await rpc.ask({ method: 'eth_syncing', params: [], result: syncing, height: null }, signal);
      return { ...refOf(header), syncing: state.refused === null && state.result !== false };
    },
    async refAt(height, signal) {
      const header = await rpc.must(headerAt(toHex(height), height), signal);
      return header === null ? null : refOf(header);
    },
    async finalHeight(signal) {
      const { refused, result } = await rpc.ask(headerAt('finalized', null), signal).catch((error: unknown) => {
        // Networks without the tag refuse it in many ways; those without a node are noticed below.
        if (error instanceof NodeError && error.fault.kind === 'unreachable')
          return { refused: 'no-method', result: null };
        throw error;
      });
      finalHeight =
        refused === null && result !== null
          ? result.number
          : Math.max(-1, (await latest(signal)).number - finalityDepth(network));
      return finalHeight;
    },
    blocks: (from, to, signal) =>
      followsNative || to > finalHeight ? wholeBlocks(from, to, signal) : blocksByLogs(from, to, signal),
    async lacks(signal) {
      if (!followsNative) return [];
      traceMethod = undefined;
      return (await methodOfTraces(signal)) === null ? ['internal'] : [];
    },
    close: () => rpc.close(),
  };
}

function refOf({ number, hash, parentHash, timestamp }: BlockHeader): BlockRef {
  return { height: number, hash, parentHash, time: timestamp };
}

function heights(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** After this many answers in a row, a wider range is tried again. */
const WIDEN_AFTER = 50;

/** Reads logs of token transfers in ranges as wide as the node accepts, which its refusals show. */
class LogReader {
  readonly #rpc: EvmRpc;
  readonly #contracts: readonly string[];
  #widest = Number.POSITIVE_INFINITY;
  #answers = 0;

  constructor(rpc: EvmRpc, contracts: readonly string[]) {
    this.#rpc = rpc;
    this.#contracts = contracts;
  }

  /** Every `Transfer` of the contracts in the blocks from `from` to `to`, both inclusive. @throws NodeError */
  async read(from: number, to: number, signal: AbortSignal): Promise<readonly BlockLog[]> {
    const logs: BlockLog[] = [];
    let next = from;
    while (next <= to) {
      const last = Math.min(to, next + this.#widest - 1);
      const filter = {
        address: this.#contracts,
        topics: [TRANSFER_TOPIC],
        fromBlock: toHex(next),
        toBlock: toHex(last),
      };
      const question = { method: 'eth_getLogs', params: [filter], result: z.array(blockLog), height: next };
      const { refused, result } = await this.#rpc.ask(question, signal);
      if (refused === 'no-method') throw this.#notSupported('eth_getLogs');
      if (refused === 'too-wide') {
        this.#narrow(last - next + 1);
        continue;
      }
      for (const log of result ?? []) if (log.removed !== true) logs.push(log);
      this.#widen();
      next = last + 1;
    }
    return logs;
  }

  #narrow(width: number): void {
    if (width === 1) throw this.#notSupported('so many logs of one block');
    this.#widest = narrowerThan(width);
    this.#answers = 0;
  }

  #widen(): void {
    this.#answers += 1;
    if (this.#answers % WIDEN_AFTER === 0) this.#widest *= 2;
  }

  #notSupported(what: string): NodeError {
    return new NodeError({ kind: 'not-supported', node: this.#rpc.name, what });
  }
}

/** Networks whose headers have Ethereum's fields and no others; of the rest, the hash is not computed. */
const ETHEREUM_HEADERS: ReadonlySet<EvmNetwork> = new Set(['ETH']);

/**
 * Computes the hash of a block from its header, and the root of its receipts: nothing can be changed, added or left out
 * among receipts and logs without another hash, which the next block names. What is left out, so that they cannot be
 * computed, is no way around it. Values and senders of transactions are under
 * another root, which takes their signatures to compute and is not.
 *
 * @throws NodeError `contradiction`
 */
function checkProofs(node: string, network: EvmNetwork, block: WholeBlock, receipts: readonly BlockReceipt[]): void {
  if (!ETHEREUM_HEADERS.has(network)) return;
  const contradiction = (what: string) => new NodeError({ kind: 'contradiction', node, height: block.number, what });
  const hash = hashOfHeader(block.header);
  if (hash === null) throw contradiction('its header lacks a field of which its hash is computed');
  if (hash !== block.hash) throw contradiction('its hash is not that of its header');
  const root = rootOfReceipts(receipts);
  if (root === null) throw contradiction('a receipt lacks a field, or is of a kind that this version does not know');
  if (root !== block.header.receiptsRoot?.toLowerCase()) {
    throw contradiction('its receipts are not those of its header');
  }
  // The place of a log is in no hash, and is what its record is known by.
  const logs = receipts.flatMap((receipt) => receipt.logs);
  if (logs.some(({ logIndex }, at) => logIndex !== at)) throw contradiction('a log has not the index of its place');
}
