import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  CAST,
  type CoinChain,
  type EvmStory,
  startCoinChain,
  startEsploraStandIn,
  startEtherscanStandIn,
  startEvmStory,
  USDT_ON_ETHEREUM,
} from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { esploraSource } from '../../src/adapters/chains/esplora-source.ts';
import { etherscanSource } from '../../src/adapters/chains/etherscan.ts';
import { directProvider } from '../../src/adapters/chains/test/direct-provider.ts';
import type { TransferSource } from '../../src/features/sources/index.ts';
import { importTransfers, type TransferFormat } from '../../src/features/transfers/index.ts';
import {
  bytesOfResult,
  type Installation,
  importConclusions,
  installation,
  inTestFolder,
  type LabelLine,
  resultOf,
} from './live-installation.ts';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const open: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of open.toReversed()) await one.close();
});

/** Starts one installation that reads live and one that imported a file of the same chain. */
async function both(labels: readonly LabelLine[], source: TransferSource, file: string, format: TransferFormat) {
  const live = await installation({ labels }, source);
  const imported = await installation({ labels }, null);
  open.push(live, imported);
  await inTestFolder(async (folder) => {
    const location = path.join(folder, 'records');
    await writeFile(location, file);
    const request = { format, files: [location], network: source.network, asset: null };
    await importTransfers(imported.database.pool, { ...request, signal: new AbortController().signal });
  });
  await importConclusions(imported.database.pool, source.network, format === 'csv' ? 'USDT' : 'BTC');
  return { live, imported };
}

async function expectSame({ live, imported }: { live: Installation; imported: Installation }, body: object) {
  const [read, held] = [await resultOf(live, body), await resultOf(imported, body)];
  expect(held['records_held']).toMatch(/^This installation holds/);
  expect(read['records_held']).toMatch(/^Read live from/);
  expect(Number(read['riskscore'])).toBeGreaterThan(0);
  expect(bytesOfResult(read)).toBe(bytesOfResult(held));
}

describe('a scenario on a real Ethereum node', { timeout: 60_000 }, () => {
  let story: EvmStory;
  beforeAll(async () => {
    story = await startEvmStory();
    open.push(story);
  });

  it('gives one result, read live through an explorer or imported as a file', async () => {
    const api = await startEtherscanStandIn(story);
    open.push(api);
    const provider = directProvider('etherscan', api.url);
    const source = etherscanSource('ETH', { provider, chainId: 1, pageSize: 1_000 });
    const labels: readonly LabelLine[] = [
      { network: 'ETH', address: CAST.exchange, entity: 'Example Exchange', category: 'exchange_licensed' },
      { network: 'ETH', address: CAST.thief, entity: 'Example Thief', category: 'stolen_coins' },
    ];
    const installations = await both(labels, source, await csvOf(story), 'csv');
    const usdt = { ticker: 'USDT', parent: 'ETH', subticker: null, name: 'Tether' };
    for (const address of [CAST.subject, CAST.shop]) await expectSame(installations, { ...usdt, address });
  });
});

/** The token's own log, in the documented plain form. */
async function csvOf({ rpc }: EvmStory): Promise<string> {
  const logs = await rpc<readonly Record<string, string & readonly string[]>[]>('eth_getLogs', {
    address: USDT_ON_ETHEREUM,
    topics: [TRANSFER],
    fromBlock: '0x0',
    toBlock: 'latest',
  });
  const rows = await Promise.all(
    logs.map(async (log) => {
      const block = await rpc<{ readonly timestamp: string }>('eth_getBlockByNumber', log['blockNumber'], false);
      const party = (topic: string | undefined) => `0x${(topic ?? '').slice(-40)}`;
      const [, from, to] = log['topics'] ?? [];
      const [amount, time, sequence] = [log['data'], block.timestamp, log['logIndex']].map((hex) => BigInt(hex ?? 0));
      const place = [log['blockNumber'], log['transactionIndex']].map((hex) => Number(hex));
      const parts = [party(from), party(to), amount, 6, time, log['transactionHash'], sequence, ...place];
      return ['ETH', 'USDT', ...parts].join(',');
    }),
  );
  const head = 'network,asset,from,to,amount,decimals,time,transaction,sequence,block,transaction_index';
  return `${[head, ...rows].join('\n')}\n`;
}

describe('a scenario on a real Bitcoin node', { timeout: 60_000 }, () => {
  let chain: CoinChain;
  beforeAll(async () => {
    chain = await startCoinChain();
    open.push(chain);
  });

  it('gives one result, read live through an explorer or imported as a file', async () => {
    await chain.mine([{ from: 'miner', to: { exchange: 900_000_000 } }]);
    await chain.mine([{ from: 'exchange', to: { alice: 200_000_000, bob: 100_000_000 } }]);
    await chain.mine([{ from: 'miner', to: { thief: 80_000_000 } }]);
    await chain.mine([{ from: 'thief', to: { mule: 70_000_000 } }]);
    await chain.mine([{ from: 'mule', to: { alice: 30_000_000 } }]);
    await chain.mine([{ from: 'alice', to: { shop: 150_000_000 } }]);
    await chain.mine([{ from: 'shop', to: { exchange: 60_000_000, bob: 40_000_000 } }]);
    await chain.mineEmpty(8);
    const server = await startEsploraStandIn(chain.read);
    open.push(server);
    const source = esploraSource('BTC', directProvider('esplora', server.url));
    const labels = [
      { name: 'exchange', entity: 'Example Exchange', category: 'exchange_licensed' },
      { name: 'thief', entity: 'Example Thief', category: 'stolen_coins' },
    ].map(({ name, ...rest }): LabelLine => ({ network: 'BTC', address: chain.addressOf(name), ...rest }));
    const installations = await both(labels, source, await jsonLinesOf(chain), 'bitcoin-etl-transactions');
    const btc = { ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin' };
    for (const name of ['alice', 'shop']) await expectSame(installations, { ...btc, address: chain.addressOf(name) });
  });
});

/** Every transaction of the node, as bitcoin-etl writes them. */
async function jsonLinesOf({ read }: CoinChain): Promise<string> {
  const { transactions } = await read();
  const lines = transactions.flatMap(({ id, block, index, coinbase, inputs, outputs }) => {
    if (block === null) return [];
    const line = {
      hash: id,
      block_number: block.height,
      block_timestamp: block.time,
      is_coinbase: coinbase,
      index,
      inputs: coinbase
        ? []
        : inputs.map((input, at) => ({
            index: at,
            spent_transaction_hash: input.transactionId,
            spent_output_index: input.index,
            value: input.spent?.value ?? null,
            addresses: input.spent?.address == null ? [] : [input.spent.address],
          })),
      outputs: outputs.map(({ value, address }, at) => ({
        index: at,
        value,
        addresses: address === null ? [] : [address],
      })),
    };
    return [JSON.stringify(line)];
  });
  return `${lines.join('\n')}\n`;
}
