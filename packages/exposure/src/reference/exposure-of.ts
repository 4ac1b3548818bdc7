import { bothDirections } from '../walk/both-directions.ts';
import type { DirectionExposure } from '../walk/exposure.ts';
import type { WalkOptions } from '../walk/options.ts';
import type { ExposureStore, SubjectFacts } from '../walk/store.ts';
import { walkOf } from '../walk/walk.ts';

/** What the records say of one address, in both directions. */
export interface AddressExposure {
  readonly subject: SubjectFacts;
  readonly incoming: DirectionExposure;
  readonly outgoing: DirectionExposure;
}

/**
 * Where an address's money came from and went (docs/method, section 3), whatever the network's kind; null when no
 * record mentions it. For tests and benchmarks: the product walks the directions of a subject that it has read before.
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
  const { incoming, outgoing } = await bothDirections(store, (direction) => walkOf(store, subject, direction, options));
  return { subject, incoming, outgoing };
}
