import { NETWORKS, type NetworkId } from '@assay/domain';
import type { Pool } from '../../db/index.ts';
import { ledgerPool } from '../placement/index.ts';
import { recordsHeldOf } from '../transfers/index.ts';
import { type ChainNode, type FollowProgress, NodeError } from './follow.ports.ts';
import { FollowError } from './follow-error.ts';
import { KNOWN_CHAINS } from './known-chains.ts';
import { beginFollowing, readProgress } from './progress.store.ts';

export interface BeginRequest {
  readonly network: NetworkId;
  /** Tickers of the assets to follow, at least one. */
  readonly assets: readonly string[];
  /** The first block; null continues what is stored. */
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
  if (stored !== null) return checkStored(stored, request);
  const assets = [...request.assets].sort();
  const fromHeight = request.from ?? (await heldHeight(pool, network, assets));
  await beginFollowing(pool, { network, identity, assets, fromHeight });
  const begun = await readProgress(pool, network);
  if (begun === null) throw new Error(`${network} vanished while it was begun`);
  return checkStored(begun, request);
}

/** @throws NodeError `wrong-chain` */
export async function checkIdentity(node: ChainNode, expected: string | null, signal: AbortSignal): Promise<string> {
  const found = await node.identity(signal);
  if (expected !== null && found !== expected)
    throw new NodeError({ kind: 'wrong-chain', node: node.name, expected, found });
  return found;
}

function checkStored(stored: FollowProgress, { network, assets, from }: BeginRequest): FollowProgress {
  const next = stored.held === null ? stored.fromHeight : stored.held.height + 1;
  if (from !== null && from > next) {
    throw new FollowError(
      `${network} is stored up to block ${next - 1}: from ${from} on, the blocks between would be missing. ` +
        'Leave --from out to continue.',
    );
  }
  if (from !== null && from < stored.fromHeight) {
    throw new FollowError(
      `${network} is followed from block ${stored.fromHeight} on. Import earlier blocks from files, and leave --from out.`,
    );
  }
  const wanted = [...assets].sort().join(',');
  if (wanted !== stored.assets.join(',')) {
    throw new FollowError(
      `${network} is followed for ${stored.assets.join(',')}: another list would leave gaps. Use --assets ${stored.assets.join(',')}`,
    );
  }
  return stored;
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
