import { accountGraph, withDerivedLabels } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveAccountLabels } from '../labels/derive-aggregate.ts';
import { deriveColumnLabels } from '../reference/derive-columns.ts';
import { MemoryAccountStore } from '../reference/memory-accounts.ts';
import { exactAccountShares } from '../reference/oracle.ts';
import { ColumnStore } from './column-store.ts';
import { STREAM_KEYS, StreamPass, streamTotals } from './stream-pass.ts';

/** 0: labels of version 1 alone. */
const deriving = fc.noShrink(fc.oneof(fc.constant(0), fc.nat()));
const graphs = fc
  .record({
    seed: fc.noShrink(fc.nat()),
    accounts: fc.integer({ min: 3, max: 40 }),
    transfers: fc.integer({ min: 1, max: 400 }),
  })
  .map(accountGraph)
  .chain((graph) => deriving.map((seed) => (seed === 0 ? graph : withDerivedLabels(graph, graph.wallets, seed))));

describe('the streaming pass over columns', { timeout: 60_000 }, () => {
  it('gives every account what the reference pass gives it, in parts and broken off anywhere too', () => {
    fc.assert(
      fc.property(graphs, fc.constantFrom('bwd', 'fwd'), fc.integer({ min: 1, max: 9 }), (graph, direction, keys) => {
        const store = new ColumnStore({ network: 'ETH' });
        for (const [address, balance] of graph.openings) store.setOpening(address, balance);
        for (const address of graph.openingUnread) store.mark(address, { openingUnread: true });
        store.append(graph.transfers);
        store.relabel([...graph.labels].map(([address, own]) => [store.accountOf(address), own]));
        const snapshot = store.snapshot();
        const reference = new MemoryAccountStore({ network: 'ETH', derive: false, ...graph });
        const exact = exactAccountShares(
          { records: reference.records, factsOf: (node) => reference.factsOf(node), subject: null },
          direction,
        );
        const totals = streamTotals(snapshot, direction);
        const found = new Map<string, number>();
        for (let first = 0; first < STREAM_KEYS.length; first += keys) {
          const count = Math.min(keys, STREAM_KEYS.length - first);
          const early = new StreamPass(snapshot, direction, first, count);
          early.run(Math.floor(snapshot.lastRecord / 2));
          const { done, mixes, sums } = early.state;
          const state = { done, mixes: mixes.slice(), sums: sums.slice() };
          const pass = new StreamPass(snapshot, direction, first, count, state);
          while (pass.run(7));
          for (const wallet of graph.wallets) {
            const account = store.accountOf(wallet);
            for (let key = first; key < first + count; key += 1) {
              found.set(`${wallet} ${STREAM_KEYS[key]}`, pass.shareOf(account, key, totals[account] ?? 0));
            }
          }
        }
        for (const wallet of graph.wallets) {
          const expected = new Map<string, number>();
          const node = reference.nodeOf(wallet);
          for (const [key, share] of (node === null ? undefined : exact.get(node)) ?? []) {
            const [category = ''] = key.split('\n');
            expected.set(category, (expected.get(category) ?? 0) + share);
          }
          for (const key of STREAM_KEYS) {
            expect(Math.abs((found.get(`${wallet} ${key}`) ?? 0) - (expected.get(key) ?? 0))).toBeLessThan(1e-9);
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  it('draws the same labels from columns as from records', () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 2, max: 5 }), (graph, contracts) => {
        const store = new ColumnStore({ network: 'ETH' });
        store.append(graph.transfers);
        store.relabel([...graph.labels].map(([address, own]) => [store.accountOf(address), own]));
        const snapshot = store.snapshot();
        const isContract = (account: number) => account % contracts === 0;
        const expected = deriveAccountLabels([...snapshot.records()], (node) => snapshot.factsOf(node), isContract);
        const byAccount = [...expected].sort(([a], [b]) => a - b);
        expect([...deriveColumnLabels(snapshot, isContract)]).toEqual(byAccount);
      }),
      { numRuns: 80 },
    );
  });
});
