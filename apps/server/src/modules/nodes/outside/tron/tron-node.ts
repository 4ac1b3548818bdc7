import { type Asset, NETWORKS } from '@assay/domain';
import { evmHexOfTron, finalityDepth } from '../../../chains/index.ts';
import {
  type BlockRef,
  type ChainNode,
  type FollowedBlock,
  type MissingPart,
  NodeError,
} from '../../follow/follow.ports.ts';
import { blockIdOf, transactionIdOf, transactionRootOf } from './block-hash.ts';
import { type TronAssets, transfersOfBlock } from './block-transfers.ts';
import { openTronCall, type TronCall } from './node-call.ts';
import { blockRange, nodeInfo, oneBlock, type TransactionInfo, transactionInfos, type WrittenBlock } from './wire.ts';

/** A block of Tron has some hundred transactions and takes about a megabyte with their results. */
const BLOCKS_AT_ONCE = 20;
const READS_AT_ONCE = 4;
const INFOS_AT_ONCE = 5;

export interface TronNodeSettings {
  /** Where the API is, such as `http://127.0.0.1:8090`, with credentials where the node wants some. */
  readonly url: URL;
  /** TRX and TRC-20 tokens; others are left out. */
  readonly assets: readonly Asset[];
}

/**
 * A node of Tron by java-tron's HTTP API. Of each block the id is computed from the header and the root from the
 * transactions; the results of transactions (fees, logs, inner transfers) are in no hash of a block of Tron, so that
 * only their number, their ids and their outcome can be checked.
 */
export function tronNode({ url, assets: followed }: TronNodeSettings): ChainNode {
  const call = openTronCall(url);
  const assets = assetsOf(followed);
  let finalHeight = -1;

  async function headerAt(height: number, signal: AbortSignal): Promise<WrittenBlock | null> {
    const body = { id_or_num: String(height), detail: false };
    const found = await call.ask('/wallet/getblock', body, oneBlock, height, signal);
    if (found !== null) checkHeader(call.name, found, height);
    return found;
  }

  async function infosOf(block: WrittenBlock, signal: AbortSignal): Promise<readonly TransactionInfo[]> {
    const height = block.block_header.raw_data.number;
    const wanted = block.transactions.length;
    if (wanted === 0 || height === 0) return [];
    const path = '/wallet/gettransactioninfobyblocknum';
    const infos = await call.ask(path, { num: height }, transactionInfos, height, signal);
    if (infos.length === wanted && infos.every(({ blockNumber }) => blockNumber === height)) return infos;
    if (infos.length > 0) {
      const what = `${infos.length} results of ${wanted} transactions`;
      throw new NodeError({ kind: 'contradiction', node: call.name, height, what });
    }
    // Of a block that may still be undone, the results may be gone with it.
    if (height > finalHeight) throw new NodeError({ kind: 'missing', node: call.name, height });
    throw new NodeError({ kind: 'pruned', node: call.name, height, what: 'the results of transactions' });
  }

  async function withTransfers(block: WrittenBlock, signal: AbortSignal): Promise<FollowedBlock> {
    const infos = await infosOf(block, signal);
    const { transfers, contracts } = transfersOfBlock(call.name, block, infos, assets);
    return { ...refOf(block), ledger: 'account', transfers, contracts };
  }

  return {
    name: call.name,
    blocksAtOnce: BLOCKS_AT_ONCE,
    readsAtOnce: READS_AT_ONCE,
    async identity(signal) {
      const first = await call.ask('/wallet/getblockbynum', { num: 0 }, oneBlock, 0, signal);
      if (first === null) throw new NodeError({ kind: 'missing', node: call.name, height: 0 });
      checkHeader(call.name, first, 0);
      return first.blockID;
    },
    async tip(signal) {
      const newest = await call.ask('/wallet/getnowblock', {}, oneBlock, 0, signal);
      if (newest === null) throw new NodeError({ kind: 'missing', node: call.name, height: 0 });
      checkHeader(call.name, newest, newest.block_header.raw_data.number);
      const state = await stateOf(call, signal);
      return { ...refOf(newest), syncing: state?.isSyncing ?? false };
    },
    async refAt(height, signal) {
      const found = await headerAt(height, signal);
      return found === null ? null : refOf(found);
    },
    async finalHeight(signal) {
      const solid = await solidHeight(call, signal);
      finalHeight = Math.max(finalHeight, solid);
      return solid;
    },
    async blocks(from, to, signal) {
      const last = Math.min(to, from + BLOCKS_AT_ONCE - 1);
      const range = { startNum: from, endNum: last + 1 };
      const { block: found } = await call.ask('/wallet/getblockbylimitnext', range, blockRange, from, signal);
      if (found.length === 0) throw new NodeError({ kind: 'missing', node: call.name, height: from });
      checkBlocks(call.name, found, from);
      const blocks: FollowedBlock[] = [];
      for (let at = 0; at < found.length; at += INFOS_AT_ONCE) {
        const some = found.slice(at, at + INFOS_AT_ONCE).map((block) => withTransfers(block, signal));
        blocks.push(...(await Promise.all(some)));
      }
      return blocks;
    },
    async lacks(signal): Promise<readonly MissingPart[]> {
      return assets.hasCoin && (await lacksInnerTransfers(call, signal)) ? ['internal'] : [];
    },
    close: () => call.close(),
  };
}

function assetsOf(followed: readonly Asset[]): TronAssets {
  const tokens = followed.flatMap(({ ticker, contract }): (readonly [string, string])[] => {
    const hex = contract === null ? null : evmHexOfTron(contract);
    return hex === null ? [] : [[hex, ticker]];
  });
  return { hasCoin: followed.some(({ ticker }) => ticker === NETWORKS.TRX.native), tokens: new Map(tokens) };
}

function refOf({ blockID, block_header: { raw_data } }: WrittenBlock): BlockRef {
  const { number: height, parentHash, timestamp } = raw_data;
  return { height, hash: blockID, parentHash, time: Number(timestamp / 1000n) };
}

/** @throws NodeError `contradiction` where a block is not what its id says */
function checkHeader(node: string, block: WrittenBlock, height: number): void {
  const { raw_data } = block.block_header;
  const contradiction = (what: string) => new NodeError({ kind: 'contradiction', node, height, what });
  if (raw_data.number !== height) throw contradiction(`it is block ${raw_data.number}`);
  if (blockIdOf(raw_data) !== block.blockID) throw contradiction('its id is not the hash of its header');
}

function checkBlocks(node: string, blocks: readonly WrittenBlock[], from: number): void {
  for (const [at, block] of blocks.entries()) {
    const height = from + at;
    checkHeader(node, block, height);
    const contradiction = (what: string) => new NodeError({ kind: 'contradiction', node, height, what });
    const before = blocks[at - 1];
    const { parentHash, txTrieRoot } = block.block_header.raw_data;
    if (before !== undefined && parentHash !== before.blockID) throw contradiction('its parent is another block');
    for (const transaction of block.transactions) {
      if (transactionIdOf(transaction) !== transaction.txID)
        throw contradiction('an id is not the hash of its transaction');
    }
    const root = transactionRootOf(block.transactions);
    if (root === null) throw contradiction('a result has a part of which this version computes no root');
    if (root !== txTrieRoot) throw contradiction('its transactions are not those of its root');
  }
}

/** `/walletsolidity` is on another port of some nodes, and not open at others. */
async function solidHeight(call: TronCall, signal: AbortSignal): Promise<number> {
  const solid = await unlessClosed(call.ask('/walletsolidity/getnowblock', {}, oneBlock, 0, signal));
  if (solid !== null) return solid.block_header.raw_data.number;
  const state = await stateOf(call, signal);
  if (state !== null) return state.solid;
  const newest = await call.ask('/wallet/getnowblock', {}, oneBlock, 0, signal);
  return (newest?.block_header.raw_data.number ?? 0) - finalityDepth('TRX');
}

interface NodeState {
  readonly solid: number;
  /** Most of its peers have blocks that it does not have. */
  readonly isSyncing: boolean;
}

/** Null where the node does not state it. */
async function stateOf(call: TronCall, signal: AbortSignal): Promise<NodeState | null> {
  const said = await unlessClosed(call.ask('/wallet/getnodeinfo', {}, nodeInfo, 0, signal));
  if (said === null) return null;
  const ahead = said.peerList.filter(({ needSyncFromPeer }) => needSyncFromPeer).length;
  return { solid: said.solidityBlock, isSyncing: ahead * 2 > said.peerList.length };
}

async function unlessClosed<T>(answer: Promise<T>): Promise<T | null> {
  return await answer.catch((error: unknown) => {
    if (error instanceof NodeError && error.fault.kind === 'not-supported') return null;
    throw error;
  });
}

const NEWEST_BLOCKS = 20;
/** As many calls of contracts without one inner transfer among them do not happen on Tron. */
const ENOUGH_CALLS = 500;

/**
 * Whether the node leaves out inner transfers: java-tron stores them only with `vm.saveInternalTx`, and says nowhere
 * whether it does. So the newest blocks are looked at, and it is said only where they have many calls.
 */
async function lacksInnerTransfers(call: TronCall, signal: AbortSignal): Promise<boolean> {
  const newest = await call.ask('/wallet/getnowblock', {}, oneBlock, 0, signal);
  const tip = newest?.block_header.raw_data.number ?? 0;
  let calls = 0;
  for (let height = tip; height > Math.max(0, tip - NEWEST_BLOCKS) && calls < ENOUGH_CALLS; height -= 1) {
    const path = '/wallet/gettransactioninfobyblocknum';
    const infos = await call.ask(path, { num: height }, transactionInfos, height, signal);
    if (infos.some(({ internal_transactions }) => internal_transactions !== undefined)) return false;
    calls += infos.filter(({ contract_address, result }) => contract_address !== '' && result !== 'FAILED').length;
  }
  return calls >= ENOUGH_CALLS;
}
