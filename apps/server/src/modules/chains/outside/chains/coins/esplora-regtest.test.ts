import { findAsset } from '@assay/domain';
import { type CoinChain, type FaultyServer, startCoinChain, startEsploraStandIn } from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoinSource, CoinTransaction } from '../../../sources/sources.ports.ts';
import type { OpenProvider } from '../../providers/open-provider.ts';
import { trialCall, trialProvider } from '../../providers/test/trial-provider.ts';
import { esploraSource } from './esplora-source.ts';

/** A real node behind a stand-in for Esplora: the source reads exactly what was mined. */
describe('a Bitcoin node read through Esplora', () => {
  let chain: CoinChain;
  let server: FaultyServer;
  let provider: OpenProvider;
  let source: CoinSource;
  const ask = (address: string, cursor: string | null = null) => ({ address, since: null, until: null, cursor });

  beforeAll(async () => {
    chain = await startCoinChain();
    server = await startEsploraStandIn(chain.read);
    provider = trialProvider(server.url, { name: 'regtest', exchange: { totalMs: 8_000 } });
    source = esploraSource('BTC', provider);
  });
  afterAll(async () => {
    await provider.close();
    await server.close();
    await chain.close();
  });

  async function historyOf(address: string): Promise<readonly CoinTransaction[]> {
    const all: CoinTransaction[] = [];
    for (let cursor: string | null = null, more = true; more; ) {
      const page = await source.transactionsOf(ask(address, cursor), trialCall());
      all.push(...page.transactions);
      cursor = page.next;
      more = cursor !== null;
    }
    return all;
  }

  it('gives every input its owner and value, every output its owner, and the block its height and time', async () => {
    const [paid = ''] = await chain.mine([
      { from: 'miner', to: { alice: 150_000_000, 'old bob': 50_000_000 }, fee: 2_000 },
    ]);
    const [spent = ''] = await chain.mine([{ from: 'alice', to: { carol: 149_000_000 }, note: 'hello' }]);
    const [first, second] = await source.transactions([paid, spent], trialCall());

    const { blocks } = await chain.read();
    const tip = blocks.at(-1);
    expect(first?.transaction.inputs.map(({ owner }) => owner)).toEqual([chain.addressOf('miner')]);
    expect(first?.transaction.outputs.slice(0, 2)).toEqual([
      { index: 0, owner: chain.addressOf('alice'), amount: 150_000_000n },
      { index: 1, owner: chain.addressOf('old bob'), amount: 50_000_000n },
    ]);
    expect(second?.transaction).toEqual({
      transactionId: spent,
      block: tip?.height,
      transactionIndex: null,
      time: tip?.time,
      coinbase: false,
      inputs: [{ transactionId: paid, index: 0, owner: chain.addressOf('alice'), amount: 150_000_000n }],
      outputs: [
        { index: 0, owner: chain.addressOf('carol'), amount: 149_000_000n },
        { index: 1, owner: null, amount: 0n },
        { index: 2, owner: chain.addressOf('alice'), amount: 999_000n },
      ],
    });
    expect(await source.spends(paid, trialCall())).toEqual([spent, null, null]);
    expect(await source.spends(spent, trialCall())).toEqual([null, null, null]);
  });

  it('reads rewards as coinbase, and pages through all of a long history, newest first', async () => {
    const miner = await historyOf(chain.addressOf('miner'));
    const { transactions } = await chain.read();
    const rewards = transactions.filter(({ coinbase, block }) => coinbase && (block?.height ?? 0) > 0);

    expect(miner.filter(({ transaction }) => transaction.coinbase)).toHaveLength(rewards.length);
    expect(rewards.length).toBeGreaterThan(400);
    const heights = miner.map(({ transaction }) => transaction.block);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    expect(new Set(miner.map(({ transaction }) => transaction.transactionId)).size).toBe(miner.length);
    const counters = await source.counters(chain.addressOf('miner'), trialCall());
    expect(counters).toMatchObject({ transactions: miner.length, counterparties: null, provider: 'regtest' });
  });

  it('leaves out unconfirmed transactions, also as spenders of an output', async () => {
    const [paid = ''] = await chain.mine([{ from: 'miner', to: { dora: 70_000_000 } }]);
    const waiting = await chain.announce({ from: 'dora', to: { eve: 60_000_000 } });

    expect(await historyOf(chain.addressOf('eve'))).toEqual([]);
    expect(await source.transactions([waiting], trialCall())).toEqual([null]);
    expect(await source.spends(paid, trialCall())).toEqual([null, null]);
    expect((await historyOf(chain.addressOf('dora'))).map(({ transaction }) => transaction.transactionId)).toEqual([
      paid,
    ]);
  });

  it('reports the tip, and the newest block with six on top of it as final', async () => {
    const { blocks } = await chain.read();
    const tip = blocks.at(-1);
    const final = blocks.at(-7);
    expect(await source.tip(trialCall())).toEqual({
      block: tip?.height,
      time: tip?.time,
      finalBlock: final?.height,
      finalTime: final?.time,
      provider: 'regtest',
    });
  });

  it('reads the branch that is valid after a reorganisation: a coin spent twice is spent as the longer chain says', async () => {
    const [paid = ''] = await chain.mine([{ from: 'miner', to: { fay: 80_000_000 } }]);
    const spends = [{ transactionId: paid, index: 0 }];
    const [undone = ''] = await chain.mine([{ from: 'fay', to: { gus: 79_000_000 }, spends }]);
    expect(await source.spends(paid, trialCall())).toEqual([undone, null]);

    const [standing = ''] = await chain.reorganise(1, [{ from: 'fay', to: { hal: 78_000_000 }, spends }]);

    expect(await source.spends(paid, trialCall())).toEqual([standing, null]);
    expect(await source.transactions([undone], trialCall())).toEqual([null]);
    expect(await historyOf(chain.addressOf('gus'))).toEqual([]);
    expect((await historyOf(chain.addressOf('hal'))).map(({ transaction }) => transaction.transactionId)).toEqual([
      standing,
    ]);
  });

  it('does not take a page for the last one when the transaction it goes on from was undone', async () => {
    await chain.mine(Array.from({ length: 12 }, () => ({ from: 'miner', to: { ida: 1_000_000 } })));
    const page = await source.transactionsOf(ask(chain.addressOf('ida')), trialCall());
    expect(page.next).not.toBeNull();
    await chain.reorganise(1, []);

    await expect(source.transactionsOf(ask(chain.addressOf('ida'), page.next), trialCall())).rejects.toThrow(
      'Could not reach regtest: the chain was reorganised while its pages were read',
    );
  });

  it('supports the coin of its network and nothing else', () => {
    const assets = [findAsset('BTC'), findAsset('LTC'), findAsset('USDT', 'ETH')];
    expect(assets.map((asset) => asset !== undefined && source.canAsk(asset))).toEqual([true, false, false]);
  });
});
