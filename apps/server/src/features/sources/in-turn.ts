import { setTimeout as wait } from 'node:timers/promises';
import type { LiveAsset } from './neighbourhoods.store.ts';

/** Who reads an address from its chain, among all servers of a database. */
export interface AddressClaims {
  /** The claim's holder; null while another's stands. It runs out by itself. */
  claim(asset: LiveAsset, address: string, forMs: number): Promise<string | null>;
  release(asset: LiveAsset, address: string, holder: string): Promise<void>;
}

const LOOK_EVERY_MS = 200;

/**
 * Does `work` when no other server reads the same address, so that it finds what that one read. It waits `withinMs` at
 * most, which is as long as a reading may take, and then goes ahead: two questions too many are better than none.
 */
export async function inTurn<T>(
  claims: AddressClaims,
  asset: LiveAsset,
  address: string,
  withinMs: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + withinMs;
  let holder = await claims.claim(asset, address, withinMs);
  while (holder === null && performance.now() < until) {
    await wait(Math.min(LOOK_EVERY_MS, withinMs), undefined, { signal });
    holder = await claims.claim(asset, address, withinMs);
  }
  try {
    return await work();
  } finally {
    if (holder !== null) await claims.release(asset, address, holder);
  }
}
