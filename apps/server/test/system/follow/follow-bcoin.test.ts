import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type CoinChain,
  exportBitcoinEtl,
  type FaultyServer,
  startCoinChain,
  startCoreRpcFront,
} from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestNode, REGTEST } from '../../../src/modules/nodes/outside/bitcoin/test/open-test-node.ts';
import { bitcoinChainOf, importTransfers } from '../../../src/modules/records/index.ts';
import type { TransferFormat } from '../../../src/modules/records/transfers/import/formats/formats.ts';
import { framed } from '../../../src/modules/records/transfers/import/test/build-block.ts';
import type { Pool } from '../../../src/platform/db/index.ts';
import {
  bytesOfResult,
  type Installation,
  importConclusions,
  installation,
  inTestFolder,
  resultOf,
} from '../on-demand/on-demand-installation.ts';
import { dumpLedgers } from './dump-ledgers.ts';
import { type BitcoinStory, followThrough, followToTip } from './follow-through.ts';

const BTC = { ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin' };
const COIN = 100_000_000;

let chain: CoinChain;
const installations: Installation[] = [];
beforeAll(async () => {
  chain = await startCoinChain();
  await chain.mine([{ from: 'miner', to: { exchange: 30 * COIN, thief: 5 * COIN, alice: COIN } }]);
});
afterAll(async () => {
  for (const one of installations) await one.close();
  await chain?.close();
});

async function installed(): Promise<Installation> {
  const labels = [
    {
      network: 'BTC' as const,
      address: chain.addressOf('exchange'),
      entity: 'Exchange',
      category: 'exchange_licensed',
    },
    { network: 'BTC' as const, address: chain.addressOf('thief'), entity: 'Thief', category: 'stolen_coins' },
  ];
  const one = await installation({ labels }, null);
  installations.push(one);
  return one;
}

async function importFile(pool: Pool, format: TransferFormat, name: string, content: string | Buffer): Promise<void> {
  await inTestFolder(async (folder) => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    const known = bitcoinChainOf(REGTEST);
    const request = {
      format,
      network: 'BTC',
      asset: null,
      files: [file],
      signal: AbortSignal.timeout(60_000),
    } as const;
    const { counts } = await importTransfers(pool, { ...request, ...(known === null ? {} : { chain: known }) });
    expect(counts.rejected).toBe(0);
  });
}

/** With the index of each transaction in its block, as bitcoin-etl itself writes it, and without the first block's coins. */
async function etlLines(): Promise<string> {
  const { transactions } = await chain.read();
  const lines = (await exportBitcoinEtl(chain.read)).trim().split('\n');
  return lines
    .map((line, at) => {
      const fields = JSON.parse(line) as { block_number: number };
      const outputs = fields.block_number === 0 ? { outputs: [] } : {};
      return `${JSON.stringify({ ...fields, ...outputs, index: transactions[at]?.index })}\n`;
    })
    .join('');
}

describe('a chain of a real Bitcoin node', () => {
  it('that grows, forks three deep, disappears and comes back while it is checked comes to the records of its files', async () => {
    let front: FaultyServer = await startCoreRpcFront(chain.rpc);
    const port = Number(new URL(front.url).port);
    const node = openTestNode(front.url);
    let grown = 0;
    const story: BitcoinStory = {
      node,
      firstBlock: REGTEST,
      subjects: ['alice', 'exchange'].map((name) => chain.addressOf(name)),
      tipHash: async () => (await chain.read()).blocks.at(-1)?.hash ?? '',
      grow: async () => {
        grown += 1;
        const [id = ''] = await chain.mine([
          { from: 'exchange', to: { alice: grown * COIN, dave: 2 * COIN } },
          { from: 'thief', to: { mule: COIN / 10 } },
        ]);
        await chain.mine([
          { from: 'dave', to: { alice: COIN / 2 }, spends: [{ transactionId: id, index: 1 }] },
          { from: 'mule', to: { alice: COIN / 50 } },
        ]);
        await chain.mineEmpty(2);
      },
      fork: async () => {
        await chain.reorganise(3, [{ from: 'exchange', to: { bob: 3 * COIN, alice: 5 * COIN } }]);
      },
      stopNode: () => front.close(),
      startNode: async () => {
        front = await startCoreRpcFront(chain.rpc, { port });
      },
    };
    const followed = await installed();
    try {
      const { said, checks } = await followThrough(story, followed);
      expect(said).toContainEqual(expect.stringContaining('3 blocks after block'));
      expect(checks).toBeGreaterThan(0);
    } finally {
      await node.close?.();
      await front.close();
    }
    const loaded = await installed();
    front = await startCoreRpcFront(chain.rpc, { port });
    const again = openTestNode(front.url);
    const saidOfLoad = await followToTip(again, loaded.database.pool, REGTEST, 1);
    expect(saidOfLoad).toContainEqual(expect.stringContaining('are read; their records are made now'));
    await again.close?.();
    await front.close();
    const fromBlocks = await installed();
    const magic = bitcoinChainOf(REGTEST)?.magic;
    await importFile(
      fromBlocks.database.pool,
      'bitcoin-blocks',
      'blk00000.dat',
      framed((await chain.rawBlocks()).toReversed(), [], magic),
    );
    const fromEtl = await installed();
    await importFile(fromEtl.database.pool, 'bitcoin-etl-transactions', 'transactions.json', await etlLines());
    const dump = await dumpLedgers(followed.database.pool);
    expect(await dumpLedgers(loaded.database.pool)).toBe(dump);
    expect(dump).toBe(await dumpLedgers(fromBlocks.database.pool));
    expect(dump).toBe(await dumpLedgers(fromEtl.database.pool));
    for (const one of installations) await importConclusions(one.database.pool, 'BTC', 'BTC');
    for (const name of ['alice', 'bob', 'dave']) {
      const [first, ...others] = await Promise.all(
        installations.map(async (one) =>
          bytesOfResult(await resultOf(one, { ...BTC, address: chain.addressOf(name) })),
        ),
      );
      expect(others).toEqual([first, first, first]);
    }
  }, 120_000);
});
