import { bytesOf } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlannedAccountStore } from '../src/planned/planned-accounts.ts';
import { PlannedCoinStore } from '../src/planned/planned-coins.ts';
import { PLANNED_POSITION, PLANNED_TRANSACTION } from '../src/planned/planned-payment.ts';
import { advance } from '../src/records/ratios.ts';
import { MemoryAccountStore, type MemoryAccountsInput } from '../src/reference/memory-accounts.ts';
import { type MemoryUtxoInput, MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import type { ExposureStore } from '../src/walk/store.ts';
import { walk } from '../src/walk/walk.ts';
import { accountGraphs } from './reference/account-graphs.ts';
import { coinGraphs } from './reference/coin-graphs.ts';

const LATER = 5_000;
/** `new` is in no record. */
const ends = fc
  .uniqueArray(fc.constantFrom('s', 'a', 'b', 'c', 'd', 'new'), { minLength: 2, maxLength: 2 })
  .map(([from = 's', to = 'a']) => ({ from, to }));
const amounts = fc.bigInt(1n, 40n);
const limits = fc.record({
  threshold: fc.constantFrom(0, 1e-4, 1e-2, 0.2),
  maxStates: fc.constantFrom(3, 20, 100_000),
  pageLimit: fc.constantFrom(1, 2, 100),
});

/** Of all addresses after the last record. */
function balancesOf({ openings, ...input }: MemoryAccountsInput): ReadonlyMap<string, bigint> {
  const store = new MemoryAccountStore(openings === undefined ? input : { ...input, openings });
  const balances = new Map(openings ?? []);
  for (const { from, to, amount } of store.records) {
    const [payer, payee] = [store.factsOf(from).address, store.factsOf(to).address];
    const step = advance(balances.get(payer) ?? 0n, balances.get(payee) ?? 0n, amount);
    balances.set(payer, step.fromAfter).set(payee, step.toAfter);
  }
  return balances;
}

async function expectEqual(
  overlay: ExposureStore,
  stored: ExposureStore,
  { from, to }: { readonly from: string; readonly to: string },
  options: object,
): Promise<void> {
  for (const address of [from, to, 's', 'b']) {
    const [one, other] = [await overlay.subject(address), await stored.subject(address)];
    expect({ ...one, node: 0 }, address).toEqual({ ...other, node: 0 });
    if (one === null || other === null) continue;
    for (const direction of ['bwd', 'fwd'] as const) {
      const [found, wanted] = [
        await walk(overlay, one, direction, options),
        await walk(stored, other, direction, options),
      ];
      expect(bytesOf(found), `${address} ${direction}`).toBe(bytesOf(wanted));
    }
  }
}

describe('a planned payment', { timeout: 120_000 }, () => {
  it('gives every walk of accounts the bytes of a run with its record appended', async () => {
    await fc.assert(
      fc.asyncProperty(accountGraphs, ends, amounts, limits, async (graph, { from, to }, amount, options) => {
        const input = { ...graph, derive: false };
        const base = new MemoryAccountStore(input);
        const balances = balancesOf(input);
        const planned = { from, to, amount, time: LATER };
        const store = await PlannedAccountStore.open({
          ...{ store: base, planned },
          balances: { from: balances.get(from) ?? 0n, to: balances.get(to) ?? 0n },
          unrecorded: (address) => {
            const openingUnread = input.openingUnread?.has(address) ?? false;
            return { labels: input.labels?.get(address) ?? [], openingUnread, complete: !openingUnread };
          },
        });
        const record = { ...planned, transactionId: 'planned', kind: 'token', index: 0, ordinal: 0 } as const;
        const transfers = [...input.transfers, { ...record, block: 1_000_000, transactionIndex: 0 }];
        await expectEqual(store, new MemoryAccountStore({ ...input, transfers }), { from, to }, options);
        const side = await store.subject(to);
        const alone = side === null ? null : await walk(store, side, 'bwd', { ...options, only: [PLANNED_POSITION] });
        expect(alone).toMatchObject({ amount, records: 1 });
      }),
      { numRuns: 300 },
    );
  });

  it('gives every walk of coins the bytes of a run with its transaction appended', async () => {
    await fc.assert(
      fc.asyncProperty(coinGraphs, ends, amounts, limits, async (graph, { from, to }, amount, options) => {
        const input: MemoryUtxoInput = { ...graph, derive: false };
        const base = new MemoryUtxoStore(input);
        const planned = { from, to, amount, time: LATER };
        const store = await PlannedCoinStore.open({
          ...{ store: base, planned },
          unrecorded: (address) => {
            const openingUnread = input.openingUnread?.has(address) ?? false;
            return { labels: input.labels?.get(address) ?? [], openingUnread, complete: !openingUnread };
          },
        });
        const { inputs, outputs, unknownInputs } = store.transaction;
        const ids = await base.transactionIds(inputs.map(({ createdBy }) => createdBy));
        const unknown = { transactionId: 'nowhere', index: 0, owner: null, amount: null };
        const spent = inputs.map(({ index, owner, amount: value }, at) => ({
          ...{ transactionId: ids[at] ?? '', index, amount: value },
          owner: owner === null ? null : from,
        }));
        const appended = {
          ...{ transactionId: 'planned', block: 1_000_000, transactionIndex: 0, time: LATER, coinbase: false },
          inputs: unknownInputs > 0 ? [...spent, unknown] : spent,
          outputs: outputs.map(({ index, amount: value }) => ({
            index,
            owner: index === 0 ? to : from,
            amount: value,
          })),
        };
        const transactions = [...input.transactions, appended];
        await expectEqual(store, new MemoryUtxoStore({ ...input, transactions }), { from, to }, options);
        const side = await store.subject(to);
        const alone =
          side === null ? null : await walk(store, side, 'bwd', { ...options, only: [PLANNED_TRANSACTION] });
        expect(alone).toMatchObject({ amount });
      }),
      { numRuns: 300 },
    );
  });

  it('is refused without an amount, and to its own sender', async () => {
    const store = new MemoryAccountStore({ network: 'ETH', transfers: [] });
    const unrecorded = () => ({ labels: [], openingUnread: false, complete: true });
    const open = (planned: { from: string; to: string; amount: bigint }) =>
      PlannedAccountStore.open({ store, planned: { ...planned, time: 0 }, balances: { from: 0n, to: 0n }, unrecorded });
    await expect(open({ from: 'a', to: 'b', amount: 0n })).rejects.toThrow(RangeError);
    await expect(open({ from: 'a', to: 'a', amount: 1n })).rejects.toThrow(RangeError);
  });
});
