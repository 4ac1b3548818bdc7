import { describe, expect, it } from 'vitest';
import { exposureOf } from '../src/reference/exposure-of.ts';
import { MemoryAccountStore } from '../src/reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import { WalkCancelledError } from '../src/walk/options.ts';
import type { AccountStore, UtxoStore } from '../src/walk/store.ts';

const OWN_RECORDS = 20_000;
/** Every thousand steps or so, and each record is read, weighed and started from. */
const YIELDS = (3 * OWN_RECORDS) / 1100;

const AT = { transactionIndex: 0, time: 0 } as const;

/** Paid by as many others as it has records. */
const accounts = new MemoryAccountStore({
  network: 'TRX',
  transfers: Array.from({ length: OWN_RECORDS }, (_, block) => ({
    ...AT,
    ...{ block, transactionId: `t${block}`, kind: 'token', index: 0, ordinal: 0 },
    ...{ from: `payer-${block}`, to: 's', amount: 10n ** 30n },
  })),
});
const coins = new MemoryUtxoStore({
  network: 'BTC',
  transactions: Array.from({ length: OWN_RECORDS }, (_, block) => ({
    ...AT,
    ...{ block, transactionId: `t${block}`, coinbase: false },
    inputs: [{ transactionId: `before-${block}`, index: 0, owner: `payer-${block}`, amount: 10n ** 30n }],
    outputs: [{ index: 0, owner: 's', amount: 10n ** 30n }],
  })),
});

describe('an address with very many own records', { timeout: 60_000 }, () => {
  it.each<readonly [string, AccountStore | UtxoStore]>([
    ['accounts', accounts],
    ['coins', coins],
  ])('yields the event loop from beginning to end: %s', async (_name, store) => {
    let yields = 0;
    const exposure = await exposureOf(store, 's', {
      yieldToEventLoop: async () => {
        yields += 1;
      },
    });
    expect(exposure?.incoming).toMatchObject({ records: OWN_RECORDS, amount: BigInt(OWN_RECORDS) * 10n ** 30n });
    expect(yields).toBeGreaterThan(YIELDS);
  });

  it.each<readonly [string, AccountStore | UtxoStore]>([
    ['accounts', accounts],
    ['coins', coins],
  ])('can be cancelled before its first round: %s', async (_name, store) => {
    const signal = { aborted: false };
    let rounds = 0;
    const walk = exposureOf(store, 's', {
      signal,
      onProgress: ({ round }) => {
        rounds = Math.max(rounds, round);
        signal.aborted = true;
      },
    });
    await expect(walk).rejects.toBeInstanceOf(WalkCancelledError);
    expect(rounds).toBe(0);
  });
});
