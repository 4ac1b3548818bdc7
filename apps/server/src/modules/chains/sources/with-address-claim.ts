import { setTimeout as wait } from 'node:timers/promises';
import type { OnDemandAsset } from './neighbourhoods.store.ts';

/** Exclusive claims to read an address from its chain, among all servers of a database. */
export interface AddressClaims {
  /** The claim's holder; null while another claim is valid. It expires by itself. */
  claim(asset: OnDemandAsset, address: string, forMs: number): Promise<string | null>;
  release(asset: OnDemandAsset, address: string, holder: string): Promise<void>;
}

const LOOK_EVERY_MS = 200;

/**
 * Does `work` when no other server reads the same address, so that it finds what the other server read. It waits at
 * most `withinMs`, the time limit of a reading, and then proceeds without a claim: a duplicate read is better than
 * none.
 */
export async function inTurn<T>(
  claims: AddressClaims,
  asset: OnDemandAsset,
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
