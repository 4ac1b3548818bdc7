import { type AccountGraph, accountGraph, Random } from '@assay/testkit';
import fc from 'fast-check';
import { isRecord } from '../src/records/raw-records.ts';
import type { Direction } from '../src/records/record.ts';
import { MemoryAccountStore } from '../src/reference/memory-accounts.ts';
import { walkAccount } from '../src/walk/account-walk.ts';
import type { DirectionExposure } from '../src/walk/exposure.ts';
import type { WalkOptions } from '../src/walk/options.ts';
import type { AccountStore } from '../src/walk/store.ts';

export const graphs = fc
  .record({
    seed: fc.noShrink(fc.nat()),
    accounts: fc.integer({ min: 3, max: 40 }),
    transfers: fc.integer({ min: 1, max: 300 }),
  })
  .map(accountGraph);
export const directions = fc.constantFrom<Direction>('bwd', 'fwd');
export const thresholds = fc.constantFrom(0, 1e-6, 1e-4, 1e-2, 0.1);
export const cases = fc.tuple(graphs, directions, fc.noShrink(fc.nat()));

export function storeOf(graph: AccountGraph, part: Partial<ConstructorParameters<typeof MemoryAccountStore>[0]> = {}) {
  return new MemoryAccountStore({ network: 'ETH', derive: false, ...graph, ...part });
}

export async function walk(
  store: AccountStore,
  address: string,
  direction: Direction,
  options: WalkOptions = {},
): Promise<DirectionExposure> {
  const subject = await store.subject(address);
  if (subject === null) throw new Error(`no records of ${address}`);
  return walkAccount(store, subject, direction, options);
}

/** A wallet with records of its own. */
export function aSubject(graph: AccountGraph, seed: number): string | null {
  const ends = graph.transfers.filter(isRecord).flatMap(({ from, to }) => [from, to]);
  const wallets = ends.filter((address) => address.startsWith('wallet'));
  return wallets.length === 0 ? null : new Random(seed).pick(wallets);
}
