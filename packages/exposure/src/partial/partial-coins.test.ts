import { bytesOf, coinGraph, Random } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawTransaction } from '../records/raw-records.ts';
import { exposureOf } from '../reference/exposure-of.ts';
import { MemoryUtxoStore } from '../reference/memory-utxo.ts';
import { PartialCoinStore } from './partial-coins.ts';

type Graph = ReturnType<typeof coinGraph>;

const SUBJECT = 'wallet-1';
const NOTHING = { received: 0n, sent: 0n };
const graphs = fc.integer({ min: 0, max: 10_000 }).map((seed) => {
  return coinGraph({ seed, accounts: 10, transfers: 60, isWhole: true });
});

function ownIn({ transactions }: Graph): readonly string[] {
  const isOwn = ({ inputs, outputs }: RawTransaction) =>
    inputs.some(({ owner }) => owner === SUBJECT) || outputs.some(({ owner }) => owner === SUBJECT);
  return transactions.filter(isOwn).map(({ transactionId }) => transactionId);
}

function storeOf(graph: Graph, stored: ReadonlySet<string>, asked: ReadonlySet<string>): PartialCoinStore {
  const spenders = new Map<string, string>();
  for (const { transactionId, inputs } of graph.transactions)
    for (const input of inputs) spenders.set(`${input.transactionId}:${input.index}`, transactionId);
  const spends = graph.transactions
    .filter(({ transactionId }) => asked.has(transactionId))
    .map(
      ({ transactionId, outputs }) =>
        [transactionId, outputs.map(({ index }) => spenders.get(`${transactionId}:${index}`) ?? null)] as const,
    );
  return new PartialCoinStore({
    network: 'BTC',
    subject: SUBJECT,
    own: ownIn(graph),
    from: null,
    unread: NOTHING,
    transactions: graph.transactions.filter(({ transactionId }) => stored.has(transactionId)),
    spends: new Map(spends),
    labelsOf: async (addresses) => addresses.map((address) => graph.labels.get(address) ?? []),
  });
}

describe('stored records of a coin network', () => {
  it('give the bytes of the whole ledger once every transaction and its spenders are stored', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.integer(), async (graph, seed) => {
        const { transactions, labels } = graph;
        const whole = new MemoryUtxoStore({ network: 'BTC', transactions, labels, derive: false });
        const shuffled = { ...graph, transactions: new Random(seed).shuffle(transactions) };
        const all = new Set(transactions.map(({ transactionId }) => transactionId));
        const expected = await exposureOf(whole, SUBJECT);
        const found = await exposureOf(storeOf(shuffled, all, all), SUBJECT);
        expect(bytesOf([found?.incoming, found?.outgoing])).toBe(bytesOf([expected?.incoming, expected?.outgoing]));
      }),
      { numRuns: 60 },
    );
  });

  it('sum to one with what was not stored as R, and more of it only moves shares out of R', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.integer(), async (graph, seed) => {
        const random = new Random(seed);
        const ids = graph.transactions.map(({ transactionId }) => transactionId);
        const some = (from: readonly string[]) => from.filter(() => random.chance(0.5));
        const stored = new Set([...ownIn(graph), ...some(ids)]);
        const asked = new Set(some(ids));
        const options = { threshold: 0, targetNotFollowed: 1 };
        const less = await exposureOf(storeOf(graph, stored, asked), SUBJECT, options);
        const more = await exposureOf(
          storeOf(graph, new Set([...stored, ...some(ids)]), new Set([...asked, ...some(ids)])),
          SUBJECT,
          options,
        );
        for (const side of ['incoming', 'outgoing'] as const) {
          const [before, after] = [less?.[side], more?.[side]];
          if (before === undefined || after === undefined || before.records === 0) continue;
          for (const { rows, residuals } of [before, after]) {
            const parts = [...rows.map(({ share }) => share), ...Object.values(residuals)];
            expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 9);
          }
          for (const row of before.rows) {
            const same = after.rows.filter(
              ({ category, entity }) => category === row.category && entity === row.entity,
            );
            const twins = before.rows.filter(
              ({ category, entity }) => category === row.category && entity === row.entity,
            );
            const sum = (rows: typeof twins) => rows.reduce((total, { share }) => total + share, 0);
            expect(sum(same) + 1e-9).toBeGreaterThanOrEqual(sum(twins));
          }
          expect(after.residuals.not_followed).toBeLessThanOrEqual(before.residuals.not_followed + 1e-9);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('names the transactions and the spenders that mass waits for', async () => {
    const graph = coinGraph({ seed: 5, accounts: 10, transfers: 80, isWhole: true });
    const store = storeOf(graph, new Set(ownIn(graph)), new Set());
    const waiting = new Set<string>();
    const onUnread = (node: number) => waiting.add(store.unreadAt(node).what);
    await exposureOf(store, SUBJECT, { targetNotFollowed: 1, onUnread });
    expect([...waiting].toSorted()).toEqual(['spends', 'transaction']);
  });
});
