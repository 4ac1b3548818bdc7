import { findAsset } from '@assay/domain';
import {
  ACCOUNTS,
  type BlockscoutStandIn,
  type EtherscanStandIn,
  type EvmStory,
  type FaultyServer,
  startBlockscoutStandIn,
  startEtherscanStandIn,
  startEvmStory,
  startTronGridStandIn,
  USDC_ON_ETHEREUM,
  USDT_ON_ETHEREUM,
} from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOf } from '../../../../../test/support/input-of.ts';
import { tronAddressOfHex } from '../../formats/tron-address.ts';
import { EVENT_FREEZE_LISTS } from '../../freezes/freeze-lists.ts';
import type { FreezeEvent, FreezeEventsPart } from '../../freezes/freezes.ports.ts';
import { SourceError } from '../../sources/sources.ports.ts';
import { freezeEventSource } from './freeze-source.ts';
import { etherscanFreezeEvents, type FreezeEventReader, nodeFreezeEvents } from './freezes/evm-freeze-events.ts';
import { freezeListOf } from './freezes/freeze-lists.ts';
import { trongridFreezeEvents } from './freezes/trongrid-freeze-events.ts';
import { directProvider, freeCall, recordedProvider } from './test/direct-provider.ts';

const tether = freezeListOf('USDT', 'ETH') ?? expect.fail('no list');
const circle = freezeListOf('USDC', 'ETH') ?? expect.fail('no list');
const usdtOnTron = findAsset('USDT', 'TRX')?.contract ?? expect.fail('no contract');

const eventsOf = (parts: readonly FreezeEventsPart[]): FreezeEvent[] => parts.flatMap(({ events }) => events);
const read = (reader: FreezeEventReader, contract: string, list = tether, from = 0) =>
  allOf(reader.parts(contract, list, from, freeCall()));

it('every list of freezes by events has a contract whose events are known', () => {
  for (const { asset, network } of EVENT_FREEZE_LISTS) {
    expect(freezeListOf(asset.ticker, network), `${asset.ticker} ${network}`).not.toBeNull();
  }
});

describe('freeze events on a chain of Ethereum’s kind', () => {
  let story: EvmStory;
  let api: EtherscanStandIn;
  let explorer: BlockscoutStandIn;
  beforeAll(async () => {
    story = await startEvmStory();
    api = await startEtherscanStandIn(story);
    explorer = await startBlockscoutStandIn(story);
    await story.invoke('TetherLike', USDT_ON_ETHEREUM, story.issuer, 'addBlackList', [ACCOUNTS.shop]);
    await story.invoke('TetherLike', USDT_ON_ETHEREUM, story.issuer, 'removeBlackList', [ACCOUNTS.shop]);
    await story.invoke('CircleLike', USDC_ON_ETHEREUM, story.issuer, 'unBlacklist', [ACCOUNTS.thief]);
  });
  afterAll(async () => {
    await api?.close();
    await explorer?.close();
    await story?.close();
  });

  const finalBlock = async () => Number(await story.rpc<string>('eth_blockNumber'));
  const readers = (): FreezeEventReader[] => [
    nodeFreezeEvents(directProvider('node', story.url), finalBlock),
    nodeFreezeEvents(directProvider('blockscout', explorer.url), finalBlock, '/api/eth-rpc'),
    etherscanFreezeEvents({ provider: directProvider('etherscan', api.url), chainId: 1, pageSize: 1_000 }, finalBlock),
  ];

  it('are the same through a node, an explorer that forwards to one, and Etherscan', async () => {
    for (const reader of readers()) {
      const parts = await read(reader, USDT_ON_ETHEREUM);
      const events = eventsOf(parts).toSorted((a, b) => a.block - b.block);
      expect(events.map(({ kind, address }) => [kind, address])).toEqual([
        ['frozen', ACCOUNTS.thief],
        ['frozen', ACCOUNTS.shop],
        ['released', ACCOUNTS.shop],
      ]);
      for (const { transaction, block, at } of events) {
        const receipt = await story.rpc<{ blockNumber: string }>('eth_getTransactionReceipt', transaction);
        const head = await story.rpc<{ timestamp: string }>('eth_getBlockByNumber', receipt.blockNumber, false);
        expect([block, at]).toEqual([Number(receipt.blockNumber), Number(head.timestamp) * 1_000]);
      }
      expect(parts.at(-1)?.readTo).toBe(await finalBlock());
      const circles = eventsOf(await read(reader, USDC_ON_ETHEREUM, circle)).toSorted((a, b) => a.block - b.block);
      expect(circles.map(({ kind, address }) => [kind, address])).toEqual([
        ['frozen', ACCOUNTS.thief],
        ['released', ACCOUNTS.thief],
      ]);
    }
  });

  it('are read up to the last final block only, and from a block on', async () => {
    const all = eventsOf(await read(readers()[0] ?? expect.fail(), USDT_ON_ETHEREUM));
    const last = Math.max(...all.map(({ block }) => block));
    for (const at of [0, 1, 2]) {
      const reader = readers()[at] ?? expect.fail('no reader');
      expect(eventsOf(await read(reader, USDT_ON_ETHEREUM, tether, last)).map(({ kind }) => kind)).toEqual([
        'released',
      ]);
      const behind = await read(reader, USDT_ON_ETHEREUM, tether, (await finalBlock()) + 50);
      expect([eventsOf(behind), behind.length]).toEqual([[], 1]);
    }
    const early = nodeFreezeEvents(directProvider('node', story.url), async () => last - 1);
    expect(eventsOf(await read(early, USDT_ON_ETHEREUM)).map(({ kind }) => kind)).toEqual(['frozen', 'frozen']);
  });

  it('are read in narrower ranges where a node refuses wide ones, without losing one', async () => {
    const node = directProvider('node', story.url);
    const strict = {
      ...node,
      ask: (async (request, call, readText) => {
        const { method, params } = request.body as { method: string; params: [{ fromBlock: string; toBlock: string }] };
        const width = method === 'eth_getLogs' ? Number(params[0].toBlock) - Number(params[0].fromBlock) + 1 : 0;
        if (width <= 3) return await node.ask(request, call, readText);
        return readText('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"block range is too wide"}}');
      }) satisfies typeof node.ask,
    };
    const parts = await read(nodeFreezeEvents(strict, finalBlock), USDT_ON_ETHEREUM);
    expect(eventsOf(parts)).toEqual(eventsOf(await read(readers()[0] ?? expect.fail(), USDT_ON_ETHEREUM)));
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.map(({ readTo }) => readTo)).toEqual(parts.map(({ readTo }) => readTo).toSorted((a, b) => a - b));
  });

  it('are read on by the next provider where one fails in the middle', async () => {
    const node = readers()[0] ?? expect.fail('no reader');
    const broken: FreezeEventReader = {
      provider: 'broken',
      async *parts() {
        yield { events: [], readTo: 5, end: 100 };
        throw new SourceError({ kind: 'unavailable', provider: 'broken', reason: 'status 500' });
      },
    };
    const list = EVENT_FREEZE_LISTS.find(({ setName }) => setName === 'freezes-usdt-eth') ?? expect.fail('no list');
    const source = freezeEventSource((network) => (network === 'ETH' ? [broken, node] : []));
    const parts = await allOf(source.parts(list, 0, freeCall()));
    expect(parts[0]?.readTo).toBe(5);
    expect(eventsOf(parts)).toHaveLength(3);
    const alone = freezeEventSource(() => [broken]);
    await expect(allOf(alone.parts(list, 0, freeCall()))).rejects.toThrow('broken: status 500');
    const [tron = expect.fail('no list')] = EVENT_FREEZE_LISTS;
    expect([source.canRead(list), source.canRead(tron)]).toEqual([true, false]);
  });

  it('are not taken from an answer that is cut or of another form', async () => {
    const broken = (answer: unknown) => [
      nodeFreezeEvents(
        recordedProvider('broken', () => answer),
        async () => 10,
      ),
      etherscanFreezeEvents(
        { provider: recordedProvider('broken', () => answer), chainId: 1, pageSize: 10 },
        async () => 10,
      ),
    ];
    for (const answer of ['{"jsonrpc":"2.0","id":1,"result":[', { status: '1', message: 'OK', result: [{}] }]) {
      for (const reader of broken(answer)) {
        await expect(read(reader, USDT_ON_ETHEREUM)).rejects.toThrow(SourceError);
      }
    }
  });

  it('continue behind the 10,000 rows that Etherscan lists at most, without losing the rest of a block', async () => {
    const rows = Array.from({ length: 12_500 }, (_, at) => ({
      topics: tether.added.map(({ topic }) => topic),
      data: `0x${(at + 1).toString(16).padStart(64, '0')}`,
      blockNumber: `0x${Math.floor(at / 3).toString(16)}`,
      timeStamp: '0x5',
      transactionHash: `0x${at.toString(16).padStart(64, '0')}`,
      logIndex: `0x${(at % 3).toString(16)}`,
    }));
    const provider = recordedProvider('etherscan', ({ query = {} }) => {
      const [page, size, from] = [query['page'], query['offset'], query['fromBlock']].map(Number) as [
        number,
        number,
        number,
      ];
      const isAdded = query['topic0'] === tether.added[0]?.topic;
      const listed = rows.filter(({ blockNumber }) => isAdded && Number(blockNumber) >= from);
      const shown = listed.slice((page - 1) * size, page * size);
      return {
        status: shown.length === 0 ? '0' : '1',
        message: shown.length === 0 ? 'No records found' : 'OK',
        result: shown,
      };
    });
    const reader = etherscanFreezeEvents({ provider, chainId: 1, pageSize: 1_000 }, async () => 9_999);
    const parts = await read(reader, USDT_ON_ETHEREUM);
    expect(parts.map(({ readTo }) => readTo)).toEqual([3_332, 9_999]);
    expect(new Set(eventsOf(parts).map(({ address }) => address)).size).toBe(12_500);
  });
});

describe('freeze events on Tron', () => {
  const START = 1_600_000_000_000;
  const hexOf = (at: number) => (at + 1).toString(16).padStart(40, '0');
  let server: FaultyServer;
  beforeAll(async () => {
    server = await startTronGridStandIn({
      contract: usdtOnTron,
      transfers: [],
      frozen: new Map(Array.from({ length: 450 }, (_, at) => [hexOf(at), START + at * 3_000])),
      released: [{ hex: hexOf(500), frozenAt: START + 30_000, releasedAt: START + 90_000 }],
    });
  });
  afterAll(() => server?.close());

  const reader = (finalTime = START / 1_000 + 10_000) =>
    trongridFreezeEvents(directProvider('trongrid', server.url), async () => finalTime);

  it('are read by pages from both lists of events, with transaction, block and time', async () => {
    const parts = await read(reader(), usdtOnTron);
    const events = eventsOf(parts);
    expect(events).toHaveLength(452);
    expect(events[0]).toMatchObject({
      kind: 'frozen',
      address: tronAddressOfHex(`41${hexOf(0)}`),
      block: Math.floor(START / 3_000),
      logIndex: 0,
      at: START,
      transaction: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(events.filter(({ kind }) => kind === 'released').map(({ at }) => at)).toEqual([START + 90_000]);
    expect(parts.at(-1)?.readTo).toBe(START + 10_000_000);
    expect(server.asked.every((path) => path.includes('only_confirmed=true'))).toBe(true);
  });

  it('are read from a time on, and only up to the last final one', async () => {
    const later = eventsOf(await read(reader(START / 1_000 + 1_200), usdtOnTron, tether, START + 1_140_000));
    expect(later.map(({ at }) => at)).toEqual(Array.from({ length: 21 }, (_, at) => START + (380 + at) * 3_000));
    expect(await read(reader(5), usdtOnTron, tether, START)).toEqual([{ events: [], readTo: 5_000, end: 5_000 }]);
  });

  it('are refused where an event names no address', async () => {
    const row = {
      block_number: 1,
      block_timestamp: 5,
      event_index: 0,
      transaction_id: 'a'.repeat(64),
      result: { 0: '0x12' },
    };
    const provider = recordedProvider('trongrid', () => ({ success: true, data: [row], meta: {} }));
    await expect(
      read(
        trongridFreezeEvents(provider, async () => 10),
        usdtOnTron,
      ),
    ).rejects.toThrow('data.result.0');
  });
});
