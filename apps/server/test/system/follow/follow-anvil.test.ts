import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ASSETS } from '@assay/domain';
import { type EvmChain, type EvmStory, exportEthereumEtl, startEvmStory } from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evmNode } from '../../../src/adapters/nodes/evm/evm-node.ts';
import { databaseTroubleOf, type Pool } from '../../../src/db/index.ts';
import { followNetwork } from '../../../src/features/follow/index.ts';
import { importTransfers, isTransferFormat } from '../../../src/features/transfers/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { dumpLedgers } from './dump-ledgers.ts';

const ASSETS_ON_ETHEREUM = ASSETS.filter(
  ({ network, ticker }) => network === 'ETH' && ['ETH', 'USDT', 'USDC'].includes(ticker),
);

let story: EvmStory;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  story = await startEvmStory();
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  await story?.close();
});

async function database(): Promise<TestDatabase> {
  const made = await testDatabase();
  databases.push(made);
  return made;
}

/** The chain as files of ethereum-etl, imported; only some of them where named. */
async function importChain(pool: Pool, chain: EvmChain, only?: RegExp): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-follow-'));
  const files = await exportEthereumEtl(chain, []);
  for (const [table, content] of Object.entries(files)) {
    const format = `ethereum-etl-${table.replaceAll('_', '-')}`;
    if (!isTransferFormat(format)) throw new Error(`No format ${format}`);
    const lines = content.split('\n');
    const kept =
      only === undefined ? lines : lines.filter((line: string, index: number) => index === 0 || only.test(line));
    if (kept.length < 2 || kept[1] === '') continue;
    const file = path.join(folder, `${table}.csv`);
    await writeFile(file, `${kept.join('\n')}\n`);
    const signal = AbortSignal.timeout(60_000);
    await importTransfers(pool, { format, network: null, asset: null, files: [file], signal });
  }
  await rm(folder, { recursive: true });
}

describe('a chain of a real node', () => {
  it('followed to a block comes to the records of its files, byte for byte', async () => {
    const tip = Number(await story.rpc<string>('eth_blockNumber'));
    const followed = await database();
    // No call of a node states the balances the chain began with.
    await importChain(followed.pool, story, /genesis|^0,/);
    await followNetwork(
      {
        pool: followed.pool,
        databaseTroubleOf,
        node: evmNode({ network: 'ETH', url: new URL(story.url), assets: ASSETS_ON_ETHEREUM, traces: true }),
        say: () => undefined,
        progress: () => undefined,
      },
      { network: 'ETH', assets: ['ETH', 'USDT', 'USDC'], from: 0, chain: null, until: tip, owner: 'test' },
      AbortSignal.timeout(60_000),
    );
    const imported = await database();
    await importChain(imported.pool, story);
    expect(await dumpLedgers(followed.pool)).toBe(await dumpLedgers(imported.pool));
  }, 60_000);
});
