import { type NetworkRecording, readRecordings, startReplayServer } from '@assay/testkit/chains';
import { describe, expect, it } from 'vitest';
import { COIN_NETWORK_IDS, type CoinNetworkId } from '../../../formats/coin-networks.ts';
import type { CoinsPage, CoinTransaction } from '../../../sources/sources.ports.ts';
import { trialCall, trialProvider } from '../../providers/test/trial-provider.ts';
import { blockbookSource } from './blockbook-source.ts';
import { readBlockbookPage } from './blockbook-wire.ts';

const RECORDINGS = readRecordings('blockbook');

/**
 * What was recorded by network: the page of an address, and that of a wallet. The sums were computed independently of
 * this code.
 */
const SUMS: Readonly<Record<CoinNetworkId, readonly (readonly [number, number, bigint, bigint])[]>> = {
  BTC: [
    [13, 0, 2_949_910n, 2_894_046n],
    [10, 0, 2_730_710n, 2_712_523n],
  ],
  BCH: [
    [5, 0, 137_576_317_772n, 137_576_297_698n],
    [3, 0, 426_184n, 424_600n],
  ],
  DASH: [
    [10, 10, 0n, 2_886_107_965n],
    [10, 0, 10_039_459n, 9_800_035n],
  ],
  DOGE: [
    [12, 0, 462_063_639_521n, 460_161_589_903n],
    [10, 0, 163_562_287_826n, 161_980_287_826n],
  ],
  DGB: [
    [10, 0, 618_039_000n, 618_029_000n],
    [7, 0, 48_596_173_167_095n, 48_596_173_044_235n],
  ],
  LTC: [
    [19, 0, 55_059_264n, 54_885_544n],
    [10, 0, 18_948_640n, 18_787_450n],
  ],
  RVN: [
    [2, 0, 17_056_410_521n, 17_055_902_359n],
    [8, 0, 78_109_350_070n, 78_108_778_766n],
  ],
  ZEC: [
    [10, 10, 0n, 6_250_000_000n],
    [39, 0, 20_158_748n, 19_817_504n],
  ],
};

describe.each(COIN_NETWORK_IDS)('recorded answers of Blockbook for %s', (network) => {
  const pages = RECORDINGS.filter((recording) => recording.network === network && !recording.request.includes('/tx/'));

  it('are all read, with every value, every owner and every reward', () => {
    const read = pages.map(({ answer }) => {
      const { transactions } = readBlockbookPage({ network, provider: 'recorded' }, JSON.stringify(answer));
      return sumsOf(transactions);
    });
    expect(read).toEqual(SUMS[network]);
  });

  it('are read the same over HTTP, page by page, with the counters of the address', async () => {
    const [first] = pages.filter(({ request }) => request.includes('/address/'));
    if (first === undefined) throw new Error('No address was recorded');
    await withReplay(network, [first], async (source, address, asked) => {
      const page: CoinsPage = await source.transactionsOf(
        { address, since: null, until: null, cursor: null },
        trialCall(),
      );
      const answer = first.answer as { totalPages: number; txs: number; totalReceived: string };
      expect(sumsOf(page.transactions)).toEqual(SUMS[network][0]);
      expect(page.next === null).toBe(answer.totalPages === 1);
      expect(await source.counters(address, trialCall())).toMatchObject({
        transactions: answer.txs,
        received: BigInt(answer.totalReceived),
      });
      expect(asked[0]).toContain('details=txs&page=1&pageSize=100');
    });
  });
});

describe('whole histories recorded of Blockbook', () => {
  interface Totals {
    readonly address: string;
    readonly txs: number;
    readonly transactions: readonly unknown[];
    readonly totalReceived: string;
    readonly totalSent: string;
    readonly balance: string;
  }
  const whole = RECORDINGS.filter(({ request, answer }) => {
    const { txs, transactions } = answer as Totals;
    return request.includes('/address/') && transactions.length === txs;
  });

  it.each(whole)('come to the totals and the balance of the address on $network', ({ network, answer }) => {
    const { address, totalReceived, totalSent, balance } = answer as Totals;
    const wire = { network: network as CoinNetworkId, provider: 'recorded' };
    const { transactions } = readBlockbookPage(wire, JSON.stringify(answer));
    const sum = (coins: readonly { readonly owner: string | null; readonly amount: bigint | null }[]) =>
      coins.reduce((total, { owner, amount }) => (owner === address ? total + (amount ?? 0n) : total), 0n);
    const received = sum(transactions.flatMap(({ transaction }) => transaction.outputs));
    const sent = sum(transactions.flatMap(({ transaction }) => transaction.inputs));
    expect([received, sent, received - sent]).toEqual([BigInt(totalReceived), BigInt(totalSent), BigInt(balance)]);
  });

  it('are of four networks at least', () => {
    expect(new Set(whole.map(({ network }) => network)).size).toBeGreaterThanOrEqual(4);
  });
});

describe('single transactions recorded of Blockbook', () => {
  it.each(RECORDINGS.filter(({ request }) => request.includes('/tx/')))('$what is read', async (recording) => {
    await withReplay(recording.network as CoinNetworkId, [recording], async (source) => {
      const answer = recording.answer as { txid: string; blockHeight: number; blockTime: number; fees: string };
      const [read] = await source.transactions([answer.txid], trialCall());
      if (answer.blockHeight < 0) return expect(read).toBeNull();
      const [, , paid, made] = sumsOf(read === null || read === undefined ? [] : [read]);
      expect(read?.transaction).toMatchObject({ block: answer.blockHeight, time: answer.blockTime });
      expect(paid - made).toBe(BigInt(answer.fees));
    });
  });
});

describe('a Zcash transaction and the shielded pool', () => {
  const id = '12'.repeat(32);
  const address = 't1LwLWo1Mo3s4RPtUpeyUD1eYd47inL3bwX';
  const coin = (value: string, more: object) => ({ value, n: 0, addresses: [address], isAddress: true, ...more });
  const answer = (vin: readonly object[], vout: readonly object[]) =>
    JSON.stringify({
      page: 1,
      totalPages: 1,
      itemsOnPage: 10,
      transactions: [{ txid: id, vin, vout, blockHeight: 5, blockTime: 9 }],
    });
  const read = (network: CoinNetworkId, text: string) =>
    readBlockbookPage({ network, provider: 'recorded' }, text).transactions[0]?.transaction;

  it('took from the pool what its open inputs do not hold', () => {
    const vin = [coin('100', { txid: 'ab'.repeat(32) })];
    const made = read('ZEC', answer(vin, [coin('1100', {})]));
    expect(made?.inputs).toEqual([
      { transactionId: 'ab'.repeat(32), index: 0, owner: address, amount: 100n },
      { transactionId: `${'f'.repeat(16)}${id.slice(16)}`, index: 0, owner: null, amount: 1000n },
    ]);
  });

  it('put into the pool what is more than a fee, and nothing where it is one', () => {
    const vin = (value: string) => [coin(value, { txid: 'ab'.repeat(32) })];
    expect(read('ZEC', answer(vin('5000100'), [coin('100', {})]))?.outputs.at(-1)).toEqual({
      index: 1,
      owner: null,
      amount: 5_000_000n,
    });
    expect(read('ZEC', answer(vin('10100'), [coin('100', {})]))?.outputs).toHaveLength(1);
  });

  it('is what no other network may do: coins come from somewhere', () => {
    const text = answer([coin('100', { txid: 'ab'.repeat(32) })], [coin('1100', {})]).replaceAll(
      address,
      'XrcbsQdrFYEzbqA9nCJi8zDtnRZzNKkCtG',
    );
    const { transactions, gaps } = readBlockbookPage({ network: 'DASH', provider: 'recorded' }, text);
    expect(transactions).toEqual([]);
    expect(gaps).toEqual([{ kind: 'unreadable', provider: 'recorded', rows: 1, fields: ['vout'] }]);
  });
});

function sumsOf(transactions: readonly CoinTransaction[]): [number, number, bigint, bigint] {
  const all = transactions.map(({ transaction }) => transaction);
  return [
    all.length,
    all.filter(({ coinbase }) => coinbase).length,
    all.flatMap(({ inputs }) => inputs).reduce((sum, { amount }) => sum + (amount ?? 0n), 0n),
    all.flatMap(({ outputs }) => outputs).reduce((sum, { amount }) => sum + amount, 0n),
  ];
}

async function withReplay(
  network: CoinNetworkId,
  recordings: readonly NetworkRecording[],
  work: (source: ReturnType<typeof blockbookSource>, address: string, asked: readonly string[]) => Promise<void>,
): Promise<void> {
  const server = await startReplayServer(recordings);
  const provider = trialProvider(server.url, { name: 'recorded' });
  try {
    await work(blockbookSource(network, provider), recordings[0]?.request.split('/').at(-1) ?? '', server.asked);
  } finally {
    await provider.close();
    await server.close();
  }
}
