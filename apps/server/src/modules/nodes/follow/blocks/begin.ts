import { NETWORKS, type NetworkId } from '@assay/domain';
import type { Pool } from '../../../../platform/db/index.ts';
import { ledgerPool, recordsHeldOf } from '../../../records/index.ts';
import { type ChainNode, FollowError, type FollowProgress, NodeError } from '../follow.ports.ts';
import { beginFollowing, readProgress } from '../status/progress.store.ts';
import { addAssets } from './additions.store.ts';

/**
 * What `ChainNode.identity` says on the main network of each: the chain id of EVM networks (EIP-155), else the hash of
 * the first block. A network without an entry is followed as its first node says.
 */
const KNOWN_CHAINS: Partial<Readonly<Record<NetworkId, string>>> = {
  BTC: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  ETH: '1',
  OP: '10',
  BSC: '56',
  ETC: '61',
  POLYGON: '137',
  ARB: '42161',
  AVAX: '43114',
  TRX: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
};

export interface BeginRequest {
  readonly network: NetworkId;
  /** Tickers of the assets to follow, at least one. */
  readonly assets: readonly string[];
  /** The first block, also of assets that are added; null continues what is stored. */
  readonly from: number | null;
  /** Identity of a test network; null for the main one. */
  readonly chain: string | null;
}

/**
 * Where to go on, and for a network that was never followed, where to start.
 *
 * @throws FollowError where the request contradicts what is stored
 * @throws NodeError
 */
export async function begin(
  pool: Pool,
  node: ChainNode,
  request: BeginRequest,
  signal: AbortSignal,
): Promise<FollowProgress> {
  const { network } = request;
  const stored = await readProgress(pool, network);
  const identity = await checkIdentity(
    node,
    stored?.identity ?? request.chain ?? KNOWN_CHAINS[network] ?? null,
    signal,
  );
  if (stored !== null) return await continueStored(pool, stored, request);
  const assets = [...request.assets].sort();
  const fromHeight = request.from ?? (await heldHeight(pool, network, assets));
  await beginFollowing(pool, { network, identity, assets, fromHeight });
  const begun = await readProgress(pool, network);
  if (begun === null) throw new Error(`${network} vanished while it was begun`);
  return await continueStored(pool, begun, request);
}

/** Checks a request against what is stored, and writes down which assets it adds. */
async function continueStored(pool: Pool, stored: FollowProgress, request: BeginRequest): Promise<FollowProgress> {
  const { network, from, assets } = request;
  const known = new Set([...stored.assets, ...stored.additions.map(({ ticker }) => ticker)]);
  const added = assets.filter((ticker) => !known.has(ticker));
  checkStored(stored, request, added);
  if (added.length === 0) return stored;
  const firsts = added.map(async (ticker) => ({
    ticker,
    // Records that are stored already change nothing: better some blocks twice than one too few.
    fromHeight: from ?? Math.min(stored.fromHeight, (await recordsTip(pool, network, ticker)) ?? stored.fromHeight),
  }));
  await addAssets(pool, network, await Promise.all(firsts));
  return (await readProgress(pool, network)) ?? stored;
}

/** @throws NodeError `wrong-chain` */
export async function checkIdentity(node: ChainNode, expected: string | null, signal: AbortSignal): Promise<string> {
  const found = await node.identity(signal);
  if (expected !== null && found !== expected)
    throw new NodeError({ kind: 'wrong-chain', node: node.name, expected, found });
  return found;
}

function checkStored(stored: FollowProgress, { network, assets, from }: BeginRequest, added: readonly string[]): void {
  const next = stored.held === null ? stored.fromHeight : stored.held.height + 1;
  if (from !== null && from > next) {
    throw new FollowError(
      `${network} is stored up to block ${next - 1}: from ${from} on, the blocks between would be missing. ` +
        'Leave --from out to continue.',
    );
  }
  const first = Math.min(stored.fromHeight, ...stored.additions.map(({ fromHeight }) => fromHeight));
  if (from !== null && from < first && added.length === 0) {
    throw new FollowError(
      `${network} is followed from block ${stored.fromHeight} on. Import earlier blocks from files, and leave --from out.`,
    );
  }
  const left = stored.assets.filter((ticker) => !assets.includes(ticker));
  if (left.length > 0) {
    throw new FollowError(
      `${network} is followed for ${stored.assets.join(',')}: a list without ${left.join(',')} would leave gaps. ` +
        `Use --assets ${[...new Set([...stored.assets, ...assets])].sort().join(',')}`,
    );
  }
}

/** The last block with records of an asset; null where it has none, or they are without blocks. */
async function recordsTip(pool: Pool, network: NetworkId, ticker: string): Promise<number | null> {
  const held = await recordsHeldOf(await ledgerPool(pool, { network, ticker }), network, ticker);
  return held?.tipBlock ?? null;
}

/** The last block of the asset whose records end first: it may be stored in part only, so it is read again. */
async function heldHeight(pool: Pool, network: NetworkId, assets: readonly string[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (const ticker of assets) {
    const held = await recordsHeldOf(await ledgerPool(pool, { network, ticker }), network, ticker);
    if (held === null || held.tipBlock === null) {
      const why = held === null ? 'has no records yet' : 'has records without block numbers';
      throw new FollowError(
        `${ticker} on ${NETWORKS[network].name} ${why}: say from which block on it is followed, with --from BLOCK`,
      );
    }
    least = Math.min(least, held.tipBlock);
  }
  return least;
}
