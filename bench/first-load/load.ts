import { followNetwork } from '../../apps/server/src/modules/nodes/follow/follow-network.ts';
import { databaseTroubleOf, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { type CoinNode, coinNode } from './chain/coin-chain.ts';
import type { Payments } from './chain/payments.ts';
import { meter, type Spent } from './meter.ts';

/** What storing blocks took, without making them. */
export interface Loaded {
  readonly outputs: number;
  readonly seconds: number;
  readonly spent: Spent;
  readonly peakBytes: number;
  readonly node: CoinNode;
}

/** Empties the database and stores blocks, all at once where there are so many final ones. */
export async function loadBlocks(
  pool: Pool,
  payments: Payments,
  { blocks, firstLoadFrom }: { readonly blocks: number; readonly firstLoadFrom: number },
  signal: AbortSignal,
): Promise<Loaded> {
  await empty(pool);
  const making = await timeToMake(payments, blocks, signal);
  const node = coinNode(payments, blocks);
  const measured = await meter(pool);
  const began = performance.now();
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 100);
  await followNetwork(
    { pool, node, databaseTroubleOf, say: () => undefined, progress: () => undefined },
    {
      network: 'BTC',
      assets: ['BTC'],
      from: 0,
      chain: await node.identity(signal),
      until: blocks - 1,
      owner: 'bench',
      firstLoadFrom,
    },
    signal,
  );
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000 - making.seconds;
  const spent = await measured();
  return { outputs: node.outputs, seconds, spent: { ...spent, own: spent.own - making.own }, peakBytes, node };
}

async function empty(pool: Pool): Promise<void> {
  await pool.query(
    `TRUNCATE followed_networks, followed_blocks, ledgers, accounts, transfers, coin_transactions, coin_outputs,
              label_set, label, derived_label_set, derived_label CASCADE`,
  );
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^(transfers|accounts)_[0-9]+$'`,
  );
  for (const { name } of rows) await pool.query(`DROP TABLE ${name}`);
}

/** What making the blocks takes, without storing them. */
async function timeToMake(
  payments: Payments,
  blocks: number,
  signal: AbortSignal,
): Promise<{ readonly seconds: number; readonly own: number }> {
  const node = coinNode(payments, blocks);
  const own = process.cpuUsage();
  const began = performance.now();
  for (let from = 0; from < blocks; from += node.blocksAtOnce) {
    await node.blocks(from, Math.min(blocks, from + node.blocksAtOnce) - 1, signal);
  }
  const { user, system } = process.cpuUsage(own);
  return { seconds: (performance.now() - began) / 1000, own: (user + system) / 1e6 };
}
