import { describe, expect, it } from 'vitest';
import type { TransactionRecord } from '../../src/records/record.ts';
import type { CoinStore } from '../../src/version-3/coins/coin-store.ts';
import { walkCoinWallet } from '../../src/version-3/coins/coin-wallet.ts';
import { WalkCancelledError } from '../../src/walk/options.ts';
import type { ClusteredStore } from './coin-cases.ts';
import { asked, everyday, made, paid, type SketchedTransaction, shortOf, sketchedStore } from './coin-sketches.ts';

const way: readonly SketchedTransaction[] = [
  paid('a', 'thief', 'm'),
  made('b', [['a', 0, 'm', 100]], [['n', 100]]),
  made(
    'c',
    [
      ['b', 0, 'n', 100],
      ['before', 0, 'unread', 300],
    ],
    [['s', 400]],
  ),
];
const labels = { thief: { category: 'stolen_coins' } } as const;

/** A store whose transactions are changed as a walk reads them. */
function changed(
  store: ClusteredStore,
  change: (transaction: TransactionRecord) => TransactionRecord | null,
): CoinStore {
  return {
    ledger: 'utxo',
    network: store.network,
    subject: (address) => store.subject(address),
    transactionsOf: (node, after, limit) => store.transactionsOf(node, after, limit),
    transactions: async (nodes) => (await store.transactions(nodes)).map((one) => (one === null ? null : change(one))),
    accounts: (nodes) => store.accounts(nodes),
    clustersOf: (nodes) => store.clustersOf(nodes),
    transactionIds: (nodes) => store.transactionIds(nodes),
  };
}

async function everIn(change: (transaction: TransactionRecord, id: string) => TransactionRecord | null) {
  const store = sketchedStore(way, labels, false);
  const ids = new Map(store.records.map(({ node }, index) => [node, way[index]?.id ?? '']));
  const subject = await store.subject('s');
  if (subject === null) throw new Error('no records of s');
  const read = changed(store, (transaction) => change(transaction, ids.get(transaction.node) ?? ''));
  const { ever } = await walkCoinWallet(read, subject, everyday);
  const parts = ever?.inflows.map(({ transaction }) => ({ transaction, part: 1 })) ?? [];
  return { short: shortOf(ever), bad: ever?.inflows.map(({ bad }) => bad), carried: ever?.carriedBy(parts) };
}

describe('a walk of coins over records that lack something', () => {
  it('counts as R what a transaction is not held for, and says which', async () => {
    const unread: (readonly [number, number])[] = [];
    const { subject, store } = await asked('s', way, false);
    await walkCoinWallet(store, subject, everyday, { onUnread: (node, mass) => unread.push([node, mass]) });
    const before = store.records.at(-1)?.inputs.at(-1)?.createdBy;
    // In what was ever received, and in what is held.
    expect(unread).toEqual([
      [before, 0.75],
      [before, 0.75],
    ]);
    expect((await everIn((transaction) => transaction)).short).toEqual(['R: 0.75', 'stolen_coins at 3: 0.25']);
    expect((await everIn((transaction, id) => (id === 'b' ? null : transaction))).short).toEqual(['R: 1']);
  });

  it('counts as R what leads back to a later transaction', async () => {
    for (const late of ['a', 'b']) {
      const { short, bad, carried } = await everIn((transaction, id) =>
        id === late ? { ...transaction, position: 99 } : transaction,
      );
      expect(short).toEqual(['R: 1']);
      expect(bad).toEqual([0]);
      expect(carried).toEqual([]);
    }
  });

  it('names what its inflows carried only for its inflows', async () => {
    const { ever } = await asked('s', way, false);
    expect(() => ever?.carriedBy([{ transaction: 99, part: 1 }])).toThrow(RangeError);
  });

  it('counts as R in what was ever received what a source states beyond the records', async () => {
    const { subject, store } = await asked('s', way, false);
    const { ever } = await walkCoinWallet(store, subject, everyday, { statedTotal: 800n });
    expect(ever?.amount).toBe(800n);
    expect(shortOf(ever)).toEqual(['R: 0.875', 'stolen_coins at 3: 0.125']);
  });

  it('ends soon after it is cancelled', async () => {
    const { subject, store } = await asked('s', way, false);
    const walk = walkCoinWallet(store, subject, everyday, { signal: { aborted: true } });
    await expect(walk).rejects.toThrow(WalkCancelledError);
  });
});
