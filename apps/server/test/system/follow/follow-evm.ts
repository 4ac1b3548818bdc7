import { ASSETS } from '@assay/domain';
import type { EvmStory } from '@assay/testkit/chains';
import { expect } from 'vitest';
import type { ChainNode } from '../../../src/modules/nodes/follow/follow.ports.ts';
import { followNetwork } from '../../../src/modules/nodes/follow/follow-network.ts';
import { readFollowed } from '../../../src/modules/nodes/follow/status/progress.store.ts';
import { evmNode } from '../../../src/modules/nodes/outside/evm/evm-node.ts';
import { databaseTroubleOf, type Pool } from '../../../src/platform/db/index.ts';

export interface EvmFollowing {
  readonly tickers: readonly string[];
  readonly from?: number | null;
  readonly until?: number | null;
  readonly traces?: boolean;
}

/** Follows Ethereum from the node behind an address; `said` are the lines of the follower. */
export function followEvm(
  pool: Pool,
  url: URL,
  { tickers, from = 0, until = null, traces = true }: EvmFollowing,
): { readonly said: readonly string[]; readonly done: Promise<void>; readonly stop: () => Promise<void> } {
  const open = (wanted: readonly string[]): ChainNode => {
    const assets = ASSETS.filter(({ network, ticker }) => network === 'ETH' && wanted.includes(ticker));
    return evmNode({ network: 'ETH', url, assets, traces });
  };
  const node = open(tickers);
  const stop = new AbortController();
  const said: string[] = [];
  const following = async (): Promise<void> => {
    try {
      await followNetwork(
        { pool, node, nodeFor: open, databaseTroubleOf, say: (line) => said.push(line), progress: () => undefined },
        { network: 'ETH', assets: tickers, from, chain: null, until, owner: 'test', pollMs: 50 },
        stop.signal,
      );
    } finally {
      await node.close?.();
    }
  };
  const done = following();
  // Looked at where the test awaits it.
  done.catch(() => undefined);
  return {
    said,
    done,
    stop: async () => {
      stop.abort();
      await done;
    },
  };
}

/** Waits until the newest block of the chain is stored. */
export async function atTip(pool: Pool, story: EvmStory): Promise<void> {
  const { hash } = await story.rpc<{ readonly hash: string }>('eth_getBlockByNumber', 'latest', false);
  await expect
    .poll(async () => (await readFollowed(pool))[0]?.held?.hash, { timeout: 40_000, interval: 50 })
    .toBe(hash);
}
