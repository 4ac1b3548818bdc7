import { accountGraph, coinGraph } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { MemoryAccountStore } from '../reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../reference/memory-utxo.ts';
import { walkAccount } from './account-walk.ts';
import { emptyExposure } from './result.ts';
import type { ExposureStore, SubjectFacts } from './store.ts';
import { walkUtxo } from './utxo-walk.ts';
import { walk } from './walk.ts';

const SIZE = { seed: 7, accounts: 8, transfers: 60, isWhole: true };
const accountRecords = accountGraph(SIZE);
const coinRecords = coinGraph(SIZE);
const accounts = new MemoryAccountStore({
  ...accountRecords,
  network: 'ETH',
});
const coins = new MemoryUtxoStore({ ...coinRecords, network: 'BTC' });

/** The first address of a store whose records count in both directions. */
async function busySubject(store: ExposureStore, addresses: Iterable<string>): Promise<SubjectFacts> {
  for (const address of addresses) {
    const subject = await store.subject(address);
    if (subject !== null && subject.inflows > 0 && subject.outflows > 0) return subject;
  }
  throw new Error('no address with records in both directions');
}

describe('the walk of a store', () => {
  it('is the balance haircut where the store keeps accounts', async () => {
    const subject = await busySubject(accounts, accountRecords.wallets);
    for (const direction of ['bwd', 'fwd'] as const) {
      const found = await walk(accounts, subject, direction, { threshold: 0.01 });
      expect(found.records).toBeGreaterThan(0);
      expect(found).toEqual(await walkAccount(accounts, subject, direction, { threshold: 0.01 }));
    }
  });

  it('follows coins where the store keeps transactions', async () => {
    const { transactions } = coinRecords;
    const owners = transactions.flatMap(({ outputs }) => outputs.map(({ owner }) => owner ?? ''));
    const subject = await busySubject(coins, owners);
    for (const direction of ['bwd', 'fwd'] as const) {
      const found = await walk(coins, subject, direction, { threshold: 0.01 });
      expect(found.records).toBeGreaterThan(0);
      expect(found).toEqual(await walkUtxo(coins, subject, direction, { threshold: 0.01 }));
    }
  });

  it('is left to a store that has a walk of its own', async () => {
    const asked: unknown[] = [];
    const own: ExposureStore = Object.assign(Object.create(accounts), {
      walk: async (...request: readonly unknown[]) => {
        asked.push(request);
        return emptyExposure('fwd', 0.5);
      },
    });
    const subject = await busySubject(accounts, accountRecords.wallets);
    expect(await walk(own, subject, 'fwd', { threshold: 0.5 })).toEqual(emptyExposure('fwd', 0.5));
    expect(asked).toEqual([[subject, 'fwd', { threshold: 0.5 }]]);
  });
});
