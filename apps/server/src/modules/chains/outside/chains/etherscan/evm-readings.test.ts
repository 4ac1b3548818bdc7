import { findAsset } from '@assay/domain';
import { FEE_SINK, type RawTransfer } from '@assay/exposure';
import {
  ACCOUNTS,
  type BlockscoutStandIn,
  compileContract,
  type EtherscanStandIn,
  type EvmStory,
  startBlockscoutStandIn,
  startEtherscanStandIn,
  startEvmStory,
  USDT_ON_ETHEREUM,
} from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountSource, SourceError } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { blockscoutSource } from '../blockscout/blockscout.ts';
import { jsonRpcSource } from '../json-rpc/json-rpc.ts';
import { directProvider, freeCall } from '../test/direct-provider.ts';
import { readAll } from '../test/read-all.ts';
import { etherscanSource } from './etherscan.ts';

const ETH = findAsset('ETH', null) ?? expect.fail('no ETH');
const USDT = findAsset('USDT', 'ETH') ?? expect.fail('no USDT');
const USDC = findAsset('USDC', 'ETH') ?? expect.fail('no USDC');
const { exchange, subject, thief, shop, splitter } = ACCOUNTS;

let story: EvmStory;
let explorer: BlockscoutStandIn;
let etherscan: EtherscanStandIn;

beforeAll(async () => {
  story = await startEvmStory();
  explorer = await startBlockscoutStandIn(story, 7);
  etherscan = await startEtherscanStandIn(story);
});
afterAll(async () => {
  await explorer?.close();
  await etherscan?.close();
  await story?.close();
});

/** The node behind a stand-in that offers fewer methods. */
function nodeWithout(...methods: readonly RegExp[]): Provider {
  const node = directProvider('node', story.url);
  return {
    ...node,
    ask: (request, call, read) => {
      const { method, id } = request.body as { readonly method?: string; readonly id?: number };
      if (method === undefined || !methods.some((pattern) => pattern.test(method)))
        return node.ask(request, call, read);
      const error = { code: -32_601, message: `the method ${method} does not exist/is not available` };
      return Promise.resolve(read(JSON.stringify({ jsonrpc: '2.0', id, error })));
    },
  };
}

const readings = (): Readonly<Record<string, AccountSource>> => ({
  'a node with traces and their index': jsonRpcSource('ETH', directProvider('node', story.url)),
  'a node with traces': jsonRpcSource('ETH', nodeWithout(/^trace_/)),
  'Blockscout in small pages': blockscoutSource('ETH', directProvider('blockscout', explorer.url)),
});
const etherscanReading = () =>
  etherscanSource('ETH', { provider: directProvider('etherscan', etherscan.url), chainId: 1, pageSize: 1_000 });

/** What every reading contains, whether or not its format has indexes for log and trace. */
const withoutPositions = (records: readonly RawTransfer[]): string[] =>
  records
    .map(({ transactionId, kind, from, to, amount, time, block }) =>
      [block, time, transactionId, kind, from, to, amount].join(' '),
    )
    .toSorted();

describe('readings of one chain', () => {
  it('agree record by record, in the same order, between JSON-RPC and Blockscout', async () => {
    for (const asset of [ETH, USDT, USDC]) {
      for (const account of [subject, exchange, thief, shop]) {
        const answers = await Promise.all(
          Object.entries(readings()).map(async ([name, source]) => {
            const { records, pages } = await readAll(source, asset, account, freeCall());
            expect(
              pages.flatMap(({ lacks }) => lacks),
              name,
            ).toEqual([]);
            return { name, records };
          }),
        );
        const [first, ...others] = answers;
        for (const { name, records } of others) {
          expect(records, `${asset.ticker} of ${account} by ${name}`).toEqual(first?.records);
        }
        const { records } = await readAll(etherscanReading(), asset, account, freeCall());
        expect(withoutPositions(records)).toEqual(withoutPositions(first?.records ?? []));
      }
    }
  });

  it('agree for a contract wherever both use an index of traces', async () => {
    const byIndex = await readAll(jsonRpcSource('ETH', directProvider('node', story.url)), ETH, splitter, freeCall());
    const byExplorer = await readAll(
      blockscoutSource('ETH', directProvider('b', explorer.url)),
      ETH,
      splitter,
      freeCall(),
    );
    expect(byIndex.records.length).toBeGreaterThan(5);
    expect(byExplorer.records).toEqual(byIndex.records);
    const byChanges = await readAll(jsonRpcSource('ETH', nodeWithout(/^trace_/)), ETH, splitter, freeCall());
    expect(byChanges.pages.some(({ lacks }) => lacks.includes('internal'))).toBe(true);
  });

  it('mark a history without traces as incomplete, and still contain fees and transactions', async () => {
    const poor = jsonRpcSource('ETH', nodeWithout(/^trace_/, /^debug_/));
    const { records, pages } = await readAll(poor, ETH, subject, freeCall());
    const full = await readAll(jsonRpcSource('ETH', directProvider('node', story.url)), ETH, subject, freeCall());
    expect(pages.every(({ lacks }) => lacks.includes('internal'))).toBe(true);
    expect(records).toEqual(full.records.filter(({ kind }) => kind !== 'internal'));
    expect(records.some(({ to }) => to === FEE_SINK)).toBe(true);
  });

  it('mark a history as incomplete while the explorer has not indexed all inner calls', async () => {
    const door = directProvider('blockscout', explorer.url);
    const behind: Provider = {
      ...door,
      ask: (request, call, read) => door.ask(request, call, (text) => read(text.replace('"status":1', '"status":2'))),
    };
    const { pages } = await readAll(blockscoutSource('ETH', behind), ETH, subject, freeCall());
    expect(pages.some(({ lacks }) => lacks.includes('internal'))).toBe(true);
    const tokens = await readAll(blockscoutSource('ETH', door), USDT, subject, freeCall());
    expect(tokens.pages.flatMap(({ lacks }) => lacks)).toEqual([]);
  });

  it('agree on balances, and on the second they are of', async () => {
    for (const asset of [ETH, USDT]) {
      const wanted = (await etherscanReading().balance(asset, subject, freeCall())).amount;
      for (const source of Object.values(readings())) {
        expect((await source.balance(asset, subject, freeCall())).amount).toBe(wanted);
      }
    }
    const node = jsonRpcSource('ETH', directProvider('node', story.url));
    expect((await node.balance(ETH, subject, freeCall())).time).toBe((await node.tip(freeCall())).time);
  });

  it('halve a range of logs that the node refuses, and remember how wide it may be', async () => {
    const node = directProvider('node', story.url);
    let refused = 0;
    const narrow: Provider = {
      ...node,
      ask: (request, call, read) => {
        const { method, params } = request.body as {
          method?: string;
          params?: { fromBlock: string; toBlock: string }[];
        };
        const width = Number(params?.[0]?.toBlock) - Number(params?.[0]?.fromBlock);
        if (method !== 'eth_getLogs' || width < 4) return node.ask(request, call, read);
        refused += 1;
        const error = { code: -32_600, message: 'eth_getLogs is limited to a 4 block range' };
        return Promise.resolve(read(JSON.stringify({ jsonrpc: '2.0', id: 1, error })));
      },
    };
    const source = jsonRpcSource('ETH', narrow);
    const { records } = await readAll(source, USDT, subject, freeCall());
    const whole = await readAll(jsonRpcSource('ETH', node), USDT, subject, freeCall());
    expect(records).toEqual(whole.records);
    const before = refused;
    await readAll(source, USDT, subject, freeCall());
    expect(refused).toBe(before);
  });

  it('see a reorganisation: what was undone is gone from every reading', async () => {
    const snapshot = await story.rpc<string>('evm_snapshot');
    await story.invoke('TetherLike', USDT_ON_ETHEREUM, subject, 'transfer', [shop, 5n]);
    const before = await readAll(readings()['a node with traces'] ?? expect.fail(), USDT, subject, freeCall());
    await story.rpc('evm_revert', snapshot);
    await story.invoke('TetherLike', USDT_ON_ETHEREUM, subject, 'transfer', [exchange, 6n]);
    for (const source of [...Object.values(readings()), etherscanReading()]) {
      const after = await readAll(source, USDT, subject, freeCall());
      expect(after.records).toHaveLength(before.records.length);
      expect(after.records[0]).toMatchObject({ to: exchange, amount: 6n });
      expect(after.records.some(({ amount }) => amount === 5n)).toBe(false);
    }
  });

  it('name the provider when a node keeps no old state', async () => {
    const node = nodeWithout(/^trace_/);
    const pruned: Provider = {
      ...node,
      ask: (request, call, read) =>
        Array.isArray(request.body)
          ? Promise.resolve(
              read(
                JSON.stringify(
                  request.body.map((_, id) => ({ id, error: { code: -32_000, message: 'missing trie node' } })),
                ),
              ),
            )
          : node.ask(request, call, read),
    };
    const question = readAll(jsonRpcSource('ETH', pruned), ETH, subject, freeCall());
    await expect(question).rejects.toThrow(
      new SourceError({ kind: 'not-supported', provider: 'node', what: 'the state of old blocks' }),
    );
  });
});

describe('the test tokens', () => {
  it('are compiled from their sources', () => {
    expect(compileContract('TetherLike').runtime.length).toBeGreaterThan(1_000);
  });
});
