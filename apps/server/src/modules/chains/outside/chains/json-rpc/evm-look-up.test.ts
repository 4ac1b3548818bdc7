import { FEE_SINK, type RawTransfer } from '@assay/exposure';
import {
  ACCOUNTS,
  type BlockscoutStandIn,
  type EtherscanStandIn,
  type EvmStory,
  startBlockscoutStandIn,
  startEtherscanStandIn,
  startEvmStory,
  USDT_ON_ETHEREUM,
} from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeenTransaction } from '../../../sources/seen-transaction.ts';
import type { AccountSource } from '../../../sources/sources.ports.ts';
import { blockscoutSource } from '../blockscout/blockscout.ts';
import { etherscanSource } from '../etherscan/etherscan.ts';
import { directProvider, freeCall } from '../test/direct-provider.ts';
import { jsonRpcSource } from './json-rpc.ts';

const { exchange, subject, thief, shop, splitter } = ACCOUNTS;
const COIN = 10n ** 18n;

let story: EvmStory;
let explorer: BlockscoutStandIn;
let etherscan: EtherscanStandIn;
let sources: readonly AccountSource[];

beforeAll(async () => {
  story = await startEvmStory();
  explorer = await startBlockscoutStandIn(story, 3);
  etherscan = await startEtherscanStandIn(story);
  sources = [
    jsonRpcSource('ETH', directProvider('node', story.url)),
    blockscoutSource('ETH', directProvider('blockscout', explorer.url)),
    etherscanSource('ETH', { provider: directProvider('etherscan', etherscan.url), chainId: 1, pageSize: 1_000 }),
  ];
});
afterAll(async () => {
  await explorer?.close();
  await etherscan?.close();
  await story?.close();
});

const everywhere = (id: string) => Promise.all(sources.map((source) => source.lookUp(id, freeCall())));

/** Its transfers by contract, without the indexes that formats lack. */
function movesOf(seen: SeenTransaction): readonly string[] {
  if (seen.is !== 'confirmed' || seen.content.ledger !== 'account') return [seen.is];
  return seen.content.assets.flatMap(({ contract, transfers }) =>
    transfers
      .filter(({ kind }) => kind !== 'fee')
      .map(({ kind, from, to, amount }) => [contract ?? 'coin', kind, from, to, amount].join(' ')),
  );
}

/** A node that does not mine by itself, while `work` runs. */
async function withoutMining<T>(work: () => Promise<T>): Promise<T> {
  await story.rpc('evm_setAutomine', false);
  try {
    return await work();
  } finally {
    await story.rpc('evm_mine');
    await story.rpc('evm_setAutomine', true);
  }
}

/** Without waiting for a block, as `send` of the story does. */
function announce(transaction: Readonly<Record<string, string>>): Promise<string> {
  return story.rpc<string>('eth_sendTransaction', { gas: '0x1e8480', ...transaction });
}

const hex = (value: bigint): string => `0x${value.toString(16)}`;

describe('a transaction of an EVM node, looked up by its hash', () => {
  it('is confirmed with its transfers per asset, the same through each format', async () => {
    const paid = await story.send({ from: exchange, to: subject, value: COIN });
    const sent = await story.invoke('TetherLike', USDT_ON_ETHEREUM, exchange, 'transfer', [shop, 5n]);
    for (const seen of await everywhere(paid)) {
      expect(seen).toMatchObject({ is: 'confirmed', id: paid, content: { isWhole: true } });
      expect(movesOf(seen)).toEqual([`coin native ${exchange} ${subject} ${COIN}`]);
    }
    for (const seen of await everywhere(sent)) {
      expect(movesOf(seen)).toEqual([`${USDT_ON_ETHEREUM} token ${exchange} ${shop} 5`]);
    }
  });

  it('has the very records that histories of the same format have', async () => {
    const { findAsset } = await import('@assay/domain');
    const ETH = findAsset('ETH', null) ?? expect.fail('no ETH');
    const USDT = findAsset('USDT', 'ETH') ?? expect.fail('no USDT');
    const range = { direction: 'both', since: null, until: null, cursor: null } as const;
    for (const source of sources.slice(0, 2)) {
      for (const asset of [ETH, USDT]) {
        const { records } = await source.transfers({ asset, account: subject, ...range }, freeCall());
        const ofOwn = ({ from, to }: RawTransfer) => from === subject || to === subject;
        for (const id of new Set(records.slice(0, 12).map(({ transactionId }) => transactionId))) {
          const seen = await source.lookUp(id, freeCall());
          const found = seen.is === 'confirmed' && seen.content.ledger === 'account' ? seen.content.assets : [];
          const own = found.find(({ contract }) => contract === asset.contract)?.transfers.filter(ofOwn);
          const wanted = records.filter(({ transactionId }) => transactionId === id);
          if (seen.is === 'confirmed') expect(own).toEqual(wanted.toReversed());
          else expect([seen.is, ...wanted.map(({ kind }) => kind)]).toEqual(['failed', 'fee']);
        }
      }
    }
  });

  it('contains the inner transfers of contracts, and leaves out calls that were undone', async () => {
    const many = await story.invoke('Splitter', splitter, exchange, 'split', [[subject, shop, thief]], 3n * COIN);
    const undone = await story.invoke('Splitter', splitter, exchange, 'tryAndFail', [subject], COIN / 2n);
    for (const seen of await everywhere(many)) {
      const moves = movesOf(seen);
      expect(moves[0]).toBe(`coin native ${exchange} ${splitter} ${3n * COIN}`);
      expect(moves.slice(1).toSorted()).toEqual(
        [subject, shop, thief].map((to) => `coin internal ${splitter} ${to} ${COIN}`).toSorted(),
      );
    }
    const [first, ...others] = (await everywhere(undone)).map(movesOf);
    expect(first?.some((move) => move.includes(` ${subject} `))).toBe(false);
    for (const other of others) expect(other).toEqual(first);
  });

  it('is confirmed with nothing but a fee where it moved nothing', async () => {
    const id = await story.send({ from: subject, to: shop });
    for (const seen of await everywhere(id)) {
      const assets = seen.is === 'confirmed' && seen.content.ledger === 'account' ? seen.content.assets : [];
      expect(assets.map(({ contract, transfers }) => [contract, transfers.map(({ to }) => to)])).toEqual([
        [null, [FEE_SINK]],
      ]);
    }
  });

  it('failed where it was undone', async () => {
    const id = await story.invoke(
      'TetherLike',
      USDT_ON_ETHEREUM,
      subject,
      'transfer',
      [thief, 10n ** 15n],
      undefined,
      true,
    );
    for (const seen of await everywhere(id)) expect(seen).toMatchObject({ is: 'failed', id });
  });

  it('is pending with its value, or the transfer of a token that it asks for, while it waits', async () => {
    await withoutMining(async () => {
      const paid = await announce({ from: exchange, to: subject, value: hex(7n) });
      const data = `0xa9059cbb${shop.slice(2).padStart(64, '0')}${9n.toString(16).padStart(64, '0')}`;
      const sent = await announce({ from: exchange, to: USDT_ON_ETHEREUM, data });
      for (const seen of await everywhere(paid)) {
        expect(seen).toMatchObject({ is: 'pending', id: paid });
        expect(seen.is === 'pending' && seen.moves).toEqual([
          { contract: null, from: exchange, to: subject, amount: 7n },
        ]);
      }
      for (const seen of await everywhere(sent)) {
        expect(seen.is === 'pending' && seen.moves).toEqual([
          { contract: USDT_ON_ETHEREUM, from: exchange, to: shop, amount: 9n },
        ]);
      }
    });
  });

  it('is unknown once another one of its nonce is preferred, and the other one is confirmed', async () => {
    const price = BigInt(await story.rpc<string>('eth_gasPrice'));
    const [replaced, by] = await withoutMining(async () => {
      const nonce = await story.rpc<string>('eth_getTransactionCount', exchange, 'latest');
      const first = await announce({ from: exchange, to: subject, value: '0x7', nonce, gasPrice: hex(2n * price) });
      const second = await announce({ from: exchange, to: shop, value: '0x8', nonce, gasPrice: hex(4n * price) });
      return [first, second] as const;
    });
    expect((await everywhere(replaced)).map(({ is }) => is)).toEqual(['unknown', 'unknown', 'unknown']);
    expect((await everywhere(by)).map(({ is }) => is)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  });

  it('is replaced where a node keeps it and its nonce is used', async () => {
    const id = await story.send({ from: subject, to: shop, value: 3n });
    const forgetful = directProvider('node', story.url);
    const source = jsonRpcSource('ETH', {
      ...forgetful,
      ask: (request, call, read) =>
        forgetful.ask(request, call, (text) => {
          const { method } = request.body as { readonly method?: string };
          if (method !== 'eth_getTransactionByHash') return read(text);
          const answer = JSON.parse(text) as { result: object };
          return read(JSON.stringify({ ...answer, result: { ...answer.result, blockNumber: null } }));
        }),
    });
    expect(await source.lookUp(id, freeCall())).toEqual({ is: 'replaced', id, by: null, provider: 'node' });
  });

  it('is unknown where it never was', async () => {
    for (const seen of await everywhere(`0x${'ab'.repeat(32)}`)) expect(seen.is).toBe('unknown');
  });

  it('takes no more than four questions of a node', async () => {
    const id = await story.invoke('TetherLike', USDT_ON_ETHEREUM, exchange, 'transfer', [shop, 6n]);
    const call = freeCall();
    await sources[0]?.lookUp(id, call);
    expect(call.spent()).toBe(4);
  });
});
