import { bothWays } from './both-ways.ts';
import type { DirectionExposure } from './exposure.ts';
import type { Direction } from './record.ts';
import type { ExposureStore, SubjectFacts } from './store.ts';
import { walkUtxo } from './utxo.ts';
import { walkAccount } from './walk.ts';
import type { WalkOptions } from './walk-options.ts';

/** What the records say of one address, both ways. */
export interface AddressExposure {
  readonly subject: SubjectFacts;
  readonly incoming: DirectionExposure;
  readonly outgoing: DirectionExposure;
}

/**
 * Where an address's money came from and went (docs/method, section 3), whatever the network's kind; null when no
 * record mentions it.
 *
 * @param address Canonical address text.
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 * @example
 * const exposure = await exposureOf(store, '0x0a1b…', { signal: controller.signal });
 */
export async function exposureOf(
  store: ExposureStore,
  address: string,
  options: WalkOptions = {},
): Promise<AddressExposure | null> {
  const subject = await store.subject(address);
  if (subject === null) return null;
  const walk = (direction: Direction): Promise<DirectionExposure> =>
    store.ledger === 'utxo'
      ? walkUtxo(store, subject, direction, options)
      : walkAccount(store, subject, direction, options);
  return { subject, ...(await bothWays(store, walk)) };
}
