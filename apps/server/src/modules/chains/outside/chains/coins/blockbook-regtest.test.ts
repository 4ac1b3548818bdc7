import {
  type CoinChain,
  type FaultyServer,
  startBlockbookStandIn,
  startCoinChain,
  startEsploraStandIn,
} from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoinSource, CoinTransaction } from '../../../sources/sources.ports.ts';
import type { OpenProvider } from '../../providers/open-provider.ts';
import { trialCall, trialProvider } from '../../providers/test/trial-provider.ts';
import { blockbookSource } from './blockbook-source.ts';
import { esploraSource } from './esplora-source.ts';

/** One node behind two explorers: both sources read the same chain. */
describe('a Bitcoin node read through Blockbook', () => {
  let chain: CoinChain;
  let servers: readonly FaultyServer[];
  let providers: readonly OpenProvider[];
  let blockbook: CoinSource;
  let esplora: CoinSource;

  beforeAll(async () => {
    chain = await startCoinChain();
    const first = await startBlockbookStandIn(chain.read);
    const second = await startEsploraStandIn(chain.read);
    const exchange = { totalMs: 8_000 };
    servers = [first, second];
    const asBlockbook = trialProvider(first.url, { name: 'own blockbook', exchange });
    const asEsplora = trialProvider(second.url, { name: 'own esplora', exchange });
    providers = [asBlockbook, asEsplora];
    blockbook = blockbookSource('BTC', asBlockbook);
    esplora = esploraSource('BTC', asEsplora);
  });
  afterAll(async () => {
    await Promise.all(providers.map((provider) => provider.close()));
    await Promise.all(servers.map((server) => server.close()));
    await chain.close();
  });

  async function historyOf(source: CoinSource, address: string, since: number | null = null) {
    const all: CoinTransaction[] = [];
    for (let cursor: string | null = null, more = true; more; ) {
      const page = await source.transactionsOf({ address, since, until: null, cursor }, trialCall());
      all.push(...page.transactions);
      cursor = page.next;
      more = cursor !== null;
    }
    return all;
  }
  const records = (all: readonly CoinTransaction[]) =>
    all.map(({ transaction }) => transaction).toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1));

  it('is, transaction by transaction, what Esplora reads of it: payments, notes, old and new addresses, rewards', async () => {
    await chain.mine([
      { from: 'miner', to: { alice: 150_000_000, 'old bob': 50_000_000 }, note: 'a note' },
      { from: 'miner', to: { 'old bob': 20_000_000 } },
    ]);
    await chain.mine([{ from: 'old bob', to: { alice: 60_000_000 }, fee: 5_000 }]);
    for (const name of ['alice', 'old bob', 'miner']) {
      const address = chain.addressOf(name);
      const read = await historyOf(blockbook, address);
      expect(read.length).toBeGreaterThan(1);
      expect(records(read)).toEqual(records(await historyOf(esplora, address)));
      expect(await blockbook.counters(address, trialCall())).toEqual({
        ...(await esplora.counters(address, trialCall())),
        provider: 'own blockbook',
      });
    }
    expect(await blockbook.tip(trialCall())).toEqual({
      ...(await esplora.tip(trialCall())),
      provider: 'own blockbook',
    });
  });

  it('reports the same spends as Esplora, and unspent outputs together with their transaction', async () => {
    const [paid = ''] = await chain.mine([{ from: 'miner', to: { carol: 30_000_000, dan: 10_000_000 } }]);
    const [spent = ''] = await chain.mine([{ from: 'carol', to: { dan: 29_000_000 } }]);
    await chain.announce({ from: 'dan', to: { eve: 9_000_000 } });

    expect(await blockbook.spends(paid, trialCall())).toEqual(await esplora.spends(paid, trialCall()));
    expect(await blockbook.spends(paid, trialCall())).toEqual([spent, null, null]);
    const [unspent] = await blockbook.transactions(
      [(await chain.mine([{ from: 'miner', to: { zoe: 5 } }]))[0] ?? ''],
      trialCall(),
    );
    expect(unspent?.spends).toEqual([null, null]);
  });

  it('continues its pages where it stopped when blocks arrive meanwhile', async () => {
    const address = chain.addressOf('miner');
    const first = await blockbook.transactionsOf({ address, since: null, until: null, cursor: null }, trialCall());
    await chain.mineEmpty(3);
    const second = await blockbook.transactionsOf(
      { address, since: null, until: null, cursor: first.next },
      trialCall(),
    );

    const ids = [...first.transactions, ...second.transactions].map(({ transaction }) => transaction.transactionId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(first.completeFrom).toBe((first.transactions.at(-1)?.transaction.block ?? 0) + 1);
    expect(second.transactions[0]?.transaction.block).toBe((first.transactions.at(-1)?.transaction.block ?? 0) - 1);
  });

  it('reads no further back than it is asked to, and says so', async () => {
    const { block } = await blockbook.tip(trialCall());
    const address = chain.addressOf('miner');
    const page = await blockbook.transactionsOf(
      { address, since: block - 4, until: block - 1, cursor: null },
      trialCall(),
    );
    const blocks = page.transactions.map(({ transaction }) => transaction.block);
    expect([...new Set(blocks)]).toEqual([block - 1, block - 2, block - 3, block - 4]);
    expect(page).toMatchObject({ next: null, completeFrom: block - 4 });
  });

  it('finds no transaction that is in no block', async () => {
    const waiting = await chain.announce({ from: 'miner', to: { fay: 1_000_000 } });
    expect(await blockbook.transactions([waiting, 'ab'.repeat(32)], trialCall())).toEqual([null, null]);
    expect(await historyOf(blockbook, chain.addressOf('fay'))).toEqual([]);
  });
});
