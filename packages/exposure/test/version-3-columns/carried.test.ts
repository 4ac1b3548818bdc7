import { describe, expect, it } from 'vitest';
import type { MixtureRow } from '../../src/version-3/mixture.ts';
import type { FlowStore } from '../../src/version-3/store/flow-store.ts';
import type { FlowWalkOptions } from '../../src/version-3/walk/flow-walk.ts';
import { walkWallet } from '../../src/version-3/walk/wallet-walk.ts';
import { ACCOUNTS, isOnReviewedList, randomHistory, storeOf } from '../version-3/histories.ts';
import { columnsOf } from './columns-of.ts';

const RUNS = Number(process.env['COLUMNS_RUNS'] ?? 12);
const CUTS: readonly FlowWalkOptions[] = [{ threshold: 0 }, {}, { threshold: 0.1, maxStates: 60 }];

/** The rows that each inflow of an account carried, all of it and what each account paid of it. */
async function carriedIn(
  store: FlowStore & { nodeOf(address: string): number | null },
  address: string,
  options: FlowWalkOptions,
): Promise<readonly (readonly MixtureRow[])[]> {
  const subject = await store.subject(address);
  const { ever } = subject === null ? { ever: null } : await walkWallet(store, subject, isOnReviewedList, options);
  const payers = [null, ...ACCOUNTS.map((account) => store.nodeOf(account) ?? -1)];
  return (ever?.inflows ?? []).flatMap(({ transaction }) =>
    payers.map((payer) => ever?.carriedBy([{ transaction, part: 0.5, payer }]) ?? []),
  );
}

describe('what parts of inflows carried', () => {
  it.each(CUTS)('is the same in columns and by the reference, cut by %o', async (options) => {
    for (let seed = 0; seed < RUNS; seed += 1) {
      const history = randomHistory(seed, 25);
      const memory = storeOf(history);
      const { store } = await columnsOf(memory, history);
      for (const address of ['a', 'b', 'c']) {
        const found = await carriedIn(store.snapshot(), address, options);
        expect(found, `${seed} ${address}`).toEqual(await carriedIn(memory, address, options));
      }
    }
  });
});
