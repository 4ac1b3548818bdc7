import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followNetwork } from '../../../src/modules/nodes/follow/follow-network.ts';
import { readFollowed } from '../../../src/modules/nodes/follow/status/progress.store.ts';
import { findLedger, ledgerTables, undoBlocks } from '../../../src/modules/records/index.ts';
import { moveLedger } from '../../../src/modules/warehouse/placement/move/move-ledger.ts';
import { placedLedgers } from '../../../src/modules/warehouse/placement/placed-ledgers.ts';
import { databaseTroubleOf, inTransaction, type Pool } from '../../../src/platform/db/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { type LedgerServers, openLedgerServersForTest } from '../../support/ledger-servers.ts';
import { dumpLedgers } from './dump-ledgers.ts';
import { ScriptedChain } from './scripted-chain.ts';

const USDT = { network: 'ETH', ticker: 'USDT' } as const;

async function follow(
  pool: Pool,
  node: ScriptedChain,
  {
    assets = ['ETH', 'USDT'],
    from = null,
  }: { readonly assets?: readonly string[]; readonly from?: number | null } = {},
): Promise<void> {
  await followNetwork(
    { pool, node, databaseTroubleOf, say: () => undefined, progress: () => undefined },
    { network: 'ETH', assets, from, chain: 'chain-1', until: node.height, owner: 'test', pollMs: 5 },
    AbortSignal.timeout(50_000),
  );
}

describe('what the server of a followed ledger loses', { timeout: 90_000 }, () => {
  let servers: LedgerServers;
  let single: TestDatabase;

  beforeAll(async () => {
    servers = await openLedgerServersForTest();
    single = await testDatabase();
    const urlOf = (name: string): string => servers.urls.get(name) ?? '';
    const signal = AbortSignal.timeout(60_000);
    await moveLedger(servers.pool, USDT, 'db2', { tables: ledgerTables, urlOf, progress: () => undefined, signal });
  }, 90_000);
  beforeEach(async () => {
    const pools: readonly Pool[] = [servers.pool, placed(), single.pool];
    for (const pool of pools) {
      await pool.query('TRUNCATE followed_networks, zero_amounts CASCADE');
      for (const table of ['transfers', 'accounts', 'ledger_changes']) await pool.query(`DELETE FROM ${table}`);
      await pool.query('UPDATE ledgers SET records = 0, follow_token = 0, follow_height = NULL');
    }
  });
  afterAll(async () => {
    await single?.drop();
    await servers?.close();
  });

  function placed(): Pool {
    const server = placedLedgers(servers.pool)?.servers.find(({ name }) => name === 'db2');
    if (server === undefined) throw new Error('There is no db2');
    return server.pool;
  }

  /** What is stored of USDT, with amounts of zero. */
  async function recordsOf(pool: Pool): Promise<string> {
    const lines = (await dumpLedgers(pool)).split('\n');
    return lines.filter((line) => line.startsWith('(ETH,USDT,')).join('\n');
  }

  /** As the server is that never got the last blocks. */
  async function lose(count: number): Promise<void> {
    await inTransaction(placed(), async (client) => {
      // A failover ends what is being stored; this waits for it.
      await client.query('LOCK TABLE ledgers IN ACCESS EXCLUSIVE MODE');
      const ledger = await findLedger(client, 'ETH', 'USDT');
      if (ledger === null) throw new Error('There is no ledger');
      const { rows } = await client.query<{ last: number }>(
        "UPDATE ledgers SET follow_height = follow_height - $1 WHERE ticker = 'USDT' RETURNING follow_height::int AS last",
        [count],
      );
      await undoBlocks(client, ledger, (rows[0]?.last ?? 0) + 1);
    });
  }

  it('is read again with all blocks of the same second, whose amounts of zero are known by it alone', async () => {
    const node = new ScriptedChain(6, 2);
    for (const pool of [servers.pool, single.pool]) await follow(pool, node, { from: 0 });
    const before = await recordsOf(placed());
    expect(before).toBe(await recordsOf(single.pool));
    // Block 3 is gone, and block 2, which has its second, is not.
    await lose(3);
    node.grow(1);
    for (const pool of [servers.pool, single.pool]) await follow(pool, node);
    expect(await recordsOf(placed())).toBe(await recordsOf(single.pool));
  });

  it('leaves no gap in an asset that is being added', async () => {
    const node = new ScriptedChain(300);
    await follow(servers.pool, node, { assets: ['ETH'], from: 0 });
    const blocks = node.blocks.bind(node);
    let isLost = false;
    node.blocks = async (from, to, signal) => {
      if (from > 40 && !isLost) {
        isLost = true;
        await lose(8);
      }
      return await blocks(from, to, signal);
    };
    await expect(follow(servers.pool, node)).rejects.toThrow('has lost what was stored after block');
    expect((await readFollowed(servers.pool))[0]?.additions[0]).toMatchObject({ ticker: 'USDT', isJoined: false });
  });
});
