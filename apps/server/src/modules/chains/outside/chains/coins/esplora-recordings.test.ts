import { type ReplayServer, readRecordings, startReplayServer } from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoinSource, CoinTransaction } from '../../../sources/sources.ports.ts';
import type { OpenProvider } from '../../providers/open-provider.ts';
import { trialCall, trialProvider } from '../../providers/test/trial-provider.ts';
import { esploraSource } from './esplora-source.ts';

const GENESIS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

/** Every recorded answer of mempool.space; the sums were computed independently of this code. */
describe('recorded answers of Esplora', () => {
  const recordings = readRecordings('esplora');
  let server: ReplayServer;
  let provider: OpenProvider;
  let source: CoinSource;

  beforeAll(async () => {
    server = await startReplayServer(recordings);
    provider = trialProvider(server.url, { name: 'mempool' });
    source = esploraSource('BTC', provider);
  });
  afterAll(async () => {
    await provider.close();
    await server.close();
  });

  const page = () => source.transactionsOf({ address: GENESIS, since: null, until: null, cursor: null }, trialCall());

  async function everything(): Promise<readonly CoinTransaction[]> {
    const ids = recordings.flatMap(({ request }) => (request.startsWith('/tx/') ? [request.slice(4)] : []));
    const single = await source.transactions(ids, trialCall());
    return [...single.filter((one) => one !== null), ...(await page()).transactions];
  }

  it('are all read: 155 transactions, every coin with its value, 787 of them with an owner', async () => {
    const all = (await everything()).map(({ transaction }) => transaction);
    const inputs = all.flatMap((transaction) => transaction.inputs);
    const outputs = all.flatMap((transaction) => transaction.outputs);
    expect([all.length, inputs.length, outputs.length]).toEqual([155, 264, 575]);
    expect(inputs.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)).toBe(119_948_678_400n);
    expect(outputs.reduce((sum, { amount }) => sum + amount, 0n)).toBe(119_947_048_280n);
    expect([...inputs, ...outputs].filter(({ owner }) => owner !== null)).toHaveLength(787);
  });

  it('leave what the fee was between inputs and outputs', async () => {
    for (const { request, answer } of recordings.filter(({ request }) => request.startsWith('/tx/'))) {
      const { fee } = answer as { fee: number };
      const [read] = await source.transactions([request.slice(4)], trialCall());
      const paid = read?.transaction.inputs.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n) ?? 0n;
      const made = read?.transaction.outputs.reduce((sum, { amount }) => sum + amount, 0n) ?? 0n;
      // The recordings contain 0 for some.
      if (fee > 0) expect(paid - made).toBe(BigInt(fee));
    }
  });

  it('name nobody for data and bare multisig, and the owner of every other script', async () => {
    const ids = {
      multisig: '60a20bd93aa49ab4b28d514ec10b06e1829ce6818ec06cd3aabd013ebcdc4bb1',
      data: '8bae12b5f4c088d940733dcd1455efc6a3a69cf9340e17a981286d3778615684',
      taproot: '37777defed8717c581b4c0509329550e344bdc14ac38f71fc050096887e535c8',
    };
    const [multisig, data, taproot] = await source.transactions(Object.values(ids), trialCall());
    expect(multisig?.transaction.outputs.some(({ owner }) => owner === null)).toBe(true);
    expect(data?.transaction.outputs.filter(({ owner, amount }) => owner === null && amount === 0n)).toHaveLength(1);
    expect(taproot?.transaction.inputs[0]?.owner).toBe(
      'bc1ptapr00ta4etkkd9tez5ud7j0perc0szzxn9fv057jmy0ndnm2mgsljcl7j',
    );
    expect(taproot?.transaction).toMatchObject({ block: 709_635, time: 1_636_868_413, coinbase: false });
  });

  it('page through a long history, newest first, and say up to where it is complete', async () => {
    const { transactions, next, completeFrom } = await page();
    const last = transactions.at(-1)?.transaction;
    expect(transactions).toHaveLength(50);
    expect(next).toBe(`${last?.transactionId}@${last?.block}`);
    expect(completeFrom).toBe((last?.block ?? 0) + 1);
  });

  it('count what an address had', async () => {
    expect(await source.counters(GENESIS, trialCall())).toEqual({
      transactions: 56_893,
      counterparties: null,
      isContract: null,
      received: 5_710_665_717n,
      sent: 0n,
      provider: 'mempool',
    });
  });

  it('are the same, once each and newest first, when lists come twice or the other way round', async () => {
    const good = await page();
    for (const fault of ['duplicates', 'out-of-order'] as const) {
      server.failNext(fault);
      const bad = await page();
      const key = ({ transaction }: CoinTransaction): string => transaction.transactionId;
      expect(bad.transactions.map(key).toSorted()).toEqual(good.transactions.map(key).toSorted());
      const blocks = bad.transactions.map(({ transaction }) => transaction.block);
      expect(blocks).toEqual(blocks.toSorted((a, b) => b - a));
    }
  });
});
