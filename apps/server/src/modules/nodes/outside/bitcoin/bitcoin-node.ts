import { coinFinalityDepth, httpExchange } from '../../../chains/index.ts';
import { type BitcoinChain, bitcoinChainOf, readRawHeader } from '../../../records/index.ts';
import {
  type BlockRef,
  type ChainNode,
  type FollowedBlock,
  NodeError,
  type NodeTip,
} from '../../follow/follow.ports.ts';
import { blockHints } from './block-hints.ts';
import { CoreBlocks } from './core-blocks.ts';
import { CORE_ERRORS, type CoreCredentials, CoreRpc, credentialsOfCookie, credentialsOfUrl } from './core-rpc.ts';
import { blockHash, chainInfo, hexBytes } from './core-wire.ts';
import { FirstLoad } from './first-load.ts';

export interface BitcoinNodeOptions {
  /** `http://user:password@host:8332`. */
  readonly url: URL;
  /** Path of the node's `.cookie`, in place of a user and a password; null for none. */
  readonly cookieFile: string | null;
  /** The node's folder `blocks`, from which blocks are read as far as they are there; null for none. */
  readonly blocksDir: string | null;
  /**
   * Who names the owners and amounts of what transactions spend: the node, or the records themselves, which know them
   * where every block from the first one on is followed. The node takes many times as long for such a block.
   */
  readonly spent: 'node' | 'records';
}

const LIMITS = { connectMs: 3_000, totalMs: 120_000, answerBytes: 256 * 1024 * 1024, allowsPrivate: true } as const;
/** At most 32 MB of blocks, twice that as hexadecimal digits. */
const BLOCKS_AT_ONCE = 8;
/** Core answers four calls at the same time unless it is set otherwise. */
const READS_AT_ONCE = 3;
/** A node whose headers are farther ahead than this is still fetching blocks. */
const HEADERS_AHEAD = 2;

/** A node of Bitcoin Core's RPC, or of another make that answers the same. */
export function openBitcoinNode({ url, cookieFile, blocksDir, spent }: BitcoinNodeOptions): ChainNode {
  const credentials: CoreCredentials = cookieFile === null ? credentialsOfUrl(url) : credentialsOfCookie(cookieFile);
  const rpc = new CoreRpc(url, credentials, httpExchange(LIMITS));
  /** As the node says; the follower compares it with the one it expects. */
  let chain: BitcoinChain | null = null;
  const identity = async (signal: AbortSignal): Promise<string> => {
    const first = await rpc.result({ method: 'getblockhash', params: [0] }, blockHash, signal);
    chain = bitcoinChainOf(first);
    if (chain !== null) return first;
    throw new NodeError({ kind: 'not-supported', node: rpc.name, what: `a chain known here: it begins with ${first}` });
  };
  const chainOf = async (signal: AbortSignal): Promise<BitcoinChain> => {
    if (chain === null) await identity(signal);
    return chain ?? chainOf(signal);
  };
  const closing = new AbortController();
  const files = blocksDir === null ? null : new FirstLoad(blocksDir, spent);
  const blocks = new CoreBlocks({ rpc, chainOf, files, spent });
  const refOf = async (hash: string, height: number, signal: AbortSignal): Promise<BlockRef> => {
    const { easiestTarget } = await chainOf(signal);
    const header = await rpc.result({ method: 'getblockheader', params: [hash, false] }, hexBytes, signal);
    return blocks.verified(height, hash, () => ({
      height,
      ...readRawHeader(Buffer.from(header, 'hex'), easiestTarget),
    }));
  };
  const info = (signal: AbortSignal) => rpc.result({ method: 'getblockchaininfo', params: [] }, chainInfo, signal);
  return {
    name: rpc.name,
    blocksAtOnce: BLOCKS_AT_ONCE,
    readsAtOnce: READS_AT_ONCE,
    identity,
    tip: async (signal): Promise<NodeTip> => {
      const { blocks: height, headers, bestblockhash, initialblockdownload } = await info(signal);
      const syncing = initialblockdownload === true || headers - height > HEADERS_AHEAD;
      return { ...(await refOf(bestblockhash, height, signal)), syncing };
    },
    refAt: async (height, signal) => {
      const answer = await rpc.call('getblockhash', [height], signal);
      if (!answer.ok && answer.code === CORE_ERRORS.invalidParameter) return null;
      return refOf(rpc.resultOf(answer, 'getblockhash', blockHash), height, signal);
    },
    finalHeight: async (signal) => Math.max(-1, (await info(signal)).blocks - coinFinalityDepth('BTC')),
    blocks: (from, to, signal): Promise<readonly FollowedBlock[]> =>
      blocks.read(from, Math.min(to, from + BLOCKS_AT_ONCE - 1), signal),
    lacks: async (signal) => ((await blocks.knowsSpent(signal)) ? [] : ['fee']),
    newBlocks: (signal) => blockHints(rpc, url.hostname, AbortSignal.any([signal, closing.signal])),
    close: async () => {
      closing.abort();
      await files?.close();
      await rpc.close();
    },
  };
}
