import { compareTransfers, isRecord, walk } from '@assay/exposure';
import { MemoryAccountStore } from '@assay/exposure/reference';
import { accountGraph } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storeUntil } from './store-until.ts';

describe('an account ledger cut back to one of its records', () => {
  it('gives every wallet the exposure it had when that record was the last', async () => {
    const size = fc.record({
      seed: fc.nat(10_000),
      part: fc.double({ min: 0.05, max: 1, noNaN: true }),
      pick: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(size, async ({ seed, part, pick }) => {
        const { transfers, labels, openings, openingUnread, wallets } = accountGraph({
          seed,
          accounts: 40,
          transfers: 300,
        });
        const input = { network: 'ETH', labels, openings, openingUnread, derive: false } as const;
        const full = new MemoryAccountStore({ ...input, transfers });
        const ordered = transfers.filter(isRecord).toSorted(compareTransfers);
        const prefix = new MemoryAccountStore({
          ...input,
          transfers: ordered.slice(0, Math.ceil(part * ordered.length)),
        });
        const last = full.records[prefix.records.length - 1]?.position ?? 0;
        const address = wallets[pick % wallets.length] ?? '';
        const cut = storeUntil(full, last, full.records.find(({ position }) => position === last)?.time ?? 0);
        const [then, now] = [await prefix.subject(address), await cut.subject(address)];
        expect(now === null).toBe(then === null);
        if (then === null || now === null) return;
        const { node: _there, ...facts } = then;
        expect(now).toMatchObject(facts);
        for (const direction of ['bwd', 'fwd'] as const) {
          // Short pages, so that the cut-off is within a page.
          const options = { pageLimit: 3 };
          expect(await walk(cut, now, direction, options)).toEqual(await walk(prefix, then, direction, options));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('knows nobody whom only later records mention', async () => {
    const { transfers, wallets } = accountGraph({ seed: 1, accounts: 10, transfers: 50 });
    const store = storeUntil(new MemoryAccountStore({ network: 'ETH', transfers }), 0, 0);
    for (const address of wallets) expect(await store.subject(address)).toBeNull();
  });
});
