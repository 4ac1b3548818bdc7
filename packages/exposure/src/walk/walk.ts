import type { Direction } from '../records/record.ts';
import { walkAccount } from './account-walk.ts';
import type { DirectionExposure, WalkResult } from './exposure.ts';
import type { WalkOptions } from './options.ts';
import type { ExposureStore, SubjectFacts } from './store.ts';
import { walkUtxo } from './utxo-walk.ts';

/**
 * Where the money of an address came from (`bwd`) or went (`fwd`), by the method of docs/method, section 3: the balance
 * haircut on an account network, coin by coin on a UTXO network, by the kind of the store. A store that has a walk of
 * its own uses that one; the bytes of the result are the same.
 *
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 * @example
 * const subject = await store.subject(address);
 * if (subject !== null) await walk(store, subject, 'bwd', { signal: controller.signal });
 */
export async function walk(
  store: ExposureStore,
  subject: SubjectFacts,
  direction: Direction,
  options: WalkOptions = {},
): Promise<DirectionExposure> {
  return walkOf(store, subject, direction, options);
}

/** As `walk`, at once where the store's own walk is done at once; that may throw at once too. */
export function walkOf(
  store: ExposureStore,
  subject: SubjectFacts,
  direction: Direction,
  options: WalkOptions,
): WalkResult {
  if (store.walk !== undefined) return store.walk(subject, direction, options);
  switch (store.ledger) {
    case 'account':
      return walkAccount(store, subject, direction, options);
    case 'utxo':
      return walkUtxo(store, subject, direction, options);
  }
}
