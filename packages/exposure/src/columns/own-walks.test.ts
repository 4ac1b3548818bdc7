import { accountGraph } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Direction } from '../records/record.ts';
import { MemoryAccountStore } from '../reference/memory-accounts.ts';
import { exactAccountShares } from '../reference/oracle.ts';
import { ColumnStore } from './column-store.ts';
import { accountsForOwnWalks, walkOwnShares } from './own-walks.ts';
import { STREAM_KEYS, StreamPass, streamTotals } from './stream-pass.ts';

const graphs = fc
  .record({
    seed: fc.noShrink(fc.nat()),
    accounts: fc.integer({ min: 3, max: 30 }),
    transfers: fc.integer({ min: 10, max: 300 }),
  })
  .map(accountGraph);

const never = { aborted: false };

describe('exact shares of accounts with a label of their own', { timeout: 120_000 }, () => {
  it('are those of an oracle with that label off: by the pass, or by a walk where money may come back', async () => {
    let walked = 0;
    let differing = 0;
    await fc.assert(
      fc.asyncProperty(graphs, fc.constantFrom<Direction>('bwd', 'fwd'), async (graph, direction) => {
        const store = new ColumnStore({ network: 'ETH' });
        for (const [address, balance] of graph.openings) store.setOpening(address, balance);
        for (const address of graph.openingUnread) store.mark(address, { openingUnread: true });
        store.append(graph.transfers);
        store.relabel([...graph.labels].map(([address, own]) => [store.accountOf(address), own]));
        const snapshot = store.snapshot();
        const pass = new StreamPass(snapshot, direction, 0, STREAM_KEYS.length);
        while (pass.run(1000));
        const totals = streamTotals(snapshot, direction);
        const own = new Set(accountsForOwnWalks(snapshot));
        const reference = new MemoryAccountStore({ network: 'ETH', derive: false, ...graph });
        for (const address of [...graph.wallets, ...graph.labels.keys()]) {
          const node = reference.nodeOf(address);
          if (node === null || reference.factsOf(node).role !== 'account') continue;
          const account = store.accountOf(address);
          const input = { records: reference.records, factsOf: (one: number) => reference.factsOf(one), subject: node };
          const exact = new Map<string, number>();
          for (const [key, share] of exactAccountShares(input, direction).get(node) ?? []) {
            const [category = ''] = key.split('\n');
            exact.set(category, (exact.get(category) ?? 0) + share);
          }
          const passed = (key: string) => pass.shareOf(account, STREAM_KEYS.indexOf(key), totals[account] ?? 0);
          const walk = own.has(account)
            ? await walkOwnShares(snapshot, account, direction, Number.POSITIVE_INFINITY, never)
            : null;
          if (walk !== null) {
            walked += 1;
            expect(walk.isExact).toBe(true);
          }
          for (const key of STREAM_KEYS) {
            const found = walk === null ? passed(key) : (walk.shares.get(key) ?? 0);
            expect(Math.abs(found - (exact.get(key) ?? 0)), `${address} ${key}`).toBeLessThan(1e-9);
            if (walk !== null && Math.abs(passed(key) - (exact.get(key) ?? 0)) > 1e-6) differing += 1;
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(walked).toBeGreaterThan(100);
    // What the pass alone would have said otherwise.
    expect(differing).toBeGreaterThan(10);
  });

  it('say so where the states allowed did not suffice', async () => {
    const graph = accountGraph({ seed: 7, accounts: 12, transfers: 300 });
    const store = new ColumnStore({ network: 'ETH' });
    store.append(graph.transfers);
    const snapshot = store.snapshot();
    const [wallet = ''] = graph.wallets;
    const stopped = await walkOwnShares(snapshot, store.accountOf(wallet), 'bwd', 1, never);
    expect(stopped).toMatchObject({ states: 1, isExact: false });
    const whole = await walkOwnShares(snapshot, store.accountOf(wallet), 'bwd', 1_000_000, never);
    expect(whole.isExact).toBe(true);
    expect([...whole.shares.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });
});
