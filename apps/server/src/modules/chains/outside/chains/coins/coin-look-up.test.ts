import {
  type CoinChain,
  type FaultyServer,
  startBlockbookStandIn,
  startCoinChain,
  startEsploraStandIn,
} from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoinSource } from '../../../sources/sources.ports.ts';
import type { OpenProvider } from '../../providers/open-provider.ts';
import { trialCall, trialProvider } from '../../providers/test/trial-provider.ts';
import { blockbookSource } from './blockbook-source.ts';
import { esploraSource } from './esplora-source.ts';

/** A real node behind stand-ins of three explorers. */
describe('a transaction of a Bitcoin node, looked up by its id', () => {
  let chain: CoinChain;
  const servers: FaultyServer[] = [];
  const providers: OpenProvider[] = [];
  const sources: Record<'esplora' | 'mempool' | 'blockbook', CoinSource> = Object.create(null);

  function opened(name: string, server: FaultyServer): OpenProvider {
    const provider = trialProvider(server.url, { name, exchange: { totalMs: 8_000 } });
    servers.push(server);
    providers.push(provider);
    return provider;
  }

  beforeAll(async () => {
    chain = await startCoinChain();
    sources.esplora = esploraSource('BTC', opened('esplora', await startEsploraStandIn(chain.read)));
    const remembering = await startEsploraStandIn(chain.read, { remembersReplaced: true });
    sources.mempool = esploraSource('BTC', opened('mempool', remembering));
    sources.blockbook = blockbookSource('BTC', opened('blockbook', await startBlockbookStandIn(chain.read)));
  });
  afterAll(async () => {
    for (const provider of providers) await provider.close();
    for (const server of servers) await server.close();
    await chain.close();
  });

  const everywhere = (id: string) =>
    Promise.all(Object.values(sources).map((source) => source.lookUp(id, trialCall())));

  it('is confirmed with its coins, its block and its time, and pays many at once', async () => {
    const to = { anna: 11_000_000, berta: 12_000_000, 'old carl': 13_000_000 };
    const [id = ''] = await chain.mine([{ from: 'miner', to }]);
    const [wanted] = await sources.esplora.transactions([id], trialCall());
    expect(wanted?.transaction.outputs).toHaveLength(4);
    for (const seen of await everywhere(id)) {
      const { block, time } = wanted?.transaction ?? {};
      expect(seen).toMatchObject({ is: 'confirmed', id, block, time });
      expect(seen.is === 'confirmed' && seen.content).toEqual({ ledger: 'utxo', transaction: wanted?.transaction });
    }
  });

  it('is confirmed as a coinbase', async () => {
    await chain.mineEmpty(1);
    const { transactions } = await chain.read();
    const reward = transactions.findLast(({ coinbase }) => coinbase);
    for (const seen of await everywhere(reward?.id ?? '')) {
      expect(seen).toMatchObject({ is: 'confirmed', content: { transaction: { coinbase: true, inputs: [] } } });
    }
  });

  it('is pending with the coins that it would move while it waits for a block', async () => {
    await chain.mine([{ from: 'miner', to: { dora: 70_000_000 } }]);
    const id = await chain.announce({ from: 'dora', to: { emil: 60_000_000 } });
    const [dora, emil] = [chain.addressOf('dora'), chain.addressOf('emil')];
    for (const seen of await everywhere(id)) {
      expect(seen).toMatchObject({ is: 'pending', id });
      expect(seen.is === 'pending' && seen.moves).toEqual([
        { contract: null, from: dora, to: null, amount: 70_000_000n },
        { contract: null, from: null, to: emil, amount: 60_000_000n },
        { contract: null, from: null, to: dora, amount: 9_999_000n },
      ]);
    }
  });

  it('is replaced by the transaction that spent the same coin, where the explorer remembers it; else unknown', async () => {
    const [paid = ''] = await chain.mine([{ from: 'miner', to: { fritz: 80_000_000 } }]);
    const spends = [{ transactionId: paid, index: 0 }];
    const replaced = await chain.announce({ from: 'fritz', to: { gerda: 79_000_000 }, spends });
    expect((await everywhere(replaced)).map(({ is }) => is)).toEqual(['pending', 'pending', 'pending']);

    const [by = ''] = await chain.mine([{ from: 'fritz', to: { hugo: 78_000_000 }, spends, fee: 50_000 }]);
    expect(await everywhere(replaced)).toEqual([
      { is: 'unknown', id: replaced, provider: 'esplora' },
      { is: 'replaced', id: replaced, by, provider: 'mempool' },
      { is: 'unknown', id: replaced, provider: 'blockbook' },
    ]);
    expect((await everywhere(by)).map(({ is }) => is)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  });

  it('is unknown where it never was, and after a reorganisation undid it', async () => {
    const never = 'ab'.repeat(32);
    expect((await everywhere(never)).map(({ is }) => is)).toEqual(['unknown', 'unknown', 'unknown']);
    const [undone = ''] = await chain.mine([{ from: 'miner', to: { ida: 5_000_000 } }]);
    expect((await everywhere(undone)).map(({ is }) => is)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    await chain.reorganise(1, []);
    expect((await everywhere(undone)).map(({ is }) => is)).toEqual(['unknown', 'unknown', 'unknown']);
  });
});
