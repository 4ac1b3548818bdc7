import { findAsset } from '@assay/domain';
import type { RawTransfer } from '@assay/exposure';
import {
  ACCOUNTS,
  type EtherscanStandIn,
  type EvmStory,
  startEtherscanStandIn,
  startEvmStory,
} from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directProvider, freeCall } from '../test/direct-provider.ts';
import { readAll } from '../test/read-all.ts';
import { etherscanSource } from './etherscan.ts';

const ETH = findAsset('ETH', null) ?? expect.fail('no ETH');
const USDT = findAsset('USDT', 'ETH') ?? expect.fail('no USDT');
const USDC = findAsset('USDC', 'ETH') ?? expect.fail('no USDC');
const { exchange, subject, thief, shop, splitter } = ACCOUNTS;

let story: EvmStory;
let api: EtherscanStandIn;
const source = (pageSize: number) =>
  etherscanSource('ETH', { provider: directProvider('etherscan', api.url), chainId: 1, pageSize });

beforeAll(async () => {
  story = await startEvmStory();
  api = await startEtherscanStandIn(story);
});
afterAll(async () => {
  await api?.close();
  await story?.close();
});

const summaryOf = ({ kind, from, to, amount }: RawTransfer) => [kind, from, to, amount];

describe('a history read from an API in the format of Etherscan', () => {
  it('contains every transfer of a token, newest first, and none of a token that lies', async () => {
    const { records, pages } = await readAll(source(1_000), USDT, subject, freeCall());
    expect(records.map(summaryOf)).toEqual([
      ['token', exchange, subject, 11_000_000n],
      ['token', exchange, subject, 11_000_000n],
      ['token', subject, shop, 11_000_000n],
      ['token', subject, shop, 700_000_000n],
      ['token', thief, subject, 400_000_000n],
      ['token', exchange, subject, 1_500_000_000n],
    ]);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatchObject({ next: null, completeFrom: null, lacks: [], provider: 'etherscan' });
  });

  it('gives the same records in small pages as in one', async () => {
    for (const asset of [ETH, USDT]) {
      const whole = await readAll(source(1_000), asset, subject, freeCall());
      const small = await readAll(source(5), asset, subject, freeCall());
      expect(small.pages.length).toBeGreaterThan(1);
      expect(small.records).toEqual(whole.records);
      for (const page of small.pages.slice(0, -1)) {
        const from = page.completeFrom ?? expect.fail('a page that is not the last says how far it reaches');
        expect(page.records.every(({ time }) => time >= from)).toBe(true);
      }
    }
  });

  it('adds up to the balance that the node reports, fees of failed transactions and inner transfers included', async () => {
    for (const [asset, account] of [
      [ETH, subject],
      [ETH, exchange],
      [ETH, splitter],
      [ETH, shop],
      [ETH, story.issuer],
      [USDT, subject],
      [USDT, shop],
      [USDC, subject],
    ] as const) {
      const { records } = await readAll(source(1_000), asset, account, freeCall());
      const sum = records.reduce((held, { to, amount }) => (to === account ? held + amount : held - amount), 0n);
      const { amount } = await source(1_000).balance(asset, account, freeCall());
      expect(sum, `${asset.ticker} of ${account}`).toBe(amount);
    }
  });

  it('names inner transfers and leaves out those that were undone', async () => {
    const { records } = await readAll(source(1_000), ETH, shop, freeCall());
    expect(records.filter(({ kind }) => kind === 'internal').map(summaryOf)).toEqual([
      ['internal', splitter, shop, 250_000_000_000_000_000n],
      ['internal', splitter, shop, 1_000_000_000_000_000_000n],
    ]);
  });

  it('calls mint and burn the issuer', async () => {
    const { records } = await readAll(source(1_000), USDC, subject, freeCall());
    expect(records.map(summaryOf)).toEqual([
      ['token', subject, shop, 50_000_000n],
      ['token', 'issuer', subject, 250_000_000n],
    ]);
  });

  it('comes with the tip, what is final, and whether an account is a contract', async () => {
    await story.mine(70);
    const tip = await source(10).tip(freeCall());
    expect(tip.block - tip.finalBlock).toBe(64);
    expect(tip.time - tip.finalTime).toBe(64 * 12);
    expect((await source(10).counters(ETH, splitter, freeCall())).isContract).toBe(true);
    expect((await source(10).counters(ETH, subject, freeCall())).isContract).toBe(false);
  });
});
