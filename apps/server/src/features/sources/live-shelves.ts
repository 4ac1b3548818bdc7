import { claimsStore } from './claims.store.ts';
import type { CoinShelf } from './coin-shelf.ts';
import { coinShelfStore } from './coins.store.ts';
import type { AddressClaims } from './in-turn.ts';
import { neighbourhoodStore } from './neighbourhoods.store.ts';
import type { NeighbourhoodShelf } from './neighbourhoods.ts';

/** What was read of chains is kept for so long after it was read; it is read anew when it is needed. */
export const NEIGHBOURHOODS_DAYS = 30;

type Db = Parameters<(typeof neighbourhoodStore)['find']>[0];

/** Neighbourhoods kept in the database, each statement on its own: nothing here has to agree with anything else. */
export function liveShelves(db: Db): {
  readonly accounts: NeighbourhoodShelf;
  readonly coins: CoinShelf;
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
      findTransactions: (network, ids, tip) => coinShelfStore.findTransactions(db, network, ids, tip),
      saveTransaction: (network, kept, tip, areSettled, now) =>
        coinShelfStore.saveTransaction(db, network, kept, tip, areSettled, now),
      findOwner: (network, address, tip) => coinShelfStore.findOwner(db, network, address, tip),
      saveOwner: (network, owner, tip, now) => coinShelfStore.saveOwner(db, network, owner, tip, now),
    },
  };
}

/** Forgets what was read before then. */
export async function forgetNeighbourhoods(db: Db, before: Date): Promise<number> {
  // Only servers that died leave claims.
  await claimsStore.removeOlderThan(db, before);
  return neighbourhoodStore.removeOlderThan(db, before);
}
