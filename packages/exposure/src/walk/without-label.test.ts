import { accountGraph, bytesOf, coinGraph } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { throughPages } from '../../test/through-pages.ts';
import { ColumnStore } from '../columns/column-store.ts';
import type { Label } from '../labels/label.ts';
import { exposureOf } from '../reference/exposure-of.ts';
import { MemoryAccountStore } from '../reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../reference/memory-utxo.ts';
import { weightiestClaims } from '../score/method-2/weightiest.ts';
import { withoutLabel } from './without-label.ts';

const without = (labels: ReadonlyMap<string, readonly Label[]>, category: string, entity: string) =>
  new Map(
    [...labels].map(([address, own]) => [
      address,
      own.filter((label) => label.category !== category || label.entity !== entity),
    ]),
  );

/** What was found, with its records and labels but without the numbers of the store. */
async function answer(store: Parameters<typeof exposureOf>[0], address: string): Promise<string> {
  const exposure = await exposureOf(store, address);
  return bytesOf([exposure?.incoming, exposure?.outgoing]);
}

describe('a store without a claim', () => {
  it('gives what the same records give where nobody made the claim, on both kinds of networks', async () => {
    let changed = 0;
    for (const seed of [1, 2, 3]) {
      const accounts = accountGraph({ seed, accounts: 30, transfers: 300 });
      const coins = coinGraph({ seed, accounts: 12, transfers: 120 });
      const accountStore = (labels: ReadonlyMap<string, readonly Label[]>) =>
        new MemoryAccountStore({ ...accounts, network: 'ETH', derive: false, labels });
      const coinStore = (labels: ReadonlyMap<string, readonly Label[]>) =>
        new MemoryUtxoStore({ ...coins, network: 'BTC', derive: false, labels });
      for (const [graph, storeOf] of [
        [accounts, accountStore],
        [coins, coinStore],
      ] as const) {
        const whole = storeOf(graph.labels);
        for (const address of Array.from({ length: 8 }, (_, at) => `wallet-${at}`)) {
          const found = await exposureOf(whole, address);
          for (const claim of found === null ? [] : weightiestClaims([found.incoming, found.outgoing])) {
            const bare = await answer(withoutLabel(whole, claim), address);
            expect(bare).toBe(await answer(storeOf(without(graph.labels, claim.category, claim.entity)), address));
            if (bare !== (await answer(whole, address))) changed += 1;
          }
        }
      }
    }
    expect(changed).toBeGreaterThan(10);
  });

  it('gives the same bytes by the walk of columns as through pages, also where labels end or were derived', async () => {
    let changed = 0;
    for (const seed of [1, 2, 3]) {
      const graph = accountGraph({ seed, accounts: 30, transfers: 300 });
      const store = new ColumnStore({ network: 'ETH' });
      for (const [address, balance] of graph.openings) store.setOpening(address, balance);
      for (const address of graph.openingUnread) store.mark(address, { openingUnread: true });
      store.append(graph.transfers);
      const middle = graph.transfers[150]?.time ?? 0;
      const derive = ([label]: readonly Label[]): Label[] =>
        label === undefined ? [] : [{ ...label, origin: 'derived', derivedBy: 'deposit_address', confidence: 40 }];
      const labels = [...graph.labels].flatMap(([address, own], at): (readonly [string, readonly Label[]])[] => [
        [address, own.map((label) => (at % 3 === 0 ? { ...label, validTo: middle } : label))],
        [`wallet-${10 + (at % 15)}`, derive(own)],
      ]);
      store.relabel(labels.map(([address, own]) => [store.accountOf(address), own]));
      const columns = store.snapshot();
      const pages = throughPages(columns);
      for (const address of Array.from({ length: 8 }, (_, at) => `wallet-${at}`)) {
        const found = await exposureOf(columns, address);
        for (const claim of found === null ? [] : weightiestClaims([found.incoming, found.outgoing])) {
          const bare = await answer(withoutLabel(columns, claim), address);
          expect(bare).toBe(await answer(withoutLabel(pages, claim), address));
          if (bare !== (await answer(columns, address))) changed += 1;
        }
      }
    }
    expect(changed).toBeGreaterThan(10);
  });
});
