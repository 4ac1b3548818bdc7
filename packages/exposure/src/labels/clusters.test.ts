import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TransactionRecord } from '../records/record.ts';
import { clustersOf } from '../reference/method-2/clusters.ts';
import type { CoinQuestion } from '../reference/method-2/input.ts';
import { DOLLAR, label, question } from '../reference/method-2/question.cases.ts';
import { ClusterUnion } from './cluster-union.ts';
import { jointOwners } from './joint-owners.ts';
import { transactionOf } from './spends.cases.ts';

const byText = (a: string, b: string): number => (a < b ? -1 : 1);

const OWNERS = 9;
const spends = fc.array(
  fc.record({
    inputs: fc.array(fc.tuple(fc.integer({ min: 1, max: OWNERS }), fc.integer({ min: 1, max: 6 })), {
      minLength: 1,
      maxLength: 4,
    }),
    outputs: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
    coinbase: fc.constantFrom(false, false, false, false, true),
  }),
  { maxLength: 12 },
);
const services = fc.dictionary(
  fc.integer({ min: 1, max: OWNERS }).map(String),
  fc.tuple(
    fc.constantFrom('Kraken', 'Bitstamp'),
    fc.constantFrom('exchange_licensed', 'gambling', 'bridge'),
    fc.constantFrom(40, 50, 90),
  ),
);

/** Clusters of two or more and refused joins, as lines, by joins in runs of `length` transactions. */
function joined(transactions: readonly TransactionRecord[], entities: ReadonlyMap<number, string>, length: number) {
  const clusterOf = new Map<number, number>();
  const known = new Map<number, { id: number; size: number; entity: string | null }>();
  const refused: string[] = [];
  for (let at = 0; at < transactions.length; at += length) {
    const union = new ClusterUnion((node) => {
      const stored = known.get(clusterOf.get(node) ?? 0);
      return stored ?? { id: node, size: 1, entity: entities.get(node) ?? null };
    });
    for (const transaction of transactions.slice(at, at + length)) {
      union.join(
        transaction.node,
        jointOwners(transaction).toSorted((a, b) => a - b),
      );
    }
    for (const cluster of union.clusters()) {
      for (const { id } of cluster.parts) {
        known.delete(id);
        if (!clusterOf.has(id)) clusterOf.set(id, id);
      }
      for (const [node, id] of clusterOf) {
        if (cluster.parts.some((part) => part.id === id)) clusterOf.set(node, cluster.id);
      }
      known.set(cluster.id, cluster);
    }
    refused.push(...union.refused.map(({ transaction, first, other }) => `t${transaction} ${first} ${other}`));
  }
  const members = Map.groupBy(clusterOf.keys(), (node) => clusterOf.get(node));
  const lines = [...members.values()]
    .filter((list) => list.length > 1)
    .map((list) => list.toSorted((a, b) => a - b).join(' '));
  for (const [id, { size }] of known)
    expect([...clusterOf.values()].filter((other) => other === id)).toHaveLength(size);
  return { clusters: lines.toSorted(byText), refused };
}

describe('clusters', () => {
  it('are those of the reference, joined at once or in runs', () => {
    fc.assert(
      fc.property(spends, services, fc.integer({ min: 1, max: 5 }), (list, given, length) => {
        const transactions = list.map((spend, at) => transactionOf(spend, at + 1));
        const {
          network: _network,
          ledger: _ledger,
          transfers: _transfers,
          accounts: _accounts,
          ...rest
        } = question([]);
        const asked: CoinQuestion = {
          ...rest,
          ledger: 'utxo',
          network: 'BTC',
          unreadBefore: false,
          labels: Object.entries(given).map(([address, [entity, category, confidence]]) =>
            label(address, category, { network: 'BTC', entity, confidence }),
          ),
          transactions: list.map((spend, at) => ({
            id: `t${at + 1}`,
            position: at + 1,
            time: 0,
            coinbase: spend.coinbase,
            coordinatorForm: false,
            inputs: spend.inputs.map(([owner, value], index) => ({
              output: `${at}:${index}`,
              owner: String(owner),
              value: BigInt(value),
              openSignature: false,
            })),
            outputs: spend.outputs.map((value, index) => ({ id: `${at}>${index}`, owner: '99', value: BigInt(value) })),
            money: DOLLAR,
          })),
        };
        const reference = clustersOf(asked);
        const expected = {
          clusters: [
            ...new Set([...reference.members.values()].map((list) => list.toSorted(byText).join(' '))),
          ].toSorted(byText),
          refused: reference.refused.map(({ transaction, addresses }) => `${transaction} ${addresses.join(' ')}`),
        };
        const entities = new Map(
          Object.entries(given)
            .filter(([, [, category, confidence]]) => category !== 'gambling' && confidence >= 50)
            .map(([address, [entity]]) => [Number(address), entity]),
        );
        expect(joined(transactions, entities, transactions.length + 1)).toEqual(expected);
        expect(joined(transactions, entities, length)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  it('depend on the order of joins only where one is refused', () => {
    fc.assert(
      fc.property(spends, fc.integer(), (list, turn) => {
        const transactions = list.map((spend, at) => transactionOf(spend, at + 1));
        const others = transactions.toSorted((a, b) => ((a.node * turn) % 7) - ((b.node * turn) % 7));
        expect(joined(others, new Map(), 3).clusters).toEqual(joined(transactions, new Map(), 100).clusters);
      }),
    );
  });
});
