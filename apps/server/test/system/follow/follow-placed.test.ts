import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followNetwork } from '../../../src/modules/nodes/follow/follow-network.ts';
import { readFollowed } from '../../../src/modules/nodes/follow/status/progress.store.ts';
import { appendTransfers, findLedger, ledgerTables, undoBlocks } from '../../../src/modules/records/index.ts';
import { moveLedger } from '../../../src/modules/warehouse/placement/move/move-ledger.ts';
import { placedLedgers } from '../../../src/modules/warehouse/placement/placed-ledgers.ts';
import { databaseTroubleOf, inTransaction, type Pool } from '../../../src/platform/db/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { type LedgerServers, openLedgerServersForTest } from '../../support/ledger-servers.ts';
import { dumpLedgers } from './dump-ledgers.ts';
import { ScriptedChain } from './scripted-chain.ts';

const USDT = { network: 'ETH', ticker: 'USDT' } as const;

async function follow(pool: Pool, node: ScriptedChain, until: number): Promise<void> {
  await followNetwork(
    { pool, node, databaseTroubleOf, say: () => undefined, progress: () => undefined },
    { network: 'ETH', assets: ['ETH', 'USDT'], from: null, chain: 'chain-1', until, owner: 'test', pollMs: 5 },
    AbortSignal.timeout(50_000),
  );
}

describe('a followed ledger on a server of its own', { timeout: 90_000 }, () => {
  let servers: LedgerServers;
  let single: TestDatabase;
  const node = new ScriptedChain(12);

  beforeAll(async () => {
    servers = await openLedgerServersForTest();
    single = await testDatabase();
    const signal = AbortSignal.timeout(60_000);
    for (const pool of [servers.pool, single.pool]) await start(pool);
    const urlOf = (name: string): string => servers.urls.get(name) ?? '';
    await moveLedger(servers.pool, USDT, 'db2', { tables: ledgerTables, urlOf, progress: () => undefined, signal });
  }, 90_000);
  afterAll(async () => {
    await single?.drop();
    await servers?.close();
  });

  async function start(pool: Pool): Promise<void> {
    await followNetwork(
      { pool, node, databaseTroubleOf, say: () => undefined, progress: () => undefined },
      { network: 'ETH', assets: ['ETH', 'USDT'], from: 0, chain: 'chain-1', until: 5, owner: 'test', pollMs: 5 },
      AbortSignal.timeout(50_000),
    );
  }

  const placed = (): Pool => {
    const server = placedLedgers(servers.pool)?.servers.find(({ name }) => name === 'db2');
    if (server === undefined) throw new Error('There is no db2');
    return server.pool;
  };

  /** The records of one asset, wherever they are. */
  async function records(pool: Pool, ticker: string): Promise<string> {
    return (await dumpLedgers(pool))
      .split('\n')
      .filter((line) => line.startsWith(`(ETH,${ticker},`))
      .join('\n');
  }

  async function expectSame(): Promise<void> {
    expect(await records(placed(), 'USDT')).toBe(await records(single.pool, 'USDT'));
    expect(await records(servers.pool, 'ETH')).toBe(await records(single.pool, 'ETH'));
    expect(await records(servers.pool, 'USDT')).toBe('');
  }

  it('gets the same records as one in the main database, through a reorganisation', async () => {
    for (const pool of [servers.pool, single.pool]) await follow(pool, node, 11);
    await expectSame();
    node.fork(3, 2);
    for (const pool of [servers.pool, single.pool]) await follow(pool, node, node.height);
    await expectSame();
  });

  it('is brought back to the main database where a kill came between the two commits', async () => {
    const [held] = await readFollowed(servers.pool);
    const above = (held?.held?.height ?? 0) + 1;
    await inTransaction(placed(), async (client) => {
      const ledger = await findLedger(client, 'ETH', 'USDT');
      if (ledger === null) throw new Error('There is no ledger');
      const [stored] = await node.blocks(above - 1, above - 1, AbortSignal.timeout(1_000));
      const transfer = stored?.ledger === 'account' ? stored.transfers[1]?.transfer : undefined;
      if (transfer === undefined) throw new Error('There is no transfer');
      const lost = { ...transfer, block: above, time: transfer.time + 12, transactionId: `0x${'9'.repeat(64)}` };
      await appendTransfers(client, ledger, { add: [lost] });
      await client.query("UPDATE ledgers SET follow_height = $1 WHERE ticker = 'USDT'", [above]);
    });
    node.grow(2);
    for (const pool of [servers.pool, single.pool]) await follow(pool, node, node.height);
    await expectSame();
  });

  /** As its server is that never got what came after a block. */
  async function loseAbove(height: number): Promise<void> {
    await inTransaction(placed(), async (client) => {
      const ledger = await findLedger(client, 'ETH', 'USDT');
      if (ledger !== null) await undoBlocks(client, ledger, height + 1);
      await client.query("UPDATE ledgers SET follow_height = $1 WHERE ticker = 'USDT'", [height]);
    });
  }

  it('gets the blocks again that its server has lost, as in a failover', async () => {
    await loseAbove(node.height - 3);
    await expect(expectSame()).rejects.toThrow();
    node.grow(2);
    for (const pool of [servers.pool, single.pool]) await follow(pool, node, node.height);
    await expectSame();
  });

  it('ends following where its server has lost blocks that are no longer kept for being undone', async () => {
    await loseAbove(1);
    node.grow(1);
    await expect(follow(servers.pool, node, node.height)).rejects.toThrow('has lost what was stored after block 1');
    await expect(follow(servers.pool, node, node.height)).rejects.toThrow('Restore that server');
    await placed().query("UPDATE ledgers SET follow_height = NULL WHERE ticker = 'USDT'");
  });

  it('takes nothing more from an owner that was replaced', async () => {
    const before = await records(placed(), 'USDT');
    await placed().query("UPDATE ledgers SET follow_token = 1000 WHERE ticker = 'USDT'");
    node.grow(1);
    const said: string[] = [];
    const stop = new AbortController();
    const following = followNetwork(
      { pool: servers.pool, node, databaseTroubleOf, progress: () => undefined, say: (line) => said.push(line) },
      { network: 'ETH', assets: ['ETH', 'USDT'], from: null, chain: 'chain-1', until: node.height, owner: 'test' },
      stop.signal,
    );
    await expect.poll(() => said.join(' '), { timeout: 20_000 }).toContain('Another process follows ETH now');
    stop.abort();
    await following;
    expect(await records(placed(), 'USDT')).toBe(before);
  });
});
