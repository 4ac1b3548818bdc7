import { claimsStore } from './claims.store.ts';
import { coinCacheStore } from './coins.store.ts';
import type { CoinCache } from './kept/coin-cache.ts';
import { neighbourhoodStore } from './neighbourhoods.store.ts';
import type { NeighbourhoodCache } from './neighbourhoods.ts';
import type { AddressClaims } from './with-address-claim.ts';

/** What was read of chains is cached for this many days after the reading; later it is read again when needed. */
export const NEIGHBOURHOODS_DAYS = 30;

type Db = Parameters<(typeof neighbourhoodStore)['find']>[0];

/** Neighbourhoods cached in the database; each statement runs on its own, because none must agree with another. */
export function onDemandCaches(db: Db): {
  readonly accounts: NeighbourhoodCache;
  readonly coins: CoinCache;
  readonly claims: AddressClaims;
} {
  return {
    claims: {
      claim: (asset, address, forMs) => claimsStore.claim(db, asset, address, forMs),
      release: (asset, address, holder) => claimsStore.release(db, asset, address, holder),
    },
    accounts: {
      tipSince: (network, since) => neighbourhoodStore.tipSince(db, network, since),
      saveTip: (network, tip, now) => neighbourhoodStore.saveTip(db, network, tip, now),
      find: (asset, address, tip) => neighbourhoodStore.find(db, asset, address, tip),
      save: (asset, account, tip, now) => neighbourhoodStore.save(db, asset, account, tip, now),
    },
    coins: {
      findTransactions: (network, ids, tip) => coinCacheStore.findTransactions(db, network, ids, tip),
      saveTransaction: (network, kept, tip, areSettled, now) =>
        coinCacheStore.saveTransaction(db, network, kept, tip, areSettled, now),
      findOwner: (network, address, tip) => coinCacheStore.findOwner(db, network, address, tip),
      saveOwner: (network, owner, tip, now) => coinCacheStore.saveOwner(db, network, owner, tip, now),
    },
  };
}

/** Deletes what was read before `before`. */
export async function forgetNeighbourhoods(db: Db, before: Date): Promise<number> {
  // Only killed servers leave claims.
  await claimsStore.removeOlderThan(db, before);
  return neighbourhoodStore.removeOlderThan(db, before);
}
